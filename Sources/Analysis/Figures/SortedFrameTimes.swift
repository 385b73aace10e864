internal import Statistics
public import Units

/// Frame times in ascending order.
///
/// Four bytes a frame: those of 4.29 s and more, of which a benchmark has hardly any, are kept apart.
public struct SortedFrameTimes: Sendable, RandomAccessCollection {
  private let short: [UInt32]
  private let long: [Nanoseconds]

  /// Sorts frame times; O(n).
  ///
  /// - Parameter frameTimes: above 0, in any order.
  init(_ frameTimes: [Nanoseconds]) {
    var short: [UInt32] = []
    var long: [Nanoseconds] = []
    short.reserveCapacity(frameTimes.count)
    for frameTime in frameTimes {
      if let packed = UInt32(exactly: frameTime) {
        short.append(packed)
      } else {
        long.append(frameTime)
      }
    }
    short.sortByDigits()
    self.short = short
    self.long = long.sorted()
  }

  /// Puts the frame times of several runs together; O(n).
  ///
  /// - Parameter parts: each run's.
  public init(pooling parts: [SortedFrameTimes]) {
    self = parts.count == 1 ? parts[0] : SortedFrameTimes(parts.flatMap(\.self))
  }

  /// Position of the shortest frame.
  public var startIndex: Int { 0 }

  /// The position after the longest frame.
  public var endIndex: Int { short.count + long.count }

  /// The frame time at a position.
  public subscript(position: Int) -> Nanoseconds {
    position < short.count ? Nanoseconds(short[position]) : long[position - short.count]
  }

  /// The type 7 quantile, in nanoseconds.
  ///
  /// - Parameter probability: 0 to 1.
  /// - Returns: the quantile.
  /// - Precondition: there is a frame.
  public func quantile(_ probability: Double) -> Double {
    let quantile = Quantile(probability, count: count)
    return quantile.value(
      between: Double(self[quantile.lower]), and: Double(self[quantile.upper]))
  }

  /// The longest frames, from the first one that a condition holds for; O(log n).
  ///
  /// - Parameter condition: once it holds for a frame time, it holds for all longer ones.
  /// - Returns: the frames it holds for.
  public func longest(where condition: (Nanoseconds) -> Bool) -> Slice<SortedFrameTimes> {
    self[position(firstNot: { !condition($0) })...]
  }
}

extension Slice<SortedFrameTimes> {
  /// The sum of the frame times; O(n).
  public var duration: Nanoseconds { reduce(0, +) }
}

extension [UInt32] {
  /// Sorts in three passes over digits of 11 bits, least significant first; O(n).
  fileprivate mutating func sortByDigits() {
    guard count > 256 else { return sort() }
    var spare = self
    for shift in [0, 11, 22] as [UInt32] {
      guard let starts = digitStarts(shift: shift) else { continue }
      scatter(into: &spare, shift: shift, starts: starts)
      swap(&self, &spare)
    }
  }

  /// Where the numbers with each digit begin, or `nil` when all have the same one.
  private func digitStarts(shift: UInt32) -> [Int]? {
    var starts = [Int](repeating: 0, count: 2048)
    for number in self { starts[Int(number >> shift & 2047)] += 1 }
    if starts.contains(count) { return nil }
    var next = 0
    for digit in starts.indices {
      let size = starts[digit]
      starts[digit] = next
      next += size
    }
    return starts
  }

  private func scatter(into target: inout [UInt32], shift: UInt32, starts: [Int]) {
    var next = starts
    for number in self {
      let digit = Int(number >> shift & 2047)
      target[next[digit]] = number
      next[digit] += 1
    }
  }
}
