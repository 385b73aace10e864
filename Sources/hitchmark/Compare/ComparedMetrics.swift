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

  /// Makes out which metrics are wanted.
  ///
  /// - Parameters:
  ///   - asked: those on the command line, if any.
  ///   - rows: of the suite's tables, if there are.
  init(asked: [Metric.ID], rows: [Metric.ID]) {
    self.asked = asked
    var ids = asked
    if ids.isEmpty { ids = rows.isEmpty ? ThesisConventions.rows : rows }
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
  /// - Throws: when one that was asked for is none.
  func chosen(
    from reference: [RunSummary], _ candidate: [RunSummary]
  ) throws(Failure) -> [Metric] {
    let all = (reference + candidate).flatMap { $0.values.map(\.metric) }
    let found = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    for id in asked where found[id] == nil {
      throw .unknownMetric(
        id, nearest: id.nearest(among: Metric.all.map(\.id) + found.keys.sorted()))
    }
    return ids.compactMap { found[$0] }.filter { metric in
      !shares.contains(metric.id)
        || [reference, candidate].allSatisfy { runs in
          runs.contains { $0[metric.id]?.value.value != nil }
        }
    }
  }
}
