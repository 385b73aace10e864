/// Replaces each value by the normal quantile of its rank, so that outliers keep their rank but
/// lose their distance.
///
/// Blom's scores Φ⁻¹((rank − 3/8) / (n + 1/4)); ties share the mean of their ranks.
///
/// Source: Blom, "Statistical estimates and transformed beta-variables" (1958).
enum NormalScores {
  /// The scores, in the order of the values; O(n log n).
  static func of(_ values: [Double]) -> [Double] {
    MidRanks(of: values).ranks.map {
      Normal.quantile(($0 - 0.375) / (Double(values.count) + 0.25))
    }
  }
}
