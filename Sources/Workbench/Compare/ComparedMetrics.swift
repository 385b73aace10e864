internal import Analysis
internal import Recordings
internal import Units

/// The metrics of a comparison.
///
/// These are the metrics that the user names, otherwise the rows of the suite's tables, otherwise those that both sides
/// have. Each tail of frame times is followed by the share of late frames that judges it.
struct ComparedMetrics {
  /// The metrics to read.
  let ids: [Metric.ID]
  private let asked: [Metric.ID]
  /// Selects among the metrics of the runs; `nil` if the user or the suite names the rows.
  private let rows: ComparisonRows?
  private let suite: FoundSuite?
  private let floors: NoiseFloorOptions
  private let mixesGeneratedFrames: Bool

  /// Prepares the selection of the metrics to compare.
  ///
  /// - Parameters:
  ///   - asked: the metrics on the command line.
  ///   - suite: the suite with rows and noise floors, if there is one.
  ///   - measures: measures of the runs that are not in the catalog.
  ///   - floors: noise floors of the command line, which replace those of the suite.
  ///   - mixesGeneratedFrames: whether frame rates of runs with and without generated frames are compared.
  init(
    asked: [Metric.ID], suite: FoundSuite?, measures: [OwnMeasure] = [],
    floors: NoiseFloorOptions = NoiseFloorOptions(), mixesGeneratedFrames: Bool = false
  ) {
    self.asked = asked
    self.mixesGeneratedFrames = mixesGeneratedFrames
    self.suite = suite
    self.floors = floors
    let named = asked.isEmpty ? suite?.description.metrics ?? [] : asked
    rows =
      named.isEmpty ? ComparisonRows(isSuite: suite != nil, measures: measures) : nil
    ids = Self.withShares(
      (rows?.candidates ?? named) + GeneratedFrames.metrics + SpreadComparison.metrics)
  }

  /// The metrics with the shares of late frames that judge them.
  private static func withShares(_ ids: [Metric.ID]) -> [Metric.ID] {
    let shares = ids.compactMap { id in Metric.all.first { $0.id == id }?.refreshSteps?.share }
    return (ids + shares).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The metrics to compare, in the requested order.
  ///
  /// A share of late frames is included only if both sides have it.
  ///
  /// - Throws: if a requested metric does not exist, or a noise floor is invalid.
  func chosen(
    from reference: [RunSummary], _ candidate: [RunSummary]
  ) throws(Failure) -> [Metric] {
    let all = (reference + candidate).flatMap { $0.values.map(\.metric) }
    let found = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    for id in asked where found[id] == nil {
      throw .unknownMetric(
        id, nearest: id.nearest(among: Metric.all.map(\.id) + found.keys.sorted()))
    }
    func sides(_ id: Metric.ID) -> Int {
      [reference, candidate].count { runs in runs.contains { $0[id]?.value.value != nil } }
    }
    let isTimed = (reference + candidate).contains { $0.description.testDuration != nil }
    let isBare = suite == nil && !isTimed
    // The user decides how long a bare capture lasts, so its length says nothing about the program.
    let usual = rows?.shown(sides).filter { !isBare || $0 != "duration" }
    let named = usual ?? asked.nonEmpty ?? suite?.description.metrics ?? []
    let generated = GeneratedFrames(among: reference + candidate)
    let shown = mixesGeneratedFrames ? named : generated.completed(named) { found[$0] }
    let floored = try noiseFloors(of: found)
    return Self.withShares(shown).filter { shown.contains($0) || sides($0) == 2 }
      .compactMap { floored[$0] ?? found[$0] }.map { isBare ? $0.ofBareCaptures : $0 }
  }

  /// The metrics to which the suite or the command line gives noise floors.
  private func noiseFloors(of found: [Metric.ID: Metric]) throws(Failure) -> [Metric.ID: Metric] {
    var metrics: [Metric] = []
    do throws(LimitProblem) {
      if let suite {
        let others = Set(suite.description.thresholds.noiseFloors.keys).subtracting(found.keys)
        metrics = try Metric.withNoiseFloors(
          of: suite.description, named: { found[$0] }, passingOver: others)
      }
      let asked = try floors.over([:], of: [nil]) { id in
        found[id] ?? Metric.all.first { $0.id == id }
      }
      metrics += asked[nil] ?? []
    } catch {
      throw LimitChecks.failure(error, titles: [], suiteFile: suite?.file)
    }
    return Dictionary(metrics.map { ($0.id, $0) }) { _, last in last }
  }
}

extension Array {
  fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}
