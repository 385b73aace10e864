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

  /// The degrees of freedom of the sample: the number of measurements minus one.
  public var degreesOfFreedom: Int { count - 1 }

  /// The variance of the sample's measurements, with n − 1 in the denominator; `nil` for one
  /// measurement.
  public var variance: Double? {
    count > 1 ? sumOfSquares / Double(degreesOfFreedom) : nil
  }

  /// The median of the sample's measurements.
  public var median: Double {
    Moments.median(ofSorted: sorted)
  }

  /// The median distance of the measurements from their median, not scaled to estimate a standard deviation.
  public var medianDeviation: Double {
    let center = median
    return Moments.median(ofSorted: sorted.map { abs($0 - center) }.sorted())
  }
}
