internal import Units

/// Whole numbers packed without loss: near neighbours cost as many bits as they differ by.
///
/// `docs/store.md` describes the bytes. Differences wrap around, so any 64-bit numbers can be packed.
enum PackedColumn {
  /// The number that names this encoding in the store.
  static let codec = 1

  /// What is packed of the numbers.
  enum Order: UInt8 {
    /// The numbers themselves: durations.
    case values = 0
    /// The first number, and what each adds to the one before: times.
    case differences = 1
  }

  /// Appends the packed numbers; O(n).
  static func pack(_ values: [Int64], as order: Order, into writer: inout ByteWriter) {
    writer.put(order.rawValue)
    if order == .differences {
      guard let first = values.first else { return }
      writer.put(signed: first)
    }
    writer.reserve(values.count * 2)
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
    guard count >= 0, let order = Order(rawValue: try reader.byte()) else { throw .outOfRange }
    switch order {
    case .values:
      return try unpack(count, startingAt: nil, from: &reader)
    case .differences:
      guard count > 0 else { return [] }
      let first = try reader.signed()
      return try unpack(count - 1, startingAt: first, from: &reader)
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
    _ count: Int, startingAt first: Int64?, from reader: inout ByteReader
  ) throws(PackingProblem) -> [Int64] {
    guard let divisor = Int64(exactly: try reader.varint()) else { throw .outOfRange }
    let blocks = (count / PackedBlock.length) + (count % PackedBlock.length == 0 ? 0 : 1)
    guard reader.remaining / PackedBlock.leastBytes >= blocks else { throw .truncated }
    let lead = first == nil ? 0 : 1
    var values = [Int64](repeating: first ?? 0, count: count + lead)
    for start in stride(from: 0, to: count, by: PackedBlock.length) {
      let end = min(start + PackedBlock.length, count)
      try PackedBlock.unpack(from: &reader, into: &values, at: start + lead..<end + lead)
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
