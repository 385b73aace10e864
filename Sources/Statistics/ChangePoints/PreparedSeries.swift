/// A series on its scale, with its noise estimated and its spikes marked.
struct PreparedSeries {
  /// The positions that are analyzed.
  let judged: Range<Int>
  let scale: Scale
  /// The unit of relative sizes if values are compared by difference: the median size of the
  /// values.
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

  /// The positions of spikes in the series.
  var spikes: [Int] {
    let keptOnes = Set(kept)
    return points.indices.filter { !keptOnes.contains($0) }.map { judged.lowerBound + $0 }
  }
}

extension ChangePointSeries {
  /// The positions of the newest values.
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
