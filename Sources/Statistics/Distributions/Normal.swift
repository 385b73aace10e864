/// The standard normal distribution: mean 0, standard deviation 1.
public enum Normal {
  /// The probability that a standard normal number is at most `z`, with a relative error below
  /// 3e-13 in the lower tail.
  ///
  /// `z` may be infinite.
  public static func probability(upTo z: Double) -> Double {
    ErrorFunction.complement(-z * rootOfHalf) / 2
  }

  /// The probability that a standard normal number is above `z`, with full precision in the upper
  /// tail.
  ///
  /// `z` may be infinite.
  public static func probability(above z: Double) -> Double {
    ErrorFunction.complement(z * rootOfHalf) / 2
  }

  /// The quantile of the standard normal distribution for a probability above 0 and below 1.
  ///
  /// Source: Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied
  /// Statistics 37 (1988), the variant with about 16 digits.
  public static func quantile(_ probability: Double) -> Double {
    precondition(probability > 0 && probability < 1, "expected a probability from 0 to 1")
    let centered = probability - 0.5
    if abs(centered) <= 0.425 {
      return centered * RationalFunction.center.value(at: 0.180625 - centered * centered)
    }
    let tail = min(probability, 1 - probability)
    let distance = (-tail.logarithm).squareRoot()
    let value =
      distance <= 5
      ? RationalFunction.shoulder.value(at: distance - 1.6)
      : RationalFunction.farTail.value(at: distance - 5)
    return centered < 0 ? -value : value
  }

  private static let rootOfHalf = 0.5.squareRoot()
}

/// A quotient of two polynomials.
private struct RationalFunction {
  let numerator: Polynomial
  let denominator: Polynomial

  func value(at x: Double) -> Double {
    numerator.value(at: x) / denominator.value(at: x)
  }

  static let center = RationalFunction(
    numerator: Polynomial([
      3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
      45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
    ]),
    denominator: Polynomial([
      1, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077,
      21213.794301586595867, 39307.895800092710610, 28729.085735721942674, 5226.4952788528545610,
    ]))

  static let shoulder = RationalFunction(
    numerator: Polynomial([
      1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
      3.64784832476320460504, 1.27045825245236838258, 0.241780725177450611770,
      0.0227238449892691845833, 0.000774545014278341407640,
    ]),
    denominator: Polynomial([
      1, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550,
      0.148103976427480074590, 0.0151986665636164571966, 0.000547593808499534494600,
      1.05075007164441684324e-9,
    ]))

  static let farTail = RationalFunction(
    numerator: Polynomial([
      6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
      0.296560571828504891230, 0.0265321895265761230930, 0.00124266094738807843860,
      2.71155556874348757815e-5, 2.01033439929228813265e-7,
    ]),
    denominator: Polynomial([
      1, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525,
      0.000786869131145613259100, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
      2.04426310338993978564e-15,
    ]))
}

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
