/// Values with those cut off that lie far from their median, so that spikes keep their side and lose
/// their reach.
struct Winsorising {
  let median: Double
  /// In the order of the values.
  let values: [Double]

  /// Values cut off at a distance from their median; O(n log n).
  init(_ values: some Collection<Double>, reach: Double) {
    let median = Median.of(values)
    self.median = median
    self.values = values.map { min(max($0, median - reach), median + reach) }
  }
}
