internal import Recordings

/// Sorts more numbers than memory is to hold: first into parts by their high halves, then part by part.
///
/// The parts, and what is sorted, are columns, which go to temporary files.
struct PartedSort {
  /// The part that numbers with a high half belong to.
  private let partOfHalf: [UInt16]
  private var parts: [NumberColumn<UInt32>.Builder]

  /// How many numbers of a part are held, to be added to it together.
  private static let heldLength = 1 << 10
  /// How many bytes of each part are in memory before they are put away.
  private static let partBytes = 1 << 16

  /// Sorts numbers; O(n) while parts are long.
  ///
  /// - Parameters:
  ///   - numbers: in any order; walked over twice. Those that 32 bits do not hold are left out.
  ///   - partLength: how many are in memory at once, to be sorted there.
  /// - Returns: them in ascending order.
  static func sorted<Number: FixedWidthInteger>(
    _ numbers: some Sequence<Number>, partLength: Int
  ) -> NumberColumn<UInt32> {
    var counts = [Int](repeating: 0, count: 1 << 16)
    for number in numbers {
      if let number = UInt32(exactly: number) { counts[Int(number >> 16)] += 1 }
    }
    var sort = PartedSort(counts, partLength: partLength)
    sort.add(numbers)
    return sort.sorted(partLength: partLength)
  }

  /// Gives high halves to parts, as many as there is room for in each; more numbers of one half are a part as well.
  private init(_ counts: [Int], partLength: Int) {
    var (part, length) = (0, 0)
    partOfHalf = counts.map { count in
      if length > 0, length + count > partLength { (part, length) = (part + 1, 0) }
      length += count
      return UInt16(part)
    }
    let file = ColumnFile()
    parts = (0...part).map { _ in .init(memory: Self.partBytes, shelf: Self.partBytes, file: file) }
  }

  /// Adds numbers to their parts, through a stretch of memory for each part that is emptied when it is full.
  private mutating func add<Number: FixedWidthInteger>(_ numbers: some Sequence<Number>) {
    let length = Self.heldLength
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: parts.count * length) { held in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: parts.count) { next in
        for part in parts.indices { next.initializeElement(at: part, to: part * length) }
        for number in numbers {
          guard let number = UInt32(exactly: number) else { continue }
          let part = Int(partOfHalf[Int(number >> 16)])
          held.initializeElement(at: next[part], to: number)
          next[part] += 1
          if next[part] == (part + 1) * length { empty(held, of: part, next) }
        }
        for part in parts.indices { empty(held, of: part, next) }
      }
    }
  }

  private mutating func empty(
    _ held: UnsafeMutableBufferPointer<UInt32>, of part: Int,
    _ next: UnsafeMutableBufferPointer<Int>
  ) {
    let start = part * Self.heldLength
    parts[part].append(contentsOf: UnsafeBufferPointer(rebasing: held[start..<next[part]]))
    next[part] = start
  }

  private consuming func sorted(partLength: Int) -> NumberColumn<UInt32> {
    var sorted = NumberColumn<UInt32>.Builder()
    for index in parts.indices {
      let part = parts[index].finish()
      parts[index] = .init()
      if part.count <= partLength {
        var numbers = part.withUnsafeBufferPointer { Array($0) }
        numbers.sortByDigits()
        numbers.withUnsafeBufferPointer { sorted.append(contentsOf: $0) }
      } else {
        Self.count(part, into: &sorted)
      }
    }
    return sorted.finish()
  }

  /// Adds numbers of one high half in ascending order: their low halves are counted, and written down again.
  private static func count(
    _ part: NumberColumn<UInt32>, into sorted: inout NumberColumn<UInt32>.Builder
  ) {
    var counts = [Int](repeating: 0, count: 1 << 16)
    for number in part { counts[Int(number & 0xFFFF)] += 1 }
    let high = part[0] & 0xFFFF_0000
    for (low, count) in counts.enumerated() {
      for _ in 0..<count { sorted.append(high | UInt32(low)) }
    }
  }
}
