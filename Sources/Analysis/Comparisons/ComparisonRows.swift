public import Recordings

/// Which metrics a comparison shows if neither the user nor a suite names any: those that both sides have.
///
///     let rows = ComparisonRows(isSuite: false, measures: [])
///     rows.candidates                        // what to read of the runs
///     rows.shown { id in haveBoth(id) }      // what to show
public struct ComparisonRows: Sendable {
  /// The most measures of their own that runs add.
  private static let mostMeasures = 20

  private let usual: [Metric.ID]
  private let measures: [Metric.ID]
  private let isSuite: Bool

  /// Chooses among the metrics of a suite or of bare traces.
  ///
  /// - Parameters:
  ///   - isSuite: whether a suite describes the runs; its tables have the thesis' rows.
  ///   - measures: what the runs bring besides the metrics of the catalogue.
  public init(isSuite: Bool, measures: [OwnMeasure]) {
    self.isSuite = isSuite
    usual = isSuite ? ThesisConventions.rows : Self.ofTraces
    let directed = measures.contains { $0.lowerIsBetter != nil }
    self.measures = measures.filter { !directed || $0.lowerIsBetter != nil }
      .reduce(into: [Metric.ID]()) { if !$0.contains($1.name) { $0.append($1.name) } }
  }

  /// Everything that may be shown.
  public var candidates: [Metric.ID] { usual + Self.withoutFrameRate + measures }

  /// What to show, in order: rows without a value on either side are left out, and if no frame rate is known, the work on
  /// frames, hitches and the runs' own measures take its place.
  ///
  /// - Parameter sides: on how many sides, 0 to 2, runs have a value of a metric.
  /// - Returns: at least one metric.
  public func shown(_ sides: (Metric.ID) -> Int) -> [Metric.ID] {
    // A suite expects its rows: one that only one side has is shown with the reason.
    let found = usual.filter { sides($0) >= (isSuite ? 1 : 2) }
    let own = measures.filter { sides($0) == 2 }.prefix(Self.mostMeasures)
    if found.contains(where: { sides($0) == 2 }), found.contains("fps.avg") { return found + own }
    let others = Self.withoutFrameRate.filter { sides($0) == 2 && !found.contains($0) }
    let all = found + others + own
    return all.isEmpty ? usual : all
  }

  /// The rows of traces that no suite describes.
  private static let ofTraces: [Metric.ID] = [
    "duration", "fps.avg", "fps.low1.average", "fps.stability", "frametime.p99", "hitch.ratio",
    "cpu.avg", "gpu.avg", "memory.avg",
  ]

  private static let withoutFrameRate =
    ["hitch.count", "hitch.time"] + Metric.frameWork.map(\.id)
}

extension Metric {
  /// The metric as it is judged between captures that no suite describes: how long a capture lasts is up to the user who
  /// stopped it, so its length is shown and not judged.
  public var ofBareCaptures: Metric { id == "duration" ? withoutDirection : self }
}
