// The C libraries of Linux and macOS differ in the last digit of these functions. Here they
// consist of additions, multiplications and divisions, which IEEE 754 rounds in the same way
// everywhere.

extension Double {
  /// The natural logarithm, within two units in the last place: −∞ for 0, NaN for negative numbers.
  ///
  /// With m·2ᵏ and m near 1: ln x = k·ln 2 + 2·artanh((m − 1)/(m + 1)), by the Taylor series of
  /// artanh.
  var logarithm: Double {
    guard self > 0, isFinite else { return self == 0 ? -.infinity : (self > 0 ? self : .nan) }
    var mantissa = significand
    var power = Double(exponent)
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      power += 1
    }
    let excess = mantissa - 1
    let ratio = excess / (mantissa + 1)
    let half = excess * excess / 2
    // 2·ratio = excess − half + ratio·half, and rounding hardly affects the first two terms.
    let rest = ratio * (half + Self.artanhSeries.value(at: ratio * ratio))
    return power * Self.ln2High + (excess - (half - (rest + power * Self.ln2Low)))
  }

  /// ln(1 + self), within a few units in the last place near 0 too.
  ///
  /// Kahan's method: the rounding error of `1 + self` is the same in numerator and denominator.
  var logarithmOfOneMore: Double {
    let more = 1 + self
    guard more != 1 else { return self }
    guard more > 0, more.isFinite else { return more.logarithm }
    return more.logarithm * (self / (more - 1))
  }

  /// eˣ, within two units in the last place; 0 and ∞ outside the range of numbers.
  ///
  /// With k the nearest multiple of ln 2: eˣ = 2ᵏ·eʳ, by the Taylor series in r.
  var exponential: Double {
    guard self > -746 else { return isNaN ? .nan : 0 }
    guard self < 710 else { return .infinity }
    let power = (self / (Self.ln2High + Self.ln2Low)).rounded()
    let rest = (self - power * Self.ln2High) - power * Self.ln2Low
    let value = 1 + rest * Self.exponentialSeries.value(at: rest)
    // In two halves, because 2¹⁰²⁴ overflows and 2⁻¹⁰⁷⁵ underflows.
    let half = Int(power) / 2
    return value * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: Int(power) - half, significand: 1)
  }

  /// eˣ − 1, within a few units in the last place near 0 too.
  var exponentialLessOne: Double {
    guard abs(self) < 0.3 else { return exponential - 1 }
    return self * Self.exponentialSeries.value(at: self)
  }

  /// Raises a number above 0 to a power; the result is exact for the powers 0 and 1.
  public func raised(to power: Double) -> Double {
    if power == 0 { return 1 }
    return power == 1 ? self : (power * logarithm).exponential
  }

  /// The 33 leading bits of ln 2, so that its product with an exponent is exact.
  private static let ln2High = 0x1.62e42fee00000p-1
  /// The remaining bits of ln 2.
  private static let ln2Low = 0x1.a39ef35793c76p-33
  /// 2/3, 2/5, … of artanh's series in the squared ratio; the next terms are below 10⁻¹⁷.
  private static let artanhSeries = Polynomial(
    [0] + stride(from: 3.0, through: 25, by: 2).map { 2 / $0 })
  /// 1/1!, 1/2!, … of the series of (eˣ − 1)/x; the next terms are below 10⁻¹⁷.
  private static let exponentialSeries = Polynomial(
    (1...15).map { 1 / (1...$0).reduce(1.0) { $0 * Double($1) } })
}

/// A polynomial, evaluated by Horner's rule.
struct Polynomial: Sendable {
  let coefficients: [Double]

  init(_ coefficients: [Double]) {
    self.coefficients = coefficients
  }

  func value(at x: Double) -> Double {
    var value = 0.0
    for coefficient in coefficients.reversed() { value = value * x + coefficient }
    return value
  }
}
