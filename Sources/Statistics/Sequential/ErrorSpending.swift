/// The one-sided significance levels of a test that is repeated as the data grows; they limit the error of all
/// repetitions together.
///
///     let spending = ErrorSpending(error: 0.025, looks: 3...8)
///     spending.level(at: 8)  // 0.0164: the level of the last look
///
/// At time t, a fraction of all observations, t^1.5 of the error is spent. Early looks get less of it than late ones,
/// but enough to stop at a change that is much larger than planned. Recursive integration turns shares into levels.
///
/// Sources: Kim and DeMets, "Design and analysis of group sequential tests based on the type I error spending rate
/// function", Biometrika 74 (1987), for the shares; Armitage, McPherson and Rowe, "Repeated significance tests on
/// accumulating data", Journal of the Royal Statistical Society A 132 (1969), for the integration.
public struct ErrorSpending: Sendable, Equatable {
  /// The numbers of observations after which the test is made; the last one ends the experiment.
  public let looks: ClosedRange<Int>
  private let levels: [Double]

  /// Computes the levels with about 20,000 exponential functions per look.
  ///
  /// - Parameters:
  ///   - error: the probability of a wrong result over all looks, above 0 and below 1.
  ///   - looks: the numbers of observations, from 1.
  public init(error: Double, looks: ClosedRange<Int>) {
    precondition(error > 0 && error < 1, "expected a probability of a false answer from 0 to 1")
    precondition(
      looks.lowerBound > 0,
      "expected every look of a sequential test to have at least one observation")
    self.looks = looks
    var path: UndecidedPath?
    var spent = 0.0
    levels = looks.map { look in
      let time = Double(look) / Double(looks.upperBound)
      let total = error * time * time.squareRoot()
      let limit = UndecidedPath.limit(at: time, stopping: total - spent, after: path)
      path = UndecidedPath(at: time, below: limit, after: path)
      spent = total
      return Normal.probability(above: limit / time.squareRoot())
    }
  }

  /// The one-sided significance level of the repeated test after a number of observations that is one of the `looks`.
  public func level(at look: Int) -> Double { levels[look - looks.lowerBound] }
}
