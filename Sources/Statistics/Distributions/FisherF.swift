/// Fisher's F distribution: the distribution of the quotient of two independent variances of normal measurements.
public struct FisherF: Sendable {
  /// The degrees of freedom of the numerator of an F distribution, above 0.
  public let numerator: Double

  /// The degrees of freedom of the denominator of an F distribution, above 0.
  public let denominator: Double

  /// Creates an F distribution with the given degrees of freedom.
  public init(numerator: Double, denominator: Double) {
    precondition(
      numerator > 0 && denominator > 0, "expected degrees of freedom above 0")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The probability that an F distribution gives a value above `quotient`, with full precision in
  /// the tail.
  public func probability(above quotient: Double) -> Double {
    guard quotient.isFinite else { return 0 }
    let share = denominator / (denominator + numerator * quotient)
    return IncompleteBeta(denominator / 2, numerator / 2).value(at: share)
  }
}
