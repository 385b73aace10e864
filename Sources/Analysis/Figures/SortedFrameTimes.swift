internal import Recordings
internal import Statistics
public import Units

/// The frame times of a run in ascending order, stored compactly.
///
/// Four bytes per frame. Frame times of 4.29 s and more, which are rare, are stored separately.
public struct SortedFrameTimes: Sendable, RandomAccessCollection {
  private let short: [UInt32]
  private let long: [Nanoseconds]

  /// Sorts frame times above 0; O(n) except for the rare long ones.
  init(_ frameTimes: some Collection<Nanoseconds>) {
    var (short, long): ([UInt32], [Nanoseconds]) = ([], [])
    short.reserveCapacity(frameTimes.count)
    for frameTime in frameTimes {
      if let number = UInt32(exactly: frameTime) {
        short.append(number)
      } else {
        long.append(frameTime)
      }
    }
    short.sortByDigits()
    long.sort()
    (self.short, self.long) = (short, long)
  }

  /// Merges the sorted frame times of several runs; O(n) for n frames.
  public init(pooling parts: [SortedFrameTimes]) {
    self = parts.count == 1 ? parts[0] : SortedFrameTimes(parts.flatMap(\.self))
  }

  /// The position of the shortest frame time in the sorted collection: 0.
  public var startIndex: Int { 0 }

  /// The position after the longest frame time in the sorted collection.
  public var endIndex: Int { short.count + long.count }

  /// The frame time at a position in ascending order, in nanoseconds.
  public subscript(position: Int) -> Nanoseconds {
    position < short.count ? Nanoseconds(short[position]) : long[position - short.count]
  }

  /// The quantile of the run's frame times at a probability, in nanoseconds, by Hyndman and Fan's type 7.
  ///
  /// - Precondition: there is a frame.
  public func quantile(_ probability: Double) -> Double {
    let quantile = Quantile(probability, count: count)
    return quantile.value(
      between: Double(self[quantile.lower]), and: Double(self[quantile.upper]))
  }

  /// The median distance from the median, in nanoseconds; O(n).
  ///
  /// Distances ascend in both directions from the median, so two ascending sequences are merged.
  ///
  /// - Precondition: there is a frame.
  var medianAbsoluteDeviation: Double {
    let median = quantile(0.5)
    let middle = Quantile(0.5, count: count)
    var above = partitioningIndex { Double($0) >= median }
    var below = above - 1
    var (last, next) = (0.0, 0.0)
    for position in 0...middle.upper {
      let left = below >= 0 ? median - Double(self[below]) : .infinity
      let right = above < count ? Double(self[above]) - median : .infinity
      if left < right { below -= 1 } else { above += 1 }
      next = Swift.min(left, right)
      if position <= middle.lower { last = next }
    }
    return middle.value(between: last, and: next)
  }

  /// All frame times of the run from the shortest one that satisfies a condition to the longest; O(log n) for n frames.
  ///
  /// If the condition holds for a frame time, it must hold for all longer ones.
  public func longest(where condition: (Nanoseconds) -> Bool) -> Slice<SortedFrameTimes> {
    self[partitioningIndex(where: condition)...]
  }

  /// The sum of the frame times at some positions; O(n).
  fileprivate func duration(of positions: Range<Int>) -> Nanoseconds {
    let inShort = positions.clamped(to: 0..<short.count)
    let inLong = positions.clamped(to: short.count..<count)
    let sum = short[inShort].reduce(Nanoseconds(0)) { $0 + Nanoseconds($1) }
    return inLong.reduce(sum) { $0 + self[$1] }
  }

  /// The frame rate at or below which a run spends some of its time.
  ///
  /// Takes the longest frames that together last `time` nanoseconds, and returns the shortest of
  /// them in frames per second.
  ///
  /// - Precondition: there is a frame.
  func frameRate(lastingFor time: Double) -> Double {
    var sum: Nanoseconds = 0
    var index = endIndex
    repeat {
      index -= 1
      sum += self[index]
    } while index > startIndex && Double(sum) < time
    return 1e9 / Double(self[index])
  }
}

extension Slice<SortedFrameTimes> {
  /// The sum of the frame times in this slice of the sorted frame times, in nanoseconds; O(n) for n frames.
  public var duration: Nanoseconds { base.duration(of: startIndex..<endIndex) }
}
