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
  public static func median(sorting values: UnsafeMutableBufferPointer<Double>) -> Double? {
    var values = values
    if values.count > fewValues { values.sort() } else { sortFew(values) }
    guard !values.isEmpty else { return nil }
    return median(ofSorted: values)
  }

  /// As many as are put in order faster one by one.
  private static let fewValues = 8

  /// Puts values into ascending order by inserting one after the other, without asking which way to go; O(n²).
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

  /// The median of at least one value in ascending order; halves are added, so that nothing overflows.
  @inline(__always)
  static func median<Values: RandomAccessCollection>(ofSorted sorted: Values) -> Double
  where Values.Element == Double, Values.Index == Int {
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
