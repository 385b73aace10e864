internal import Units

/// A JSON value, such as an object or a number, that can be serialized to JSON text.
///
/// Objects preserve the order of their members.
///
///     let value: JSONValue = ["fps": 53.4, "reason": nil]
///     value.text(.compact)  // {"fps":53.4,"reason":null}
///
/// Doubles that are not finite are written as `null`. For a missing number, use `.null` and add its
/// reason.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number, written as the shortest decimal that parses to the same `Double`.
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// An array whose elements are created while it is written, for very long arrays.
  case list(Elements)
  /// An object with unique names, in the order of writing.
  case object([Member])

  public struct Member: Sendable, Equatable {
    /// The name of the JSON object's member.
    public let name: String

    /// The value of the JSON object's member.
    public let value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The elements of a long JSON array, each of which is created when it is read, so that the array needs no memory.
  public struct Elements: Sendable, Equatable {
    public let count: Int
    private let make: @Sendable (Int) -> JSONValue

    /// Creates the elements of a JSON array from a function that returns the value at a position.
    ///
    /// `make` returns the value at a position, always the same one.
    public init(count: Int, _ make: @escaping @Sendable (_ position: Int) -> JSONValue) {
      self.count = count
      self.make = make
    }

    /// The value at a position of the JSON array, from 0.
    public subscript(position: Int) -> JSONValue { make(position) }

    /// Whether two JSON arrays have equal values in the same order; O(n) for n values.
    public static func == (left: Elements, right: Elements) -> Bool {
      left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
  }

  /// The layout of JSON text: on one line or indented.
  public enum Layout: Sendable {
    /// One member or element per line, indented by two spaces; short arrays and objects are on one line if they contain
    /// only plain values or, for objects, arrays of plain values.
    ///
    /// Each element of a `list` is on a line of its own.
    case pretty
    /// All on one line, without spaces.
    case compact
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }

  public init(integerLiteral value: Int) { self = .integer(value) }

  public init(floatLiteral value: Double) { self = .number(value) }

  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates the JSON value `null`.
  public init(nilLiteral: ()) { self = .null }

  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates a JSON object that preserves the order of the dictionary literal.
  ///
  /// Names must be unique.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONValue {
  /// The JSON value as text, without trailing line break.
  ///
  /// Equal values give equal text.
  public func text(_ layout: Layout = .pretty) -> String {
    var writer = JSONWriter(layout == .pretty ? .lines : .none)
    writer.write(self)
    return writer.text
  }

  /// Writes the JSON value as indented text in pieces, so that a long array is never in memory as a whole.
  public func write(to take: (String) -> Void) {
    withoutActuallyEscaping(take) { take in
      var writer = JSONWriter(.lines)
      writer.take = take
      writer.write(self)
      take(writer.text)
    }
  }

  /// Whether the value contains only plain values, or arrays of these.
  fileprivate var isFlat: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .object(let members): members.allSatisfy { $0.value.isPlain || $0.value.isPlainArray }
    case .list(let elements): elements.count == 0
    case .null, .bool, .integer, .number, .string: false
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object, .list: false
    case .null, .bool, .integer, .number, .string: true
    }
  }

  private var isPlainArray: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .list(let elements): elements.count == 0
    case .null, .bool, .integer, .number, .string, .object: false
    }
  }
}

private struct JSONWriter {
  private var bytes: [UInt8] = []
  private var spacing: Spacing
  private var depth = 0

  /// The text between the members of an object and the elements of an array.
  enum Spacing {
    case none
    case spaces
    case lines
  }

  /// Receives the text written so far; if `nil`, the text is collected.
  var take: ((String) -> Void)?

  private static let longestLine = 90
  /// The minimum size of a piece, in bytes.
  private static let pieceLength = 1 << 16

  init(_ spacing: Spacing) { self.spacing = spacing }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ value: JSONValue) {
    if spacing == .lines, value.isFlat, writeLine(value) { return }
    switch value {
    case .null: write(plain: "null")
    case .bool(let isTrue): write(plain: isTrue ? "true" : "false")
    case .integer(let number): write(plain: String(number))
    case .number(let number): write(plain: number.shortest ?? "null")
    case .string(let string): write(string)
    case .array(let elements):
      writeList(elements, between: "[", and: "]") { $0.write($1) }
    case .list(let elements):
      writeList(0..<elements.count, between: "[", and: "]") {
        $0.write(elements[$1])
        $0.giveAway()
      }
    case .object(let members):
      writeList(members, between: "{", and: "}") { $0.write($1) }
    }
  }

  private mutating func write(plain text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ member: JSONValue.Member) {
    write(member.name)
    write(plain: spacing == .none ? ":" : ": ")
    write(member.value)
  }

  /// Writes the value on one line.
  ///
  /// Returns `false` and writes nothing if it is too long for that.
  private mutating func writeLine(_ value: JSONValue) -> Bool {
    let start = bytes.count
    spacing = .spaces
    write(value)
    spacing = .lines
    if bytes.count - start <= Self.longestLine { return true }
    bytes.removeLast(bytes.count - start)
    return false
  }

  private mutating func giveAway() {
    guard let take, bytes.count >= Self.pieceLength else { return }
    take(text)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func writeList<Elements: Collection>(
    _ elements: Elements, between opening: String, and closing: String,
    write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    self.write(plain: opening)
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { self.write(plain: spacing == .spaces ? ", " : ",") }
      breakLine()
      write(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { breakLine() }
    self.write(plain: closing)
  }

  private mutating func breakLine() {
    guard spacing == .lines else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    if string.utf8.allSatisfy(Self.isPlain) {
      write(plain: string)
    } else {
      for scalar in string.unicodeScalars { write(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": write(plain: "\\\"")
    case "\\": write(plain: "\\\\")
    case "\n": write(plain: "\\n")
    case "\r": write(plain: "\\r")
    case "\t": write(plain: "\\t")
    default:
      if scalar.isHarmless {
        write(plain: String(scalar))
      } else {
        for unit in Character(scalar).utf16 { write(plain: "\\u\(Self.fourDigits(unit))") }
      }
    }
  }

  /// Whether a byte needs no escaping, whatever its neighbors are.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func fourDigits(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension Double {
  /// The shortest decimal that parses to the number.
  ///
  /// Integers have no decimal point; `nil` for numbers that are not finite.
  package var shortest: String? {
    guard isFinite else { return nil }
    let text = String(self)
    return text.utf8.suffix(2).elementsEqual(".0".utf8)
      ? String(Substring(text.utf8.dropLast(2))) : text
  }
}
