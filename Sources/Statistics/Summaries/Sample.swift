/// Measurements that are numbers indeed: at least one, all finite.
///
/// What a sample is made of is checked here once, so that no estimate has to.
public struct Sample: Sendable, Equatable {
  /// The measurements, in their own order.
  public let values: [Double]

  /// The measurements, in ascending order.
  public let sorted: [Double]

  /// The arithmetic mean.
  public let mean: Double

  /// The squared distances from the mean, added up; 0 when all measurements are equal.
  public let sumOfSquares: Double

  /// Checks and sorts measurements; O(n log n).
  ///
  /// - Parameter values: in any order.
  /// - Throws: `.empty`, `.notFinite` and `.tooLarge`.
  public init(_ values: [Double]) throws(SampleError) {
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    sorted = values.sorted()
    self.values = values
    guard let least = sorted.first, let most = sorted.last else { throw .empty }
    // Equal numbers' mean may be off by a rounding error, which would pass for a tiny spread.
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

  /// How many measurements there are, at least 1.
  public var count: Int { values.count }

  /// n − 1.
  public var degreesOfFreedom: Int { count - 1 }

  /// The variance with n − 1 in the denominator; `nil` of one measurement.
  public var variance: Double? {
    count > 1 ? sumOfSquares / Double(degreesOfFreedom) : nil
  }

  /// The middle measurement, or the mean of the two in the middle.
  public var median: Double {
    Moments.median(ofSorted: sorted)
  }

  /// The median distance from the median, not scaled.
  public var medianDeviation: Double {
    let centre = median
    return Moments.median(ofSorted: sorted.map { abs($0 - centre) }.sorted())
  }
}
