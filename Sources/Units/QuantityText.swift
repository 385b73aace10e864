/// Why a text such as `16.7 ms` cannot be parsed as a number with a unit.
public enum QuantityTextError: Error, Sendable, Equatable {
  /// The text does not begin with a finite number.
  case noNumber(String)
  /// The number has no unit; `wanted` are accepted spellings.
  case noUnit(String, wanted: [String])
  /// The number has an unknown unit or a unit of another kind; `wanted` are accepted spellings.
  case otherUnit(String, wanted: [String])
}

extension QuantityTextError {
  package func complaint(
    at place: String, of metric: String, besides units: [String] = []
  ) -> Complaint {
    switch self {
    case .noNumber(let text):
      Complaint(
        at: place, "“\(text)” is not a valid value of \(metric)",
        wanted: "expected a number and a unit")
    case .noUnit(let text, let wanted):
      Complaint(
        at: place, "“\(text)” has no unit, and values of \(metric) need a unit",
        wanted: "expected one of the units \(quoted(units + wanted))")
    case .otherUnit(let unit, let wanted):
      Complaint(
        at: place, "the unit “\(unit)” does not fit values of \(metric)",
        wanted: wanted.isEmpty
          ? "expected a number without a unit"
          : "expected one of the units \(quoted(units + wanted))")
    }
  }
}

extension Quantity {
  /// Parses a quantity such as `16.7 ms`, `55fps` or `2%`, and converts it to a given unit.
  ///
  ///     try Quantity("0.0167 s", in: .milliseconds)  // 16.7 ms
  ///
  /// A unit is required, because `16.7` alone is ambiguous; counts have none. Blanks before the
  /// unit are optional.
  public init(_ text: String, in unit: Unit) throws(QuantityTextError) {
    // A unit such as `1/min` begins with a digit, so a blank ends the number.
    let words = text.split(separator: " ")
    let first = words.first ?? ""
    // The longest prefix that is a number: the `e` of `1e3` belongs to it, that of `1 eggs` does
    // not.
    var end = first.endIndex
    while Double(first[..<end]) == nil, end > first.startIndex { end = first.index(before: end) }
    guard let number = Double(first[..<end]), number.isFinite else { throw .noNumber(text) }
    let found = String(first[end...]) + words.dropFirst().joined()
    let spellings = unit.spellings
    let wanted = spellings.map(\.text).filter { !$0.isEmpty }
    guard let spelling = spellings.first(where: { $0.isMeant(by: found) }) else {
      throw found.isEmpty ? .noUnit(text, wanted: wanted) : .otherUnit(found, wanted: wanted)
    }
    self.init(spelling.size.converted(number, to: unit.size), unit)
  }

  /// The quantity converted to another unit, such as from seconds to milliseconds; `nil` if that is not possible.
  public func converted(to unit: Unit) -> Quantity? {
    if self.unit == unit { return self }
    guard let kind = self.unit.kind, kind.contains(where: { $0.unit == unit.id }) else {
      return nil
    }
    return Quantity(self.unit.size.converted(value, to: unit.size), unit)
  }

  /// The number and unit of the quantity as text that can be parsed again, such as `16.7 ms` or `2.5%`.
  ///
  /// - Parameters:
  ///   - digits: significant digits, 1 to 15, without trailing zeros.
  ///   - rule: the rounding rule.
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
  /// The quantity's number, without its unit, in the format of a C++ stream: `59.9401`, `1e+06`, `2.5e-05`.
  ///
  /// `digits` is the number of significant digits, 1 to 15. An exponent is used if the number has
  /// more digits before the point, or more than three zeros after it.
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
  /// The number with the given number of significant digits, or all digits before the point.
  ///
  /// Zeros at the end are left out after the point.
  fileprivate func rounded(
    toSignificantDigits digits: Int, _ rule: FloatingPointRoundingRule
  ) -> String {
    var decimals = digits - 1
    var size = magnitude
    while size >= 10 { (size, decimals) = (size / 10, decimals - 1) }
    while size < 1, size > 0, decimals < 15 { (size, decimals) = (size * 10, decimals + 1) }
    let kept = Swift.max(decimals, 0)
    let step = (0..<kept).reduce(1.0) { power, _ in power * 10 }
    // Through a decimal first, so that 16.7 that was computed as 16.700000000000003 is not
    // rounded up.
    let exact = Double(SpreadsheetRounding.text(self * step, decimals: 3)) ?? self * step
    let text = SpreadsheetRounding.text(exact.rounded(rule) / step, decimals: kept)
    guard text.contains(".") else { return text }
    let end = text.lastIndex { $0 != "0" } ?? text.startIndex
    return String(text[end] == "." ? text[..<end] : text[...end])
  }
}

/// A spelling of a unit, and its size in the smallest unit of its kind.
private struct Spelling {
  let text: String
  let size: Size

  /// Whether a word means this spelling of a unit.
  ///
  /// Upper and lower case are equal, because no two spellings differ only in case.
  func isMeant(by word: String) -> Bool {
    word == text || word.lowercased() == text.lowercased()
  }
}

/// The size of a unit as a ratio of integers, so that 2% is exactly 0.02.
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

  /// The accepted spellings of the unit and of the units that convert into it.
  fileprivate var spellings: [Spelling] {
    if let kind {
      return kind.filter { $0.unit != "fraction" }.map { Spelling(text: $0.unit, size: $0.size) }
    }
    let own = Set([self == .count ? "" : id, symbol]).sorted()
    return own.map { Spelling(text: $0, size: Size()) }
  }
}
