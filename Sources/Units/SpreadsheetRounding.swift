#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Rounds and prints numbers the way a spreadsheet does.
///
/// A spreadsheet shows the nearest decimal to the 15 significant digits it holds, halves away from
/// zero; it does not show the binary64 value beneath. Of the 132 cells that Reinpalu (2017) derived
/// from his measurements, this rule prints every one; exact decimal arithmetic misses 4 and rounding
/// the binary64 value misses 16.
public enum SpreadsheetRounding {
  /// The number with a fixed count of decimals, such as `-12.8`; zero carries no sign.
  ///
  /// - Parameters:
  ///   - value: a number; `inf` and `nan` are written where it is not finite.
  ///   - decimals: digits after the point, 0 to 15.
  /// - Returns: an optional minus sign, digits, and a point where `decimals` is not 0.
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

/// A finite number as at most 15 significant decimal digits.
private struct SignificantDigits {
  private let isNegative: Bool
  /// The magnitude is this times ten to the power of the exponent.
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
      // Which way a half goes is decided by what the shortest digits leave out.
      (number, exponent) = value.magnitude.fifteenDigits
    } else {
      drop(excess)
    }
  }

  /// A number that is rounded alike by any rule; `nil` where it is large, or near a half.
  ///
  /// Below a thousand million of the last decimal, what 15 digits leave out is less than a millionth of it, and
  /// so is what the multiplication does. A number that is a thousandth away from a half stays on its side.
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
    // Of no more than 15 digits nothing is left then.
    if excess > Self.most { number = 0 }
    drop(min(excess, Self.most))
    exponent = -decimals
  }

  /// Takes digits from the end, rounding halves up.
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
  /// The fewest digits that read back to the number, or all of a large one: the magnitude is what they are
  /// times ten to the power of the exponent.
  ///
  /// At most 18. Rounded to 15 digits they give what the number itself does, unless they end at a half.
  fileprivate var shortestDigits: (number: UInt64, exponent: Int) {
    // Such as `1234.5`, `1e-05` or `1.25e+20`.
    decimal(description.utf8)
  }

  /// The number at 15 significant digits, correctly rounded.
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
