public import Recordings

/// Chooses the metrics that a comparison shows if neither the user nor a suite names any.
///
///     let rows = ComparisonRows(isSuite: false, measures: [])
///     rows.candidates                        // the metrics to read
///     rows.shown { id in sidesWithValue(id) }  // the metrics to show
public struct ComparisonRows: Sendable {
  /// The largest number of the runs' own measures that are added.
  private static let mostMeasures = 20

  private let usual: [Metric.ID]
  private let measures: [Metric.ID]
  private let isSuite: Bool

  /// Creates the choice of metrics for a comparison of a suite's runs, or of captures without a suite.
  ///
  /// - Parameters:
  ///   - isSuite: whether a suite describes the runs. Its default rows are those of the thesis.
  ///   - measures: measures of the runs that are not in the catalog. If higher or lower values of at least one of them
  ///     are better, the measures without such a direction are not shown.
  public init(isSuite: Bool, measures: [OwnMeasure]) {
    self.isSuite = isSuite
    usual = isSuite ? ThesisConventions.rows : Self.ofTraces
    let directed = measures.contains { $0.lowerIsBetter != nil }
    self.measures = measures.filter { !directed || $0.lowerIsBetter != nil }
      .reduce(into: [Metric.ID]()) { if !$0.contains($1.name) { $0.append($1.name) } }
  }

  /// The ids of all metrics that a comparison may show, before metrics without values are left out.
  public var candidates: [Metric.ID] { usual + Self.withoutFrameRate + measures }

  /// The ids of the metrics that a comparison shows, in the order of its rows; at least one.
  ///
  /// A metric is left out if a side has no value; with a suite, a usual metric is left out only if both sides have no
  /// value. If the average frame rate is unknown, hitches and the work per frame replace it. At most 20 of the runs'
  /// own measures follow. If no metric remains, all usual metrics are returned.
  ///
  /// - Parameter sides: the number of sides, 0 to 2, with a value of a metric.
  public func shown(_ sides: (Metric.ID) -> Int) -> [Metric.ID] {
    // A suite expects its rows: a metric that only one side has is shown with the reason.
    let found = usual.filter { sides($0) >= (isSuite ? 1 : 2) }
    let own = measures.filter { sides($0) == 2 }.prefix(Self.mostMeasures)
    if found.contains(where: { sides($0) == 2 }), found.contains("fps.avg") { return found + own }
    let others = Self.withoutFrameRate.filter { sides($0) == 2 && !found.contains($0) }
    let all = found + others + own
    return all.isEmpty ? usual : all
  }

  /// The rows for traces without a suite.
  static let ofTraces: [Metric.ID] = [
    "duration", "fps.avg", "fps.low1.average", "fps.stability", "frametime.p99",
    "screen.frametime.p99", "hitch.ratio", "screen.hitch.ratio", "cpu.avg", "gpu.avg", "memory.avg",
  ]

  private static let withoutFrameRate =
    ["hitch.count", "hitch.time"] + Metric.frameWork.map(\.id)
}

extension Metric {
  /// A copy of this metric for comparisons of captures without a suite, in which a longer or shorter duration counts as
  /// neither better nor worse.
  ///
  /// Other metrics are returned unchanged. The user decides how long a capture lasts, so its duration is shown and not
  /// judged.
  public var ofBareCaptures: Metric { id == "duration" ? withoutDirection : self }
}
