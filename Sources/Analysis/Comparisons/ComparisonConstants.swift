internal import Statistics

/// The constants by which comparisons reach their verdicts, such as significance levels.
///
/// `docs/statistics.md` gives the reason for each value.
public enum ComparisonConstants {
  /// The p-value, adjusted for all metrics, up to which a comparison counts a change as proved.
  public static let provedLevel = 0.05
  /// The smallest change, as a fraction of the reference, that can be proved if it is unknown how much measurement
  /// sessions differ.
  public static let believedEffect = 0.1
  /// The smallest number of measurement sessions that reference and candidate must share for a comparison by pairs, or
  /// that each must have for a comparison of sessions.
  public static let leastSessions = 3
  /// The smallest number of runs that reference and candidate each need for a comparison within one measurement
  /// session.
  public static let leastRuns = 3
  /// The smallest number of degrees of freedom with which a comparison estimates noise from the runs of all stages
  /// (versions of the program) in a suite.
  public static let leastPooledFreedom = 6
  /// The p-value up to which a comparison warns that its reference commit already differs from the commits before it.
  public static let offLevel = 0.05
  /// The number of newest points of a series, one per commit, in which a comparison searches for the last change of
  /// level.
  ///
  /// The search may use more points, because a comparison reads this number of commits at a time.
  public static let mostPoints = 60
  /// The number of measured commits before a comparison's reference commit in which the comparison looks for earlier
  /// values of a metric.
  public static let mostCommits = 600
  /// The smallest number of runs that reference and candidate each need so that a comparison concludes that a count
  /// does not vary between runs.
  public static let leastExactRuns = ExactComparison.leastCount
  /// The smallest probability, 0.9, at which a quantile of frame times counts as a metric of the longest frame times.
  public static let leastTail = 0.9
  /// The largest distance from a whole number of display refreshes, as a fraction of a refresh, at which a frame time
  /// still counts as a whole number.
  public static let refreshTolerance = 0.1
  /// The share of the compared values that must be whole numbers of display refreshes for a comparison to treat the
  /// metric as changing in steps of a refresh.
  public static let leastRefreshShare = 0.5
  /// The fraction by which the refresh rates of two displays may differ and still count as equal.
  public static let rateTolerance = 0.01
  /// The p-value up to which a comparison states that the frame times of reference and candidate spread differently.
  public static let spreadLevel = 0.02
  /// The smallest ratio between the spreads of the candidate's and the reference's frame times that a comparison
  /// reports.
  public static let leastSpreadRatio = 1.2
  /// The smallest difference between the spreads of the candidate's and the reference's frame times that a comparison
  /// reports, as a fraction of the median frame time.
  public static let leastSpreadChange = 0.01
  /// The fraction by which the average frame rates of reference and candidate may differ and still count as equal.
  ///
  /// If the averages are equal, a comparison may report different spreads of frame times, and does not compare energy
  /// per frame.
  public static let leastAverageChange = 0.01
  /// The smallest number of other runs of the same version of the program that is needed to recognize an outlier run.
  public static let leastSiblings = 5
  /// The number of robust standard deviations from the median of comparable runs beyond which a run counts as an
  /// outlier.
  public static let oddDeviations = 20.0
  /// The smallest standard deviation that the search for outlier runs assumes, as a share of the metric's noise floor
  /// (the smallest change that matters).
  public static let leastOddDeviation = 0.25

  /// The constants of comparisons, such as significance levels, with their names, in the order of the documentation.
  public static let all: [(name: String, value: Double)] = [
    ("provedLevel", provedLevel),
    ("believedEffect", believedEffect),
    ("leastSessions", Double(leastSessions)),
    ("leastRuns", Double(leastRuns)),
    ("leastPooledFreedom", Double(leastPooledFreedom)),
    ("offLevel", offLevel),
    ("mostPoints", Double(mostPoints)),
    ("mostCommits", Double(mostCommits)),
    ("leastExactRuns", Double(leastExactRuns)),
    ("leastTail", leastTail),
    ("refreshTolerance", refreshTolerance),
    ("leastRefreshShare", leastRefreshShare),
    ("rateTolerance", rateTolerance),
    ("spreadLevel", spreadLevel),
    ("leastSpreadRatio", leastSpreadRatio),
    ("leastSpreadChange", leastSpreadChange),
    ("leastAverageChange", leastAverageChange),
    ("leastSiblings", Double(leastSiblings)),
    ("oddDeviations", oddDeviations),
    ("leastOddDeviation", leastOddDeviation),
  ]
}
