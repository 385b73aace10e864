internal import Recordings
internal import Statistics

/// How a metric changed on several devices, which are a sample of the devices that users have.
///
///     DeviceSample.samples(of: comparisons).first?.leading  // the changes on most devices, such as [0.04, 0.12]
///
/// The devices are the sample, not their runs: each counts once, by the median change of its stages.
public struct DeviceSample: Sendable {
  /// The metric that was compared on all devices.
  public let metric: Metric
  /// The change on each device, in the order of the comparisons; relative or in the metric's unit.
  public let changes: [Double]
  /// Whether the changes are fractions of the reference.
  public let isRelative: Bool

  /// The samples of the metrics that were compared on every device, in the order of the first comparison; empty if
  /// there are not several devices.
  public static func samples(of comparisons: [Comparison]) -> [DeviceSample] {
    let whole = comparisons.filter { $0.segment == nil }
    let devices = whole.compactMap(\.device).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard devices.count > 1, let first = comparisons.first else { return [] }
    return first.metrics.compactMap { found in
      let changes = devices.map { device in
        whole.filter { $0.device == device }
          .compactMap { $0.metrics.first { $0.metric.id == found.metric.id }?.measuredChange }
      }
      let all = changes.joined()
      let medians = changes.compactMap { Moments.median(of: $0.map(\.effect)) }
      guard medians.count == devices.count, let isRelative = all.first?.isRelative,
        all.allSatisfy({ $0.isRelative == isRelative })
      else { return nil }
      return DeviceSample(metric: found.metric, changes: medians, isRelative: isRelative)
    }
  }

  /// The changes in the direction that most devices have, from the smallest to the largest.
  public var leading: [Double] {
    let (up, down) = (changes.filter { $0 > 0 }, changes.filter { $0 < 0 })
    return (up.count > down.count ? up : down).sorted { $0.magnitude < $1.magnitude }
  }

  /// The p-value of the sign test: how likely chance gives at least as many devices one direction.
  ///
  /// It is two-sided, and leaves out devices without a change, as usual.
  public var pValue: Double {
    let count = changes.count { $0 != 0 }
    return count > 0 ? BinomialShare(leading.count, of: count).signTest : 1
  }
}

extension MetricComparison {
  /// The change with or without evidence; `nil` if a side has no value.
  fileprivate var measuredChange: (effect: Double, isRelative: Bool)? {
    evidence.value.map { ($0.effect, $0.isRelative) } ?? plainChange
  }
}
