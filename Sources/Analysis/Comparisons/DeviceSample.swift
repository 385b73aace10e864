internal import Recordings

/// How a metric changed on several devices, which are a sample of the devices that users have.
///
///     DeviceSample.samples(of: comparisons).first?.worse.count  // on how many devices the metric got worse
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
    let devices = comparisons.filter { $0.segment == nil }.compactMap(\.device).reduce(
      into: [String]()
    ) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard devices.count > 1, let first = comparisons.first else { return [] }
    return first.metrics.compactMap { found in
      let changes = devices.map { device in
        comparisons.filter { $0.device == device && $0.segment == nil }
          .compactMap { $0.metrics.first { $0.metric.id == found.metric.id }?.measuredChange }
      }
      let all = changes.joined()
      guard changes.allSatisfy({ !$0.isEmpty }), let isRelative = all.first?.isRelative,
        all.allSatisfy({ $0.isRelative == isRelative })
      else { return nil }
      return DeviceSample(
        metric: found.metric, changes: changes.map { Self.median(of: $0.map(\.effect)) },
        isRelative: isRelative)
    }
  }

  private static func median(of values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
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
    let most = leading.count
    guard count > 0 else { return 1 }
    // Terms of the binomial distribution with 1/2, from all devices down to `most`.
    var (term, sum) = (1.0, 0.0)
    for step in 0...(count - most) {
      sum += term
      term *= Double(count - step) / Double(step + 1)
    }
    return min(1, 2 * sum / (0..<count).reduce(1.0) { product, _ in product * 2 })
  }
}

extension MetricComparison {
  /// The change with or without evidence; `nil` if a side has no value.
  fileprivate var measuredChange: (effect: Double, isRelative: Bool)? {
    evidence.value.map { ($0.effect, $0.isRelative) } ?? plainChange
  }
}
