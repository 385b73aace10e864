/// The median of at least one finite value.
enum Median {
  /// The median of values in any order; O(n log n).
  static func of(_ values: some Collection<Double>) -> Double {
    ofSorted(values.sorted())
  }

  /// The median of values in ascending order.
  static func ofSorted(_ sorted: [Double]) -> Double {
    precondition(!sorted.isEmpty, "expected at least one value")
    let middle = sorted.count / 2
    if !sorted.count.isMultiple(of: 2) { return sorted[middle] }
    return sorted[middle - 1] + 0.5 * (sorted[middle] - sorted[middle - 1])
  }
}
