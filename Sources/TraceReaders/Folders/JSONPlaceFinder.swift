internal import Recordings

/// Finds where a value stands in a JSON text, for messages about it.
///
/// The parser that reads such files keeps no places.
///
/// - Parameters:
///   - path: of the value, as `DescribedObject` writes it: `stages[2].title`; empty for the whole.
///   - bytes: JSON with comments and trailing commas.
/// - Returns: the place of the member's name or of the element; of one that is not there, that of what
///   should hold it; `nil` when the text has forms that only the parser knows.
func jsonPlace(of path: String, in bytes: [UInt8]) -> TextPlace? {
  var finder = JSONPlaceFinder(bytes, path: path)
  do {
    return try finder.find().map { TextPlace(at: $0, in: bytes) }
  } catch {
    return nil
  }
}

private struct JSONPlaceFinder: ~Copyable {
  /// An array or object that is open.
  private struct Level {
    let path: String
    /// Elements so far; `nil` in an object.
    var count: Int?
  }

  private let text: [UInt8]
  private let wanted: String
  private var tokenizer = JSONTokenizer()
  private var levels: [Level] = []
  private var name: String?
  /// Where the innermost value begins that holds the wanted one.
  private var nearest: Int?

  init(_ bytes: [UInt8], path: String) {
    text = withoutComments(bytes)
    wanted = path
    text.withUnsafeBufferPointer { tokenizer.append($0) }
    tokenizer.finish()
  }

  mutating func find() throws(JSONFault) -> Int? {
    var end = 0
    while true {
      let start = text[end...].firstIndex(where: Self.beginsToken) ?? text.count
      guard let token = try tokenizer.next(), token != .end else { return nearest }
      end = tokenizer.position
      if take(token, from: start) { return start }
    }
  }

  /// Follows a token; whether it begins what is wanted.
  private mutating func take(_ token: JSONToken, from start: Int) -> Bool {
    switch token {
    case .key:
      let name = tokenizer.field.text
      self.name = name
      return path(of: name) == wanted
    case .endObject, .endArray:
      levels.removeLast()
      return false
    case .beginObject, .beginArray, .string, .number, .bool, .null, .notANumber, .end:
      let path = pathOfValue()
      if path == wanted { return true }
      guard token == .beginObject || token == .beginArray else { return false }
      if wanted.hasPrefix(path) { nearest = start }
      levels.append(Level(path: path, count: token == .beginArray ? 0 : nil))
      return false
    }
  }

  private func path(of name: String) -> String {
    let outer = levels.last?.path ?? ""
    return outer.isEmpty ? name : "\(outer).\(name)"
  }

  private mutating func pathOfValue() -> String {
    guard let level = levels.last else { return "" }
    guard let index = level.count else { return path(of: name ?? "") }
    levels[levels.count - 1].count = index + 1
    return "\(level.path)[\(index)]"
  }

  private static func beginsToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, Byte.carriageReturn, Byte.newline, Byte.comma, UInt8(ascii: ":"): false
    default: true
    }
  }
}
