/// A slow, steady change of a series' level since its last change point.
///
/// Sources: Mann, "Nonparametric tests against trend", Econometrica 13 (1945); Kendall, "Rank
/// correlation methods" (1975), for the variance with ties; Sen, "Estimates of the regression
/// coefficient based on Kendall's tau", Journal of the American Statistical Association 63 (1968).
public struct Drift: Sendable, Equatable {
  /// Theil and Sen's estimate of the drift per point: a fraction if values are compared by ratio,
  /// otherwise in the unit of the values.
  public let slope: Double

  /// The total drift from the first to the last tested point: a fraction if values are compared by ratio, otherwise in
  /// the unit of the values.
  public let total: Double

  /// The p-value of the drift in Mann and Kendall's test for a trend.
  public let probability: Double

  /// The number of points in which a slow drift was tested: at most the newest 400 points since the series' last change
  /// point, without spikes.
  public let count: Int

  /// Tests for drift; `nil` if it is not significant or too small, or if there are too few points.
  init?(
    within points: [Double], floor: PracticalFloor, inflation: Double,
    parameters: ChangePointDetector.Parameters
  ) {
    guard points.count >= parameters.driftPoints else { return nil }
    let probability = MannKendall(of: points).probability(inflation: inflation)
    guard probability < parameters.driftLevel else { return nil }
    let slope = Self.slope(of: points)
    let total = slope * Double(points.count - 1)
    let middle = Median.of(points)
    let share = floor.share(from: middle - total / 2, to: middle + total / 2)
    guard share >= parameters.driftFloors else { return nil }
    self.slope = floor.scale.effect(of: slope)
    self.total = floor.scale.effect(of: total)
    self.probability = probability
    count = points.count
  }

  /// The median of the slopes between all pairs of points.
  private static func slope(of points: [Double]) -> Double {
    var slopes: [Double] = []
    slopes.reserveCapacity(points.count * (points.count - 1) / 2)
    for later in points.indices {
      for earlier in 0..<later {
        slopes.append((points[later] - points[earlier]) / Double(later - earlier))
      }
    }
    return Median.of(slopes)
  }
}

/// Mann and Kendall's test for a trend.
struct MannKendall {
  /// The number of rising pairs minus the number of falling pairs.
  let balance: Int
  /// The variance of `balance` for independent points, corrected for ties.
  let variance: Double

  init(of points: [Double]) {
    var balance = 0
    for later in points.indices {
      for earlier in 0..<later {
        balance += points[later] > points[earlier] ? 1 : points[later] < points[earlier] ? -1 : 0
      }
    }
    self.balance = balance
    let ties = Self.tieSizes(of: points).map(Self.term).reduce(0, +)
    variance = (Self.term(points.count) - ties) / 18
  }

  /// The two-sided p-value, by the normal approximation with continuity correction.
  func probability(inflation: Double) -> Double {
    guard variance > 0, balance != 0 else { return 1 }
    let size = Double(abs(balance) - 1) / (variance * inflation).squareRoot()
    return min(1, 2 * Normal.probability(above: size))
  }

  private static func term(_ count: Int) -> Double {
    Double(count) * Double(count - 1) * Double(2 * count + 5)
  }

  private static func tieSizes(of points: [Double]) -> [Int] {
    var sizes: [Int] = []
    var last: Double?
    for point in points.sorted() {
      if point == last { sizes[sizes.count - 1] += 1 } else { sizes.append(1) }
      last = point
    }
    return sizes
  }
}
