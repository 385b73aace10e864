extension ChangePointDetector {
  /// Every constant of the detector; `docs/changepoints.md` says what each is for.
  public struct Parameters: Sendable, Equatable {
    /// How many of the newest points are judged; `nil` judges them all.
    public var newest: Int? = 1000

    /// The fewest points a regime may have, at least 2.
    public var minimumSegment = 5

    /// The share of the largest differences that scale and autocorrelation leave out, 0 up to 1.
    public var trimming = 0.10

    /// The least scale of noise, relative.
    public var leastNoise = 1e-9

    /// How many positions on either side a spike is held against.
    public var spikeReach = 3

    /// How far from its neighbours a spike lies at least, in σ.
    public var spikeHeight = 5.0

    /// How far the two sides of a spike may lie apart, in σ.
    public var spikeAgreement = 2.5

    /// The fewest series, this one included, whose pooled autocorrelation needs no warning.
    public var siblings = 8

    /// The fewest points that autocorrelation is estimated from.
    public var autocorrelationPoints = 12

    /// The standard error of an autocorrelation, times the root of all points that it is pooled over.
    public var autocorrelationError = 1.8

    /// What is taken off an autocorrelation at least, where its standard error is less.
    public var leastShrinkage = 0.10

    /// The largest autocorrelation that variances are inflated for, below 1.
    public var largestAutocorrelation = 0.7

    /// The largest autocorrelation that shuffled points are given, below 1.
    public var largestTie = 0.9

    /// What another change point costs, in ln n · σ² · inflation.
    public var penalty = 3.0

    /// Where values are cut off: each side of a candidate in inflated σ around its median, residuals of all
    /// points in deviations around theirs.
    public var winsorising = 3.0

    /// The least contrast between the sides of a candidate, in inflated σ.
    public var leastContrast = 3.0

    /// How often the points around a candidate are shuffled.
    public var localPermutations = 999

    /// The level of the local test.
    public var localLevel = 0.005

    /// How often all points are shuffled.
    public var globalPermutations = 399

    /// The level of each global test.
    public var globalLevel = 0.01

    /// The lengths of the windows that the global tests look at.
    public var globalWindows = [5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 40, 50, 70, 100]

    /// The longest side of a change that may stand out by its steadiness.
    public var longestSteadyWindow = 20

    /// The share of such a side that may lie farther in, 0 up to 1.
    public var steadyShare = 0.25

    /// The smallest relative change worth reporting, unless the series brings its own.
    public var noiseFloor = 0.02

    /// How much worse than the best split a place may be to lie in the range, in inflated σ².
    public var rangeReach = 6.0

    /// How often the intervals of effects hold the true change, above 0 and below 1.
    public var confidence = 0.95

    /// The fewest points of the last regime that drift is looked for in.
    public var driftPoints = 20

    /// How many of the newest points of the last regime drift is looked for in.
    public var driftNewest = 400

    /// The level of the test for drift.
    public var driftLevel = 0.001

    /// The least total drift, in noise floors.
    public var driftFloors = 2.0

    /// What the seeds of all series start from.
    public var seed: UInt64 = 0x6368_616E_6765_7321

    /// The documented defaults.
    public init() {}
  }
}
