internal import Recordings
internal import Units

/// The test cases of a suite and the variants of the program that the suite compares within each case.
public struct CaseGrid: Sendable {
  /// The test cases that the suite measures, in order of first appearance; at least one.
  public let cases: [String]
  /// The variants of the program that the suite compares within a test case, in order of first appearance; at least
  /// one.
  ///
  /// The others are compared with the first one.
  public let variants: [String]

  /// Whether changes are judged by runs, or by published values alone.
  public let isMeasured: Bool

  /// The stages by test case and variant.
  private let stages: [String: [String: StageSummary]]
  /// The changes from each variant of a test case to the later ones; of more than `mostRanked` variants, only those from
  /// the first.
  private let changes: [Pair: StageChanges]

  /// A table of more variants is no ranking that people read, and pairs grow with their square.
  private static let mostRanked = 8

  private struct Pair: Hashable {
    let testCase: String
    let first: String
    let second: String
  }

  /// `nil` if no stage has a case; a comparison for each pair of changes.
  init?(_ suite: SuiteSummary) {
    let own = suite.stages.filter { $0.stage.at == nil && $0.stage.testCase != nil }
    cases = own.compactMap(\.stage.testCase).distinct
    variants = own.compactMap(\.stage.variant).distinct
    guard !cases.isEmpty, !variants.isEmpty else { return nil }
    var stages: [String: [String: StageSummary]] = [:]
    for stage in own.reversed() {
      guard let testCase = stage.stage.testCase, let variant = stage.stage.variant else { continue }
      stages[testCase, default: [:]][variant] = stage
    }
    var changes: [Pair: StageChanges] = [:]
    for (testCase, own) in stages {
      for (index, second) in variants.enumerated() {
        for first in variants.prefix(variants.count > Self.mostRanked ? min(index, 1) : index) {
          guard let reference = own[first], let stage = own[second] else { continue }
          changes[Pair(testCase: testCase, first: first, second: second)] =
            suite.changes(of: stage, from: reference)
        }
      }
    }
    (self.stages, self.changes, isMeasured) = (stages, changes, suite.isMeasured)
  }

  /// The stage that implements a given test case in a given way (variant), such as with Auto Layout; `nil` if there
  /// is none.
  public func stage(_ testCase: String, _ variant: String) -> StageSummary? {
    stages[testCase]?[variant]
  }

  /// The summaries of a metric in one test case, one for each variant of the program; `nil` for a variant that this
  /// test case does not have.
  public func figures(of metric: Metric, in testCase: String) -> [StageFigure?] {
    variants.map { stage(testCase, $0)?[metric] }
  }

  /// Whether the suite has a value of the metric in at least one of its test cases.
  public func tells(_ metric: Metric) -> Bool {
    stages.values.contains { $0.values.contains { $0[metric].count > 0 } }
  }

  /// The change of a metric from the first variant of the program to another one, in one test case; the
  /// change has a reason in place of a value if one of the two variants has no value.
  public func change(of metric: Metric, in testCase: String, to variant: String) -> MetricChange {
    changes[Pair(testCase: testCase, first: variants[0], second: variant)]?[metric]
      ?? MetricChange(
        metric, stage: mean(of: metric, testCase, variant),
        reference: mean(of: metric, testCase, variants[0]))
  }

  private func mean(of metric: Metric, _ testCase: String, _ variant: String) -> Known<Double> {
    stage(testCase, variant)?[metric].mean ?? .withheld(because: Withheld.noSuchCase.reason)
  }

  /// The best variants of the program in one test case and metric: those that no other variant beats, in the order of
  /// the variants.
  ///
  /// Empty if fewer than two have a value, or if the variants are not ranked.
  public func best(by metric: Metric, in testCase: String) -> [String] {
    let known = variants.filter { mean(of: metric, testCase, $0).value != nil }
    guard known.count > 1, ranks(by: metric) else { return [] }
    return known.filter { own in !known.contains { beats($0, own, by: metric, in: testCase) } }
  }

  /// Whether the best variants are known: there are two to eight, and one direction of the metric is better.
  public func ranks(by metric: Metric) -> Bool {
    (2...Self.mostRanked).contains(variants.count) && metric.polarity != .neither
  }

  private func beats(
    _ one: String, _ other: String, by metric: Metric, in testCase: String
  ) -> Bool {
    func direction(from first: String, to second: String) -> ChangeDirection? {
      changes[Pair(testCase: testCase, first: first, second: second)]?[metric].direction
    }
    return direction(from: other, to: one) == .better || direction(from: one, to: other) == .worse
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

  /// The number of pairs of test case and metric in which a variant is better or worse than the first variant.
  public struct Tally: Sendable, Equatable {
    public private(set) var better = 0
    public private(set) var worse = 0
    /// Neither is clear: of published values, they differ by at most the noise floor.
    public private(set) var alike = 0
    /// A value is missing.
    public private(set) var unknown = 0

    mutating func add(_ change: MetricChange) {
      switch change.direction {
      case .better: better += 1
      case .worse: worse += 1
      case .neither: if change.absolute.value == nil { unknown += 1 } else { alike += 1 }
      }
    }
  }
}

extension SuiteSummary {
  /// The test cases and variants of the program that the suite measures; `nil` if there are none.
  ///
  /// Stages that measure a point of a curve, at one value of the suite's variable, are left out.
  public var cases: CaseGrid? { CaseGrid(self) }
}
