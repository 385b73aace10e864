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

/// The regularized incomplete beta function, `I(x; a, b)`, by its continued fraction with the
/// modified Lentz method (DLMF 8.17.22 and 3.10).
struct IncompleteBeta {
  let a: Double
  let b: Double

  init(_ a: Double, _ b: Double) {
    self.a = a
    self.b = b
  }

  /// The function's value for `x` from 0 to 1.
  func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // The fraction converges fast below the mean; above it, symmetry is used.
    if x < (a + 1) / (a + b + 2) { return byFraction(at: x) }
    return 1 - IncompleteBeta(b, a).byFraction(at: 1 - x)
  }

  private func byFraction(at x: Double) -> Double {
    let beta = GammaFunction.logarithmOfBeta(a, b)
    let front = (a * x.logarithm + b * (-x).logarithmOfOneMore - beta).exponential
    return front / a / fraction(at: x)
  }

  private func fraction(at x: Double) -> Double {
    var value = 1.0
    var upper = 1.0
    var lower = 0.0
    for index in 1...500 {
      let term = coefficient(index, at: x)
      lower = 1 / awayFromZero(1 + term * lower)
      upper = awayFromZero(1 + term / upper)
      value *= upper * lower
      if abs(upper * lower - 1) < 1e-16 { break }
    }
    return value
  }

  private func coefficient(_ index: Int, at x: Double) -> Double {
    let m = Double(index / 2)
    if index.isMultiple(of: 2) {
      return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    }
    return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
  }

  private func awayFromZero(_ value: Double) -> Double {
    abs(value) < 1e-300 ? 1e-300 : value
  }
}
