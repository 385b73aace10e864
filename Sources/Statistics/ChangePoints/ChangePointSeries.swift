/// The values of a metric along the history of commits, oldest first.
public struct ChangePointSeries: Sendable, Equatable {
  /// The kind of numbers in a series, such as times or shares, which decides whether they are compared by ratio, by
  /// difference or exactly.
  public enum Kind: Sendable, Equatable {
    /// Times, rates, sizes: positive, and compared by ratio; by difference if any is 0 or less.
    case positive

    /// Shares and other numbers that may be 0: compared by difference.
    case linear

    /// Counters without noise: any difference beyond the quantum is a change.
    case exact
  }

  /// The permanent name of the series, which seeds the random shuffles of the permutation tests.
  public var key: String

  /// The values of the series, one per measured commit, oldest first.
  ///
  /// Commits without a value are left out, never filled in.
  public var values: [Double]

  /// The kind of numbers in the series, such as times or shares, which decides how they are compared.
  public var kind: Kind

  /// The step to which the values of the series are rounded, in their unit; 0 if they are not
  /// rounded.
  public var quantum: Double

  /// The standard error of a typical value of the series, in the unit of the values; 0 if unknown.
  public var standardError: Double

  /// The smallest relative change of the series worth reporting; `nil` for the default of the change-point detector.
  public var noiseFloor: Double?

  /// The smallest change of the series worth reporting, in the unit of its values; 0 if only the smallest relative
  /// change and the quantum decide.
  public var absoluteFloor: Double

  public init(
    key: String, values: [Double], kind: Kind, quantum: Double = 0, standardError: Double = 0,
    noiseFloor: Double? = nil, absoluteFloor: Double = 0
  ) {
    self.key = key
    self.values = values
    self.kind = kind
    self.quantum = quantum
    self.standardError = standardError
    self.noiseFloor = noiseFloor
    self.absoluteFloor = absoluteFloor
  }
}

/// A series on its scale, with its noise estimated and its spikes marked.
struct PreparedSeries {
  let judged: Range<Int>
  let scale: Scale
  /// Of relative sizes if values are compared by difference: their median size.
  let unit: Double
  /// All analyzed points, spikes included.
  let points: [Double]
  /// The positions among `points` that are not spikes.
  let kept: [Int]
  /// The points without spikes.
  let keptPoints: [Double]
  let noise: Double
  let isNoiseBelowResolution: Bool

  init(
    _ series: ChangePointSeries, parameters: ChangePointDetector.Parameters
  ) throws(SampleError) {
    judged = series.newest(parameters.newest)
    let values = series.values[judged]
    try Self.check(values, needed: 2 * parameters.minimumSegment)
    let scale = series.kind.scale(for: values)
    let unit = scale.unit(of: values)
    self.scale = scale
    self.unit = unit
    points = values.map(scale.point)
    let resolution = scale.length(max(series.exactness / unit, parameters.leastNoise), of: unit)
    let differences = DifferenceScale(trimming: parameters.trimming)
    let mask = SpikeMask(parameters).spikes(
      of: points, noise: max(differences.noise(of: points), resolution))
    kept = points.indices.filter { !mask[$0] }
    let unmasked = points
    keptPoints = kept.map { unmasked[$0] }
    guard kept.count >= 2 * parameters.minimumSegment else {
      throw .tooFew(count: kept.count, needed: 2 * parameters.minimumSegment)
    }
    let noise = differences.noise(of: keptPoints)
    isNoiseBelowResolution = noise <= resolution
    self.noise = max(noise, resolution)
  }

  private static func check(_ values: ArraySlice<Double>, needed: Int) throws(SampleError) {
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    guard values.count >= needed, let first = values.first else {
      throw .tooFew(count: values.count, needed: needed)
    }
    if values.allSatisfy({ $0 == first }) { throw .noSpread }
    // So that sums of squares stay finite.
    if values.contains(where: { abs($0) > 1e100 }) { throw .tooLarge }
  }

  /// The autocorrelation of the points without spikes; `nil` if there are too few.
  func autocorrelation(_ parameters: ChangePointDetector.Parameters) -> Double? {
    guard keptPoints.count >= parameters.autocorrelationPoints else { return nil }
    return DifferenceScale(trimming: parameters.trimming).autocorrelation(of: keptPoints)
  }

  var spikes: [Int] {
    let keptOnes = Set(kept)
    return points.indices.filter { !keptOnes.contains($0) }.map { judged.lowerBound + $0 }
  }
}

extension ChangePointSeries {
  func newest(_ count: Int?) -> Range<Int> {
    max(0, values.count - (count ?? values.count))..<values.count
  }

  /// The resolution of a value, in its unit: rounding to q has a deviation of q/√12.
  fileprivate var exactness: Double { max(quantum / 12.0.squareRoot(), standardError) }
}

extension SpikeMask {
  init(_ parameters: ChangePointDetector.Parameters) {
    reach = parameters.spikeReach
    height = parameters.spikeHeight
    agreement = parameters.spikeAgreement
  }
}

/// Finds isolated spikes: points far from neighbors that agree with each other.
struct SpikeMask {
  let reach: Int
  let height: Double
  let agreement: Double

  /// Marks the spikes among `points`, from the oldest to the newest.
  ///
  /// `noise` is the standard deviation.
  ///
  /// The two oldest and the two newest points are never spikes, because they have too few neighbors
  /// on one side.
  func spikes(of points: [Double], noise: Double) -> [Bool] {
    var mask = [Bool](repeating: false, count: points.count)
    for index in points.indices {
      let before = (max(0, index - reach)..<index).filter { !mask[$0] }.map { points[$0] }
      let after = Array(points[(index + 1)...].prefix(reach))
      guard before.count > 1, after.count > 1 else { continue }
      guard abs(Median.of(before) - Median.of(after)) <= agreement * noise else { continue }
      mask[index] = abs(points[index] - Median.of(before + after)) > height * noise
    }
    return mask
  }
}

/// Clips values that are far from their median, so that spikes stay on their side but lose their
/// distance.
struct Winsorising {
  let median: Double
  /// The clipped values, in the original order.
  let values: [Double]

  /// Clips values at a distance from their median; O(n log n).
  init(_ values: some Collection<Double>, reach: Double) {
    let median = Median.of(values)
    self.median = median
    self.values = values.map { min(max($0, median - reach), median + reach) }
  }
}
