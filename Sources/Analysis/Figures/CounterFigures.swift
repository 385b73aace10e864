internal import Recordings
internal import Statistics
internal import Units

/// The mean, maximum, first and last value of a counter, such as CPU load, within the parts of a run whose frames count
/// for the metrics.
public struct CounterFigures: Sendable, Equatable {
  /// The mean of the counter's samples, equally weighted, in the counter's unit.
  public let mean: Double
  /// The highest value among the counter's samples, in the counter's unit.
  public let maximum: Double
  /// The value of the counter's first sample, in the counter's unit.
  public let first: Double
  /// The value of the counter's last sample, in the counter's unit.
  public let last: Double
  /// The number of the counter's samples within the parts of the run whose frames count for the metrics.
  public let count: Int

  /// Summarizes the samples at some positions; fails if all are missing.
  ///
  /// O(ranges). The ranges are in order and do not overlap.
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
  /// The positions of the samples within the activities; all of them without a timeline.
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
      // Counts a sample on the border of two activities once.
      let counted = range.clamped(to: free..<max(free, count))
      free = max(free, counted.upperBound)
      return counted
    }
  }
}
