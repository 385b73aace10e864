internal import Recordings
internal import Statistics
public import Units

/// The frame times of a run in order of time, computed as the differences of consecutive presents when they are read.
///
/// If all frames count, the presents are shared with the timeline, so no memory is needed. A slice
/// keeps the positions of the whole.
public struct FrameTimes: Sendable, RandomAccessCollection {
  /// The start of the first frame, then the end of each frame.
  private let edges: NumberColumn<Nanoseconds>

  public let startIndex: Int

  /// The position after the last frame time in the collection.
  public let endIndex: Int

  /// Creates the frame times between some times, which are ascending and at least one.
  init(between edges: NumberColumn<Nanoseconds>) {
    precondition(!edges.isEmpty, "expected at least one time, where the first frame begins")
    self.init(edges, 0..<edges.count - 1)
  }

  private init(_ edges: NumberColumn<Nanoseconds>, _ positions: Range<Int>) {
    self.edges = edges
    startIndex = positions.lowerBound
    endIndex = positions.upperBound
  }

  /// The frame time at a position of the collection, in nanoseconds; the positions follow the order of the frames.
  public subscript(position: Int) -> Nanoseconds { edges[position &+ 1] &- edges[position] }

  /// A slice of consecutive frame times; their positions are those in the whole collection.
  public subscript(bounds: Range<Int>) -> FrameTimes {
    precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex, "frames within")
    return FrameTimes(edges, bounds)
  }

  /// The sum of the frame times in the collection, in nanoseconds; O(1).
  public var duration: Nanoseconds { edges[endIndex] - edges[startIndex] }

  /// The sum of some frame times; O(1).
  func duration(of positions: ClosedRange<Int>) -> Nanoseconds {
    edges[positions.upperBound + 1] - edges[positions.lowerBound]
  }

  /// Creates an iterator over the frame times, which reads each present once.
  public func makeIterator() -> Iterator { Iterator(edges, startIndex..<endIndex) }

  /// An iterator over frame times, which computes each from two consecutive presents.
  public struct Iterator: IteratorProtocol {
    private let edges: NumberColumn<Nanoseconds>
    private let end: Int
    private var position: Int
    private var last: Nanoseconds

    fileprivate init(_ edges: NumberColumn<Nanoseconds>, _ positions: Range<Int>) {
      self.edges = edges
      end = positions.upperBound
      position = positions.lowerBound
      last = edges[position]
    }

    /// The next frame time that the iterator computes from the presents, in nanoseconds; `nil` after the last.
    public mutating func next() -> Nanoseconds? {
      guard position < end else { return nil }
      position += 1
      let edge = edges[position]
      defer { last = edge }
      return edge &- last
    }
  }
}

/// The differences between neighboring values of a series.
///
/// Values on both sides of a pause are not neighbors.
struct NeighborSteps {
  private var sum = CompensatedSum()
  private var count = 0

  /// Sums the differences; O(n).
  ///
  /// - Parameters:
  ///   - values: the series.
  ///   - segments: ranges of contiguous values.
  ///   - distance: the size of the difference between two neighbors.
  @inline(__always)
  init<Values: RandomAccessCollection>(
    _ values: Values, within segments: [Range<Int>],
    distance: (Values.Element, Values.Element) -> Double
  ) where Values.Index == Int {
    for segment in segments {
      var neighbors = values[segment].makeIterator()
      guard var last = neighbors.next() else { continue }
      while let value = neighbors.next() {
        sum.add(distance(value, last))
        last = value
      }
      count += segment.count - 1
    }
  }

  var total: Double { sum.value }

  /// The mean difference; `nil` if there is none.
  var mean: Double? { count > 0 ? sum.value / Double(count) : nil }
}

/// The time in frames far above the moving average, by CapFrameX's definition of stuttering.
enum MovingAverage {
  /// A frame stutters if it is longer than this multiple of the moving average.
  static let stutterFactor = 2.5

  /// In the average, a frame time above this multiple of the previous one is replaced by the
  /// previous one.
  static let outlierFactor = 3.0

  /// The total duration of the frames above 2.5 × the trailing mean; O(n).
  ///
  /// - Parameters:
  ///   - frameTimes: the frame times of one segment.
  ///   - length: the number of frames in the mean, the current one included; at least 1.
  static func stutter(
    in frameTimes: FrameTimes, length: Int
  ) -> Nanoseconds {
    var (entering, leaving) = (Taming(), Taming())
    var leavingTimes = frameTimes.makeIterator()
    var stutter: Nanoseconds = 0
    var sum: Nanoseconds = 0
    var count = 0
    for frameTime in frameTimes {
      sum += entering.next(frameTime)
      if count < length {
        count += 1
      } else if let left = leavingTimes.next() {
        sum -= leaving.next(left)
      }
      let limit = stutterFactor * Double(sum) / Double(count)
      if Double(frameTime) > limit { stutter += frameTime }
    }
    return stutter
  }

  /// Replaces outliers among successive frame times by the value before them.
  private struct Taming {
    private var last: Nanoseconds?

    mutating func next(_ frameTime: Nanoseconds) -> Nanoseconds {
      defer { last = frameTime }
      guard let last, Double(frameTime) > outlierFactor * Double(last) else { return frameTime }
      return last
    }
  }
}

/// Presents that come in pairs: a short frame time after a long one, as with a frame generator that the trace does not
/// mark.
struct PresentPairs {
  /// The mean of the shorter frame times, in nanoseconds.
  let short: Double
  /// The mean of the longer frame times, in nanoseconds.
  let long: Double
  /// The number of pairs per second.
  let rate: Double

  private static let leastFrames = 40
  private static let leastShare = 0.8
  /// The shorter of two neighbors may last at most this fraction of the longer one.
  ///
  /// Half would include frames that wait for one and two refreshes in turn.
  private static let mostRatio = 0.45

  /// Finds pairs; `nil` if the frames do not come in pairs, or if the trace marks generated frames; O(n).
  init?(_ frames: SelectedFrames, of timeline: FrameTimeline?) {
    guard let timeline, !timeline.marksGeneratedFrames, frames.count >= Self.leastFrames else {
      return nil
    }
    var (turns, pairs) = (0, 0)
    var sums = (short: 0.0, long: 0.0)
    for segment in frames.segments {
      var (last, wasRise): (Nanoseconds?, Bool?) = (nil, nil)
      for frameTime in frames.frameTimes[segment] {
        defer { last = frameTime }
        guard let last else { continue }
        pairs += 1
        let (short, long) = (min(last, frameTime), max(last, frameTime))
        guard Double(short) < Self.mostRatio * Double(long), wasRise != (frameTime > last) else {
          wasRise = nil
          continue
        }
        wasRise = frameTime > last
        turns += 1
        sums.short += Double(short)
        sums.long += Double(long)
      }
    }
    guard Double(turns) > Self.leastShare * Double(pairs) else { return nil }
    short = sums.short / Double(turns)
    long = sums.long / Double(turns)
    rate = Double(frames.count) / 2 / frames.duration.seconds
  }
}

extension FrameTimeline {
  fileprivate var marksGeneratedFrames: Bool {
    unplaced[.generated, default: 0] > 0 || kinds?.contains(.generated) ?? false
  }
}
