extension ChangePointDetector {
  /// The constants of the change-point detector, such as numbers of points and significance levels, with their
  /// defaults.
  ///
  /// `docs/changepoints.md` explains each of them.
  public struct Parameters: Sendable, Equatable {
    /// How many of the newest points of a series the detector analyzes; `nil` to analyze all points.
    public var newest: Int? = 1000

    /// The smallest number of points between two change points, at least 2.
    public var minimumSegment = 5

    /// The share, 0 to below 1, of the differences between neighboring points that estimates of the noise ignore: the
    /// largest differences.
    public var trimming = 0.10

    /// The smallest standard deviation of the noise that the detector assumes, relative to the size of the values.
    public var leastNoise = 1e-9

    /// The number of neighbors before and after a possible spike with which the detector compares the spike.
    public var spikeReach = 3

    /// The smallest distance between a single far point and its neighbors at which the point counts as a spike, in
    /// standard deviations of the noise.
    public var spikeHeight = 5.0

    /// The largest difference between the neighbors before and after a single far point at which the point still counts
    /// as a spike, in standard deviations of the noise.
    public var spikeAgreement = 2.5

    /// The smallest number of series, including the analyzed one, whose pooled autocorrelation is trusted without a
    /// warning.
    public var siblings = 8

    /// The smallest number of points of a series from which its autocorrelation is estimated.
    ///
    /// With fewer, the differences that one step affects would not all be among those that the estimate ignores.
    public var autocorrelationPoints = 13

    /// The constant c in c / √n, the standard error of an autocorrelation that is estimated from n points of all pooled
    /// series.
    public var autocorrelationError = 1.8

    /// The smallest amount by which an estimated autocorrelation is reduced, so that chance is not mistaken for
    /// autocorrelation.
    public var leastShrinkage = 0.10

    /// The number of standard errors by which the estimate from a series alone is reduced before it may exceed that of
    /// all series.
    public var ownErrors = 2.0

    /// The largest autocorrelation of the noise that the detector assumes, below 1; larger estimates are reduced
    /// to it.
    public var largestAutocorrelation = 0.7

    /// The largest autocorrelation, below 1, that the global rank test of a change point gives to shuffled copies of
    /// the whole series; larger estimates are reduced to it.
    public var largestTie = 0.9

    /// The penalty for each change point, as a multiple of σ² ln n for n points with noise of standard deviation σ.
    ///
    /// Autocorrelation raises it.
    public var penalty = 3.0

    /// The distance from the median beyond which values are clipped, in standard deviations, so
    /// that spikes count less.
    ///
    /// The values of each side of a candidate are clipped around its median, in inflated σ; the
    /// residuals of all points around their median, in their own deviations.
    public var winsorising = 3.0

    /// A possible change point is tested only if the means before and after it differ by at least this many standard
    /// errors, which include autocorrelation.
    public var leastContrast = 3.0

    /// The number of shuffles in the local test of a change point, which shuffles the points around
    /// it.
    public var localPermutations = 999

    /// The significance level of the local test of a change point, which shuffles the points around it.
    public var localLevel = 0.005

    /// The number of shuffles in a global test of a change point, which shuffles all points of the
    /// series.
    public var globalPermutations = 399

    /// The significance level of each global test of a change point, which shuffles all points of the series.
    public var globalLevel = 0.01

    /// The lengths, in points, of the windows that the global tests of a change point compare to find the most extreme
    /// window of each shuffled copy of the whole series.
    public var globalWindows = [5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 40, 50, 70, 100]

    /// The steadiness test, one of the global tests of a change point, is used only if the shorter side of the change
    /// has at most this number of points.
    public var longestSteadyWindow = 20

    /// The steadiness test requires nearly all points on a change's shorter side to be extreme; fewer than this share,
    /// below 1, may be near the median.
    public var steadyShare = 0.25

    /// The smallest relative change of level worth reporting, for series that set no such value.
    public var noiseFloor = 0.02

    /// The largest excess of a change position's sum of squared residuals over that of the best position at which the
    /// position is still in the reported range.
    ///
    /// The excess is in variances of the noise, inflated by autocorrelation.
    public var rangeReach = 6.0

    /// The confidence of the intervals for the sizes of changes of level, above 0 and below 1.
    public var confidence = 0.95

    /// The smallest number of points since the last change point with which the detector tests for a slow drift.
    public var driftPoints = 20

    /// The largest number of points that a test for a slow drift uses: the newest points since the last change point.
    public var driftNewest = 400

    /// The significance level of the test for drift since the last change point.
    public var driftLevel = 0.001

    /// The smallest total drift that the detector reports, as a multiple of the smallest change of level worth
    /// reporting.
    public var driftFloors = 2.0

    /// The number from which the detector derives the seeds of all its random shuffles.
    public var seed: UInt64 = 0x6368_616E_6765_7321

    /// Creates the parameters of the change-point detector with their documented defaults.
    public init() {}
  }
}
