public import Recordings

/// One metric as a function of the suite's variable: one line per variant.
public struct SweptMetric: Sendable {
  /// The metric.
  public let metric: Metric
  /// The case, if the suite has several; otherwise `nil`.
  public let testCase: String?
  /// The lines, in the order in which variants first appear; at least one has a point.
  public let lines: [Line]
  /// The budget in the metric's unit, or why it is unknown; `nil` without a budget.
  public let budget: Known<Double>?

  /// Every measured value of the variable, ascending.
  public var values: [Double] { Set(lines.flatMap { $0.stages.map(\.at) }).sorted() }

  /// The values of one variant.
  public struct Line: Sendable {
    /// The variant; `nil` if stages name none.
    public let variant: String?
    /// The measured stages, by ascending value of the variable.
    public let stages: [(at: Double, figure: StageFigure)]

    /// The known points, by ascending value of the variable.
    public var points: [(at: Double, value: Double)] {
      stages.compactMap { stage in stage.figure.mean.value.map { (stage.at, $0) } }
    }

    /// The figure at a value of the variable; `nil` if no stage has it.
    public func figure(at value: Double) -> StageFigure? {
      stages.first { $0.at == value }?.figure
    }
  }

  /// A point at which a line crosses the budget.
  public struct Crossing: Sendable, Equatable {
    /// The value of the variable at which a straight line between two points meets the budget.
    public let at: Double
    /// The values of these points: the last one on the one side and the first one on the other.
    public let between: ClosedRange<Double>
    /// Whether the following points exceed the budget.
    public let isBeyond: Bool

    /// Creates a crossing.
    public init(at: Double, between: ClosedRange<Double>, isBeyond: Bool) {
      self.at = at
      self.between = between
      self.isBeyond = isBeyond
    }
  }

  /// Where a line crosses the budget, by ascending value; empty if it stays on one side, `nil`
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
  /// The metrics of the tables as functions of the variable, case by case; empty without a
  /// variable.
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

  /// The suite without stages that belong only to a curve, and without rows that no other stage has
  /// a value for.
  public var withoutSweep: SuiteSummary {
    guard stages.contains(where: { $0.stage.at != nil }) else { return self }
    let steps = stages.filter { $0.stage.at == nil }
    return SuiteSummary(
      self, stages: steps, rows: rows.filter { row in steps.contains { $0[row].count > 0 } })
  }
}
