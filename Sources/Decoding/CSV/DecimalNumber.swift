internal import CScan
public import Recordings
package import Units

/// The result of parsing a field of a trace: a value, or the reason why there is none.
///
/// Public and inlined, because other modules would otherwise call the accessors of any `Parsed` through its metadata.
@frozen
public enum Parsed<Value> {
  case value(Value)
  /// The field is empty or marked as not available.
  case missing
  /// The field contains something that cannot be used.
  case problem(ImportIssue.Kind)

  /// The value that was parsed from a field of a trace; `nil` if the field is empty or cannot be used.
  @inlinable @inline(__always)
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether the field of the trace contains something that cannot be parsed as a value.
  @inlinable @inline(__always)
  public var isProblem: Bool {
    if case .problem = self { true } else { false }
  }
}

/// A decimal number as the field contains it: `mantissa × 10^exponent`, with its sign.
fileprivate struct DecimalNumber {
  var mantissa: UInt64 = 0
  var exponent = 0
  var isNegative = false
}

extension Field {
  /// The number in a field of a trace, converted to nanoseconds without floating-point error; halves are rounded away
  /// from zero.
  ///
  /// A problem if the field is not a finite number or its time is not plausible.
  @inline(__always)
  package func nanoseconds(in unit: TimeUnit) -> Parsed<Nanoseconds> {
    let time = scaledInteger(digits: unit.digits)
    if case .value(let time) = time, !time.isPlausible { return .problem(.outOfRange) }
    return time
  }

  /// The number in a field of a trace, multiplied by a power of ten, as an integer; halves are rounded away from zero.
  ///
  /// - Parameter digits: the exponent of the power of ten, 0 to 18.
  @inline(__always)
  package func scaledInteger(digits: Int) -> Parsed<Int64> {
    var number = DecimalNumber()
    guard parsePlain(&number) else { return slowInteger(digits: digits) }
    return number.integer(digits: digits)
  }

  /// The number in a field of a trace as a floating-point number, correctly rounded.
  @inline(__always)
  package var double: Parsed<Double> {
    var number = DecimalNumber()
    guard parsePlain(&number), let value = number.exactDouble else { return slowDouble }
    return .value(value)
  }

  /// Parses a field with up to 19 digits, an optional minus and an optional decimal point: the fast path.
  ///
  /// Returns `false` for any other field, which the slow path parses.
  @inline(__always)
  private func parsePlain(_ number: inout DecimalNumber) -> Bool {
    var plain = cscan_number()
    guard cscan_read(start, count, &plain) else { return false }
    number = DecimalNumber(
      mantissa: plain.mantissa, exponent: Int(plain.exponent), isNegative: plain.is_negative)
    return true
  }

  // MARK: - Slow paths

  @inline(never)
  private func slowInteger(digits: Int) -> Parsed<Int64> {
    let field = trimmed
    if let reason = field.reasonForNoNumber { return reason.of(Int64.self) }
    guard let number = field.parseAnyNumber() else { return .problem(field.kindOfText) }
    return number.integer(digits: digits)
  }

  @inline(never)
  private var slowDouble: Parsed<Double> {
    let field = trimmed
    if let reason = field.reasonForNoNumber { return reason.of(Double.self) }
    guard field.parseAnyNumber() != nil, let value = Double(field.text) else {
      return .problem(field.kindOfText)
    }
    return value.isFinite ? .value(value) : .problem(.outOfRange)
  }

  /// Why the field contains no number: it is empty, or spells NaN or infinity; `nil` for other fields.
  private var reasonForNoNumber: Absence? {
    if isMissing { return .missing }
    let hasSign = count > 0 && (start[0] == Byte.minus || start[0] == Byte.plus)
    let word = hasSign ? Field(start: start + 1, count: count - 1) : self
    let words: [StaticString] = [
      "nan", "inf", "infinity", "nan(ind)", "1.#ind", "1.#inf", "1.#qnan",
    ]
    return words.contains { word.isWord($0) } ? .notFinite : nil
  }

  /// The kind of issue for a field without a number: `decimalComma` if it has a decimal comma, `notANumber` otherwise.
  private var kindOfText: ImportIssue.Kind {
    guard Memory.contains(Byte.comma, start, count: count) else { return .notANumber }
    let withPoint = text.replacing(",", with: ".")
    return Double(withPoint) == nil ? .notANumber : .decimalComma
  }

  /// Parses any decimal number, with a sign, an exponent, and more digits than 64 bits can represent; `nil` for other
  /// fields.
  private func parseAnyNumber() -> DecimalNumber? {
    var scanner = NumberScanner(rest: UnsafeBufferPointer(start: start, count: count)[...])
    return scanner.scan()
  }
}

/// The reason why a field that should contain a number has none.
private enum Absence {
  case missing, notFinite

  func of<Value>(_: Value.Type) -> Parsed<Value> {
    switch self {
    case .missing: .missing
    case .notFinite: .problem(.notFinite)
    }
  }
}

/// Reads a decimal number byte by byte.
private struct NumberScanner {
  var rest: Slice<UnsafeBufferPointer<UInt8>>
  private var number = DecimalNumber()
  private var digits = 0

  init(rest: Slice<UnsafeBufferPointer<UInt8>>) { self.rest = rest }

  mutating func scan() -> DecimalNumber? {
    number.isNegative = takeSign()
    takeDigits(areFraction: false)
    if rest.first == Byte.point {
      rest = rest.dropFirst()
      takeDigits(areFraction: true)
    }
    guard digits > 0, takeExponent(), rest.isEmpty else { return nil }
    return number
  }

  private mutating func takeSign() -> Bool {
    guard let sign = rest.first, sign == Byte.minus || sign == Byte.plus else { return false }
    rest = rest.dropFirst()
    return sign == Byte.minus
  }

  /// Reads digits; those that do not fit the mantissa change only the exponent.
  private mutating func takeDigits(areFraction: Bool) {
    while let byte = rest.first, Byte.isDigit(byte) {
      rest = rest.dropFirst()
      digits += 1
      if number.mantissa < 1_000_000_000_000_000_000 {
        number.mantissa = number.mantissa * 10 + UInt64(byte - Byte.zero)
        if areFraction { number.exponent -= 1 }
      } else if !areFraction {
        number.exponent += 1
      }
    }
  }

  private mutating func takeExponent() -> Bool {
    guard let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") else { return true }
    rest = rest.dropFirst()
    let isNegative = takeSign()
    let digits = rest.prefix { Byte.isDigit($0) }
    guard !digits.isEmpty else { return false }
    rest = rest.dropFirst(digits.count)
    let size = digits.reduce(0) { min($0 * 10 + Int($1 - Byte.zero), 100_000) }
    number.exponent += isNegative ? -size : size
    return true
  }
}

extension DecimalNumber {
  /// The powers of ten that fit 64 bits, by exponent.
  fileprivate static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  @inline(__always)
  fileprivate func integer(digits: Int) -> Parsed<Int64> {
    guard let magnitude = magnitude(digits: digits) else { return .problem(.outOfRange) }
    let value = Int64(bitPattern: magnitude)
    return .value(isNegative ? -value : value)
  }

  /// The absolute value of the number times 10^`digits`, rounded; `nil` if it needs more than 63 bits.
  @inline(__always)
  private func magnitude(digits: Int) -> UInt64? {
    let shift = exponent + digits
    let magnitude: UInt64
    if shift >= 0 {
      guard mantissa != 0 else { return 0 }
      guard shift < 20 else { return nil }
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: Self.powers[shift])
      guard !overflow else { return nil }
      magnitude = product
    } else {
      guard shift > -20 else { return 0 }
      let divisor = Self.powers[-shift]
      let (quotient, remainder) = mantissa.quotientAndRemainder(dividingBy: divisor)
      magnitude = quotient + (remainder >= divisor - remainder ? 1 : 0)
    }
    return magnitude <= UInt64(Int64.max) ? magnitude : nil
  }

  /// The powers of ten that `Double` represents exactly, by exponent.
  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The number as a `Double`, if a single correctly rounded operation computes it; `nil` otherwise.
  @inline(__always)
  fileprivate var exactDouble: Double? {
    guard mantissa <= 1 << 53, exponent >= -22, exponent <= 0 else { return nil }
    let value = Double(mantissa) / Self.exactPowers[-exponent]
    return isNegative ? -value : value
  }
}

/// The unit of a trace's times, such as milliseconds.
package enum TimeUnit: Sendable, CaseIterable {
  case seconds, milliseconds, microseconds, nanoseconds
  /// Ticks of 100 ns, the resolution of Windows' performance counter.
  case ticks

  /// The exponent of the power of ten that converts a time in this unit to nanoseconds, such as 6 for milliseconds.
  package var digits: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    case .ticks: 2
    case .nanoseconds: 0
    }
  }

  /// The number of nanoseconds in one unit of a trace's times, such as 1,000,000 for milliseconds.
  package var length: Nanoseconds {
    switch self {
    case .seconds: .perSecond
    case .milliseconds: .perMillisecond
    case .microseconds: 1000
    case .ticks: 100
    case .nanoseconds: 1
    }
  }

  /// The endings of column names and keys that state a unit of time, such as `_ms`, with their units.
  package static let suffixes: [(String, TimeUnit)] = [
    ("_ns", .nanoseconds), ("_us", .microseconds), ("_ms", .milliseconds), ("_s", .seconds),
  ]
}
