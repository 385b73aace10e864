/// How often an event happened among independent trials, with a confidence interval of its
/// probability.
public struct BinomialShare: Sendable, Equatable {
  /// The number of trials in which the event happened, from 0 to the number of all trials.
  public let count: Int

  /// The number of independent trials in which the event could happen.
  public let trials: Int

  /// Creates the share of trials in which an event happened; there must be at least one trial.
  public init(_ count: Int, of trials: Int) {
    precondition(
      trials > 0 && (0...trials).contains(count),
      "expected at least one trial, and a count from 0 to the number of trials")
    self.count = count
    self.trials = trials
  }

  /// The share of the trials in which the event happened, 0 to 1.
  public var share: Double { Double(count) / Double(trials) }

  /// Clopper and Pearson's exact confidence interval for the probability of an event, within 0 to
  /// 1.
  ///
  /// It contains the true probability at least as often as `confidence`, which is above 0 and below
  /// 1.
  ///
  /// Source: Clopper, Pearson, "The use of confidence or fiducial limits illustrated in the case of
  /// the binomial", Biometrika 26 (1934).
  public func interval(confidence: Double = 0.95) -> ConfidenceInterval {
    let tail = (1 - confidence) / 2
    let (hits, misses) = (Double(count), Double(trials - count))
    return ConfidenceInterval(
      lower: count == 0 ? 0 : Self.quantile(tail, of: IncompleteBeta(hits, misses + 1)),
      upper: count == trials ? 1 : Self.quantile(1 - tail, of: IncompleteBeta(hits + 1, misses)),
      confidence: confidence)
  }

  /// The two-sided p-value of the sign test: how likely a share at least as far from one half is if both outcomes are
  /// equally likely; above 0, up to 1.
  public var signTest: Double {
    let most = max(count, trials - count)
    return min(1, 2 * IncompleteBeta(Double(most), Double(trials - most + 1)).value(at: 0.5))
  }

  /// The quantile of a beta distribution, by bisection.
  private static func quantile(_ probability: Double, of beta: IncompleteBeta) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if beta.value(at: middle) < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
