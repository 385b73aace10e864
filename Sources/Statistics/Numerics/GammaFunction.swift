/// Logarithms of the gamma and beta functions, by Stirling's series (DLMF 5.11.1).
enum GammaFunction {
  /// ln Γ(x) for x above 0, within about 1e-14 of the larger of 1 and the result.
  static func logarithm(_ x: Double) -> Double {
    let (raised, steps) = raised(x)
    return (raised - 0.5) * raised.logarithm - raised + halfOfLnTwoPi + remainder(raised)
      - steps.logarithm
  }

  /// ln B(a, b) for a and b above 0.
  ///
  /// It avoids the loss of digits of Γ(a) ÷ Γ(a + b) if one of the two is large.
  static func logarithmOfBeta(_ a: Double, _ b: Double) -> Double {
    let large = max(a, b)
    let small = min(a, b)
    guard large >= threshold else { return logarithm(a) + logarithm(b) - logarithm(a + b) }
    // ln Γ(large) − ln Γ(large + small), the two Stirling series subtracted term by term.
    let quotient =
      -(large - 0.5) * (small / large).logarithmOfOneMore - small * (large + small).logarithm
      + small
      + remainder(large) - remainder(large + small)
    return logarithm(small) + quotient
  }

  /// From here on, eight terms of the series are exact.
  private static let threshold = 12.0
  private static let halfOfLnTwoPi = 0.9189385332046727418

  /// x increased until the series is exact, and the product of the steps: Γ(x + 1) = x·Γ(x).
  private static func raised(_ x: Double) -> (Double, product: Double) {
    var raised = x
    var product = 1.0
    while raised < threshold {
      product *= raised
      raised += 1
    }
    return (raised, product)
  }

  /// The part of ln Γ that Stirling's formula leaves out.
  private static func remainder(_ x: Double) -> Double {
    series.value(at: 1 / (x * x)) / x
  }

  /// B₂ₖ ÷ (2k·(2k − 1)), with the Bernoulli numbers B.
  private static let series = Polynomial([
    1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156, -3617 / 122_400,
  ])
}
