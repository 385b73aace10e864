/// How the error of a comparison shrinks as it is repeated.
///
/// With n repetitions, the variance of the estimated change is that of one repetition times
/// (sides ÷ n + fixedShare), and its degrees of freedom are fixed + gained·(n − 1).
public struct ExperimentDesign: Sendable, Equatable {
  /// How many sides are repeated: 2 for two samples, 1 for pairs and for new points of a series.
  public let sides: Double
  /// The variance that no repetition takes away, in variances of one repetition.
  public let fixedShare: Double
  /// The degrees of freedom that are there without repetition.
  public let fixedFreedom: Double
  /// The degrees of freedom that each repetition after the first adds.
  public let gainedFreedom: Double

  /// Two samples with n runs each.
  ///
  /// - Parameter borrowed: degrees of freedom of a noise that is known already.
  /// - Returns: the design.
  public static func twoSamples(borrowed: Double = 0) -> ExperimentDesign {
    ExperimentDesign(sides: 2, fixedShare: 0, fixedFreedom: borrowed, gainedFreedom: 2)
  }

  /// n sessions that give a difference each.
  public static let pairs = ExperimentDesign(
    sides: 1, fixedShare: 0, fixedFreedom: 0, gainedFreedom: 1)

  /// Two samples with n runs each, judged by a noise that is not measured anew.
  ///
  /// - Parameter freedom: the noise's degrees of freedom.
  /// - Returns: the design.
  public static func pooled(freedom: Double) -> ExperimentDesign {
    ExperimentDesign(sides: 2, fixedShare: 0, fixedFreedom: freedom, gainedFreedom: 0)
  }

  /// n new points, judged by a prediction interval.
  ///
  /// - Parameter points: of the series so far, at least 2.
  /// - Returns: the design.
  public static func prediction(points: Int) -> ExperimentDesign {
    ExperimentDesign(
      sides: 1, fixedShare: 1 / Double(points), fixedFreedom: Double(points - 1), gainedFreedom: 0)
  }

  /// The smallest change that would be seen with a probability of 0.8 at a level of 0.05.
  ///
  /// - Parameters:
  ///   - repetitions: at least 1.
  ///   - deviation: the noise of one repetition, above 0.
  /// - Returns: the change, or `nil` without degrees of freedom.
  public func smallestDetectableChange(repetitions: Int, deviation: Double) -> Double? {
    let freedom = degreesOfFreedom(repetitions)
    guard freedom > 0, let effect = Power.smallestEffect(degreesOfFreedom: freedom) else {
      return nil
    }
    return effect * deviation * errorShare(repetitions)
  }

  /// The fewest repetitions that see a change with a probability of 0.8 at a level of 0.05.
  ///
  /// - Parameters:
  ///   - change: above 0.
  ///   - deviation: the noise of one repetition, above 0.
  /// - Returns: at least 1, or `nil` when 10,000 are not enough.
  public func repetitionsNeeded(toSee change: Double, deviation: Double) -> Int? {
    let isEnough = { repetitions in
      let effect = change / (deviation * errorShare(repetitions))
      return isSeen(min(effect, NoncentralT.largestNoncentrality), repetitions)
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

  private func isSeen(_ effect: Double, _ repetitions: Int) -> Bool {
    let freedom = degreesOfFreedom(repetitions)
    guard freedom > 0 else { return false }
    let power = Power.probability(ofSeeing: effect, degreesOfFreedom: freedom)
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
