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

  /// What is packed of the numbers.
  enum Order: UInt8 {
    /// The numbers themselves: durations.
    case values = 0
    /// The first number, and what each adds to the one before: times.
    case differences = 1
  }

  /// Appends the packed numbers; O(n).
  static func pack(_ values: [Int64], as order: Order, into writer: inout ByteWriter) {
    writer.put(order.rawValue + longBlocks)
    if order == .differences {
      guard let first = values.first else { return }
      writer.put(signed: first)
    }
    writer.reserve(values.count * 5 / 2)
    values.withUnsafeBufferPointer { values in
      pack(Numbers(values: values, order: order), into: &writer)
    }
  }

  /// Reads back what `pack` appended; O(n).
  ///
  /// - Parameters:
  ///   - count: how many numbers there are.
  ///   - reader: at the first byte; afterwards behind the last.
  /// - Returns: the numbers, which for damaged bytes may be any.
  /// - Throws: what is wrong with the bytes.
  static func unpack(_ count: Int, from reader: inout ByteReader) throws(PackingProblem) -> [Int64]
  {
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
      for start in stride(from: 0, to: numbers.count, by: PackedBlock.length) {
        let length = min(PackedBlock.length, numbers.count - start)
        for index in 0..<length { block[index] = divisor.divide(numbers[start + index]) }
        PackedBlock.pack(UnsafeBufferPointer(rebasing: block[..<length]), into: &writer)
      }
    }
  }

  private static func unpack(
    _ count: Int, startingAt first: Int64?, block: Int, from reader: inout ByteReader
  ) throws(PackingProblem) -> [Int64] {
    guard let divisor = Int64(exactly: try reader.varint()) else { throw .outOfRange }
    let blocks = (count / block) + (count % block == 0 ? 0 : 1)
    guard reader.remaining / PackedBlock.leastBytes >= blocks else { throw .truncated }
    let lead = first == nil ? 0 : 1
    var values = [Int64](repeating: first ?? 0, count: count + lead)
    try values.withUnsafeMutableBufferPointer { (all) throws(PackingProblem) in
      for start in stride(from: lead, to: count + lead, by: block) {
        let end = min(start + block, count + lead)
        try PackedBlock.unpack(
          from: &reader, into: UnsafeMutableBufferPointer(rebasing: all[start..<end]))
      }
    }
    restore(&values, divisor: divisor, sums: first != nil)
    return values
  }

  /// Undoes the division, and the taking of differences.
  private static func restore(_ values: inout [Int64], divisor: Int64, sums: Bool) {
    values.withUnsafeMutableBufferPointer { values in
      if sums {
        var sum = values[0]
        for index in 1..<values.count {
          sum &+= values[index] &* divisor
          values[index] = sum
        }
      } else if divisor != 1 {
        for index in values.indices { values[index] &*= divisor }
      }
    }
  }
}
