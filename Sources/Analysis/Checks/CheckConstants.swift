internal import Statistics

/// The constants by which checks decide, such as significance levels and numbers of commits.
///
/// `docs/constants.md` is made from the comments.
public enum CheckConstants {
  /// The one-sided p-value below which another session proves a suspect.
  public static let confirmationLevel = 0.05
  /// By how many standard errors a suspect must be worse than an earlier commit in a session that measured both:
  /// the normal quantile of `confirmationLevel`.
  public static let confirmationDeviations = 1.645
  /// The smallest change that another session must show, in noise floors.
  public static let confirmationShare = 0.5
  /// The confidence of the interval of a metric's level that is compared with a limit.
  ///
  /// The whole interval must be beyond the limit to fail.
  public static let confidence = 0.95
  /// By how many robust deviations of the earlier sessions one, two or three successive sessions must each be worse
  /// than the level to prove a regression.
  public static let proofDeviations = [20.0, 5.5, 4]
  /// How many times as far from the level as the farthest earlier session one, two or three sessions must each be,
  /// so that a spike like an earlier one proves nothing.
  public static let proofLargest = [2.0, 2, 1.5]
  /// The largest difference, in robust deviations, between successive sessions that prove a regression together.
  ///
  /// A step keeps its level; two spikes seldom agree.
  public static let proofAgreement = 4.0
  /// The c in 1 + c/n, by which the robust deviation of n earlier sessions is raised.
  ///
  /// So few may have varied little by chance.
  public static let proofCaution = 2.0
  /// The fewest earlier measured commits for these rules.
  public static let proofHistory = 7
  /// The commits before the sessions whose median is the level.
  public static let proofLevel = 8
  /// The most recent commits from which the deviations are taken.
  public static let proofSessions = 100
  /// The smallest improvement after a regression, in standard errors, that counts toward a fix.
  public static let improvementContrast = 3.5
  /// The same when the decision of an earlier check is repeated.
  ///
  /// It is lower, so that a decision stays although later commits change the estimate of the noise.
  public static let rememberedContrast = 3.0
  /// The smallest part of a regression, in standard errors, that makes an improvement only a partial fix.
  public static let remainderContrast = 2.0
  /// The smallest part of a fixed regression, in standard errors, that makes it only partly fixed if it returns.
  public static let relapseContrast = 3.0
  /// The commits at an improved level that decide whether a regression is fixed.
  ///
  /// A later deterioration is a new finding.
  public static let fixCommits = 20
  /// For how many of the newest commits the state of a finding is determined one after the other.
  ///
  /// An older state is computed at once.
  public static let followedCommits = 40
  /// The commits after a suspect change for which earlier checks are repeated, to find out whether one of them
  /// confirmed it.
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
