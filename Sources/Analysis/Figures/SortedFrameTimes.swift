internal import Recordings
internal import Statistics
public import Units

/// Frame times in ascending order.
///
/// Four bytes a frame: those of 4.29 s and more, of which a benchmark has hardly any, are kept apart.
public struct SortedFrameTimes: Sendable, RandomAccessCollection {
  private let short: [UInt32]
  private let long: [Nanoseconds]

  /// Sorts frame times; O(n) apart from those that are kept apart.
  ///
  /// - Parameter frameTimes: above 0, in any order.
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
    self[partitioningIndex(where: condition)...]
  }

  /// The sum of the frame times at some positions; O(n).
  fileprivate func duration(of positions: Range<Int>) -> Nanoseconds {
    let inShort = positions.clamped(to: 0..<short.count)
    let inLong = positions.clamped(to: short.count..<count)
    let sum = short[inShort].reduce(Nanoseconds(0)) { $0 + Nanoseconds($1) }
    return inLong.reduce(sum) { $0 + self[$1] }
  }

  /// The frame rate that a run falls to or below for some of its time.
  ///
  /// - Parameter time: in nanoseconds.
  /// - Returns: of the longest frames that together last so long, the shortest one's, in frames per second.
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
  /// The sum of the frame times; O(n).
  public var duration: Nanoseconds { base.duration(of: startIndex..<endIndex) }
}
