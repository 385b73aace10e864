internal import Units

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
  var shortest: String? {
    guard isFinite else { return nil }
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
