internal import Recordings
internal import Statistics
internal import Units

/// What the samples of one counter come to within the timeline.
public struct CounterFigures: Sendable, Equatable {
  /// The mean of the samples, each counting alike.
  public let mean: Double
  /// The highest sample.
  public let maximum: Double
  /// The first sample.
  public let first: Double
  /// The last sample.
  public let last: Double
  /// How many samples there are.
  public let count: Int

  /// Sums up samples at some positions, or fails when all of them are missing; O(stretches).
  ///
  /// - Parameters:
  ///   - samples: of one counter.
  ///   - ranges: positions that count, in order, not overlapping.
  init?(_ samples: SampleColumn, at ranges: [Range<Int>]) {
    var sum = CompensatedSum()
    var count = 0
    var maximum = -Double.infinity
    var first: Double?
    var last: Double?
    var end = 0
    var rest = ranges[...]
    for stretch in samples.stretches {
      let positions = end..<end + stretch.count
      end = positions.upperBound
      rest = rest.drop { $0.upperBound <= positions.lowerBound }
      guard let value = stretch.value else { continue }
      let counted = rest.prefix { $0.lowerBound < end }
        .reduce(0) { $0 + $1.clamped(to: positions).count }
      guard counted > 0 else { continue }
      sum.add(value * Double(counted))
      count += counted
      maximum = max(maximum, value)
      first = first ?? value
      last = value
    }
    guard let first, let last else { return nil }
    mean = sum.value / Double(count)
    self.count = count
    self.maximum = maximum
    self.first = first
    self.last = last
  }
}

extension SampleColumn {
  /// Positions of the samples within a run's activities; all of them where there is no timeline.
  func positions(within activities: Activities?) -> [Range<Int>] {
    guard let activities else { return [0..<count] }
    let ranges =
      switch clock {
      case .times(let times):
        activities.spans.map {
          times.position(notBefore: $0.lowerBound)..<times.position(after: $0.upperBound)
        }
      case .frames:
        activities.presents.map { $0.lowerBound..<$0.upperBound - 1 }
      }
    var free = 0
    return ranges.map { range in
      // A sample on the border of two activities counts once.
      let counted = range.clamped(to: free..<max(free, count))
      free = max(free, counted.upperBound)
      return counted
    }
  }
}
