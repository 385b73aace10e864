/// The one-sided significance levels of a test that is repeated as the data grows; they limit the error of all
/// repetitions together.
///
///     let spending = ErrorSpending(error: 0.025, looks: 3...8)
///     spending.level(at: 8)  // 0.0194: the level of the last look
///
/// The share of the error that is spent up to a look is 2 − 2Φ(z ÷ √t), small at early looks as in O'Brien and
/// Fleming's design. Recursive integration turns shares into levels.
///
/// Sources: Lan and DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70 (1983), for the shares;
/// Armitage, McPherson and Rowe, "Repeated significance tests on accumulating data", Journal of the Royal Statistical
/// Society A 132 (1969), for the integration.
public struct ErrorSpending: Sendable, Equatable {
  /// The numbers of observations after which the test is made; the last one ends the experiment.
  public let looks: ClosedRange<Int>
  private let levels: [Double]

  /// Computes the significance level of a repeated test for each time that the test is made, with about 20,000
  /// exponential functions for each time.
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
    let z = Normal.quantile(1 - error / 2)
    var path: UndecidedPath?
    var spent = 0.0
    levels = looks.map { look in
      let time = Double(look) / Double(looks.upperBound)
      let total = 2 * Normal.probability(above: z / time.squareRoot())
      let next = UndecidedPath(at: time, stopping: total - spent, after: path)
      spent = total
      path = next
      return Normal.probability(above: next.limit / time.squareRoot())
    }
  }

  /// The one-sided significance level of the repeated test after a number of observations that is one of the `looks`.
  public func level(at look: Int) -> Double { levels[look - looks.lowerBound] }
}

/// The distribution of the sum of normal observations at a look, of experiments that no look has stopped.
///
/// Time runs from 0 to 1, and the sum at time t has a variance of t.
private struct UndecidedPath {
  let time: Double
  /// Experiments with a larger sum stop.
  private(set) var limit = 0.0
  /// The points of the integral, and the density at each times its weight.
  private var points: [(sum: Double, weight: Double)] = []

  private static let intervals = 120
  /// The range of sums that count, in standard deviations: smaller ones hardly ever come back to the limit.
  private static let reach = (down: 5.0, up: 8.0)
  /// Gregory's weights at both ends of a range.
  private static let endWeights = [3.0 / 8, 7.0 / 6, 23.0 / 24]

  /// Finds the limit that stops a share of all experiments at this look.
  init(at time: Double, stopping share: Double, after before: UndecidedPath?) {
    self.time = time
    let deviation = time.squareRoot()
    var (low, high) = (-Self.reach.down * deviation, Self.reach.up * deviation)
    let bottom = low
    while high - low > 1e-10 {
      limit = (low + high) / 2
      let above =
        before?.probability(above: limit, at: time)
        ?? Normal.probability(above: limit / deviation)
      if above > share { low = limit } else { high = limit }
    }
    let step = (limit - bottom) / Double(Self.intervals)
    for index in 0...Self.intervals {
      let sum = bottom + Double(index) * step
      let fromEnd = min(index, Self.intervals - index)
      let weight = fromEnd < Self.endWeights.count ? Self.endWeights[fromEnd] : 1
      let density =
        before?.density(at: sum, time: time) ?? Self.density(sum, deviation: deviation)
      points.append((sum, step * weight * density))
    }
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

  private func density(at value: Double, time later: Double) -> Double {
    let deviation = (later - time).squareRoot()
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
