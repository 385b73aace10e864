internal import Statistics

/// The constants by which checks decide, such as significance levels and numbers of commits.
///
/// `docs/statistics.md` gives the reason for each value.
public enum CheckConstants {
  /// The one-sided p-value below which a further measurement session confirms that the checked commit is worse than the
  /// commits before it.
  public static let confirmationLevel = 0.05
  /// The number of standard errors, 1.645, by which a commit must be worse than an earlier commit in sessions that
  /// measured both, to confirm a suspect change.
  public static let confirmationDeviations = 1.645
  /// The share of the noise floor (the smallest change that matters), 0.5, that the change in a further session must
  /// exceed to confirm a suspect change.
  public static let confirmationShare = 0.5
  /// The confidence, 0.95, of the interval around a metric's level that a check compares with a limit.
  ///
  /// The whole interval must exceed a limit to fail.
  public static let confidence = 0.95
  /// The default fraction by which a single measurement session must be worse than the series' level to prove a
  /// regression at once, after at least 100 earlier commits.
  public static let tripShare = 0.25
  /// The smallest fraction by which a single measurement session must be worse than the series' level to prove a
  /// regression at once, after fewer than 8 earlier commits.
  ///
  /// With few commits, there is no prediction interval. A larger fraction that the user sets counts instead.
  public static let tripShareOfFew = 0.5
  /// The smallest fraction by which a single measurement session must be worse than the series' level to prove a
  /// regression at once, after fewer than 100 earlier commits.
  ///
  /// So few sessions cannot rule out spikes at 3% of the commits. A larger fraction that the user sets counts instead.
  public static let tripShareOfSome = 0.35
  /// The number of robust standard deviations (of earlier measurement sessions) by which a single session must be worse
  /// than the level to prove a regression at once.
  public static let tripDeviations = 5.0
  /// The factor by which a single session must be farther from the level, on the worse side, than the farthest earlier
  /// session, to prove a regression at once.
  public static let tripLargest = 2.0
  /// The number of most recent measurement sessions whose variation decides whether a single session is so much worse
  /// that it proves a regression at once.
  public static let tripSessions = 100
  /// The smallest improvement of a level over the level before it, in standard errors, that counts when the newest
  /// commit is checked.
  public static let improvementContrast = 3.5
  /// The smallest improvement of a level over the level before it, in standard errors, that counts when the check of an
  /// earlier commit is repeated.
  ///
  /// An earlier check had another estimate of the noise, so this limit is lower than that of the newest commit.
  public static let rememberedContrast = 3.0
  /// The number of standard errors by which the level must still be worse than before the regression, so that an
  /// improved regression counts as only partly fixed.
  public static let remainderContrast = 2.0
  /// The number of standard errors by which the level after a fix must prove worse than before the regression, so that
  /// the fixed regression counts as only partly fixed.
  public static let relapseContrast = 3.0
  /// The number of commits, from the first one at an improved level, whose values are examined to decide whether a
  /// regression is fixed.
  ///
  /// A later deterioration is a new finding.
  public static let fixCommits = 20
  /// The number of newest commits for which a check determines the state of a regression, such as open or fixed, one
  /// commit after the other.
  ///
  /// An older state is computed at once.
  public static let followedCommits = 40
  /// The number of commits after a suspect change for which a check repeats the earlier checks, to find out whether one
  /// of them confirmed the change.
  public static let replayedCommits = 30

  /// The names and values of the constants by which checks decide, such as significance levels, for printing.
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
