internal import Statistics

/// A single point far from its neighbours, while those agree: an odd measurement, or a commit whose
/// fault the next one mended.
public struct TrendSpike: Sendable, Equatable {
  /// The commit, by its position in the history.
  public let commit: Int
  /// The point, in the metric's unit.
  public let value: Double
  /// The median of the points around it, in the metric's unit.
  public let around: Double

  /// How many points on either side are around it.
  private static let reach = 3

  /// Takes a spike.
  ///
  /// - Parameters:
  ///   - index: which of the points it is.
  ///   - points: oldest first.
  ///   - spikes: all of them, which are nobody's neighbours.
  init(at index: Int, of points: [TrendPoint], besides spikes: [Int]) {
    func values(_ indices: [Int]) -> [Double] {
      indices.filter { !spikes.contains($0) }.prefix(Self.reach).map { points[$0].value }
    }
    commit = points[index].commit
    value = points[index].value
    let neighbours =
      values((0..<index).suffix(2 * Self.reach).reversed())
      + values(Array((index + 1..<points.count).prefix(2 * Self.reach)))
    around = Moments.median(of: neighbours) ?? value
  }
}
