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
  /// Two passes, O(n).
  @inlinable
  public static func standardDeviation(of values: some Collection<Double>) -> Double? {
    guard values.count > 1, let mean = mean(of: values) else { return nil }
    var squares = CompensatedSum()
    for value in values { squares.add((value - mean) * (value - mean)) }
    let deviation = (squares.value / Double(values.count - 1)).squareRoot()
    return deviation.isFinite ? deviation : nil
  }
}
