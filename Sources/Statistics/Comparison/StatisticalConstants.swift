/// Every number that the comparisons have been given rather than computed.
///
/// `docs/statistics.md` says of each why it is what it is.
public enum StatisticalConstants {
  /// The largest sample whose rank test is exact.
  public static let largestExactCount = 50
  /// The most degrees of freedom that a moderated t borrows from history.
  public static let mostBorrowedDegreesOfFreedom = 20.0
  /// The fewest points that a prediction interval is made of.
  public static let leastHistory = 8
  /// The most points that a prediction interval is made of, the last ones.
  public static let mostHistory = 30
  /// How many robust deviations from the median a point may lie before it is drawn in.
  public static let outlierReach = 3.0
  /// What a normal deviation is of the median distance from the median: 1 ÷ Φ⁻¹(¾), rounded.
  public static let deviationPerMedianDeviation = 1.4826
  /// What the deviation is multiplied by for the outlying points drawn in.
  public static let winsorisingFactor = 1.03
  /// The p-value up to which groups are said to differ in spread.
  public static let unequalSpreadLevel = 0.05
  /// The p-value up to which a change is to be seen, in statements of power.
  public static let powerLevel = 0.05
  /// How often a change is to be seen, in statements of power.
  public static let power = 0.8
  /// The p-value up to which a comparison across sessions may be believed at all.
  public static let separateLevel = 0.01
  /// How much sessions are assumed to vary if no history shows it: in standard deviations of runs within a session.
  public static let assumedSessionNoise = 2.0
  /// How often chance alone puts the newest point of a series beyond one end of its prediction interval.
  public static let tipLevel = 0.01
  /// How many of the newest measured commits are the tip of a history.
  public static let tipCommits = 20
  /// The most runs that are proposed.
  public static let mostProposedRuns = 10_000
  /// The p-value up to which a run is marked as outlying.
  public static let outlyingLevel = 0.01
  /// How often a bootstrap draws.
  public static let bootstrapDraws = 2000
  /// The fewest values that may be called bimodal.
  public static let leastBimodalCount = 8
  /// The fewest values in either of two clusters.
  public static let leastClusterCount = 3
  /// The least share of the values in either of two clusters.
  public static let leastClusterShare = 0.2
  /// The least gap between two clusters, in deviations within them and per number of values.
  public static let clusterGap = 36.0
}

extension StatisticalConstants {
  /// All of them by name, for whoever prints the parameters.
  public static let all: [(name: String, value: Double)] = [
    ("largestExactCount", Double(largestExactCount)),
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
    ("tipLevel", tipLevel),
    ("tipCommits", Double(tipCommits)),
    ("mostProposedRuns", Double(mostProposedRuns)),
    ("outlyingLevel", outlyingLevel),
    ("bootstrapDraws", Double(bootstrapDraws)),
    ("leastBimodalCount", Double(leastBimodalCount)),
    ("leastClusterCount", Double(leastClusterCount)),
    ("leastClusterShare", leastClusterShare),
    ("clusterGap", clusterGap),
  ]
}
