internal import Statistics

/// Every number by which comparisons are judged, beside those of the statistics themselves.
///
/// `docs/statistics.md` says of each why it is what it is.
public enum ComparisonConstants {
  /// The adjusted p-value up to which a change is proved.
  public static let provedLevel = 0.05
  /// The change across sessions that is large enough to be believed, as a fraction.
  public static let believedEffect = 0.1
  /// The fewest sessions in common that are compared session by session.
  public static let leastSessions = 3
  /// The fewest runs a side that an interleaved comparison takes.
  public static let leastRuns = 3
  /// The fewest degrees of freedom that the stages of a suite have to give together.
  public static let leastPooledFreedom = 6
  /// The p-value up to which the reference counts as off the level of the commits before it.
  public static let offLevel = 0.05
  /// How many points of each series the detector is given to find the present level.
  public static let mostPoints = 60
  /// How many measured commits are gone back for them.
  public static let mostCommits = 600
  /// The fewest runs of a side that show that a count does not vary.
  public static let leastExactRuns = ExactComparison.leastCount
  /// From which quantile on frame times are a tail.
  public static let leastTail = 0.9
  /// How far from a whole number of refreshes a frame time may lie, in refreshes.
  public static let refreshTolerance = 0.1
  /// The share of a side's values that have to lie on whole refreshes.
  public static let leastRefreshShare = 0.5
  /// By how much the refresh rates of runs may differ and count as one, as a fraction.
  public static let rateTolerance = 0.01

  /// All of them by name, in the order of the documentation.
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
  ]
}
