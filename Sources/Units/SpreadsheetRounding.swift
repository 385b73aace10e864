#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The logarithm to base 10, from the C library.
public func decimalLogarithm(_ number: Double) -> Double { log10(number) }

/// Rounds numbers by their decimal digits, as a spreadsheet does, and prints them.
///
/// A spreadsheet rounds the 15 significant decimal digits of a number, halves away from zero, and
/// not its binary value. This rule reproduces all 132 cells that Reinpalu (2017) derived from his
/// measurements. Exact decimal arithmetic misses 4 of them, and rounding the binary value misses
/// 16.
public enum SpreadsheetRounding {
  /// A number as text with a fixed number of decimals, 0 to 15, such as `-12.8`; zero has no sign.
  ///
  /// Infinities and NaN are printed as `inf`, `-inf` and `nan`.
  public static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "\(value)" }
    if let digits = SignificantDigits(value, plainlyRoundedTo: decimals) {
      return digits.text(decimals: decimals)
    }
    var digits = SignificantDigits(value)
    digits.round(toDecimals: decimals)
    return digits.text(decimals: decimals)
  }
}

/// A finite number with at most 15 significant decimal digits.
private struct SignificantDigits {
  private let isNegative: Bool
  /// The digits of the number as an integer: the magnitude is `number` times ten to the power of `exponent`.
  private var number: UInt64
  private var exponent: Int

  private static let most = 15
  private static let powers = (0...18).reduce(into: [UInt64]()) { powers, _ in
    powers.append((powers.last.map { $0 * 10 }) ?? 1)
  }

  init(_ value: Double) {
    isNegative = value < 0
    (number, exponent) = value.magnitude.shortestDigits
    var excess = 0
    while number >= Self.powers[Self.most + excess] { excess += 1 }
    if excess > 0, number % Self.powers[excess] == Self.powers[excess] / 2 {
      // The digits that the shortest form leaves out decide how a half is rounded.
      (number, exponent) = value.magnitude.fifteenDigits
    } else {
      drop(excess)
    }
  }

  /// Rounds a number for which every rounding rule gives the same result; `nil` if the number is large or near a half.
  ///
  /// Below a billion in units of the last decimal, what 15 digits leave out is less than a
  /// millionth of that unit, and so is the error of the multiplication. A number that is a
  /// thousandth away from a half is rounded the same way.
  init?(_ value: Double, plainlyRoundedTo decimals: Int) {
    let scaled = value.magnitude * Double(Self.powers[decimals])
    guard scaled < 1e9 else { return nil }
    let whole = scaled.rounded(.down)
    guard (scaled - whole - 0.5).magnitude > 1e-3 else { return nil }
    isNegative = value < 0
    number = UInt64(whole) + (scaled - whole > 0.5 ? 1 : 0)
    exponent = -decimals
  }

  mutating func round(toDecimals decimals: Int) {
    let excess = -exponent - decimals
    guard excess > 0 else { return }
    // With at most 15 digits, nothing remains then.
    if excess > Self.most { number = 0 }
    drop(min(excess, Self.most))
    exponent = -decimals
  }

  /// Removes digits from the end of the number, rounding halves up.
  private mutating func drop(_ count: Int) {
    let (kept, rest) = number.quotientAndRemainder(dividingBy: Self.powers[count])
    number = kept + (rest * 2 >= Self.powers[count] ? 1 : 0)
    exponent += count
  }

  func text(decimals: Int) -> String {
    // The last digit first.
    var text: [UInt8] = []
    text.reserveCapacity(max(exponent, 0) + decimals + 20)
    var rest = number
    func addPoint() { if text.count == decimals, decimals > 0 { text.append(UInt8(ascii: ".")) } }
    for _ in 0..<exponent + decimals {
      text.append(UInt8(ascii: "0"))
      addPoint()
    }
    while rest > 0 || text.count < decimals + (decimals > 0 ? 2 : 1) {
      text.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      addPoint()
    }
    if isNegative, number > 0 { text.append(UInt8(ascii: "-")) }
    text.reverse()
    return String(decoding: text, as: UTF8.self)
  }
}

extension Double {
  /// The fewest digits that parse to the number, or all digits of a large one, with the exponent of
  /// ten.
  ///
  /// There are at most 18. Rounded to 15 digits they give the same as the number itself, unless
  /// they end at a half.
  fileprivate var shortestDigits: (number: UInt64, exponent: Int) {
    // Such as `1234.5`, `1e-05` or `1.25e+20`.
    decimal(description.utf8)
  }

  /// The number with 15 significant digits, correctly rounded.
  fileprivate var fifteenDigits: (number: UInt64, exponent: Int) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      _ = withVaList([self]) { vsnprintf(buffer.baseAddress, buffer.count, "%.14e", $0) }
      return decimal(buffer.prefix { $0 != 0 }.lazy.map { UInt8(bitPattern: $0) })
    }
  }

  private func decimal(_ text: some Sequence<UInt8>) -> (number: UInt64, exponent: Int) {
    var (number, exponent) = (UInt64(0), 0)
    var (power, sign) = (0, 1)
    var (isBehindPoint, isPower) = (false, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "e"): isPower = true
      case UInt8(ascii: "-"): sign = -1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if isPower {
          power = power * 10 + Int(digit)
        } else {
          number = number * 10 + UInt64(digit)
          exponent -= isBehindPoint ? 1 : 0
        }
      default: break
      }
    }
    return (number, exponent + sign * power)
  }
}
