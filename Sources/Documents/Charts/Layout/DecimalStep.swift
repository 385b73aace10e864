#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Units

/// A round step between ticks: 1, 2 or 5 times a power of ten.
struct DecimalStep: Equatable {
  private let mantissa: Int
  private let exponent: Int

  /// The shortest round step that is at least `length`, which is finite and above 0.
  init(notBelow length: Double) {
    let length = min(max(length, 1e-300), 1e300)
    let floor = Int(log10(length).rounded(.down))
    // The logarithm of a power of ten may have a rounding error.
    let candidates = [(5, floor - 1), (1, floor), (2, floor), (5, floor), (1, floor + 1)]
    let fitting = candidates.first { mantissa, exponent in
      Self.value(mantissa, exponent) >= length * (1 - 1e-9)
    }
    (mantissa, exponent) = fitting ?? (1, floor + 2)
  }

  private init(mantissa: Int, exponent: Int) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// The next longer round step.
  var next: DecimalStep {
    switch mantissa {
    case 1: DecimalStep(mantissa: 2, exponent: exponent)
    case 2: DecimalStep(mantissa: 5, exponent: exponent)
    default: DecimalStep(mantissa: 1, exponent: exponent + 1)
    }
  }

  /// The number of steps in a range; 0 if the steps are too short to count.
  func count(within range: ClosedRange<Double>) -> Int {
    let count = (range.upperBound - range.lowerBound) / multiple(1)
    return count < 1e6 ? Int(count.rounded()) : 0
  }

  /// A multiple, as the number nearest to the decimal.
  func multiple(_ count: Int) -> Double { Self.value(count * mantissa, exponent) }

  /// How far values may exceed the last tick, in steps: too little to be visible.
  static let slack = 0.01

  /// The multiples within a range.
  func multiples(within range: ClosedRange<Double>) -> [Double] {
    let step = multiple(1)
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard last >= first, last - first <= 1000, abs(first) < 1e15, abs(last) < 1e15 else {
      return []
    }
    return (Int(first)...Int(last)).map(multiple)
  }

  /// The range extended to whole steps.
  ///
  /// An excess under a hundredth of a step needs no further step.
  func rounded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let step = multiple(1)
    let first = (range.lowerBound / step + Self.slack).rounded(.down)
    let last = (range.upperBound / step - Self.slack).rounded(.up)
    guard first < last else { return range }
    guard abs(first) < 1e15, abs(last) < 1e15 else { return range }
    return multiple(Int(first))...multiple(Int(last))
  }

  /// A multiple of the step as text with as many digits as needed, such as `0.25`, `20`, `3M` or
  /// `2e18`.
  ///
  /// `largest` is the largest magnitude on the axis; it decides whether thousands are abbreviated.
  func text(_ value: Double, largest: Double) -> String {
    let text = digits(of: value, largest: largest)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  private func digits(of value: Double, largest: Double) -> String {
    let power = largest > 0 ? Int((log10(largest) + 1e-9).rounded(.down)) : 0
    if power < 6, power >= -3 {
      return SpreadsheetRounding.text(value, decimals: min(max(0, -exponent), 12))
    }
    guard value != 0 else { return "0" }
    let thousands = power / 3 * 3
    let isNamed = power >= 6 && power < 15
    let unit = isNamed ? thousands : power
    let decimals = min(max(0, unit - exponent), 12)
    let number = SpreadsheetRounding.text(value / Self.value(1, unit), decimals: decimals)
    return number + (isNamed ? ["M", "G", "T"][thousands / 3 - 2] : "e\(unit)")
  }

  private static func value(_ mantissa: Int, _ exponent: Int) -> Double {
    // Powers of ten from 1 to 10²² are exact, so there is only one rounding.
    exponent < 0
      ? Double(mantissa) / powerOfTen(-exponent) : Double(mantissa) * powerOfTen(exponent)
  }

  /// Parsed, not computed: the result is the nearest number on every system.
  private static func powerOfTen(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }
}
