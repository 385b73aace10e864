/// The structure of the first values in a JSON text, by which Hitchmark recognizes the trace format of the text.
///
/// Places are paths: member names joined by points, and `[]` for the elements of an array. `{"runs": [{"id": "a"}]}`
/// has the paths `runs`, `runs[]` and `runs[].id`.
package struct JSONOutline: Sendable, Equatable {
  /// The paths of the first values in a JSON text, such as `runs[].id`; very deeply nested values are left out.
  package private(set) var paths: Set<String> = []

  /// The short strings at the beginning of the JSON text, by path.
  private var texts: [String: Set<String>] = [:]

  /// The maximum number of parts of a recorded path.
  private static let deepest = 5
  /// The maximum number of tokens that are read for an outline.
  private static let longest = 4000
  /// The maximum length in bytes of a recorded string or name.
  private static let longestText = 64

  /// Records the paths and short strings of the first values in a JSON text, which may end anywhere; `nil` if the text
  /// does not begin like JSON.
  package init?(_ bytes: [UInt8]) {
    var tokenizer = JSONTokenizer()
    bytes.withUnsafeBufferPointer { tokenizer.append($0) }
    var parts: [String] = []
    var count = 0
    while count < Self.longest, let token = try? tokenizer.next(), token != .end {
      count += 1
      take(token, tokenizer.field, in: &parts)
    }
    guard count > 1 else { return nil }
  }

  /// Whether the first values in the JSON text include one with a given path, such as `runs[].id`.
  package func has(_ path: String) -> Bool { paths.contains(path) }

  /// Whether the beginning of the JSON text has a short string that meets a condition at a given path, such as
  /// `runs[].id`.
  package func hasText(at path: String, where condition: (String) -> Bool) -> Bool {
    texts[path]?.contains(where: condition) ?? false
  }

  /// Records the path of a token, and its text if it is a short string.
  ///
  /// `parts` is the path to the token. Within an object, its last part is the name of the current member.
  private mutating func take(_ token: JSONToken, _ field: Field, in parts: inout [String]) {
    switch token {
    case .key: parts[parts.count - 1] = "." + (field.count <= Self.longestText ? field.text : "…")
    case .beginObject, .beginArray:
      note(parts)
      parts.append(token == .beginArray ? "[]" : "")
    case .endObject, .endArray: parts.removeLast()
    case .string where field.count <= Self.longestText: note(parts, text: field.text)
    case .string, .number, .bool, .null, .notANumber: note(parts)
    case .end: break
    }
  }

  private mutating func note(_ parts: [String], text: String? = nil) {
    guard parts.count <= Self.deepest else { return }
    let path = String(parts.joined().trimmingPrefix("."))
    paths.insert(path)
    if let text { texts[path, default: []].insert(text) }
  }
}
