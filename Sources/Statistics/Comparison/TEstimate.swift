/// An estimated change between two samples, whose error follows Student's t distribution.
///
/// Its static methods estimate the same change, of the candidate from the reference. They differ in
/// the source of the noise. So this one type computes p-values, intervals and power.
public struct TEstimate: Sendable, Equatable {
  /// The estimated change: the candidate's mean or value minus that of the reference.
  public let change: Double

  /// The standard error of the estimated change, above 0.
  public let standardError: Double

  /// The degrees of freedom of the standard error of the change, above 0; not necessarily whole.
  public let degreesOfFreedom: Double

  /// Creates an estimate of a change from its size, standard error and degrees of freedom.
  ///
  /// - Throws: `.noSpread` if the standard error is 0; `.tooLarge` if a number is not finite.
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

  /// The t statistic: the estimated change divided by its standard error.
  public var t: Double { change / standardError }

  /// The two-sided p-value of the estimated change, under the assumption that nothing changed.
  public var pValue: Double { min(1, 2 * distribution.probability(upTo: -abs(t))) }

  /// The one-sided p-value of the estimated change, under the assumption that the true change is 0 or a decrease.
  public var pValueUpwards: Double { distribution.probability(upTo: -t) }

  /// The one-sided p-value of the estimated change, under the assumption that the true change is 0 or an increase.
  public var pValueDownwards: Double { distribution.probability(upTo: t) }

  /// The confidence interval of the change, symmetric around the estimated change.
  public func interval(confidence: Double = 0.95) -> ConfidenceInterval {
    let reach = distribution.quantile((1 + confidence) / 2) * standardError
    return ConfidenceInterval(
      lower: change - reach, upper: change + reach, confidence: confidence)
  }

  private var distribution: StudentT { StudentT(degreesOfFreedom: degreesOfFreedom) }
}
