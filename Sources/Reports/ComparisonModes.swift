internal import Analysis
internal import Recordings
internal import Units

/// Says where the noise of a comparison was taken from, and why there.
enum ComparisonModes {
  /// A sentence a mode; with the metrics where they differ.
  static func sentences(on comparison: Comparison) -> [String] {
    var modes: [(words: String, ids: [String])] = []
    for metric in comparison.metrics {
      guard let evidence = metric.evidence.value else { continue }
      let words = evidence.words
      if let index = modes.firstIndex(where: { $0.words == words }) {
        modes[index].ids.append(metric.metric.id)
      } else {
        modes.append((words, [metric.metric.id]))
      }
    }
    return modes.map {
      modes.count == 1 ? $0.words : "\($0.ids.joined(separator: ", ")): \($0.words)"
    }
  }
}

extension ComparisonEvidence {
  /// The mode in a sentence or two, with the reason for it.
  fileprivate var words: String {
    let absence = noHistory.map { " No history: \($0)." } ?? ""
    switch mode {
    case .exact:
      return "Exact: a count that never varied between equal runs, so any difference is a change."
    case .paired(let sessions):
      return
        "Interleaved: session by session, because both were measured in \(sessions) sessions. "
        + "Change: the median of the means of all pairs of the sessions' differences."
    case .moderated:
      return
        "Interleaved: both were measured in one session; noise as there and in earlier sessions\(freedom)."
    case .history(let commits, let first, let last):
      return
        "History: held against what the last \(commits) commits at the present level, "
        + "\(first.shortCommit) to \(last.shortCommit), let expect\(freedom), because the two were not "
        + "measured in the same sessions. Change: from the median of those commits."
    case .suite:
      return "Suite: the noise is that between the runs of all stages, pooled\(freedom).\(absence)"
    case .sameSession:
      return
        "Interleaved: both were measured in one session, whose noise their own runs tell\(freedom)."
    case .separate:
      return
        "Separate: nothing but these runs tells the noise; without a change of 10% and p below 0.01 it "
        + "stays inconclusive, because sessions differ too.\(absence)"
    }
  }

  private var freedom: String {
    guard let df = degreesOfFreedom else { return "" }
    return ", df \(SpreadsheetRounding.text(df, decimals: df == df.rounded() ? 0 : 1))"
  }
}
