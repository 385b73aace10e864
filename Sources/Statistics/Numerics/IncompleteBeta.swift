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
