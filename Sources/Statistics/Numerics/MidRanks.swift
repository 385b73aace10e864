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
