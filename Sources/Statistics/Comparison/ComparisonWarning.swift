/// What to know before relying on a comparison.
public enum ComparisonWarning: Sendable, Equatable {
  /// A side of a comparison.
  public enum Side: Sendable, Equatable {
    /// What is compared with.
    case reference
    /// What is compared.
    case candidate
  }

  /// The sides come from different sessions, whose own differences pass for a change.
  case sessionsNotSeparable
  /// So few runs cannot bring the rank test's p-value to the level, so that Welch's was taken.
  case rankTestTooSmall(smallest: Double, level: Double)
  /// Equal values, for which the rank test is an approximation.
  case ties
  /// Groups at these indices are noisier than the others that they are pooled with.
  case noisierGroups([Int])
  /// The groups that were pooled differ in spread, by Brown and Forsythe's test.
  case unequalSpread(pValue: Double)
  /// A side has two clusters.
  case bimodal(Side, Bimodality)
  /// The value of a side at this index lies too far out to belong to the others; it was kept.
  case outlying(Side, index: Int)
  /// The change by ranks lies outside the interval by means: a few runs are far from the rest.
  case estimatesDisagree
}
