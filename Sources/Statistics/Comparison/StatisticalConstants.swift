/// The constants of statistical comparisons, such as significance levels and smallest sample sizes.
///
/// `docs/statistics.md` gives the reason for each value.
public enum StatisticalConstants {
  /// The largest number of values per sample for which the rank test is exact.
  public static let largestExactCount = 50
  /// The largest number of values in both samples for which the rank test is exact if some of them are equal.
  public static let largestTiedCount = 24
  /// The largest number of degrees of freedom that earlier measurement sessions add to those of two samples of one
  /// session.
  public static let mostBorrowedDegreesOfFreedom = 20.0
  /// The smallest number of earlier points from which a prediction interval is computed, and of earlier measurement
  /// sessions from which the noise between sessions is estimated.
  public static let leastHistory = 8
  /// The largest number of earlier points from which a prediction interval is computed; older points are ignored.
  public static let mostHistory = 30
  /// The distance from the median, in robust standard deviations, to which outliers are moved (clipped) before a
  /// prediction interval or the noise between measurement sessions is computed.
  public static let outlierReach = 3.0
  /// The ratio between the standard deviation of a normal distribution and the median distance from its median: 1 ÷
  /// Φ⁻¹(¾), rounded.
  public static let deviationPerMedianDeviation = 1.4826
  /// The factor by which the standard deviation of a prediction interval, or between measurement sessions, is raised to
  /// compensate for clipped outliers.
  public static let winsorisingFactor = 1.03
  /// The p-value up to which a comparison warns that groups of runs, such as those of different versions of the
  /// program, spread differently.
  public static let unequalSpreadLevel = 0.05
  /// The significance level for which the power of a comparison (its probability to detect a change) is stated.
  public static let powerLevel = 0.05
  /// The probability of detection, 0.8, for which smallest detectable changes and numbers of needed runs are stated.
  public static let power = 0.8
  /// The p-value below which a change between measurement sessions can be proved if no earlier sessions show how much
  /// sessions differ.
  public static let separateLevel = 0.01
  /// How much measurement sessions are assumed to differ if no earlier sessions show it, in standard deviations of
  /// single runs.
  public static let assumedSessionNoise = 2.0
  /// The standard deviation between sessions, as a share of the value, that is assumed if a series has few sessions of
  /// one run each.
  public static let assumedSessionShare = 0.05
  /// How many degrees of freedom the assumed noise between sessions counts for, as long as few sessions show it.
  public static let assumedDegreesOfFreedom = 4.0
  /// The one-sided significance level at which the newest point of a series counts as outside its prediction interval.
  public static let tipLevel = 0.01
  /// The number of newest measured commits that count as new; a change that begins at one of them is a current finding.
  public static let tipCommits = 20
  /// The largest number of repetitions, such as runs, that the program proposes to the user.
  public static let mostProposedRuns = 10_000
  /// The p-value up to which a run is marked as an outlier.
  public static let outlyingLevel = 0.01
  /// The smallest number of values for which a report may state that the values form two clusters.
  public static let leastBimodalCount = 8
  /// The smallest number of values that must be in each of two clusters so that the clusters are reported.
  public static let leastClusterCount = 3
  /// The smallest share of all values that must be in each of two clusters so that they are reported.
  public static let leastClusterShare = 0.2
  /// Two clusters of n values are reported only if the gap between them is wider than this number ÷ n standard
  /// deviations within the clusters.
  public static let clusterGap = 36.0
  /// The largest probability that a sequential comparison, which is judged several times, gives a wrong answer at any
  /// of these times.
  public static let sequentialError = 0.05
  /// The factor, below 1, by which a sequential comparison reduces its error limit, because repeated t tests err more
  /// often than normal tests.
  public static let spentShare = 0.82
  /// The number of blocks of runs after which a sequential comparison is judged for the first time.
  public static let firstLook = 3
  /// The largest number of blocks that a sequential comparison may measure; a block has one run of the reference and
  /// one run of the candidate.
  public static let mostBlocks = 200
  /// The probability that no commit changed the metric, as assumed before a search for the commit has any runs.
  public static let noChange = 0.1
  /// The typical size of a metric's change, in standard deviations of a run, as assumed before a search for the commit
  /// that caused it has any runs.
  public static let usualChange = 3.0
  /// The number of runs that a search for the commit that caused a change makes of the first and of the last commit,
  /// before it measures commits in between.
  public static let openingRuns = 2
  /// The probability, 0.95, that one commit caused the change, or that there is none, at which a search for the commit
  /// may end.
  public static let searchConfidence = 0.95
  /// The number of runs that each of the two commits next to the change needs before a search for the change ends; long
  /// ranges of commits need more.
  public static let confirmingRuns = 2.0
  /// The number of additional runs that each commit next to the change needs if the searched range of commits is twice
  /// as long.
  ///
  /// Each halving of the range can err.
  public static let confirmingRunsPerHalving = 0.4
}

extension StatisticalConstants {
  /// The names and values of the constants of statistical comparisons, for printing.
  public static let all: [(name: String, value: Double)] = [
    ("largestExactCount", Double(largestExactCount)),
    ("largestTiedCount", Double(largestTiedCount)),
    ("mostBorrowedDegreesOfFreedom", mostBorrowedDegreesOfFreedom),
    ("leastHistory", Double(leastHistory)),
    ("mostHistory", Double(mostHistory)),
    ("outlierReach", outlierReach),
    ("deviationPerMedianDeviation", deviationPerMedianDeviation),
    ("winsorisingFactor", winsorisingFactor),
    ("unequalSpreadLevel", unequalSpreadLevel),
    ("powerLevel", powerLevel),
    ("power", power),
    ("separateLevel", separateLevel),
    ("assumedSessionNoise", assumedSessionNoise),
    ("assumedSessionShare", assumedSessionShare),
    ("assumedDegreesOfFreedom", assumedDegreesOfFreedom),
    ("tipLevel", tipLevel),
    ("tipCommits", Double(tipCommits)),
    ("mostProposedRuns", Double(mostProposedRuns)),
    ("outlyingLevel", outlyingLevel),
    ("leastBimodalCount", Double(leastBimodalCount)),
    ("leastClusterCount", Double(leastClusterCount)),
    ("leastClusterShare", leastClusterShare),
    ("clusterGap", clusterGap),
    ("sequentialError", sequentialError),
    ("spentShare", spentShare),
    ("firstLook", Double(firstLook)),
    ("mostBlocks", Double(mostBlocks)),
    ("noChange", noChange),
    ("usualChange", usualChange),
    ("openingRuns", Double(openingRuns)),
    ("searchConfidence", searchConfidence),
    ("confirmingRuns", confirmingRuns),
    ("confirmingRunsPerHalving", confirmingRunsPerHalving),
  ]
}
