package import Recordings

/// A value of a small JSON text, such as `run.json` or a history, with its place.
///
/// Traces are streamed instead.
///
///     let root = try JSONTreeReader.read(bytes, dialect: .relaxed)
///     root["title"]?.text           // nil if there is no such member, or it is no string
///     root.place(of: "stages[2].id")  // line and column, for a message
package struct JSONNode: Sendable, Equatable {
  /// What it is.
  package enum Value: Sendable, Equatable {
    case null
    /// `NaN`, which Python writes although JSON has none.
    case notANumber
    /// An infinity, of either sign, or a number beyond the range of `Double`.
    case infinite
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// Members in the order of the file.
    case object([Member])
  }

  /// A name and its value.
  package struct Member: Sendable, Equatable {
    package let key: String
    /// Where the name begins.
    package let line: Int32
    package let column: Int32
    package let value: JSONNode

    package var place: TextPlace { TextPlace(line: Int(line), column: Int(column)) }
  }

  package let value: Value
  /// The line it begins in, from 1.
  package let line: Int32
  /// The character of the line it begins at, from 1.
  package let column: Int32

  /// Where it begins.
  package var place: TextPlace { TextPlace(line: Int(line), column: Int(column)) }

  // MARK: - Looking

  /// The value of a member, or of the last one if several have the name; O(members).
  package subscript(key: String) -> JSONNode? { members?.last { $0.key == key }?.value }

  /// The members of an object; `nil` of anything else.
  package var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The elements of an array; `nil` of anything else.
  package var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// A string, harmless; `nil` for other values and for an empty string.
  package var text: String? {
    guard case .string(let text) = value else { return nil }
    let plain = harmless(text)
    return plain.isEmpty ? nil : plain
  }

  /// A string or number as text; `nil` of anything else.
  package var plainText: String? {
    guard case .number(let number) = value else { return text }
    return Int64(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A finite number, also where it stands in quotes; `nil` of anything else.
  package var number: Double? {
    switch value {
    case .number(let number): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The value as notes of what was left out show it.
  package var bare: String { plainText.map { shortened($0) } ?? shown }

  /// The value as messages show it.
  package var shown: String {
    switch value {
    case .null: "null"
    case .notANumber: "NaN"
    case .infinite: "an infinite number"
    case .bool(let value): value ? "true" : "false"
    case .number: plainText ?? ""
    case .string(let text): "“\(shortened(text))”"
    case .array(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }
}
