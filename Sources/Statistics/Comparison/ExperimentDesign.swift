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
