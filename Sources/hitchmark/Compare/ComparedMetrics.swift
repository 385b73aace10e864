internal import Analysis
internal import Arguments
internal import Recordings

/// The metrics of a comparison: those asked for, else the rows of the suite's tables, else the thesis'
/// six; and beside each tail of frame times the share of late frames that judges it.
struct ComparedMetrics {
  /// What is to be read of the runs.
  let ids: [Metric.ID]
  private let asked: [Metric.ID]
  private let shares: Set<Metric.ID>
  private let suite: FoundSuite?

  /// Makes out which metrics are wanted.
  ///
  /// - Parameters:
  ///   - asked: those on the command line, if any.
  ///   - suite: the suite's rows and noise floors, if there is one.
  init(asked: [Metric.ID], suite: FoundSuite?) {
    self.asked = asked
    self.suite = suite
    let ids = asked.isEmpty ? suite?.description.tableRows ?? ThesisConventions.rows : asked
    let shares = ids.compactMap { id in Metric.all.first { $0.id == id }?.refreshSteps?.share }
    self.shares = Set(shares).subtracting(ids)
    self.ids = (ids + shares).reduce(into: []) { all, id in
      if !all.contains(id) { all.append(id) }
    }
  }

  /// The metrics that the runs of both sides have.
  ///
  /// - Parameters:
  ///   - reference: the runs of one side.
  ///   - candidate: those of the other.
  /// - Returns: in the order in which they were asked for; a share of late frames only where both know it.
  /// - Throws: when one that was asked for is none, or a noise floor of the suite makes no sense.
  func chosen(
    from reference: [RunSummary], _ candidate: [RunSummary]
  ) throws(Failure) -> [Metric] {
    let all = (reference + candidate).flatMap { $0.values.map(\.metric) }
    let found = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    for id in asked where found[id] == nil {
      throw .unknownMetric(
        id, nearest: id.nearest(among: Metric.all.map(\.id) + found.keys.sorted()))
    }
    let floors = try noiseFloors(of: found)
    return ids.compactMap { floors[$0] ?? found[$0] }.filter { metric in
      !shares.contains(metric.id)
        || [reference, candidate].allSatisfy { runs in
          runs.contains { $0[metric.id]?.value.value != nil }
        }
    }
  }

  /// The metrics to which the suite gives noise floors of its own.
  private func noiseFloors(of found: [Metric.ID: Metric]) throws(Failure) -> [Metric.ID: Metric] {
    guard let suite else { return [:] }
    let others = Set(suite.description.thresholds.noiseFloors.keys).subtracting(found.keys)
    do throws(LimitProblem) {
      let metrics = try Metric.withNoiseFloors(
        of: suite.description, named: { found[$0] }, passingOver: others)
      return Dictionary(metrics.map { ($0.id, $0) }) { first, _ in first }
    } catch {
      throw LimitChecks.failure(error, titles: [], suiteFile: suite.file)
    }
  }
}
