/// A quantile of sorted values by Hyndman and Fan's type 7, the formula that spreadsheets, R and NumPy use by default.
///
///     Quantile.ofSorted([10, 20, 30], at: 0.75)  // 25
///
/// The result is between two neighbors of the sorted values, or equal to one. This type computes
/// only their positions, so that values can be stored in any form.
///
/// Source: Hyndman, Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996).
public struct Quantile: Sendable, Equatable {
  /// The index of the value just below the quantile, or at it, among the sorted values, from 0.
  public let lower: Int

  /// The index just above the quantile among the sorted values, at most the last.
  public let upper: Int

  /// The position of the quantile between the value below it (0) and the value above it (1), from 0 to below 1.
  public let weight: Double

  /// Computes between which two of several sorted values the quantile for a given probability lies.
  ///
  /// `probability` is 0 to 1, where 0.5 is the median; `count` is at least 1.
  public init(_ probability: Double, count: Int) {
    precondition((0...1).contains(probability), "expected a probability from 0 to 1")
    precondition(count > 0, "expected at least one value")
    let position = probability * Double(count - 1)
    lower = Int(position)
    upper = min(lower + 1, count - 1)
    weight = position - Double(lower)
  }

  /// Interpolates the quantile between the value below it and the value above it.
  public func value(between first: Double, and second: Double) -> Double {
    first + weight * (second - first)
  }

  /// The quantile of finite values in ascending order; `nil` for no values.
  public static func ofSorted(_ values: [Double], at probability: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let quantile = Quantile(probability, count: values.count)
    return quantile.value(between: values[quantile.lower], and: values[quantile.upper])
  }
}

/// The median of at least one finite value.
enum Median {
  /// The median of values in any order; O(n log n).
  static func of(_ values: some Collection<Double>) -> Double {
    ofSorted(values.sorted())
  }

  /// The median of a few values in any order, without memory for them; O(n²).
  static func ofFew(_ values: ArraySlice<Double>) -> Double {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: values.count) { sorted in
      for (count, value) in values.enumerated() {
        var place = count
        while place > 0, sorted[place - 1] > value {
          sorted[place] = sorted[place - 1]
          place -= 1
        }
        sorted[place] = value
      }
      return ofSorted(sorted)
    }
  }

  /// The median of values in ascending order.
  static func ofSorted<Values: RandomAccessCollection>(_ sorted: Values) -> Double
  where Values.Element == Double, Values.Index == Int {
    precondition(!sorted.isEmpty, "expected at least one value")
    let middle = sorted.count / 2
    if !sorted.count.isMultiple(of: 2) { return sorted[middle] }
    return sorted[middle - 1] + 0.5 * (sorted[middle] - sorted[middle - 1])
  }
}
