/// The mean of a few measurements, with its confidence interval by Student's t.
///
/// The interval is valid if the measurements are independent and roughly normal. It does not
/// include the effect that runs of one session share.
public struct MeanInterval: Sendable, Equatable {
  /// The mean of the measurements.
  public let mean: Double

  /// The lower end of the confidence interval for the mean.
  public let lower: Double

  /// The upper end of the confidence interval for the mean.
  public let upper: Double

  /// The confidence of the interval: the share of such intervals that contain the true mean, such as 0.95.
  public let confidence: Double

  /// The number of measurements whose mean was estimated, at least 2.
  public let count: Int

  /// Estimates the mean of measurements with its interval; `nil` for fewer than two values, or for
  /// values too large to square.
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
