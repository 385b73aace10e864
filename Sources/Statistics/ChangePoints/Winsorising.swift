/// Clips values that are far from their median, so that spikes stay on their side but lose their
/// distance.
struct Winsorising {
  let median: Double
  /// The clipped values, in the original order.
  let values: [Double]

  /// Clips values at a distance from their median; O(n log n).
  init(_ values: some Collection<Double>, reach: Double) {
    let median = Median.of(values)
    self.median = median
    self.values = values.map { min(max($0, median - reach), median + reach) }
  }
}
