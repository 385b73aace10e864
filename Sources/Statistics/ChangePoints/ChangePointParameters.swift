extension ChangePointDetector {
  /// The constants of the change-point detector, such as numbers of points and significance levels, with their
  /// defaults.
  ///
  /// `docs/changepoints.md` explains the method; `docs/constants.md` is made from the comments.
  public struct Parameters: Sendable, Equatable {
    /// How many of the newest points of a series are analyzed; `nil` for all.
    public var newest: Int? = 1000

    /// The fewest points between two changes, at least 2.
    ///
    /// Fewer would find changes sooner and be wrong more often.
    public var minimumSegment = 5

    /// The share, 0 to below 1, of the differences between neighbors that the estimates of noise and
    /// autocorrelation ignore: the largest.
    public var trimming = 0.10

    /// The smallest deviation of the noise that is assumed, relative to the values, so that nothing is divided by
    /// 0.
    public var leastNoise = 1e-9

    /// The neighbors on each side with which a possible spike is compared.
    public var spikeReach = 3

    /// The smallest distance of a spike from the median of its neighbors, in deviations of the noise.
    public var spikeHeight = 5.0

    /// The largest difference between the medians of the neighbors before and after a spike, in deviations of the
    /// noise.
    public var spikeAgreement = 2.5

    /// The fewest series whose pooled autocorrelation is trusted without a warning, the analyzed one included.
    public var siblings = 8

    /// The fewest points from which an autocorrelation is estimated.
    ///
    /// With fewer, the differences that one step affects would not all be among those that are ignored.
    public var autocorrelationPoints = 13

    /// The c in c ÷ √n, the standard error of an autocorrelation from n points of all pooled series.
    public var autocorrelationError = 1.8

    /// The least by which an estimated autocorrelation is reduced, so that the tests keep their power if the points
    /// are independent.
    public var leastShrinkage = 0.10

    /// The standard errors by which the autocorrelation of a series alone is reduced before it may exceed that of
    /// all.
    public var ownErrors = 2.0

    /// The largest autocorrelation, below 1, that inflates variances.
    public var largestAutocorrelation = 0.7

    /// The largest autocorrelation, below 1, that the global test gives to shuffled points.
    public var largestTie = 0.9

    /// The penalty for a change, in σ² ln n for n points, before the inflation for autocorrelation.
    public var penalty = 3.0

    /// Where values are clipped, in deviations from the median.
    ///
    /// The sides of a candidate are clipped in inflated σ; the residuals in the test by values in their own robust
    /// deviations.
    public var winsorising = 3.0

    /// The smallest difference between the means before and after a candidate, in inflated standard errors, at
    /// which points are shuffled at all.
    public var leastContrast = 3.0

    /// The shuffles of the local test.
    public var localPermutations = 999

    /// The largest p-value at which the local test keeps a candidate.
    public var localLevel = 0.005

    /// The shuffles of a global test.
    public var globalPermutations = 399

    /// The largest p-value at which a global test confirms a candidate.
    public var globalLevel = 0.01

    /// The lengths, in points, of the windows among which a global test takes the most extreme.
    ///
    /// Those longer than half the series are not used.
    public var globalWindows = [5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 40, 50, 70, 100]

    /// The most points on the shorter side of a candidate with which the steadiness test is used.
    public var longestSteadyWindow = 20

    /// The share, below 1, of the shorter side that may be near the median in the steadiness test.
    public var steadyShare = 0.25

    /// The smallest relative change of level worth reporting, for series without a noise floor of their own.
    public var noiseFloor = 0.02

    /// The range of a change has every split whose sum of squares exceeds that of the best by at most so many
    /// inflated variances of the noise.
    public var rangeReach = 6.0

    /// The confidence, between 0 and 1, of the intervals of sizes.
    public var confidence = 0.95

    /// The fewest points since the last change in which drift is searched.
    public var driftPoints = 20

    /// The most points, the newest, in which drift is searched.
    public var driftNewest = 400

    /// The p-value below which drift is reported.
    public var driftLevel = 0.001

    /// The smallest total drift that is reported, in noise floors.
    public var driftFloors = 2.0

    /// The number from which the detector derives the seeds of all its random shuffles.
    public var seed: UInt64 = 0x6368_616E_6765_7321

    /// Creates the parameters of the change-point detector with their documented defaults.
    public init() {}
  }
}

extension ChangePointDetector.Parameters {
  /// The names and values of the change-point detector's parameters, except the seed, for printing.
  ///
  /// Lists are written with spaces; `newest` is "all" if all points are judged.
  public var all: [(name: String, value: String)] {
    [
      ("newest", newest.map(String.init) ?? "all"),
      ("minimumSegment", "\(minimumSegment)"),
      ("trimming", "\(trimming)"),
      ("leastNoise", "\(leastNoise)"),
      ("spikeReach", "\(spikeReach)"),
      ("spikeHeight", "\(spikeHeight)"),
      ("spikeAgreement", "\(spikeAgreement)"),
      ("siblings", "\(siblings)"),
      ("autocorrelationPoints", "\(autocorrelationPoints)"),
      ("autocorrelationError", "\(autocorrelationError)"),
      ("leastShrinkage", "\(leastShrinkage)"),
      ("ownErrors", "\(ownErrors)"),
      ("largestAutocorrelation", "\(largestAutocorrelation)"),
      ("largestTie", "\(largestTie)"),
      ("penalty", "\(penalty)"),
      ("winsorising", "\(winsorising)"),
      ("leastContrast", "\(leastContrast)"),
      ("localPermutations", "\(localPermutations)"),
      ("localLevel", "\(localLevel)"),
      ("globalPermutations", "\(globalPermutations)"),
      ("globalLevel", "\(globalLevel)"),
      ("globalWindows", globalWindows.map(String.init).joined(separator: " ")),
      ("longestSteadyWindow", "\(longestSteadyWindow)"),
      ("steadyShare", "\(steadyShare)"),
      ("noiseFloor", "\(noiseFloor)"),
      ("rangeReach", "\(rangeReach)"),
      ("confidence", "\(confidence)"),
      ("driftPoints", "\(driftPoints)"),
      ("driftNewest", "\(driftNewest)"),
      ("driftLevel", "\(driftLevel)"),
      ("driftFloors", "\(driftFloors)"),
    ]
  }
}
