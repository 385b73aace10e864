internal import Statistics

extension ComparisonWarning {
  /// The warning in a clause.
  var words: String {
    switch self {
    case .sessionsNotSeparable:
      "measured apart, so that a difference between sessions would look the same"
    case .rankTestTooSmall: "too few runs for a test by ranks, so Welch's t was taken"
    case .ties: "equal values, for which the test by ranks is an approximation"
    case .noisierGroups(let groups):
      "\(groups.count) of the stages \(groups.count == 1 ? "is" : "are") noisier than the others that "
        + "the noise is taken from"
    case .unequalSpread: "the stages that the noise is taken from differ in noise"
    case .bimodal(.reference, _): "the reference's runs fall into two groups"
    case .bimodal(.candidate, _): "the candidate's runs fall into two groups"
    case .estimatesDisagree: "a few runs are far from the rest"
    }
  }
}
