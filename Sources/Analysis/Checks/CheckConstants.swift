internal import Statistics

/// The constants by which checks decide, such as significance levels and numbers of commits.
///
/// `docs/statistics.md` gives the reason for each value.
public enum CheckConstants {
  /// The one-sided p-value below which a further measurement session confirms that the checked commit is worse.
  public static let confirmationLevel = 0.05
  /// The number of standard deviations, 1.645, by which a commit must be worse within a shared measurement session to
  /// confirm a suspect change.
  public static let confirmationDeviations = 1.645
  /// The share of the smallest change that matters (the noise floor) that a further session must exceed to confirm a
  /// suspect change.
  public static let confirmationShare = 0.5
  /// The confidence of the interval of a metric's level that a check compares with a limit.
  ///
  /// The whole interval must exceed a limit to fail.
  public static let confidence = 0.95
  /// The fraction of the level by which one session must be worse to prove a regression at once, by default.
  public static let tripShare = 0.25
  /// The fraction of the level by which one session must be worse to prove a regression at once, with few earlier
  /// commits.
  ///
  /// With few commits, there is no prediction interval.
  public static let tripShareOfFew = 0.5
  /// The fraction of the level by which one session must be worse to prove a regression at once, with fewer than 100
  /// earlier commits.
  ///
  /// So few sessions cannot rule out spikes at 3% of the commits.
  public static let tripShareOfSome = 0.35
  /// The number of robust standard deviations of the earlier measurement sessions by which a session must be worse to
  /// prove a regression at once.
  public static let tripDeviations = 5.0
  /// The multiple of the earlier measurement sessions' largest deviation by which a session must be worse than the
  /// level to prove a regression at once.
  public static let tripLargest = 2.0
  /// The number of earlier measurement sessions with which a check compares a session that may prove a regression at
  /// once.
  public static let tripSessions = 100
  /// The number of standard errors by which a new level must be better than a regressed level to count as an
  /// improvement.
  public static let improvementContrast = 3.5
  /// The number of standard errors by which a level must have been better to count as an improvement that an earlier
  /// check found.
  ///
  /// An earlier check had another estimate of the noise, so this limit is lower than that of the newest commit.
  public static let rememberedContrast = 3.0
  /// The number of standard errors by which a level must still be worse than before the regression to count as partly
  /// fixed.
  public static let remainderContrast = 2.0
  /// The number of standard errors by which a fixed regression must become worse again to count as partly fixed.
  public static let relapseContrast = 3.0
  /// How many of the first commits at an improved level decide whether a regression is fixed.
  ///
  /// A later deterioration is a new finding.
  public static let fixCommits = 20
  /// The number of newest commits for which a check follows the state of a regression commit by commit.
  ///
  /// An older state is computed at once.
  public static let followedCommits = 40
  /// The number of commits after a suspect change for which the check is repeated, to find out whether an earlier check
  /// confirmed the change.
  public static let replayedCommits = 30

  /// All constants of checks with their names, for printing.
  public static let all: [(name: String, value: Double)] = [
    ("tipCommits", Double(StatisticalConstants.tipCommits)),
    ("tipLevel", StatisticalConstants.tipLevel),
    ("confirmationLevel", confirmationLevel), ("confirmationShare", confirmationShare),
    ("confirmationDeviations", confirmationDeviations),
    ("replayedCommits", Double(replayedCommits)),
    ("confidence", confidence), ("tripShare", tripShare), ("tripShareOfFew", tripShareOfFew),
    ("tripShareOfSome", tripShareOfSome),
    ("tripDeviations", tripDeviations), ("tripLargest", tripLargest),
    ("tripSessions", Double(tripSessions)), ("improvementContrast", improvementContrast),
    ("rememberedContrast", rememberedContrast), ("remainderContrast", remainderContrast),
    ("relapseContrast", relapseContrast),
    ("fixCommits", Double(fixCommits)), ("followedCommits", Double(followedCommits)),
  ]
}
