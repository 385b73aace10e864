/// What a normal sample of the same size has in the place of each value: outliers keep their rank and
/// lose their reach.
///
/// Blom's scores Φ⁻¹((rank − 3/8) / (n + 1/4)); ties share the mean of their ranks.
///
/// Source: Blom, "Statistical estimates and transformed beta-variables" (1958).
enum NormalScores {
  /// The scores of values, in the values' order; O(n log n).
  static func of(_ values: [Double]) -> [Double] {
    MidRanks(of: values).ranks.map {
      Normal.quantile(($0 - 0.375) / (Double(values.count) + 0.25))
    }
  }
}
