internal import Statistics

/// Every number that the gate has been given rather than computed.
///
/// `docs/statistics.md` says of each why it is what it is.
public enum CheckConstants {
  /// The one-sided p-value below which another session confirms it.
  public static let confirmationLevel = 0.05
  /// The standard normal deviate of that p-value.
  public static let confirmationDeviations = 1.645
  /// The share of the noise floor that the other session's change has to exceed.
  public static let confirmationShare = 0.5
  /// How often the interval of a level holds the true one, of which an end has to be beyond a limit.
  public static let confidence = 0.95
  /// The share of the present level by which one session has to be worse to prove a regression at once.
  public static let tripShare = 0.25
  /// That share with fewer earlier commits than a prediction interval needs.
  public static let tripShareOfFew = 0.5
  /// How many robust standard deviations of the sessions before that session has to be worse.
  public static let tripDeviations = 5.0
  /// How many times the largest deviation of any of these sessions.
  public static let tripLargest = 2.0
  /// How many sessions before count.
  public static let tripSessions = 100
  /// How many standard errors a level has to be below the worse one before it to count as an improvement.
  public static let improvementContrast = 3.5
  /// How many standard errors an improved level has to be above the level before to count as only partly fixed.
  public static let remainderContrast = 2.0
  /// That number of standard errors once the level counted as fixed.
  public static let relapseContrast = 3.0
  /// How many commits of an improved level decide whether it is fixed; after them, what gets worse is a new finding.
  public static let fixCommits = 20
  /// For how many commits after a suspect change checks are repeated, to find out whether one confirmed it.
  public static let replayedCommits = 30

  /// All of them by name, for whoever prints the parameters.
  public static let all: [(name: String, value: Double)] = [
    ("tipCommits", Double(StatisticalConstants.tipCommits)),
    ("tipLevel", StatisticalConstants.tipLevel),
    ("confirmationLevel", confirmationLevel), ("confirmationShare", confirmationShare),
    ("confirmationDeviations", confirmationDeviations),
    ("replayedCommits", Double(replayedCommits)),
    ("confidence", confidence), ("tripShare", tripShare), ("tripShareOfFew", tripShareOfFew),
    ("tripDeviations", tripDeviations), ("tripLargest", tripLargest),
    ("tripSessions", Double(tripSessions)), ("improvementContrast", improvementContrast),
    ("remainderContrast", remainderContrast), ("relapseContrast", relapseContrast),
    ("fixCommits", Double(fixCommits)),
  ]
}
