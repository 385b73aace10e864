/// What a normal sample of the same size has in the place of each value: outliers keep their rank and
/// lose their reach.
///
/// Blom's scores Φ⁻¹((rank − 3/8) / (n + 1/4)); ties share the mean of their ranks.
///
/// Source: Blom, "Statistical estimates and transformed beta-variables" (1958).
enum NormalScores {
  /// The scores of values, in the values' order; O(n log n).
  static func of(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var scores = [Double](repeating: 0, count: values.count)
    var first = 0
    while first < order.count {
      var end = first + 1
      while end < order.count, values[order[end]] == values[order[first]] { end += 1 }
      let rank = Double(first + 1 + end) / 2
      let score = Normal.quantile((rank - 0.375) / (Double(values.count) + 0.25))
      for place in first..<end { scores[order[place]] = score }
      first = end
    }
    return scores
  }
}
