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
