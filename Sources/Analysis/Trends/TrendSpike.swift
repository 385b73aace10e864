internal import Statistics

/// A spike of a series: a single point far from the points before and after it, which agree with each other.
///
/// The point may be a wrong measurement, or a mistake that the next commit fixed.
public struct TrendSpike: Sendable, Equatable {
  /// The position, in the commit history, of the commit whose value is a spike (a single point far from its neighbors).
  public let commit: Int
  /// The value of the spike, in the metric's unit.
  public let value: Double
  /// The median of the points around the spike, without the spike, in the metric's unit.
  public let around: Double

  /// The number of points on either side.
  private static let reach = 3

  /// Creates the spike at an index.
  ///
  /// `spikes` are all spikes, which do not count as neighbors.
  init(at index: Int, of points: [TrendPoint], besides spikes: [Int]) {
    func values(_ indices: [Int]) -> [Double] {
      indices.filter { !spikes.contains($0) }.prefix(Self.reach).map { points[$0].value }
    }
    commit = points[index].commit
    value = points[index].value
    let neighbors =
      values((0..<index).suffix(2 * Self.reach).reversed())
      + values(Array((index + 1..<points.count).prefix(2 * Self.reach)))
    around = Moments.median(of: neighbors) ?? value
  }
}
