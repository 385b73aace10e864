/// The constants by which comparisons reach their verdicts, such as significance levels.
///
/// `docs/constants.md` is made from the comments.
public enum ComparisonConstants {
  /// The largest p-value, adjusted for the number of metrics, of a proved change.
  public static let provedLevel = 0.05
  /// The smallest change, as a fraction of the reference, that is proved if nothing shows how much sessions differ.
  ///
  /// It is several times the usual difference between sessions.
  public static let believedEffect = 0.1
  /// The fewest shared sessions of a paired comparison, and the fewest per side of a comparison of sessions.
  public static let leastSessions = 3
  /// The fewest runs per side of a comparison within one session.
  public static let leastRuns = 3
  /// The fewest degrees of freedom with which the stages of a suite show the noise.
  public static let leastPooledFreedom = 6
  /// The largest p-value at which a reference differs from the commits before it.
  public static let offLevel = 0.05
  /// The newest points in which the last change of level is searched.
  ///
  /// Twice `mostHistory`, and possibly more, because commits are read in groups of so many.
  public static let mostPoints = 60
  /// The measured commits, of any stage, after which no older ones are read from Git.
  ///
  /// This matters only if few of them measured the stage.
  public static let mostCommits = 600
  /// The lowest quantile of frame times that counts as a tail.
  public static let leastTail = 0.9
  /// How far a frame time may be from a whole number of refreshes, in refreshes, and count as one.
  ///
  /// Present times have jitter.
  public static let refreshTolerance = 0.1
  /// The share of each side's values that must be whole numbers of refreshes for the rule of tails.
  ///
  /// Not all are, because a quantile between two frames is interpolated.
  public static let leastRefreshShare = 0.5
  /// The largest difference between refresh rates that count as equal, such as 59.94 and 60 Hz, as a fraction.
  public static let rateTolerance = 0.01
  /// The largest p-value at which spreads of frame times differ.
  ///
  /// It takes at least three runs against five; four against four are too few.
  public static let spreadLevel = 0.02
  /// The smallest ratio of the larger spread to the smaller that is reported.
  public static let leastSpreadRatio = 1.2
  /// The smallest difference of spreads that is reported, as a fraction of the median frame time.
  ///
  /// Frames that wait for the display differ by up to 1% without a change.
  public static let leastSpreadChange = 0.01
  /// The difference of average frame rates, as a fraction, up to which they count as equal: the noise floor of
  /// `fps.avg`.
  public static let leastAverageChange = 0.01
  /// The fewest siblings with which a run can be an outlier.
  public static let leastSiblings = 5
  /// How many robust deviations from the common median make a run an outlier.
  public static let oddDeviations = 20.0
  /// The smallest robust deviation that the search for outlier runs assumes, in noise floors.
  ///
  /// So an outlier is found even if all other runs are equal.
  public static let leastOddDeviation = 0.25
}
