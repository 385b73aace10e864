/// A change whose error follows Student's t distribution.
///
/// Every method below estimates the same thing, how far the candidate lies above the reference, and
/// they differ in where they take the noise from. So one type has their p-values, intervals and power.
public struct TEstimate: Sendable, Equatable {
  /// The estimated change.
  public let change: Double

  /// The standard error of the change, above 0.
  public let standardError: Double

  /// The degrees of freedom of the standard error, above 0; not necessarily whole.
  public let degreesOfFreedom: Double

  /// Creates an estimate.
  ///
  /// - Parameters:
  ///   - change: finite.
  ///   - standardError: 0 or above.
  ///   - degreesOfFreedom: above 0.
  /// - Throws: `.noSpread` when the standard error is 0, `.tooLarge` when a number is not finite.
  public init(
    change: Double, standardError: Double, degreesOfFreedom: Double
  ) throws(SampleError) {
    guard standardError != 0 else { throw .noSpread }
    guard change.isFinite, standardError.isFinite, (change / standardError).isFinite else {
      throw .tooLarge
    }
    self.change = change
    self.standardError = standardError
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The change in standard errors.
  public var t: Double { change / standardError }

  /// The two-sided p-value of there being no change.
  public var pValue: Double { min(1, 2 * distribution.probability(upTo: -abs(t))) }

  /// The one-sided p-value of there being no change upwards.
  public var pValueUpwards: Double { distribution.probability(upTo: -t) }

  /// The one-sided p-value of there being no change downwards.
  public var pValueDownwards: Double { distribution.probability(upTo: t) }

  /// The interval of the change.
  ///
  /// - Parameter confidence: above 0 and below 1.
  /// - Returns: the interval, as far down as up.
  public func interval(confidence: Double = 0.95) -> ConfidenceInterval {
    let reach = distribution.quantile((1 + confidence) / 2) * standardError
    return ConfidenceInterval(
      lower: change - reach, upper: change + reach, confidence: confidence)
  }

  /// The p-value of two one-sided tests that the change lies outside a range: small when it is proved
  /// to lie inside.
  ///
  /// It is 0.05 or less just when the interval of confidence 0.9 lies inside the range.
  ///
  /// Source: Schuirmann, "A comparison of the two one-sided tests procedure and the power approach for
  /// assessing the equivalence of average bioavailability", Journal of Pharmacokinetics and
  /// Biopharmaceutics 15 (1987).
  ///
  /// - Parameter range: the changes that count as none.
  /// - Returns: the larger of the two p-values.
  public func equivalencePValue(within range: ClosedRange<Double>) -> Double {
    let below = distribution.probability(upTo: (range.lowerBound - change) / standardError)
    let above = distribution.probability(upTo: (change - range.upperBound) / standardError)
    return max(below, above)
  }

  private var distribution: StudentT { StudentT(degreesOfFreedom: degreesOfFreedom) }
}
