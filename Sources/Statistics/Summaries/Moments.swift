/// Mean, middle and spread of numbers, in one or two passes over them.
///
/// The numbers are finite and already in memory; anything that can be iterated twice will do, so that
/// integers need no copy: `Moments.mean(of: durations.lazy.map(Double.init))`.
public enum Moments {
  /// The arithmetic mean, by compensated summation; O(n).
  ///
  /// - Parameter values: finite.
  /// - Returns: the mean, or `nil` of no values and of values too large to add up.
  @inlinable
  public static func mean(of values: some Collection<Double>) -> Double? {
    guard !values.isEmpty else { return nil }
    var sum = CompensatedSum()
    for value in values { sum.add(value) }
    let mean = sum.value / Double(values.count)
    return mean.isFinite ? mean : nil
  }

  /// The middle value, or the mean of the two in the middle; O(n log n).
  ///
  /// - Parameter values: finite, in any order.
  /// - Returns: the median, or `nil` of no values.
  public static func median(of values: [Double]) -> Double? {
    values.isEmpty ? nil : median(ofSorted: values.sorted())
  }

  /// The same, of values that are put into ascending order for it.
  ///
  /// - Parameter values: finite, in any order.
  /// - Returns: the median, or `nil` of no values.
  public static func median(sorting values: inout [Double]) -> Double? {
    if values.count > 1 { values.sort() }
    return values.isEmpty ? nil : median(ofSorted: values)
  }

  /// The median of at least one value in ascending order; halves are added, so that nothing overflows.
  static func median(ofSorted sorted: [Double]) -> Double {
    let upper = sorted[sorted.count / 2]
    return sorted.count.isMultiple(of: 2) ? sorted[sorted.count / 2 - 1] / 2 + upper / 2 : upper
  }

  /// The sample standard deviation, with n − 1 in the denominator, in two passes; O(n).
  ///
  /// - Parameter values: finite.
  /// - Returns: the deviation, 0 or above, or `nil` of fewer than two values and of values too large
  ///   to square.
  @inlinable
  public static func standardDeviation(of values: some Collection<Double>) -> Double? {
    guard values.count > 1, let mean = mean(of: values) else { return nil }
    var squares = CompensatedSum()
    for value in values { squares.add((value - mean) * (value - mean)) }
    let deviation = (squares.value / Double(values.count - 1)).squareRoot()
    return deviation.isFinite ? deviation : nil
  }
}
