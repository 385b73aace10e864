/// One or more finite measurements, checked and sorted for the use in statistical tests.
///
/// The values are checked here once, so that no estimator has to.
public struct Sample: Sendable, Equatable {
  /// The measurements of the sample, in their original order.
  public let values: [Double]

  /// The measurements of the sample, in ascending order.
  public let sorted: [Double]

  /// The arithmetic mean of the sample's measurements.
  public let mean: Double

  /// The sum of the squared distances of the measurements from their mean; 0 if all are equal.
  public let sumOfSquares: Double

  /// Creates a sample: checks that the measurements are finite, and sorts them; O(n log n).
  ///
  /// - Throws: `.empty`, `.notFinite` or `.tooLarge`.
  public init(_ values: [Double]) throws(SampleError) {
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    sorted = values.sorted()
    self.values = values
    guard let least = sorted.first, let most = sorted.last else { throw .empty }
    // The mean of equal numbers may have a rounding error, which would look like a tiny spread.
    guard least < most else {
      mean = least
      sumOfSquares = 0
      return
    }
    guard let mean = Moments.mean(of: values),
      let deviation = Moments.standardDeviation(of: values)
    else { throw .tooLarge }
    self.mean = mean
    sumOfSquares = deviation * deviation * Double(values.count - 1)
    if !sumOfSquares.isFinite { throw .tooLarge }
  }

  /// The number of measurements in the sample, at least 1.
  public var count: Int { values.count }

  public var degreesOfFreedom: Int { count - 1 }

  /// The variance of the sample's measurements, with n − 1 in the denominator; `nil` for one
  /// measurement.
  public var variance: Double? {
    count > 1 ? sumOfSquares / Double(degreesOfFreedom) : nil
  }

  public var median: Double {
    Moments.median(ofSorted: sorted)
  }

  /// The median distance of the measurements from their median, not scaled to estimate a standard deviation.
  public var medianDeviation: Double {
    let center = median
    return Moments.median(ofSorted: sorted.map { abs($0 - center) }.sorted())
  }
}

/// The reasons why measurements do not allow a statistical estimate.
public enum SampleError: Error, Sendable, Equatable {
  case empty
  /// The measurement at an index, from 0, is infinite or not a number.
  case notFinite(index: Int)
  /// The measurement at an index, from 0, is 0 or below, which has no logarithm.
  case notPositive(index: Int, value: Double)
  /// The measurements are so large that a sum or a square of them may overflow.
  case tooLarge
  /// There are fewer measurements, groups or sessions than the method needs.
  case tooFew(count: Int, needed: Int)
  /// The measurements from which the noise would be estimated do not vary.
  case noSpread
  /// The two sides of a paired comparison differ in length.
  case unpaired(reference: Int, candidate: Int)
  /// The p-value at an index, from 0, is not within 0 to 1.
  case notAProbability(index: Int)
}

/// A range that contains the true value with a given confidence.
public struct ConfidenceInterval: Sendable, Equatable {
  public let lower: Double

  /// The upper end of the confidence interval, not below the lower.
  public let upper: Double

  /// The confidence level, such as 0.95: of all intervals that are computed in this way, at least this share contains
  /// the true value.
  public let confidence: Double

  public init(lower: Double, upper: Double, confidence: Double) {
    self.lower = lower
    self.upper = upper
    self.confidence = confidence
  }

  /// Whether a value is within the confidence interval, ends included.
  public func contains(_ value: Double) -> Bool {
    lower <= value && value <= upper
  }

  /// Whether the whole confidence interval is inside a range, and touches neither of its ends.
  public func isInside(_ range: ClosedRange<Double>) -> Bool {
    range.lowerBound < lower && upper < range.upperBound
  }

  /// The confidence interval after an increasing function converts both ends, such as from
  /// logarithms to values.
  public func map(_ change: (Double) -> Double) -> ConfidenceInterval {
    ConfidenceInterval(lower: change(lower), upper: change(upper), confidence: confidence)
  }
}
