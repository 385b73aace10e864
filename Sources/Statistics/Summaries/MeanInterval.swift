/// The mean of a few measurements, and how far it is to be trusted.
///
/// Student's t interval: right when the measurements are independent and roughly normal. Runs of one
/// session share an effect that this interval does not know of.
public struct MeanInterval: Sendable, Equatable {
  /// The mean.
  public let mean: Double

  /// Lower end of the interval.
  public let lower: Double

  /// Upper end of the interval.
  public let upper: Double

  /// How often such intervals hold the true mean, such as 0.95.
  public let confidence: Double

  /// Number of measurements, at least 2.
  public let count: Int

  /// Estimates the mean of measurements; `nil` of fewer than two values, or of values too large.
  ///
  /// - Parameters:
  ///   - values: finite.
  ///   - confidence: above 0 and below 1.
  public init?(of values: [Double], confidence: Double = 0.95) {
    guard let mean = Moments.mean(of: values),
      let deviation = Moments.standardDeviation(of: values)
    else { return nil }
    let t = StudentT(degreesOfFreedom: Double(values.count - 1)).quantile((1 + confidence) / 2)
    let reach = t * deviation / Double(values.count).squareRoot()
    self.mean = mean
    self.lower = mean - reach
    self.upper = mean + reach
    self.confidence = confidence
    self.count = values.count
  }
}
