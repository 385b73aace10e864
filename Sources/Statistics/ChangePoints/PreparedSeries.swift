/// A series on its scale, with its noise known and its spikes told apart.
struct PreparedSeries {
  /// The positions judged.
  let judged: Range<Int>
  let scale: PointScale
  /// All points judged, spikes included.
  let points: [Double]
  /// The positions among `points` that are no spikes.
  let kept: [Int]
  /// The points that are no spikes.
  let keptPoints: [Double]
  let noise: Double
  let isNoiseBelowResolution: Bool

  init(
    _ series: ChangePointSeries, parameters: ChangePointDetector.Parameters
  ) throws(NotJudged) {
    judged = series.newest(parameters.newest)
    let values = series.values[judged]
    try Self.check(values, needed: 2 * parameters.minimumSegment)
    let scale = PointScale(for: values, kind: series.kind)
    self.scale = scale
    points = values.map(scale.point)
    if let far = points.firstIndex(where: { !(abs($0) < 1e100) }) {
      throw .tooLarge(index: judged.lowerBound + far)
    }
    let resolution = series.resolution(among: values, on: scale, least: parameters.leastNoise)
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

  private static func check(_ values: ArraySlice<Double>, needed: Int) throws(NotJudged) {
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    guard values.count >= needed, let first = values.first else {
      throw .tooFew(count: values.count, needed: needed)
    }
    if values.allSatisfy({ $0 == first }) { throw .constant(first) }
  }

  /// The autocorrelation of the points that are no spikes; `nil` of too few.
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

  /// What values are exact to, as a length between points: rounding to q has deviation q/√12.
  fileprivate func resolution(
    among values: ArraySlice<Double>, on scale: PointScale, least: Double
  ) -> Double {
    let exactness = max(quantum / 12.0.squareRoot(), standardError)
    return max(scale.length(exactness, near: Median.of(values)), least)
  }
}

extension SpikeMask {
  init(_ parameters: ChangePointDetector.Parameters) {
    reach = parameters.spikeReach
    height = parameters.spikeHeight
    agreement = parameters.spikeAgreement
  }
}
