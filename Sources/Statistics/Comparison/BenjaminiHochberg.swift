/// Benjamini and Hochberg's adjustment of p-values for their number.
///
/// Keeping the adjusted values up to q keeps the share of false ones among them at q on average.
///
/// Source: Benjamini, Hochberg, "Controlling the false discovery rate", Journal of the Royal
/// Statistical Society B 57 (1995).
public enum BenjaminiHochberg {
  /// Adjusts p-values; O(n log n).
  ///
  /// - Parameter pValues: of all tests that were made, whatever they gave.
  /// - Returns: the adjusted values in the same order, none below its p-value, none above 1.
  /// - Throws: `.notAProbability` for one that is not within 0 to 1.
  public static func adjusted(_ pValues: [Double]) throws(SampleError) -> [Double] {
    if let index = pValues.firstIndex(where: { !($0 >= 0 && $0 <= 1) }) {
      throw .notAProbability(index: index)
    }
    let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
    var adjusted = pValues
    var least = 1.0
    for (place, index) in order.enumerated().reversed() {
      least = min(least, pValues[index] * Double(pValues.count) / Double(place + 1))
      adjusted[index] = least
    }
    return adjusted
  }
}
