package import Recordings

/// A value of a small JSON text, such as `run.json` or a benchmark history, with its line and column.
///
/// Traces are streamed with `JSONReader` instead.
///
///     let root = try JSONTreeReader.read(bytes, dialect: .relaxed)
///     root["title"]?.text           // nil if there is no such member, or it is not a string
///     root.place(of: "stages[2].id")  // line and column, for a message
package struct JSONNode: Sendable, Equatable {
  /// What a JSON value can be, such as a string or an array, with its contents.
  package enum Value: Sendable, Equatable {
    case null
    /// `NaN`, which Python writes although JSON does not have it.
    case notANumber
    /// An infinity of either sign, or a number that is beyond the range of `Double`.
    case infinite
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// An object, with its members in the order of the file.
    case object([Member])
  }

  /// A member of a JSON object, which consists of a name and a value.
  package struct Member: Sendable, Equatable {
    package let key: String
    /// The line at which the member's name begins in the JSON text, from 1.
    package let line: Int32
    package let column: Int32
    package let value: JSONNode

    package var place: TextPlace { TextPlace(line: Int(line), column: Int(column)) }
  }

  package let value: Value
  /// The line at which the JSON value begins, from 1.
  package let line: Int32
  /// The character at which the JSON value begins, counted in its line from 1.
  package let column: Int32

  package var place: TextPlace { TextPlace(line: Int(line), column: Int(column)) }

  // MARK: - Access

  /// The value of the JSON object's member with the given name; `nil` if there is none.
  ///
  /// If the name is repeated, the last such member counts. O(members).
  package subscript(key: String) -> JSONNode? { members?.last { $0.key == key }?.value }

  /// The members of a JSON object; `nil` for other values.
  package var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The elements of a JSON array; `nil` for other values.
  package var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// The text of a JSON string, without control characters; `nil` for other values and for an empty string.
  package var text: String? {
    guard case .string(let text) = value else { return nil }
    let plain = harmless(text)
    return plain.isEmpty ? nil : plain
  }

  /// A JSON string or number as text; `nil` for other values and for an empty string.
  package var plainText: String? {
    guard case .number(let number) = value else { return text }
    return Int64(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A finite JSON number, or the number that a JSON string contains; `nil` for other values.
  package var number: Double? {
    switch value {
    case .number(let number): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The JSON value as text without quotes, for messages about data that was ignored.
  package var bare: String { plainText.map { shortened($0) } ?? shown }

  /// The JSON value as messages show it, with strings in quotes.
  package var shown: String {
    switch value {
    case .null: "null"
    case .notANumber: "NaN"
    case .infinite: "an infinite number"
    case .bool(let value): value ? "true" : "false"
    case .number: plainText ?? ""
    case .string(let text): "“\(shortened(text))”"
    case .array(let elements): "a list of length \(elements.count)"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// The line and column of a value in a JSON text, for messages.
  ///
  /// - Parameter path: as `DescribedObject` writes it, such as `stages[2].title`; empty for the whole text.
  /// - Returns: the place of the member's name or of the element; for a value that does not exist, the place of the
  ///   innermost value that should contain it.
  package func place(of path: String) -> TextPlace { find(path[...]).place }

  /// The place of a JSON value, and whether the value exists or only an outer value was found.
  private typealias Found = (place: TextPlace, isExact: Bool)

  private func find(_ path: Substring) -> Found {
    if path.isEmpty { return (place, true) }
    switch value {
    case .object(let members): return find(path, among: members)
    case .array(let elements):
      let digits = path.dropFirst().prefix { $0 != "]" }
      guard path.first == "[", let index = Int(digits), elements.indices.contains(index) else {
        return (place, false)
      }
      let rest = path.dropFirst(digits.count + 2)
      return elements[index].find(rest.first == "." ? rest.dropFirst() : rest)
    default: return (place, false)
    }
  }

  /// Finds a place among the members of an object; several members may match the beginning of the path, because names
  /// may contain points.
  private func find(_ path: Substring, among members: [Member]) -> Found {
    var nearest: Found = (place, false)
    for member in members where path.hasPrefix(member.key) {
      let rest = path.dropFirst(member.key.count)
      if rest.isEmpty { return (member.place, true) }
      guard rest.first == "." || rest.first == "[", member.value.isContainer else { continue }
      let found = member.value.find(rest.first == "." ? rest.dropFirst() : rest)
      if found.isExact { return found }
      nearest = found
    }
    return nearest
  }

  private var isContainer: Bool { members != nil || elements != nil }
}
