extension ChangePointDetector {
  /// The constants of the detector.
  ///
  /// `docs/changepoints.md` explains each of them.
  public struct Parameters: Sendable, Equatable {
    /// How many of the newest points are judged; `nil` judges them all.
    public var newest: Int? = 1000

    /// The smallest number of points in a regime, at least 2.
    public var minimumSegment = 5

    /// The share of the largest differences that the estimates of scale and autocorrelation ignore,
    /// 0 up to 1.
    public var trimming = 0.10

    /// The smallest standard deviation, relative to the values.
    public var leastNoise = 1e-9

    /// The number of neighbors on either side with which a possible spike is compared.
    public var spikeReach = 3

    /// The smallest distance of a spike from its neighbors, in σ.
    public var spikeHeight = 5.0

    /// The largest difference between the two sides of a spike, in σ.
    public var spikeAgreement = 2.5

    /// The smallest number of series, including this one, whose pooled autocorrelation needs no
    /// warning.
    public var siblings = 8

    /// The smallest number of points from which autocorrelation is estimated.
    public var autocorrelationPoints = 12

    /// The standard error of an autocorrelation, times the square root of the number of pooled
    /// points.
    public var autocorrelationError = 1.8

    /// The smallest amount that is subtracted from an autocorrelation.
    public var leastShrinkage = 0.10

    /// The largest autocorrelation by which variances are inflated, below 1.
    public var largestAutocorrelation = 0.7

    /// The largest autocorrelation that shuffled points get, below 1.
    public var largestTie = 0.9

    /// The penalty of one more change point, in ln n · σ² · inflation.
    public var penalty = 3.0

    /// Where values are clipped: each side of a candidate in inflated σ around its median,
    /// residuals of all points in deviations around their median.
    public var winsorising = 3.0

    /// The smallest contrast between the sides of a candidate that is tested, in inflated σ.
    public var leastContrast = 3.0

    /// The number of shuffles of the points around a candidate.
    public var localPermutations = 999

    /// The significance level of the local test.
    public var localLevel = 0.005

    /// The number of shuffles of all points.
    public var globalPermutations = 399

    /// The significance level of each global test.
    public var globalLevel = 0.01

    /// The lengths of the windows in the global tests.
    public var globalWindows = [5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 40, 50, 70, 100]

    /// The longest side of a change to which the steadiness test applies.
    public var longestSteadyWindow = 20

    /// The share of the points on such a side that may be less extreme, 0 up to 1.
    public var steadyShare = 0.25

    /// The smallest relative change worth reporting, if the series has no noise floor of its own.
    public var noiseFloor = 0.02

    /// A split belongs to the range if its sum of squares is worse than the best by at most this,
    /// in inflated σ².
    public var rangeReach = 6.0

    /// The confidence of the intervals of effects, above 0 and below 1.
    public var confidence = 0.95

    /// The smallest number of points in the last regime for a drift test.
    public var driftPoints = 20

    /// The number of newest points of the last regime in the drift test.
    public var driftNewest = 400

    /// The significance level of the drift test.
    public var driftLevel = 0.001

    /// The smallest total drift that is reported, in noise floors.
    public var driftFloors = 2.0

    /// The number from which all seeds are derived.
    public var seed: UInt64 = 0x6368_616E_6765_7321

    /// Creates the documented defaults.
    public init() {}
  }
}
