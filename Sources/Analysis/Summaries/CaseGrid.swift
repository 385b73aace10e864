internal import Recordings

/// The cases and variants of a suite, from `case` and `variant` of its stages.
public struct CaseGrid: Sendable {
  /// The cases that the suite measures in order of first appearance, at least one.
  public let cases: [String]
  /// The variants that the suite compares within a case, in order of first appearance, at least one.
  ///
  /// The others are compared with the first one.
  public let variants: [String]

  private let stages: [StageSummary]

  /// `nil` if no stage has a case.
  init?(_ stages: [StageSummary]) {
    self.stages = stages.filter { $0.stage.at == nil && $0.stage.testCase != nil }
    cases = self.stages.compactMap(\.stage.testCase).withoutRepetition
    variants = self.stages.compactMap(\.stage.variant).withoutRepetition
    if cases.isEmpty || variants.isEmpty { return nil }
  }

  /// The stage of the suite that measures a case in a variant; `nil` if there is none.
  public func stage(_ testCase: String, _ variant: String) -> StageSummary? {
    stages.first { $0.stage.testCase == testCase && $0.stage.variant == variant }
  }

  /// The values of a metric for one case in every variant, in the order of `variants`; `nil` for a missing stage.
  public func figures(of metric: Metric, in testCase: String) -> [StageFigure?] {
    variants.map { stage(testCase, $0)?[metric] }
  }

  /// Whether any stage that belongs to a case has a value of the metric.
  public func tells(_ metric: Metric) -> Bool { stages.contains { $0[metric].count > 0 } }

  /// The change of a metric in one case from the first variant to another, withheld if one of the two values is
  /// missing.
  public func change(of metric: Metric, in testCase: String, to variant: String) -> MetricChange {
    MetricChange(
      metric, stage: mean(of: metric, testCase, variant),
      reference: mean(of: metric, testCase, variants[0]))
  }

  private func mean(of metric: Metric, _ testCase: String, _ variant: String) -> Known<Double> {
    stage(testCase, variant)?[metric].mean ?? .withheld(because: Withheld.noSuchCase.reason)
  }

  /// The variants of a case that no other variant exceeds in a metric by more than the noise floor, in the order of
  /// `variants`.
  ///
  /// Empty if fewer than two have a value, or if neither direction of the metric is better.
  public func best(by metric: Metric, in testCase: String) -> [String] {
    let known = variants.filter { mean(of: metric, testCase, $0).value != nil }
    guard known.count > 1, metric.polarity != .neither else { return [] }
    return known.filter { variant in
      !known.contains { other in
        let change = MetricChange(
          metric, stage: mean(of: metric, testCase, other),
          reference: mean(of: metric, testCase, variant))
        return change.improves == true && change.isBeyondNoise
      }
    }
  }

  /// Counts how often a variant is better or worse than the first variant, over all cases and some metrics.
  ///
  /// Each of `metrics` has a better direction.
  public func tally(of variant: String, by metrics: [Metric]) -> Tally {
    var tally = Tally()
    for metric in metrics where metric.polarity != .neither && tells(metric) {
      for testCase in cases { tally.add(change(of: metric, in: testCase, to: variant)) }
    }
    return tally
  }

  /// How often a variant is better than, worse than or equal to the first variant.
  public struct Tally: Sendable, Equatable {
    /// How often the variant is better than the first one by more than the noise floor.
    public private(set) var better = 0
    /// How often the variant is worse than the first one by more than the noise floor.
    public private(set) var worse = 0
    /// How often the variant differs from the first one by no more than the noise floor.
    public private(set) var alike = 0
    /// How often the variant could not be compared with the first one, because a value is missing.
    public private(set) var unknown = 0

    mutating func add(_ change: MetricChange) {
      switch change.improves {
      case nil: unknown += 1
      case _ where !change.isBeyondNoise: alike += 1
      case true?: better += 1
      case false?: worse += 1
      }
    }
  }
}

extension SuiteSummary {
  /// The cases and variants of the suite's stages; `nil` if there are none.
  public var cases: CaseGrid? { CaseGrid(stages) }
}

extension [String] {
  /// Each text once, in order of first appearance.
  var withoutRepetition: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
