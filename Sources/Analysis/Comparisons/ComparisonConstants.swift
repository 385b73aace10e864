internal import Statistics

/// The constants by which comparisons reach their verdicts.
///
/// `docs/statistics.md` gives the reason for each value.
public enum ComparisonConstants {
  /// The adjusted p-value up to which a comparison counts a change as proved.
  public static let provedLevel = 0.05
  /// The smallest change between sessions, as a fraction, that a comparison believes without knowing how much
  /// sessions differ.
  public static let believedEffect = 0.1
  /// The smallest number of shared sessions for which a comparison pairs the sides session by session.
  public static let leastSessions = 3
  /// The smallest number of runs per side for a comparison within one session.
  public static let leastRuns = 3
  /// The smallest number of pooled degrees of freedom with which the noise of a suite's stages is used.
  public static let leastPooledFreedom = 6
  /// The p-value up to which a comparison warns that its reference already differs from the commits before it.
  public static let offLevel = 0.05
  /// The number of newest points of a series in which a comparison searches for the level since the last change.
  public static let mostPoints = 60
  /// The number of measured commits in which a comparison searches for earlier points of a series.
  public static let mostCommits = 600
  /// The smallest number of runs per side that show that a count does not vary between runs.
  public static let leastExactRuns = ExactComparison.leastCount
  /// The smallest quantile of frame times that counts as a tail.
  public static let leastTail = 0.9
  /// The largest distance, in refreshes, of a frame time from a whole number of refreshes for it to count as whole.
  public static let refreshTolerance = 0.1
  /// The share of a side's values that must be whole numbers of refreshes for the metric to change in refresh
  /// steps.
  public static let leastRefreshShare = 0.5
  /// The fraction by which two refresh rates may differ and still count as equal.
  public static let rateTolerance = 0.01
  /// The p-value up to which the spread of frame times counts as different.
  public static let spreadLevel = 0.02
  /// The smallest ratio of two spreads that matters.
  public static let leastSpreadRatio = 1.2
  /// The smallest difference of two spreads that matters, as a fraction of the median frame time.
  public static let leastSpreadChange = 0.01
  /// Averages that differ by less than this fraction agree.
  public static let leastAverageChange = 0.01
  /// The smallest number of siblings of an odd run.
  public static let leastSiblings = 5
  /// A run is odd if it is farther from the median than this number of robust deviations.
  public static let oddDeviations = 20.0
  /// The smallest deviation that is assumed among runs, as a share of the metric's noise floor.
  public static let leastOddDeviation = 0.25

  /// All constants of the verdicts of comparisons by name, in the order of the documentation.
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
