internal import Statistics

extension ComparisonWarning {
  /// The warning as a clause; `nil` if the mode already implies it.
  ///
  /// `mode` determines what the values of a side are.
  func words(in mode: ComparisonMode) -> String? {
    switch self {
    case .sessionsNotSeparable:
      """
      the two sides of the comparison were measured in different sessions, so a difference between the sessions may \
      look like a change
      """
    case .rankTestTooSmall: "too few runs for the rank test, so Welch's t test was used"
    case .ties: "some of the compared values are equal, so the rank test is approximate"
    case .noisierGroups(let groups):
      """
      the noise is pooled over stages, and \(groups.count) of them \(groups.count == 1 ? "is" : "are") \
      noisier than the others
      """
    case .unequalSpread:
      "the noise is pooled over all stages of the suite, but some of these stages are noisier than others"
    case .bimodal(let side, _): "\(mode.values(of: side)) have values in two separate groups"
    // Outliers among the earlier commits were clipped.
    case .outlying(.reference, _) where mode.isHistory: nil
    case .outlying(let side, let index):
      "\(mode.value(of: side)) #\(index + 1) is an outlier, but was not removed"
    case .estimatesDisagree where mode.isHistory: nil
    case .estimatesDisagree: "the values of a few runs are far from those of the other runs"
    }
  }
}

extension ComparisonMode {
  fileprivate var isHistory: Bool {
    if case .history = self { true } else { false }
  }

  private var isOfSessions: Bool {
    switch self {
    case .paired, .sessions, .earlierSessions: true
    case .exact, .equalRuns, .moderated, .history, .suite, .sameSession, .separate: false
    }
  }

  fileprivate func values(of side: ComparisonWarning.Side) -> String {
    if isHistory, side == .reference { return "the commits before the candidate commit" }
    return "\(value(of: side))s"
  }

  fileprivate func value(of side: ComparisonWarning.Side) -> String {
    "the \(side == .reference ? "reference" : "candidate")'s \(isOfSessions ? "session" : "run")"
  }
}
