internal import Recordings

/// The test cases of a suite and the variants of the program that the suite compares within each case.
public struct CaseGrid: Sendable {
  /// The test cases that the suite measures, in order of first appearance; at least one.
  public let cases: [String]
  /// The variants of the program that the suite compares within a test case, in order of first appearance; at least
  /// one.
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

  /// The stage that implements a given test case in a given way (variant), such as with Auto Layout; `nil` if there
  /// is none.
  public func stage(_ testCase: String, _ variant: String) -> StageSummary? {
    stages.first { $0.stage.testCase == testCase && $0.stage.variant == variant }
  }

  /// The summaries of a metric in one test case, one for each variant of the program; `nil` for a variant that this
  /// test case does not have.
  public func figures(of metric: Metric, in testCase: String) -> [StageFigure?] {
    variants.map { stage(testCase, $0)?[metric] }
  }

  /// Whether the suite has a value of the metric in at least one of its test cases.
  public func tells(_ metric: Metric) -> Bool { stages.contains { $0[metric].count > 0 } }

  /// The change of a metric from the first variant of the program to another one, in one test case; the
  /// change has a reason in place of a value if one of the two variants has no value.
  public func change(of metric: Metric, in testCase: String, to variant: String) -> MetricChange {
    MetricChange(
      metric, stage: mean(of: metric, testCase, variant),
      reference: mean(of: metric, testCase, variants[0]))
  }

  private func mean(of metric: Metric, _ testCase: String, _ variant: String) -> Known<Double> {
    stage(testCase, variant)?[metric].mean ?? .withheld(because: Withheld.noSuchCase.reason)
  }

  /// The best variants of the program in one test case and metric: those that no other variant beats by more than the
  /// noise floor, the smallest change that matters.
  ///
  /// The result is in the order of the variants.
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

  /// Counts how often a variant of the program is better or worse than the first variant, over all test cases and the
  /// given metrics.
  ///
  /// Metrics without a value in any test case are not counted, nor are metrics for which neither higher nor lower
  /// values are better.
  public func tally(of variant: String, by metrics: [Metric]) -> Tally {
    var tally = Tally()
    for metric in metrics where metric.polarity != .neither && tells(metric) {
      for testCase in cases { tally.add(change(of: metric, in: testCase, to: variant)) }
    }
    return tally
  }

  /// The number of times that a variant of the program is better than, worse than or equal to the first variant.
  public struct Tally: Sendable, Equatable {
    /// The number of pairs of test case and metric in which a variant is better than the first variant by more than the
    /// noise floor.
    ///
    /// The variants are those of the program. The noise floor is the smallest change that matters.
    public private(set) var better = 0
    /// The number of pairs of test case and metric in which a variant is worse than the first variant by more than the
    /// noise floor.
    ///
    /// The variants are those of the program. The noise floor is the smallest change that matters.
    public private(set) var worse = 0
    /// The number of pairs of test case and metric in which a variant differs from the first variant by at most the
    /// noise floor.
    ///
    /// The variants are those of the program. The noise floor is the smallest change that matters.
    public private(set) var alike = 0
    /// The number of pairs of test case and metric in which a variant could not be compared with the first variant.
    ///
    /// The variants are those of the program. They cannot be compared if a value is missing.
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
  /// The test cases and variants of the program that the suite measures; `nil` if there are none.
  ///
  /// Stages that measure a point of a curve, at one value of the suite's variable, are left out.
  public var cases: CaseGrid? { CaseGrid(stages) }
}

extension [String] {
  /// Each text once, in order of first appearance.
  var withoutRepetition: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
