/// Why a text is no quantity of a unit.
public enum QuantityTextError: Error, Sendable, Equatable {
  /// It does not begin with a finite number.
  case noNumber(String)
  /// There is a number, and no unit behind it; `wanted` are spellings that would do.
  case noUnit(String, wanted: [String])
  /// The unit behind the number is another; `wanted` are spellings that would do.
  case otherUnit(String, wanted: [String])
}

extension Quantity {
  /// Reads what people write, such as `16.7 ms`, `55fps` or `2%`, in another unit of the same kind too.
  ///
  /// A unit has to be there, because `16.7` alone may be meant in any; counts have none.
  ///
  /// - Parameters:
  ///   - text: a number and a unit, with or without blanks between.
  ///   - unit: what the quantity is to be in.
  /// - Throws: `QuantityTextError`.
  public init(_ text: String, in unit: Unit) throws(QuantityTextError) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).joined()
    // The longest beginning that is a number: the `e` of `1e3` belongs to it, that of `1 eggs` does not.
    var end = words.endIndex
    while Double(words[..<end]) == nil, end > words.startIndex { end = words.index(before: end) }
    guard let number = Double(words[..<end]), number.isFinite else { throw .noNumber(text) }
    let found = String(words[end...])
    let spellings = unit.spellings
    let wanted = spellings.map(\.text).filter { !$0.isEmpty }
    guard let spelling = spellings.first(where: { $0.isMeant(by: found) }) else {
      throw found.isEmpty ? .noUnit(text, wanted: wanted) : .otherUnit(found, wanted: wanted)
    }
    self.init(spelling.size.converted(number, to: unit.size), unit)
  }

  /// The same in another unit of the same kind.
  ///
  /// - Parameter unit: what it is to be in.
  /// - Returns: `nil` when one unit does not convert into the other.
  public func converted(to unit: Unit) -> Quantity? {
    if self.unit == unit { return self }
    guard let kind = self.unit.kind, kind.contains(where: { $0.unit == unit.id }) else {
      return nil
    }
    return Quantity(self.unit.size.converted(value, to: unit.size), unit)
  }

  /// The number as people write it, with its unit: `16.7 ms`, `2.5%`.
  ///
  /// - Parameters:
  ///   - digits: how many count, 1 to 15; zeros at the end are left out.
  ///   - rule: which way the digits behind them go.
  /// - Returns: what `Quantity(_:in:)` reads.
  public func text(
    significantDigits digits: Int,
    rounding rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String {
    let shown = unit == .fraction ? value * 100 : value
    let number = shown.rounded(toSignificantDigits: digits, rule)
    if unit == .fraction { return number + "%" }
    return unit == .count || unit.id.isEmpty ? number : "\(number) \(unit.id)"
  }
}

extension Quantity {
  /// The number as streams of C++ print it, without a unit: `59.9401`, `1e+06`, `2.5e-05`.
  ///
  /// - Parameter digits: how many count, 1 to 15; zeros at the end are left out.
  /// - Returns: with an exponent where the number has more digits than that before the point, or more than three zeros
  ///   behind it.
  public func streamText(digits: Int) -> String {
    let plain = value.rounded(toSignificantDigits: digits, .toNearestOrAwayFromZero)
    guard let rounded = Double(plain), rounded != 0 else { return "0" }
    var (exponent, size) = (0, rounded.magnitude)
    while size >= 10 { (size, exponent) = (size / 10, exponent + 1) }
    while size < 1 { (size, exponent) = (size * 10, exponent - 1) }
    if (-4..<digits).contains(exponent) { return plain }
    let mantissa = (rounded.sign == .minus ? -size : size).rounded(
      toSignificantDigits: digits, .toNearestOrAwayFromZero)
    let written = String(exponent.magnitude)
    let zero = written.utf8.count < 2 ? "0" : ""
    return "\(mantissa)e\(exponent < 0 ? "-" : "+")\(zero)\(written)"
  }
}

extension Double {
  /// With so many digits, and no zeros behind the point that say nothing.
  fileprivate func rounded(
    toSignificantDigits digits: Int, _ rule: FloatingPointRoundingRule
  ) -> String {
    var decimals = digits - 1
    var size = magnitude
    while size >= 10 { (size, decimals) = (size / 10, decimals - 1) }
    while size < 1, size > 0, decimals < 15 { (size, decimals) = (size * 10, decimals + 1) }
    let kept = Swift.max(decimals, 0)
    let step = (0..<kept).reduce(1.0) { power, _ in power * 10 }
    // A decimal first, so that 16.7 that came as 16.700000000000003 is not rounded up.
    let exact = Double(SpreadsheetRounding.text(self * step, decimals: 3)) ?? self * step
    let text = SpreadsheetRounding.text(exact.rounded(rule) / step, decimals: kept)
    guard text.contains(".") else { return text }
    let end = text.lastIndex { $0 != "0" } ?? text.startIndex
    return String(text[end] == "." ? text[..<end] : text[...end])
  }
}

/// A way to write a unit, and what one of it comes to in its kind's smallest.
private struct Spelling {
  let text: String
  let size: Size

  /// Case counts only where it tells two units apart, as it does for none here.
  func isMeant(by word: String) -> Bool {
    word == text || word.lowercased() == text.lowercased()
  }
}

/// A ratio of whole numbers, so that 2% is 0.02 to the last digit.
private struct Size: Equatable {
  var count = 1.0
  var share = 1.0

  func converted(_ number: Double, to other: Size) -> Double {
    self == other ? number : number * (count * other.share) / (share * other.count)
  }
}

extension Unit {
  /// The kinds of units that convert into each other.
  private static let kinds: [[(unit: String, size: Size)]] = [
    [
      ("ns", Size()), ("us", Size(count: 1e3)), ("µs", Size(count: 1e3)), ("ms", Size(count: 1e6)),
      ("s", Size(count: 1e9)), ("min", Size(count: 60e9)),
    ],
    [
      ("B", Size()), ("kB", Size(count: 1e3)), ("MB", Size(count: 1e6)), ("GB", Size(count: 1e9)),
      ("KiB", Size(count: 1024)), ("MiB", Size(count: 1_048_576)),
      ("GiB", Size(count: 1_073_741_824)),
    ],
    [("mW", Size()), ("W", Size(count: 1e3))],
    [
      ("Hz", Size()), ("kHz", Size(count: 1e3)), ("MHz", Size(count: 1e6)),
      ("GHz", Size(count: 1e9)),
    ],
    [("%", Size(share: 100)), ("fraction", Size())],
    [("°C", Size()), ("C", Size())],
  ]

  fileprivate var kind: [(unit: String, size: Size)]? {
    Self.kinds.first { $0.contains { $0.unit == id } }
  }

  fileprivate var size: Size { kind?.first { $0.unit == id }?.size ?? Size() }

  /// How quantities of the unit may be written.
  fileprivate var spellings: [Spelling] {
    if let kind {
      return kind.filter { $0.unit != "fraction" }.map { Spelling(text: $0.unit, size: $0.size) }
    }
    let own = Set([self == .count ? "" : id, symbol]).sorted()
    return own.map { Spelling(text: $0, size: Size()) }
  }
}
