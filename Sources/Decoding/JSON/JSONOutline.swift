/// What the beginning of a JSON text shows of its shape, by which a format recognises it.
///
/// Places are paths: member names joined by points, and `[]` for the elements of an array. In
/// `{"runs": [{"id": "a"}]}` there are `runs`, `runs[]` and `runs[].id`.
package struct JSONOutline: Sendable, Equatable {
  /// The paths of all values that begin in the text, but for those far inside.
  package private(set) var paths: Set<String> = []

  /// Short texts by their paths.
  private var texts: [String: Set<String>] = [:]

  /// Names and indices of a path, at most.
  private static let deepest = 5
  /// Tokens that are looked at, at most.
  private static let longest = 4000
  /// Bytes of a text that is kept, at most.
  private static let longestText = 64

  /// Looks at the beginning of a text; fails when it is no JSON from its first token on.
  ///
  /// - Parameter bytes: the beginning, cut anywhere.
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

  /// Whether there is a value at a path.
  package func has(_ path: String) -> Bool { paths.contains(path) }

  /// Whether a text at a path meets a condition.
  package func hasText(at path: String, where condition: (String) -> Bool) -> Bool {
    texts[path]?.contains(where: condition) ?? false
  }

  /// Takes a token.
  ///
  /// `parts` are the path to it; the last one of an object gone into is the key that came last.
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
