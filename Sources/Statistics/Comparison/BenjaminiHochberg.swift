/// Benjamini and Hochberg's adjustment of p-values for multiple tests.
///
/// If changes with an adjusted p up to q are reported, a share of at most q of them is false on
/// average.
///
/// Source: Benjamini, Hochberg, "Controlling the false discovery rate", Journal of the Royal
/// Statistical Society B 57 (1995).
public enum BenjaminiHochberg {
  /// Adjusts p-values for the number of tests by Benjamini and Hochberg's method; O(n log n) for n tests.
  ///
  /// Pass the p-values of all tests that were made. The order is preserved; no adjusted value is
  /// below its p-value or above 1.
  ///
  /// - Throws: `.notAProbability` if a value is not within 0 to 1.
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
