public import Recordings

/// One metric along what a suite varies: a line for each variant.
public struct SweptMetric: Sendable {
  /// The metric.
  public let metric: Metric
  /// What was measured, where the suite tells cases apart; else `nil`.
  public let testCase: String?
  /// The lines, in the order in which stages first name their variants; at least one has a point.
  public let lines: [Line]
  /// What a value may be, in the metric's unit, or why that cannot be told; `nil` without a budget.
  public let budget: Known<Double>?

  /// Every value at which something was measured, ascending.
  public var values: [Double] { Set(lines.flatMap { $0.stages.map(\.at) }).sorted() }

  /// A variant along what is varied.
  public struct Line: Sendable {
    /// The variant; `nil` where stages name none.
    public let variant: String?
    /// What was measured, by ascending value.
    public let stages: [(at: Double, figure: StageFigure)]

    /// What is known of it, by ascending value.
    public var points: [(at: Double, value: Double)] {
      stages.compactMap { stage in stage.figure.mean.value.map { (stage.at, $0) } }
    }

    /// The figure at a value.
    ///
    /// - Parameter value: of what is varied.
    /// - Returns: `nil` where no stage has it.
    public func figure(at value: Double) -> StageFigure? {
      stages.first { $0.at == value }?.figure
    }
  }

  /// Where a line passes a budget.
  public struct Crossing: Sendable, Equatable {
    /// The value at which a straight line between two points meets the budget.
    public let at: Double
    /// The values of these points; the first is that of the last point on the one side.
    public let between: ClosedRange<Double>
    /// Whether what follows is beyond the budget.
    public let isBeyond: Bool

    /// Creates a crossing.
    ///
    /// - Parameters:
    ///   - at: where a straight line meets the budget.
    ///   - between: the values of the points before and after.
    ///   - isBeyond: whether what follows is beyond the budget.
    public init(at: Double, between: ClosedRange<Double>, isBeyond: Bool) {
      self.at = at
      self.between = between
      self.isBeyond = isBeyond
    }
  }

  /// Where a line passes the budget, by ascending value.
  ///
  /// - Parameter line: of `lines`.
  /// - Returns: none where it stays on one side; `nil` without a budget or a point.
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
  /// The metrics of the tables along what the suite varies, case by case; none where it varies nothing.
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

  /// The suite without the stages that only belong to a curve, and without the rows that no other stage
  /// has a value of.
  public var withoutSweep: SuiteSummary {
    guard stages.contains(where: { $0.stage.at != nil }) else { return self }
    let steps = stages.filter { $0.stage.at == nil }
    return SuiteSummary(
      self, stages: steps, rows: rows.filter { row in steps.contains { $0[row].count > 0 } })
  }
}
