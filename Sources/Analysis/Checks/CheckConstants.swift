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
  /// The numbers of robust deviations of earlier sessions by which one, two or three successive sessions must all be
  /// worse than the level to prove a regression at once.
  public static let proofDeviations = [20.0, 5.5, 4]
  /// The factors by which one, two or three successive sessions must all be farther from the level than the farthest
  /// earlier session, to prove a regression at once.
  public static let proofLargest = [2.0, 2, 1.5]
  /// The largest difference, in robust deviations of earlier sessions, between successive sessions that together prove
  /// a regression.
  public static let proofAgreement = 4.0
  /// The constant c in 1 + c/n, by which the robust deviation of n earlier sessions is raised, because so few sessions
  /// may have varied little by chance.
  public static let proofCaution = 2.0
  /// The smallest number of earlier commits after which sessions prove a regression at once.
  public static let proofHistory = 7
  /// The number of commits before a step whose median is the level with which the sessions after it are compared.
  public static let proofLevel = 8
  /// The number of most recent commits from which the robust deviation and the farthest session are taken.
  public static let proofSessions = 100
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
    ("confidence", confidence),
    ("proofDeviationsOfOne", proofDeviations[0]), ("proofDeviationsOfTwo", proofDeviations[1]),
    ("proofDeviationsOfThree", proofDeviations[2]),
    ("proofLargestOfOne", proofLargest[0]), ("proofLargestOfTwo", proofLargest[1]),
    ("proofLargestOfThree", proofLargest[2]),
    ("proofAgreement", proofAgreement), ("proofCaution", proofCaution),
    ("proofHistory", Double(proofHistory)), ("proofLevel", Double(proofLevel)),
    ("proofSessions", Double(proofSessions)), ("improvementContrast", improvementContrast),
    ("rememberedContrast", rememberedContrast), ("remainderContrast", remainderContrast),
    ("relapseContrast", relapseContrast),
    ("fixCommits", Double(fixCommits)), ("followedCommits", Double(followedCommits)),
  ]
}
