/// The ranks of some values, where the smallest value has rank 1 and equal values share the mean of their ranks.
public struct MidRanks: Sendable, Equatable {
  /// The ranks of some values, in the order in which the values were passed.
  public let ranks: [Double]

  /// The correction for ties of rank tests: Σ (t³ − t) over the groups of t equal values; 0 without
  /// ties.
  public let tieTerm: Double

  /// Computes the ranks of finite values; O(n log n).
  public init(of values: [Double]) {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var tieTerm = 0.0
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      // The mean of the ranks start + 1 … end.
      for index in order[start..<end] { ranks[index] = Double(start + 1 + end) / 2 }
      let ties = Double(end - start)
      tieTerm += ties * ties * ties - ties
      start = end
    }
    self.ranks = ranks
    self.tieTerm = tieTerm
  }
}

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
