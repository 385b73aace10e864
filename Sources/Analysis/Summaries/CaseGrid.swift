internal import Recordings

/// The cases and variants of a suite, from `case` and `variant` of its stages.
public struct CaseGrid: Sendable {
  /// The cases in order of first appearance, at least one.
  public let cases: [String]
  /// The variants in order of first appearance, at least one.
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

  /// The stage of a case and a variant; `nil` if there is none.
  public func stage(_ testCase: String, _ variant: String) -> StageSummary? {
    stages.first { $0.stage.testCase == testCase && $0.stage.variant == variant }
  }

  /// A metric of a case in every variant, in the order of `variants`; `nil` for a missing stage.
  public func figures(of metric: Metric, in testCase: String) -> [StageFigure?] {
    variants.map { stage(testCase, $0)?[metric] }
  }

  /// Whether any stage of a case has a value of the metric.
  public func tells(_ metric: Metric) -> Bool { stages.contains { $0[metric].count > 0 } }

  /// The change of a variant from the first one, withheld if one of the two values is missing.
  public func change(of metric: Metric, in testCase: String, to variant: String) -> MetricChange {
    MetricChange(
      metric, stage: mean(of: metric, testCase, variant),
      reference: mean(of: metric, testCase, variants[0]))
  }

  private func mean(of metric: Metric, _ testCase: String, _ variant: String) -> Known<Double> {
    stage(testCase, variant)?[metric].mean ?? .withheld(because: Withheld.noSuchCase.reason)
  }

  /// The variants that no other one exceeds by more than the noise floor, in the order of
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

  /// Counts the results of a variant compared with the first one, over all cases.
  ///
  /// Each of `metrics` has a better direction.
  public func tally(of variant: String, by metrics: [Metric]) -> Tally {
    var tally = Tally()
    for metric in metrics where metric.polarity != .neither && tells(metric) {
      for testCase in cases { tally.add(change(of: metric, in: testCase, to: variant)) }
    }
    return tally
  }

  /// The numbers of comparisons by result.
  public struct Tally: Sendable, Equatable {
    /// Better by more than the noise floor.
    public private(set) var better = 0
    /// Worse by more than the noise floor.
    public private(set) var worse = 0
    /// Within the noise floor.
    public private(set) var alike = 0
    /// One value is missing.
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
  /// The cases and variants of its stages; `nil` if there are none.
  public var cases: CaseGrid? { CaseGrid(stages) }
}

extension [String] {
  /// Each text once, in order of first appearance.
  var withoutRepetition: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
