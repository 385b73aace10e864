/// The distribution of the sum of normal observations at a look, of experiments that no look has stopped.
///
/// Time runs from 0 to 1, and the sum at time t has a variance of t.
struct UndecidedPath {
  let time: Double
  /// The points of the integral, and the density at each times its weight.
  private var points: [(sum: Double, weight: Double)] = []

  private static let intervals = 120
  /// The range of sums that count, in standard deviations: smaller ones hardly ever come back to the limit.
  private static let reach = (down: 5.0, up: 8.0)
  /// Gregory's weights at both ends of a range.
  private static let endWeights = [3.0 / 8, 7.0 / 6, 23.0 / 24]

  var share: Double { points.reduce(0) { $0 + $1.weight } }

  /// Experiments whose sum is above a limit stop.
  ///
  /// - Parameter drift: the mean of the sum at time 1.
  init(at time: Double, below limit: Double, drift: Double = 0, after before: UndecidedPath?) {
    let bottom = min(drift * time, limit) - Self.reach.down * time.squareRoot()
    self.init(at: time, from: bottom, to: limit) { sum in
      before?.density(at: sum, time: time, drift: drift)
        ?? Self.density(sum - drift * time, deviation: time.squareRoot())
    }
  }

  /// Experiments stop if the distance of their sum from 0, which is also its mean, is below a limit.
  ///
  /// The sums are distances.
  init(at time: Double, beyond limit: Double, after before: UndecidedPath?) {
    let bottom = max(limit, 0)
    let top = bottom + Self.reach.down * time.squareRoot()
    self.init(at: time, from: bottom, to: top) { sum in
      before.map { $0.density(at: sum, time: time) + $0.density(at: -sum, time: time) }
        ?? 2 * Self.density(sum, deviation: time.squareRoot())
    }
  }

  private init(
    at time: Double, from bottom: Double, to top: Double, density: (Double) -> Double
  ) {
    self.time = time
    let step = (top - bottom) / Double(Self.intervals)
    points = (0...Self.intervals).map { index in
      let sum = bottom + Double(index) * step
      let fromEnd = min(index, Self.intervals - index)
      let weight = fromEnd < Self.endWeights.count ? Self.endWeights[fromEnd] : 1
      return (sum, step * weight * density(sum))
    }
  }

  /// The limit that stops a share of all experiments.
  static func limit(at time: Double, stopping share: Double, after before: UndecidedPath?) -> Double
  {
    let deviation = time.squareRoot()
    var (low, high) = (-reach.down * deviation, reach.up * deviation)
    while high - low > 1e-10 {
      let limit = (low + high) / 2
      let above =
        before?.probability(above: limit, at: time)
        ?? Normal.probability(above: limit / deviation)
      if above > share { low = limit } else { high = limit }
    }
    return (low + high) / 2
  }

  private func probability(above limit: Double, at later: Double) -> Double {
    let deviation = (later - time).squareRoot()
    var probability = 0.0
    for point in points {
      let distance = (limit - point.sum) / deviation
      if distance < Self.reach.up {
        probability += point.weight * Normal.probability(above: distance)
      }
    }
    return probability
  }

  private func density(at value: Double, time later: Double, drift: Double = 0) -> Double {
    let deviation = (later - time).squareRoot()
    let value = value - drift * (later - time)
    var density = 0.0
    for point in points where abs(value - point.sum) < Self.reach.up * deviation {
      density += point.weight * Self.density(value - point.sum, deviation: deviation)
    }
    return density
  }

  private static func density(_ value: Double, deviation: Double) -> Double {
    let distance = value / deviation
    return (-distance * distance / 2).exponential / (deviation * 2.5066282746310002)
  }
}

/// The one-sided significance levels of a test that is repeated as the data grows; they limit the error of all
/// repetitions together.
///
///     let spending = ErrorSpending(error: 0.025, looks: 3...8)
///     spending.level(at: 8)  // 0.0164: the level of the last look
///
/// At time t, a fraction of all observations, t^1.5 of the error is spent. Early looks get less of it than late ones,
/// but enough to stop at a change that is much larger than planned. Recursive integration turns shares into levels.
///
/// Sources: Kim and DeMets, "Design and analysis of group sequential tests based on the type I error spending rate
/// function", Biometrika 74 (1987), for the shares; Armitage, McPherson and Rowe, "Repeated significance tests on
/// accumulating data", Journal of the Royal Statistical Society A 132 (1969), for the integration.
public struct ErrorSpending: Sendable, Equatable {
  /// The numbers of observations after which the test is made; the last one ends the experiment.
  public let looks: ClosedRange<Int>
  private let levels: [Double]

  /// Computes the levels with about 20,000 exponential functions per look.
  ///
  /// - Parameters:
  ///   - error: the probability of a wrong result over all looks, above 0 and below 1.
  ///   - looks: the numbers of observations, from 1.
  public init(error: Double, looks: ClosedRange<Int>) {
    precondition(error > 0 && error < 1, "expected a probability of a false answer from 0 to 1")
    precondition(
      looks.lowerBound > 0,
      "expected every look of a sequential test to have at least one observation")
    self.looks = looks
    var path: UndecidedPath?
    var spent = 0.0
    levels = looks.map { look in
      let time = Double(look) / Double(looks.upperBound)
      let total = error * time * time.squareRoot()
      let limit = UndecidedPath.limit(at: time, stopping: total - spent, after: path)
      path = UndecidedPath(at: time, below: limit, after: path)
      spent = total
      return Normal.probability(above: limit / time.squareRoot())
    }
  }

  /// The one-sided significance level of the repeated test after a number of observations that is one of the `looks`.
  public func level(at look: Int) -> Double { levels[look - looks.lowerBound] }
}
