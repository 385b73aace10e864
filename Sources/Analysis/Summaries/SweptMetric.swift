public import Recordings

/// One metric as a function of the suite's variable, such as the number of items: one curve per variant.
public struct SweptMetric: Sendable {
  /// The metric that is a function of the suite's variable.
  public let metric: Metric
  /// The case for which the curves show the metric, if the suite has several; otherwise `nil`.
  public let testCase: String?
  /// The curves of the metric, one per variant in the order of first appearance; at least one has a point.
  public let lines: [Line]
  /// The budget of the metric in its unit, or why it is unknown; `nil` without a budget.
  public let budget: Known<Double>?

  /// Every value of the suite's variable at which the metric was measured, ascending.
  public var values: [Double] { Set(lines.flatMap { $0.stages.map(\.at) }).sorted() }

  /// The curve of a metric for one variant of the suite.
  public struct Line: Sendable {
    /// The variant for which the curve shows the metric; `nil` if stages name none.
    public let variant: String?
    /// The stages along the curve, by ascending value of the suite's variable.
    public let stages: [(at: Double, figure: StageFigure)]

    /// The points of the curve that are known, by ascending value of the suite's variable.
    public var points: [(at: Double, value: Double)] {
      stages.compactMap { stage in stage.figure.mean.value.map { (stage.at, $0) } }
    }

    /// The metric at a value of the suite's variable; `nil` if no stage measured it there.
    public func figure(at value: Double) -> StageFigure? {
      stages.first { $0.at == value }?.figure
    }
  }

  /// A value of the suite's variable at which a curve crosses the metric's budget.
  public struct Crossing: Sendable, Equatable {
    /// The value of the suite's variable at which a straight line between two measured points meets the budget.
    public let at: Double
    /// The values of the suite's variable at the two measured points around the crossing.
    public let between: ClosedRange<Double>
    /// Whether the points after the crossing exceed the budget.
    public let isBeyond: Bool

    /// Creates the point at which a curve crosses the budget.
    public init(at: Double, between: ClosedRange<Double>, isBeyond: Bool) {
      self.at = at
      self.between = between
      self.isBeyond = isBeyond
    }
  }

  /// Where a variant's curve crosses the metric's budget, by ascending value; empty if it stays on one side, `nil`
  /// without a budget or a point.
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
  /// The metrics of the suite's tables as functions of its variable, case by case; empty without a variable.
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
        stage.stage.at.map { (at: $0, figure: stage[metric]) }
      }
      return SweptMetric.Line(variant: variant, stages: figures.sorted { $0.at < $1.at })
    }
  }

  /// The suite without stages that belong only to a curve, and without metrics that no other stage has a value for.
  public var withoutSweep: SuiteSummary {
    guard stages.contains(where: { $0.stage.at != nil }) else { return self }
    let steps = stages.filter { $0.stage.at == nil }
    return SuiteSummary(
      self, stages: steps, rows: rows.filter { row in steps.contains { $0[row].count > 0 } })
  }
}
