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
    let absence = noHistory.map { " Earlier commits are not used: \($0)." } ?? ""
    switch mode {
    case .exact:
      return
        "Exact: repeated runs of the same program always had the same value, so any difference is a change."
    case .equalRuns:
      return
        "Equal runs: all runs of each side have the same value, so there is no noise to compare with."
    case .paired(let sessions):
      return
        """
        Interleaved: the sides are compared session by session, because \(sessions) sessions measured \
        both. Change: the median, over all pairs of sessions, of the mean of their two differences.
        """
    case .moderated:
      return
        """
        Interleaved: one session measured both sides. The noise comes from this session and earlier \
        sessions\(freedom).
        """
    case .history(let commits, let first, let last):
      return
        """
        History: compared with the last \(commits) commits at the present level, \(first.shortCommit) \
        to \(last.shortCommit)\(freedom), because the two sides were not measured in the same \
        sessions. Change: from the median of these commits, which is shown as the reference.
        """
    case .suite:
      return
        "Suite: the noise between runs is pooled over all stages of the suite\(freedom).\(absence)"
    case .sameSession:
      return
        "Interleaved: one session measured both sides. The noise comes from the runs of this session\(freedom)."
    case .sessions(let reference, let candidate):
      return
        """
        Sessions: the medians of \(reference) + \(candidate) sessions are compared, because runs of \
        one session are not independent\(freedom).
        """
    case .earlierSessions(let count):
      return
        """
        Earlier sessions: the noise between sessions comes from \(count) sessions of other commits or \
        stages\(freedom), because each side has too few sessions.\(absence)
        """
    case .separate:
      return
        """
        Separate: nothing shows how much sessions differ, so the intervals are of these runs. A clear \
        change (p ≤ 0.01) is proved if it is at least 10% and sessions that vary twice as much as \
        runs would not explain it; otherwise it is suspect.\(absence)
        """
    }
  }

  private var freedom: String {
    guard let df = degreesOfFreedom else { return "" }
    return ", df \(SpreadsheetRounding.text(df, decimals: df == df.rounded() ? 0 : 1))"
  }
}
