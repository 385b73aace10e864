internal import Recordings
internal import Units

/// Whole numbers packed without loss: near neighbours cost as many bits as they differ by.
///
/// `docs/store.md` describes the bytes. Differences wrap around, so any 64-bit numbers can be packed.
enum PackedColumn {
  /// The number that names this encoding in the store.
  static let codec = 2

  /// The numbers of encodings that can be read; whatever the first one wrote, the second reads alike.
  static let readableCodecs = 1...2

  /// Added to the byte that tells the order, where blocks are of the length that they have now.
  private static let longBlocks: UInt8 = 2

  /// Whether a count may be that of a column of so many bytes.
  ///
  /// A missing or equal entry takes no bytes, so nothing else bounds the count of some columns: a store of 200 kB could
  /// claim 2⁴⁰ entries. 256 entries per byte are three times what numbers need at least, and 2²⁰ are allowed to any.
  static func isPlausible(count: Int, bytes: Int) -> Bool {
    count >= 0 && count >> 20 <= bytes >> 12
  }

  /// What is packed of the numbers.
  enum Order: UInt8 {
    /// The numbers themselves: durations.
    case values = 0
    /// The first number, and what each adds to the one before: times.
    case differences = 1
  }

  /// Appends the packed numbers; O(n).
  static func pack(
    _ values: NumberColumn<Int64>, as order: Order, into writer: inout ByteWriter
  ) {
    writer.put(order.rawValue + longBlocks)
    if order == .differences {
      guard let first = values.first else { return }
      writer.put(signed: first)
    }
    writer.reserve(values.count * 5 / 2)
    values.withUnsafeBufferPointer { numbers in
      pack(Numbers(values: numbers, order: order), into: &writer)
    }
  }

  /// Reads back what `pack` appended; O(n).
  ///
  /// - Parameters:
  ///   - count: how many numbers there are.
  ///   - reader: at the first byte; afterwards behind the last.
  /// - Returns: the numbers, which for damaged bytes may be any.
  /// - Throws: what is wrong with the bytes.
  static func unpack(
    _ count: Int, from reader: inout ByteReader
  ) throws(PackingProblem) -> NumberColumn<Int64> {
    let layout = try reader.byte()
    let isLong = layout >= longBlocks
    guard count >= 0, let order = Order(rawValue: isLong ? layout - longBlocks : layout) else {
      throw .outOfRange
    }
    let block = isLong ? PackedBlock.length : PackedBlock.formerLength
    switch order {
    case .values:
      return try unpack(count, startingAt: nil, block: block, from: &reader)
    case .differences:
      guard count > 0 else { return [] }
      let first = try reader.signed()
      return try unpack(count - 1, startingAt: first, block: block, from: &reader)
    }
  }

  /// The numbers that are packed, made one by one so that a long column is not copied.
  struct Numbers {
    fileprivate let values: UnsafeBufferPointer<Int64>
    fileprivate let order: Order

    var count: Int {
      switch order {
      case .values: values.count
      case .differences: values.count - 1
      }
    }

    subscript(index: Int) -> Int64 {
      switch order {
      case .values: values[index]
      case .differences: values[index + 1] &- values[index]
      }
    }
  }

  private static func pack(_ numbers: Numbers, into writer: inout ByteWriter) {
    let divisor = CommonDivisor(of: numbers)
    writer.put(varint: UInt64(divisor.value))
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: PackedBlock.length) { block in
      block.initialize(repeating: 0)
      for start in stride(from: 0, to: numbers.count, by: block.count) {
        let length = min(block.count, numbers.count - start)
        for index in 0..<length { block[index] = divisor.divide(numbers[start + index]) }
        PackedBlock.pack(UnsafeBufferPointer(rebasing: block[..<length]), into: &writer)
      }
    }
  }

  private static func unpack(
    _ count: Int, startingAt first: Int64?, block: Int, from reader: inout ByteReader
  ) throws(PackingProblem) -> NumberColumn<Int64> {
    guard let divisor = Int64(exactly: try reader.varint()) else { throw .outOfRange }
    let blocks = (count / block) + (count % block == 0 ? 0 : 1)
    guard reader.remaining / PackedBlock.leastBytes >= blocks else { throw .truncated }
    var values: NumberColumn<Int64> = []
    values.reserveCapacity(count + 1)
    if let first { values.append(first) }
    var scratch = [Int64](repeating: 0, count: block)
    try scratch.withUnsafeMutableBufferPointer { (scratch) throws(PackingProblem) in
      for start in stride(from: 0, to: count, by: block) {
        let numbers = UnsafeMutableBufferPointer(rebasing: scratch[..<min(block, count - start)])
        try PackedBlock.unpack(from: &reader, into: numbers)
        restore(numbers, divisor: divisor, after: first == nil ? nil : values.last)
        values.append(contentsOf: numbers)
      }
    }
    return values
  }

  /// Undoes the division, and the taking of differences where there is a number before.
  private static func restore(
    _ numbers: UnsafeMutableBufferPointer<Int64>, divisor: Int64, after last: Int64?
  ) {
    if var sum = last {
      for index in numbers.indices {
        sum &+= numbers[index] &* divisor
        numbers[index] = sum
      }
    } else if divisor != 1 {
      for index in numbers.indices { numbers[index] &*= divisor }
    }
  }
}
