internal import Analysis
internal import Recordings
internal import Units

/// States the source of the noise of a comparison, and the reason for it.
enum ComparisonModes {
  /// One sentence per mode, with the metrics if they differ.
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
  /// The mode in a sentence or two, with the reason.
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
        "Interleaved: both were measured in one session; the noise is that of this session and earlier ones\(freedom)."
    case .history(let commits, let first, let last):
      return
        "History: compared with the last \(commits) commits at the present level, "
        + "\(first.shortCommit) to \(last.shortCommit)\(freedom), because the two were not "
        + "measured in the same sessions. Change: from the median of those commits, which is shown as the reference."
    case .suite:
      return "Suite: noise between runs, pooled over all stages of the suite\(freedom).\(absence)"
    case .sameSession:
      return
        "Interleaved: both were measured in one session; the noise is that of their runs\(freedom)."
    case .sessions(let reference, let candidate):
      return
        "Sessions: the medians of \(reference) + \(candidate) sessions are compared, because runs of one "
        + "session share an effect\(freedom)."
    case .earlierSessions(let count):
      return
        "Earlier sessions: \(count) sessions of other commits or stages show how much sessions "
        + "differ\(freedom), because the two sides have too few of their own.\(absence)"
    case .separate:
      return
        "Separate: nothing shows how much sessions differ, so a fixed rule counts. A change stays inconclusive "
        + "below 10%, with p of 0.01 or more, or within what two sessions may differ by if sessions vary twice as "
        + "much as their runs.\(absence)"
    }
  }

  private var freedom: String {
    guard let df = degreesOfFreedom else { return "" }
    return ", df \(SpreadsheetRounding.text(df, decimals: df == df.rounded() ? 0 : 1))"
  }
}
