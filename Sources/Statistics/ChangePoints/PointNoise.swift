/// The noise of points along which the level may have changed.
public struct PointNoise: Sendable, Equatable {
  /// The standard deviation, robust against changes of level and spikes, and raised if the points are certainly
  /// autocorrelated; 0 for fewer than three points, or if nearly all neighbors are equal.
  public let deviation: Double
  /// The largest distance of a point from both the points before it and those after it, 0 or above.
  ///
  /// It is that of a spike: the first point of a new level is near the points after it.
  public let largest: Double
  /// The number of points.
  public let count: Int

  /// Estimates the noise of points, oldest first; O(n log n).
  public init(of points: some Sequence<Double>) {
    let points = Array(points)
    count = points.count
    let parameters = ChangePointDetector.Parameters()
    let differences = DifferenceScale(trimming: parameters.trimming)
    var rho = 0.0
    if points.count >= parameters.autocorrelationPoints,
      let estimate = differences.autocorrelation(of: points)
    {
      rho = min(
        max(parameters.ownBound(on: estimate, of: points.count), 0),
        parameters.largestAutocorrelation)
    }
    deviation = differences.noise(of: points) * ((1 + rho) / ((1 - rho) * (1 - rho))).squareRoot()
    largest = points.indices.reduce(0) { max($0, Self.departure(of: $1, among: points)) }
  }

  /// The standard deviation of points without autocorrelation, robust against changes of level and spikes.
  public static func deviation(of points: [Double]) -> Double {
    DifferenceScale(trimming: ChangePointDetector.Parameters().trimming).noise(of: points)
  }

  /// The number of points on either side with which a point is compared.
  private static let reach = 5

  private static func departure(of index: Int, among points: [Double]) -> Double {
    let sides = [
      points[max(0, index - reach)..<index], points[(index + 1)...].prefix(reach),
    ]
    return sides.filter { $0.count > 1 }.map { abs(points[index] - Median.of($0)) }.min() ?? 0
  }
}
