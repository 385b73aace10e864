public import Recordings

/// One metric as a function of the variable that a suite varies, such as the number of items: one curve per variant of
/// the program.
public struct SweptMetric: Sendable {
  /// The metric that the curves show as a function of the variable that the suite varies, such as the number of items.
  public let metric: Metric
  /// The test case that the curves show; `nil` if the suite does not name its test cases.
  public let testCase: String?
  /// The curves of the metric, one per variant of the program in the order of first appearance; at least one has a
  /// point.
  public let lines: [Line]
  /// The budget of the metric, the largest or smallest value that the suite allows; `nil` if the suite sets none.
  ///
  /// The value is in the metric's unit. If it is unknown, the reason takes its place.
  public let budget: Known<Double>?

  /// Each value of the suite's variable for which a curve has a stage, ascending.
  public var values: [Double] { Set(lines.flatMap { $0.stages.map(\.at) }).sorted() }

  /// The curve of one metric for one variant of the program, as a function of the variable that the suite varies, such
  /// as the number of items.
  public struct Line: Sendable {
    /// The variant of the program that this curve shows; `nil` if the suite names no variants.
    public let variant: String?
    /// The metric at the measured values of the suite's variable, ascending.
    public let stages: [(at: Double, stage: StageSummary, figure: StageFigure)]

    /// The points with a known mean, by ascending value of the suite's variable.
    public var points: [(at: Double, value: Double)] {
      stages.compactMap { stage in stage.figure.mean.value.map { (stage.at, $0) } }
    }

    /// The summary of the metric at one value of the variable that the suite varies, such as 100 items; `nil` if the
    /// curve has no stage with this value.
    public func figure(at value: Double) -> StageFigure? {
      stages.first { $0.at == value }?.figure
    }
  }

  /// A place at which a metric's curve crosses the metric's budget, the largest or smallest value that the suite
  /// allows.
  public struct Crossing: Sendable, Equatable {
    /// The value of the suite's variable at which a straight line between two measured points of the curve meets the
    /// metric's budget.
    public let at: Double
    /// The two neighboring measured values of the suite's variable between which the curve crosses the metric's budget.
    public let between: ClosedRange<Double>
    /// Whether the metric is worse than the budget at larger values of the suite's variable.
    public let isBeyond: Bool

    public init(at: Double, between: ClosedRange<Double>, isBeyond: Bool) {
      self.at = at
      self.between = between
      self.isBeyond = isBeyond
    }
  }

  /// The places at which a curve crosses the metric's budget, in ascending order; empty if the whole curve is on one
  /// side of the budget.
  ///
  /// The result is `nil` without a known budget or a point.
  public func crossings(of line: Line) -> [Crossing]? {
    guard case .known(let budget)? = budget, !line.points.isEmpty else { return nil }
    return zip(line.points, line.points.dropFirst()).compactMap { before, after in
      let isBeyond = metric.isBeyond(budget, after.value)
      guard metric.isBeyond(budget, before.value) != isBeyond else { return nil }
      let share = (budget - before.value) / (after.value - before.value)
      return Crossing(
        at: before.at + share * (after.at - before.at), between: before.at...after.at,
        isBeyond: isBeyond)
    }
  }
}

extension SuiteSummary {
  /// The curves of the suite's metrics as functions of the variable that the suite varies; empty if it varies none.
  ///
  /// There is one element per metric of the suite's tables and test case that has a value. The elements of one metric
  /// are next to each other.
  public var sweeps: [SweptMetric] {
    let swept = stages.filter { $0.stage.at != nil }
    var cases: [String?] = []
    for stage in swept where !cases.contains(stage.stage.testCase) {
      cases.append(stage.stage.testCase)
    }
    return rows.flatMap { metric in
      cases.compactMap { testCase in
        let own = swept.filter { $0.stage.testCase == testCase }
        guard own.contains(where: { $0[metric].count > 0 }) else { return nil }
        return SweptMetric(
          metric: metric, testCase: testCase, lines: Self.lines(of: own, metric),
          budget: budget(of: metric))
      }
    }
  }

  private static func lines(of stages: [StageSummary], _ metric: Metric) -> [SweptMetric.Line] {
    var variants: [String?] = []
    for stage in stages where !variants.contains(stage.stage.variant) {
      variants.append(stage.stage.variant)
    }
    return variants.map { variant in
      let own = stages.filter { $0.stage.variant == variant }
      let figures = own.compactMap { stage in
        stage.stage.at.map { (at: $0, stage: stage, figure: stage[metric]) }
      }
      return SweptMetric.Line(variant: variant, stages: figures.sorted { $0.at < $1.at })
    }
  }

  /// A copy of the suite for tables, without the stages that are only points of a curve.
  ///
  /// The rows of metrics that no remaining stage measured are left out too. A suite without such stages is unchanged.
  public var withoutSweep: SuiteSummary {
    guard stages.contains(where: { $0.stage.at != nil }) else { return self }
    let steps = stages.filter { $0.stage.at == nil }
    return SuiteSummary(
      self, stages: steps, rows: rows.filter { row in steps.contains { $0[row].count > 0 } })
  }
}
