internal import Recordings

/// Variants that are held against each other, case by case: what stages say with `case` and `variant`.
public struct CaseGrid: Sendable {
  /// The cases, in the order in which stages first name them; at least one.
  public let cases: [String]
  /// The variants, in the order in which stages first name them; at least one.
  ///
  /// The first one is what the others are compared with.
  public let variants: [String]

  private let stages: [StageSummary]

  /// Finds the cases; `nil` where no stage has one.
  init?(_ stages: [StageSummary]) {
    self.stages = stages.filter { $0.stage.at == nil && $0.stage.testCase != nil }
    cases = self.stages.compactMap(\.stage.testCase).withoutRepetition
    variants = self.stages.compactMap(\.stage.variant).withoutRepetition
    if cases.isEmpty || variants.isEmpty { return nil }
  }

  /// The stage of a case and a variant.
  ///
  /// - Parameters:
  ///   - testCase: of `cases`.
  ///   - variant: of `variants`.
  /// - Returns: `nil` when there is none.
  public func stage(_ testCase: String, _ variant: String) -> StageSummary? {
    stages.first { $0.stage.testCase == testCase && $0.stage.variant == variant }
  }

  /// A metric of a case in every variant.
  ///
  /// - Parameters:
  ///   - metric: which.
  ///   - testCase: of `cases`.
  /// - Returns: the figures, in the order of `variants`; `nil` where no stage is the case and variant.
  public func figures(of metric: Metric, in testCase: String) -> [StageFigure?] {
    variants.map { stage(testCase, $0)?[metric] }
  }

  /// Whether a metric has anything to show.
  ///
  /// - Parameter metric: which.
  /// - Returns: `false` where no stage of a case has a value of it.
  public func tells(_ metric: Metric) -> Bool { stages.contains { $0[metric].count > 0 } }

  /// How a variant of a case differs from the first one.
  ///
  /// - Parameters:
  ///   - metric: by which metric.
  ///   - testCase: of `cases`.
  ///   - variant: of `variants`.
  /// - Returns: the change, withheld where one of the two is not known.
  public func change(of metric: Metric, in testCase: String, to variant: String) -> MetricChange {
    MetricChange(
      metric, stage: mean(of: metric, testCase, variant),
      reference: mean(of: metric, testCase, variants[0]))
  }

  private func mean(of metric: Metric, _ testCase: String, _ variant: String) -> Known<Double> {
    stage(testCase, variant)?[metric].mean ?? .withheld(because: Withheld.noSuchCase.reason)
  }

  /// The variants that no other one beats by more than the metric's noise floor.
  ///
  /// - Parameters:
  ///   - metric: by which metric.
  ///   - testCase: of `cases`.
  /// - Returns: in the order of `variants`; none where fewer than two are known, or neither direction of
  ///   the metric is better.
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

  /// How a variant fares against the first one, over all cases and some metrics.
  ///
  /// - Parameters:
  ///   - variant: of `variants`, but not the first.
  ///   - metrics: those of which one direction is better.
  /// - Returns: how many comparisons came out how.
  public func tally(of variant: String, by metrics: [Metric]) -> Tally {
    var tally = Tally()
    for metric in metrics where metric.polarity != .neither && tells(metric) {
      for testCase in cases { tally.add(change(of: metric, in: testCase, to: variant)) }
    }
    return tally
  }

  /// Counts of comparisons by how they came out.
  public struct Tally: Sendable, Equatable {
    /// Better by more than the noise floor.
    public private(set) var better = 0
    /// Worse by more than the noise floor.
    public private(set) var worse = 0
    /// Within the noise floor.
    public private(set) var alike = 0
    /// With one side missing.
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
  /// The variants that its stages hold against each other; `nil` where they do not.
  public var cases: CaseGrid? { CaseGrid(stages) }
}

extension [String] {
  /// Each text once, where it first stands.
  var withoutRepetition: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
