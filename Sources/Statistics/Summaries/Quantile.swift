/// A quantile of sorted values: Hyndman and Fan's type 7, which spreadsheets, R and NumPy use.
///
/// It lies between two neighbours of the sorted values, or on one of them. Only the place is computed
/// here, so that the values can be kept in whatever form suits them.
///
/// Source: Hyndman, Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996).
public struct Quantile: Sendable, Equatable {
  /// Position of the lower neighbour, from 0.
  public let lower: Int

  /// Position of the upper neighbour; the lower one again at the end.
  public let upper: Int

  /// How far the quantile lies from the lower to the upper neighbour, 0 up to 1.
  public let weight: Double

  /// Finds the place of a quantile.
  ///
  /// - Parameters:
  ///   - probability: 0 to 1; 0.5 is the median.
  ///   - count: how many values there are, at least 1.
  public init(_ probability: Double, count: Int) {
    precondition((0...1).contains(probability), "a probability is 0 to 1")
    precondition(count > 0, "a quantile needs a value")
    let position = probability * Double(count - 1)
    lower = Int(position)
    upper = min(lower + 1, count - 1)
    weight = position - Double(lower)
  }

  /// The quantile between the values at its two neighbours.
  ///
  /// - Parameters:
  ///   - first: the value at `lower`.
  ///   - second: the value at `upper`.
  /// - Returns: the value at `weight` between them.
  public func value(between first: Double, and second: Double) -> Double {
    first + weight * (second - first)
  }

  /// The quantile of sorted values.
  ///
  /// - Parameters:
  ///   - values: finite, in ascending order.
  ///   - probability: 0 to 1.
  /// - Returns: the quantile, or `nil` of no values.
  public static func ofSorted(_ values: [Double], at probability: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let quantile = Quantile(probability, count: values.count)
    return quantile.value(between: values[quantile.lower], and: values[quantile.upper])
  }
}
