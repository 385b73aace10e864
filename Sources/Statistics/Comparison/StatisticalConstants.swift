/// The constants of statistical comparisons, such as significance levels and smallest sample sizes.
///
/// `docs/constants.md` is made from the comments.
public enum StatisticalConstants {
  /// The most runs per side for which the rank test is exact.
  ///
  /// Up to here that takes milliseconds; beyond, the normal approximation is good.
  public static let largestExactCount = 50
  /// The most values on both sides together for which the rank test is exact although some are equal.
  public static let largestTiedCount = 24
  /// The most degrees of freedom that earlier sessions add in the method *moderated*.
  ///
  /// A long history must not outweigh the compared runs.
  public static let mostBorrowedDegreesOfFreedom = 20.0
  /// The fewest earlier points that give a prediction interval, and the fewest earlier sessions that show the noise
  /// between sessions.
  public static let leastHistory = 8
  /// The most earlier points that give a prediction interval.
  ///
  /// The noise may have changed since older ones.
  public static let mostHistory = 30
  /// How far from the median, in robust deviations, earlier points and medians of sessions may lie before they are
  /// clipped.
  public static let outlierReach = 3.0
  /// 1 ÷ Φ⁻¹(¾): turns the median absolute deviation of normal values into their standard deviation.
  public static let deviationPerMedianDeviation = 1.4826
  /// Makes up for the deviation that clipping takes away.
  ///
  /// This is 3% of normal noise with 8 points and 1% with 30. With the factor, chance puts 5.8% to 4.6% of new
  /// points outside a 95% prediction interval.
  public static let winsorisingFactor = 1.03
  /// The largest p-value at which a comparison warns that stages differ in noise.
  public static let unequalSpreadLevel = 0.05
  /// The level of the test for which the smallest detectable change is stated, unless the fixed rule for sessions
  /// applies.
  public static let powerLevel = 0.05
  /// The probability with which a smallest detectable change is found.
  public static let power = 0.8
  /// The p-value below which a change between sessions can be proved if no earlier sessions show their noise.
  public static let separateLevel = 0.01
  /// The deviation between sessions, in deviations of runs, that is assumed if no earlier sessions show it.
  public static let assumedSessionNoise = 2.0
  /// The deviation between sessions, as a share of the value, that is assumed if a series has fewer than
  /// `leastHistory` points of one run each.
  public static let assumedSessionShare = 0.05
  /// The weight of the assumed noise between sessions, in degrees of freedom, beside that of fewer than
  /// `leastHistory` points.
  public static let assumedDegreesOfFreedom = 4.0
  /// The one-sided level of the prediction interval of the newest point.
  public static let tipLevel = 0.01
  /// How many of the newest measured commits count as new.
  ///
  /// A regression that begins at one of them is a current finding of `check`.
  public static let tipCommits = 20
  /// The most runs that are proposed to the user.
  public static let mostProposedRuns = 10_000
  /// The largest p-value of Grubbs' test at which a run is marked as an outlier.
  public static let outlyingLevel = 0.01
  /// The fewest runs of a side that may be called two clusters.
  public static let leastBimodalCount = 8
  /// The fewest runs in each of two clusters.
  public static let leastClusterCount = 3
  /// The smallest share of a side in each of two clusters.
  public static let leastClusterShare = 0.2
  /// The gap between two clusters of n runs together must exceed this number ÷ n, in deviations within the
  /// clusters.
  public static let clusterGap = 36.0
  /// The largest probability that a comparison that stops early is wrong at any of its looks.
  public static let sequentialError = 0.05
  /// The share of `sequentialError` that the looks spend.
  ///
  /// t tests at the levels of normal tests are wrong up to 1.24 times as often (12 blocks, 20,000 simulations).
  public static let spentShare = 0.82
  /// The block after which a comparison that stops early is first judged.
  ///
  /// After two, the level of a look would be too small to decide anything.
  public static let firstLook = 3
  /// The most blocks of a comparison that stops early.
  public static let mostBlocks = 200
  /// The probability that no commit changed the metric, before `bisect` has any runs.
  public static let noChange = 0.1
  /// The typical size of the change, in deviations of a run, before `bisect` has any runs.
  public static let usualChange = 3.0
  /// The runs with which `bisect` first measures each end of the range.
  ///
  /// One each would not show the noise.
  public static let openingRuns = 2
  /// The probability of one commit, or of none, at which `bisect` may end.
  public static let searchConfidence = 0.95
  /// The runs that each commit next to the change needs before `bisect` ends, besides those for the length of the
  /// range.
  public static let confirmingRuns = 2.0
  /// Further runs of the commits next to the change, per halving of the range.
  ///
  /// With 1024 commits and 4 runs each, a tenth of the answers were wrong if the noise had two clusters.
  public static let confirmingRunsPerHalving = 0.4
}
