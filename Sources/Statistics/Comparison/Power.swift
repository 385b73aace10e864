/// The power of a two-sided t test: its probability to prove an effect by the rule of `ChangeAnswer`.
///
/// Effects and noise floors are in standard errors.
public enum Power {
  /// The probability that the interval of a t test excludes 0 and is not within ±`floor`, if the true effect has a given
  /// size.
  ///
  /// - Parameter effect: −37 to 37 or, with a higher floor, at most 37 from the floor.
  public static func probability(
    ofSeeing effect: Double, beyond floor: Double = 0, degreesOfFreedom: Double,
    level: Double = StatisticalConstants.powerLevel
  ) -> Double {
    ProvingTest(floor: floor, degreesOfFreedom: degreesOfFreedom, level: level)
      .probability(ofProving: effect)
  }

  /// The smallest true effect that a t test proves with a probability of `power`.
  ///
  /// About ten evaluations of the power.
  ///
  /// `nil` if the effect is above 37 and the floor: for a level of 0.05 and a power of 0.8, this happens only
  /// below one degree of freedom.
  public static func smallestEffect(
    beyond floor: Double = 0, degreesOfFreedom: Double, power: Double = StatisticalConstants.power,
    level: Double = StatisticalConstants.powerLevel
  ) -> Double? {
    let test = ProvingTest(floor: floor, degreesOfFreedom: degreesOfFreedom, level: level)
    let excess = { effect in test.probability(ofProving: effect) - power }
    let largest = max(NoncentralT.largestNoncentrality, floor)
    var high = max(min(largest, test.critical + 1), floor)
    while excess(high) < 0 {
      guard high < largest else { return nil }
      high = min(largest, high * 1.5)
    }
    return root(of: excess, from: max(0, floor - NoncentralT.largestNoncentrality), to: high)
  }

  /// The zero of an increasing function, by the Illinois variant of the false position method: an
  /// end that stays twice is halved, so that it does not stay forever.
  private static func root(of function: (Double) -> Double, from low: Double, to high: Double)
    -> Double
  {
    var (low, atLow) = (low, function(low))
    var (high, atHigh) = (high, function(high))
    var wasHigh: Bool?
    while high - low > 1e-13 * high {
      let next = high - atHigh * (high - low) / (atHigh - atLow)
      guard next > low, next < high else { return next }
      let value = function(next)
      guard abs(value) > 1e-14 else { return next }
      let isHigh = value > 0
      if isHigh {
        (high, atHigh) = (next, value)
        if wasHigh == true { atLow /= 2 }
      } else {
        (low, atLow) = (next, value)
        if wasHigh == false { atHigh /= 2 }
      }
      wasHigh = isHigh
    }
    return high
  }
}

/// A t test whose interval, estimate ± c·s, must exclude 0 and not be within ±floor.
///
/// For an increase, the estimate must exceed c·s and floor − c·s. The first is larger if s is at least floor ÷ 2c. Where
/// s usually is larger, the probability is that of the first condition less the cases in which only the second one
/// fails, which are integrated over s; otherwise the other way round.
private struct ProvingTest {
  let floor: Double
  let degreesOfFreedom: Double
  let critical: Double

  init(floor: Double, degreesOfFreedom: Double, level: Double) {
    self.floor = floor
    self.degreesOfFreedom = degreesOfFreedom
    critical = StudentT(degreesOfFreedom: degreesOfFreedom).quantile(1 - level / 2)
  }

  func probability(ofProving effect: Double) -> Double {
    let turn = floor / (2 * critical)
    if turn < 1 {
      let excluding =
        probability(of: effect, above: critical) + probability(of: -effect, above: critical)
      return excluding - probability(of: effect, between: 0...turn)
    }
    return probability(of: effect - floor, above: -critical)
      - probability(of: effect, between: turn...max(turn, 1 + reach))
  }

  private func probability(of effect: Double, above t: Double) -> Double {
    let largest = NoncentralT.largestNoncentrality
    let distribution = NoncentralT(
      degreesOfFreedom: degreesOfFreedom, noncentrality: min(max(effect, -largest), largest))
    return 1 - distribution.probability(upTo: t)
  }

  /// How far s may be from 1, with a probability of about 1e-12 beyond.
  private var reach: Double { 7 / degreesOfFreedom.squareRoot() }

  /// The probability that s is within a range, and the estimate between c·s and floor − c·s; by Simpson's rule.
  private func probability(of effect: Double, between range: ClosedRange<Double>) -> Double {
    let (low, high) = (max(range.lowerBound, 1 - reach), min(range.upperBound, 1 + reach))
    guard low < high else { return 0 }
    let count = 100
    let step = (high - low) / Double(count)
    let sum = (0...count).reduce(0.0) { sum, index in
      let s = low + Double(index) * step
      let ends = [critical * s, floor - critical * s].sorted()
      let share =
        Normal.probability(upTo: ends[1] - effect) - Normal.probability(upTo: ends[0] - effect)
      let weight = index == 0 || index == count ? 1.0 : index.isMultiple(of: 2) ? 2 : 4
      return sum + weight * share * density(at: s)
    }
    return sum * step / 3
  }

  /// The density of s, the estimated standard error divided by the true one: that of χ ÷ √ν.
  private func density(at s: Double) -> Double {
    guard s > 0 else { return 0 }
    let half = degreesOfFreedom / 2
    return 2
      * (half * half.logarithm - GammaFunction.logarithm(half)
      + (degreesOfFreedom - 1) * s.logarithm - half * s * s).exponential
  }
}

extension TEstimate {
  /// The smallest change that a comparison by t test would have detected with a probability of 0.8; `nil` with too few
  /// degrees of freedom.
  public func smallestDetectableChange(
    beyond floor: Double = 0, level: Double = StatisticalConstants.powerLevel
  ) -> Double? {
    Power.smallestEffect(
      beyond: floor / standardError, degreesOfFreedom: degreesOfFreedom, level: level
    ).map { $0 * standardError }
  }
}

/// The design of an experiment: how the error of a comparison decreases with the number of repetitions, such as runs.
///
/// With n repetitions, the variance of the change is the variance of one repetition times (sides ÷
/// n + fixedShare). Its degrees of freedom are fixed + gained·(n − 1).
public struct ExperimentDesign: Sendable, Equatable {
  /// The number of samples to which each repetition adds a value: 2 if two samples are compared, 1 for pairs and for
  /// new points of a series.
  public let sides: Double
  /// The part of the comparison's variance that further repetitions do not reduce, divided by the variance of one
  /// repetition.
  public let fixedShare: Double
  /// The degrees of freedom that the comparison has before any repetition, because its noise is partly known.
  public let fixedFreedom: Double
  /// The degrees of freedom that each repetition after the first adds to the comparison.
  public let gainedFreedom: Double

  /// The design of an experiment that compares two samples: how the standard error of the change decreases with the
  /// number of runs in each sample.
  ///
  /// `borrowed` is the degrees of freedom of noise that is already known.
  public static func twoSamples(borrowed: Double = 0) -> ExperimentDesign {
    ExperimentDesign(sides: 2, fixedShare: 0, fixedFreedom: borrowed, gainedFreedom: 2)
  }

  /// The design of an experiment in which each measurement session measures both reference and candidate: how the
  /// standard error of the change decreases with the number of sessions.
  public static let pairs = ExperimentDesign(
    sides: 1, fixedShare: 0, fixedFreedom: 0, gainedFreedom: 1)

  /// The design of an experiment with two samples whose noise is known from other measurements, such as those of other
  /// versions of the program.
  ///
  /// `freedom` is the degrees of freedom of that noise.
  public static func pooled(freedom: Double) -> ExperimentDesign {
    ExperimentDesign(sides: 2, fixedShare: 0, fixedFreedom: freedom, gainedFreedom: 0)
  }

  /// The design of an experiment that compares new points of a series with at least 2 earlier points: how the standard
  /// error decreases with the number of new points.
  public static func prediction(points: Int) -> ExperimentDesign {
    ExperimentDesign(
      sides: 1, fixedShare: 1 / Double(points), fixedFreedom: Double(points - 1), gainedFreedom: 0)
  }

  /// The smallest change that the experiment detects with a probability of 0.8 at a significance level of 0.05; `nil`
  /// with too few degrees of freedom.
  ///
  /// - Parameter deviation: the noise of one repetition, above 0.
  public func smallestDetectableChange(repetitions: Int, deviation: Double) -> Double? {
    let freedom = degreesOfFreedom(repetitions)
    guard freedom > 0, let effect = Power.smallestEffect(degreesOfFreedom: freedom) else {
      return nil
    }
    return effect * deviation * errorShare(repetitions)
  }

  /// The smallest number of repetitions with which the experiment proves a change with a probability of 0.8; `nil` if
  /// over 10,000.
  ///
  /// - Parameters:
  ///   - change: above 0.
  ///   - floor: the noise floor beyond which the interval must reach.
  ///   - deviation: the noise of one repetition, above 0.
  public func repetitionsNeeded(
    toSee change: Double, beyond floor: Double = 0, deviation: Double,
    level: Double = StatisticalConstants.powerLevel
  ) -> Int? {
    let isEnough = { repetitions in
      let error = deviation * errorShare(repetitions)
      return isSeen(change / error, beyond: floor / error, repetitions, level)
    }
    var (low, high) = (0, 1)
    while !isEnough(high) {
      guard high < StatisticalConstants.mostProposedRuns else { return nil }
      (low, high) = (high, min(2 * high, StatisticalConstants.mostProposedRuns))
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }

  private func isSeen(
    _ effect: Double, beyond floor: Double, _ repetitions: Int, _ level: Double
  ) -> Bool {
    let freedom = degreesOfFreedom(repetitions)
    guard freedom > 0 else { return false }
    let power = Power.probability(
      ofSeeing: effect, beyond: floor, degreesOfFreedom: freedom, level: level)
    return power >= StatisticalConstants.power
  }

  private func degreesOfFreedom(_ repetitions: Int) -> Double {
    fixedFreedom + gainedFreedom * Double(repetitions - 1)
  }

  /// The standard error, in deviations of one repetition.
  private func errorShare(_ repetitions: Int) -> Double {
    (sides / Double(repetitions) + fixedShare).squareRoot()
  }
}
