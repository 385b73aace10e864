/// A limitation of a statistical comparison, which a report should state next to its result.
public enum ComparisonWarning: Sendable, Equatable {
  /// One of the two samples of a comparison: the reference or the candidate.
  public enum Side: Sendable, Equatable {
    /// The side that is compared with.
    case reference
    /// The side that is compared.
    case candidate
  }

  /// The sides come from different sessions, so differences between sessions may look like a
  /// change.
  case sessionsNotSeparable
  /// With this few runs the rank test cannot reach the level, so Welch's test was used.
  case rankTestTooSmall(smallest: Double, level: Double)
  /// Some values are equal, so the rank test is approximate.
  case ties
  /// The groups at these indices, not counting empty groups, are noisier than the others that they are pooled with.
  case noisierGroups([Int])
  /// The pooled groups differ in spread, by Brown and Forsythe's test.
  case unequalSpread(pValue: Double)
  /// The values of a side form two clusters.
  case bimodal(Side, Bimodality)
  /// The value at this index of a side, a run or the median of a session, is an outlier.
  ///
  /// It was not removed.
  case outlying(Side, index: Int)
  /// The change by ranks is outside the interval by means, because a few runs are far from the
  /// rest.
  case estimatesDisagree
}
