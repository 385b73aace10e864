internal import Statistics

/// The constants by which checks decide, such as significance levels and numbers of commits.
///
/// `docs/statistics.md` gives the reason for each value.
public enum CheckConstants {
  /// The one-sided p-value below which another session confirms a suspect change at the checked commit.
  public static let confirmationLevel = 0.05
  /// The number of standard deviations, 1.645, that corresponds to the p-value by which another session confirms a
  /// change.
  public static let confirmationDeviations = 1.645
  /// The share of the noise floor, the smallest change that matters, that a change must exceed in another session to be
  /// confirmed.
  public static let confirmationShare = 0.5
  /// The confidence of the interval of a level that a check compares with a limit.
  ///
  /// The whole interval must exceed a limit to fail.
  public static let confidence = 0.95
  /// The trip-wire: a single session that is worse than the series' level by more than this share proves a regression
  /// at once.
  public static let tripShare = 0.25
  /// With fewer earlier commits than a prediction interval needs, a single session must be worse than the series' level
  /// by this share, instead of `tripShare`, to prove a regression at once.
  public static let tripShareOfFew = 0.5
  /// With fewer than `tripSessions` earlier sessions, a single session must be worse than the series' level by this
  /// share, instead of `tripShare`, to prove a regression at once.
  ///
  /// So few sessions cannot rule out spikes at 3% of the commits.
  public static let tripShareOfSome = 0.35
  /// The number of robust standard deviations of the earlier sessions by which a session must also be worse to
  /// exceed the trip-wire.
  public static let tripDeviations = 5.0
  /// The multiple of the earlier sessions' largest deviation by which a session must also be worse to exceed the
  /// trip-wire.
  public static let tripLargest = 2.0
  /// The number of earlier sessions with which the trip-wire compares a session.
  public static let tripSessions = 100
  /// The number of standard errors by which a level must be better than the worse level before it to count as an
  /// improvement.
  public static let improvementContrast = 3.5
  /// The number of standard errors in place of `improvementContrast` by which a level had to be better at an
  /// earlier commit, whose check had another estimate of the noise.
  public static let rememberedContrast = 3.0
  /// The number of standard errors by which an improved level must be worse than the level before
  /// the regression to count as partly fixed.
  public static let remainderContrast = 2.0
  /// The number of standard errors by which a level that has counted as fixed must be worse again to count as
  /// partly fixed.
  public static let relapseContrast = 3.0
  /// The number of commits of an improved level that decide whether a regression is fixed.
  ///
  /// A later deterioration is a new finding.
  public static let fixCommits = 20
  /// The number of newest commits for which a check follows the state of a regression commit by commit.
  ///
  /// An older state is computed at once.
  public static let followedCommits = 40
  /// The number of commits after a suspect change for which checks are repeated, to find out whether one of them
  /// confirmed it.
  public static let replayedCommits = 30

  /// All constants of checks by name, for printing.
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
