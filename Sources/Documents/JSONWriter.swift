extension JSONValue {
  /// The value as text, without a line break at the end.
  ///
  /// - Parameter layout: how the text is laid out.
  /// - Returns: valid JSON; the same value gives the same text.
  public func text(_ layout: Layout = .pretty) -> String {
    var writer = JSONWriter(layout == .pretty ? .lines : .none)
    writer.write(self)
    return writer.text
  }

  /// Whether the value holds only plain values, or lists of them.
  fileprivate var isFlat: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .object(let members): members.allSatisfy { $0.value.isPlain || $0.value.isPlainArray }
    case .null, .bool, .integer, .number, .string: false
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    case .null, .bool, .integer, .number, .string: true
    }
  }

  private var isPlainArray: Bool {
    if case .array(let elements) = self { elements.allSatisfy(\.isPlain) } else { false }
  }
}

private struct JSONWriter {
  private(set) var text = ""
  private let spacing: Spacing
  private var depth = 0

  /// What stands between the members of an object and the elements of an array.
  enum Spacing {
    case none
    case spaces
    case lines
  }

  private static let longestLine = 90

  init(_ spacing: Spacing) { self.spacing = spacing }

  mutating func write(_ value: JSONValue) {
    if spacing == .lines, value.isFlat, let line = Self.line(value) {
      text += line
      return
    }
    switch value {
    case .null: text += "null"
    case .bool(let isTrue): text += isTrue ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += number.shortest ?? "null"
    case .string(let string): write(string)
    case .array(let elements):
      writeList(elements, between: "[", and: "]") { $0.write($1) }
    case .object(let members):
      writeList(members, between: "{", and: "}") { $0.write($1) }
    }
  }

  private mutating func write(_ member: JSONValue.Member) {
    write(member.name)
    text += spacing == .none ? ":" : ": "
    write(member.value)
  }

  /// The value on one line, where it is short enough for that.
  private static func line(_ value: JSONValue) -> String? {
    var writer = JSONWriter(.spaces)
    writer.write(value)
    return writer.text.utf8.count <= longestLine ? writer.text : nil
  }

  private mutating func writeList<Element>(
    _ elements: [Element], between opening: String, and closing: String,
    write: (inout JSONWriter, Element) -> Void
  ) {
    text += opening
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { text += spacing == .spaces ? ", " : "," }
      breakLine()
      write(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { breakLine() }
    text += closing
  }

  private mutating func breakLine() {
    guard spacing == .lines else { return }
    text += "\n" + String(repeating: "  ", count: depth)
  }

  private mutating func write(_ string: String) {
    text += "\""
    if string.utf8.allSatisfy(Self.isPlain) {
      text += string
    } else {
      for scalar in string.unicodeScalars { write(scalar) }
    }
    text += "\""
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    default:
      if scalar.isHarmless {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in Character(scalar).utf16 { text += "\\u\(Self.fourDigits(unit))" }
      }
    }
  }

  /// Whether a byte stands for itself, whatever is beside it.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func fourDigits(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension Double {
  /// The shortest decimal that reads back to the number; whole numbers have no point, and numbers
  /// that are not finite have no text.
  var shortest: String? {
    guard isFinite else { return nil }
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
