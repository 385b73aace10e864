/// The complementary error function, erfc(x) = 2/√π ∫ₓ^∞ exp(−t²) dt.
///
/// The relative error is below 2e-13, also in the tail.
enum ErrorFunction {
  /// erfc(x), 0 to 2.
  static func complement(_ x: Double) -> Double {
    guard x >= 0 else { return 2 - complement(-x) }
    guard x < 27.3 else { return x.isNaN ? .nan : 0 }
    return x < switchover ? 1 - bySeries(x) : byFraction(x)
  }

  /// Below this the series is used, which loses fewer digits there than the continued fraction
  /// takes steps.
  private static let switchover = 1.75
  private static let rootOfPi = 1.7724538509055160273

  /// erf(x) = 2/√π · exp(−x²) · Σ 2ⁿx²ⁿ⁺¹ ÷ (1·3·…·(2n + 1)), DLMF 7.6.2: no term cancels another.
  private static func bySeries(_ x: Double) -> Double {
    var term = x
    var sum = x
    var odd = 1.0
    while term > sum * 1e-17 {
      odd += 2
      term *= 2 * x * x / odd
      sum += term
    }
    return 2 / rootOfPi * gaussian(x) * sum
  }

  /// erfc(x) = exp(−x²)/√π · 1/(x + (1/2)/(x + (2/2)/(x + …))), DLMF 7.9.1, from the far end.
  private static func byFraction(_ x: Double) -> Double {
    // This number of steps leaves an error below 1e-16; fewer are needed for larger x.
    let steps = Int(20 + 260 / (x * x))
    var value = x
    for step in stride(from: steps, to: 0, by: -1) { value = x + Double(step) / 2 / value }
    return gaussian(x) / (rootOfPi * value)
  }

  /// exp(−x²), corrected for the rounding error of the square.
  private static func gaussian(_ x: Double) -> Double {
    let square = x * x
    let error = (-square).addingProduct(x, x)
    return (-square).exponential * (1 - error)
  }
}
