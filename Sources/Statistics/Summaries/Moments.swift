/// Mean, median and standard deviation of finite numbers.
///
/// For the mean and the standard deviation, any collection that can be iterated twice works, so integers need no copy:
/// `Moments.mean(of: durations.lazy.map(Double.init))`.
public enum Moments {
  /// The arithmetic mean of numbers, by compensated summation; `nil` for no values, or if the sum
  /// overflows.
  ///
  /// O(n).
  @inlinable
  public static func mean(of values: some Collection<Double>) -> Double? {
    guard !values.isEmpty else { return nil }
    var sum = CompensatedSum()
    for value in values { sum.add(value) }
    let mean = sum.value / Double(values.count)
    return mean.isFinite ? mean : nil
  }

  /// The median of numbers in any order; `nil` for no values.
  ///
  /// O(n log n).
  public static func median(of values: [Double]) -> Double? {
    values.isEmpty ? nil : median(ofSorted: values.sorted())
  }

  /// The median of the numbers in a buffer, which this function sorts in place; `nil` for no values.
  public static func median(sorting values: UnsafeMutableBufferPointer<Double>) -> Double? {
    var values = values
    if values.count > fewValues { values.sort() } else { sortFew(values) }
    guard !values.isEmpty else { return nil }
    return median(ofSorted: values)
  }

  /// Up to this count, insertion sort is faster.
  private static let fewValues = 8

  /// Insertion sort without unpredictable branches; O(n²).
  private static func sortFew(_ values: UnsafeMutableBufferPointer<Double>) {
    for end in values.indices.dropFirst() {
      var carried = values[end]
      for place in 0..<end {
        let other = values[place]
        let isLess = carried < other
        values[place] = isLess ? carried : other
        carried = isLess ? other : carried
      }
      values[end] = carried
    }
  }

  /// The median of at least one value in ascending order.
  ///
  /// It adds halves, so that nothing overflows.
  @inline(__always)
  static func median<Values: RandomAccessCollection>(ofSorted sorted: Values) -> Double
  where Values.Element == Double, Values.Index == Int {
    let upper = sorted[sorted.count / 2]
    return sorted.count.isMultiple(of: 2) ? sorted[sorted.count / 2 - 1] / 2 + upper / 2 : upper
  }

  /// The sample standard deviation of numbers, with n − 1 in the denominator; `nil` for fewer than
  /// two values, or if a square overflows.
  ///
  /// Two passes, O(n); one if the caller knows the mean.
  @inlinable
  public static func standardDeviation(
    of values: some Collection<Double>, mean known: Double? = nil
  ) -> Double? {
    guard values.count > 1, let mean = known ?? mean(of: values) else { return nil }
    var squares = CompensatedSum()
    for value in values { squares.add((value - mean) * (value - mean)) }
    let deviation = (squares.value / Double(values.count - 1)).squareRoot()
    return deviation.isFinite ? deviation : nil
  }
}

/// A sum of floating-point numbers that corrects its rounding errors, so that the precision does not depend on how many
/// numbers are added.
///
/// Knuth's two-sum: the exact error of each addition is added at the end.
public struct CompensatedSum: Sendable {
  @usableFromInline var sum = 0.0
  @usableFromInline var errors = 0.0

  /// Creates a floating-point sum without numbers, which is 0.
  @inlinable
  public init() {}

  /// The sum of the numbers that were added so far, with the rounding errors corrected.
  @inlinable
  public var value: Double { sum + errors }

  /// Adds a finite floating-point number to the sum, and records the rounding error of the addition.
  @inlinable
  public mutating func add(_ term: Double) {
    let next = sum + term
    let taken = next - sum
    errors += (sum - (next - taken)) + (term - taken)
    sum = next
  }
}

/// The mean of a few measurements, with its confidence interval by Student's t.
///
/// The interval is valid if the measurements are independent and roughly normal. It does not
/// include the effect that runs of one session share.
public struct MeanInterval: Sendable, Equatable {
  public let mean: Double

  public let lower: Double

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

extension Moments {
  /// The variance of the median of `count` independent standard normal numbers: the part of the
  /// noise that remains in the median of several runs.
  ///
  /// Exact for one and two; for more within 0.5% of the integral over the distribution of the middle
  /// numbers. For many it tends to π / 2 divided by their number.
  ///
  /// Source: David, Nagaraja, "Order Statistics" (2003), sections 3.1 and 10.2; the correction was fitted
  /// to the integrals for 3 to 50 numbers.
  public static func medianVariance(count: Int) -> Double {
    precondition(count > 0, "expected at least one number")
    guard count > 2 else { return 1 / Double(count) }
    let number = Double(count)
    let correction =
      count.isMultiple(of: 2)
      ? 3 - Double.pi / 2 - 0.72 / number : 2 - Double.pi / 2 + 0.24 / number
    return Double.pi / 2 / (number + correction)
  }
}
