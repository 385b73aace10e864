package import Recordings
package import Units

/// Reads a trace that is one JSON text, token by token.
///
/// Skipped values take no memory.
///
///     var reader = JSONReader()
///     guard try reader.enterObject(in: &source) else { return }
///     while let key = try reader.nextKey(in: &source) {
///         if key == "fps" { fps = try reader.number(in: &source) } else { try reader.skipValue(in: &source) }
///     }
package struct JSONReader: ~Copyable {
  var tokenizer: JSONTokenizer

  /// Whether reading failed because the JSON text ended before its value was complete.
  package private(set) var isCutOff = false

  /// Creates a reader of a trace that is one JSON text.
  ///
  /// - Parameter isScript: whether the text is a script that contains objects in sequence.
  package init(isScript: Bool = false) { tokenizer = JSONTokenizer(isScript: isScript) }

  /// Reads the next token of the JSON text.
  ///
  /// - Parameter source: must be the same in every call.
  /// - Returns: `end` after the value.
  /// - Throws: at the first byte that is not valid JSON, or if the file cannot be read.
  @inline(__always)
  package mutating func next(in source: inout TraceSource) throws(TraceError) -> JSONToken {
    while true {
      do throws(JSONFault) {
        if let token = try tokenizer.next() { return token }
      } catch {
        throw malformed(error, in: source.name)
      }
      try readOn(in: &source)
    }
  }

  private mutating func readOn(in source: inout TraceSource) throws(TraceError) {
    if let chunk = try source.nextChunk() { tokenizer.append(chunk) } else { tokenizer.finish() }
  }

  private mutating func malformed(_ fault: JSONFault, in path: String) -> TraceError {
    if case .ended = fault.reason { isCutOff = true }
    return .malformed(path: path, line: fault.line, found: fault.found, wanted: fault.wanted)
  }

  /// Enters the next JSON value if it is an object, and skips it otherwise.
  ///
  /// - Returns: `false` if the value is not an object; it is skipped.
  package mutating func enterObject(in source: inout TraceSource) throws(TraceError) -> Bool {
    let token = try next(in: &source)
    if token == .beginObject { return true }
    try skipRest(of: token, in: &source)
    return false
  }

  /// Enters the next JSON value if it is an array, and skips it otherwise.
  ///
  /// - Returns: `false` if the value is not an array; it is skipped.
  package mutating func enterArray(in source: inout TraceSource) throws(TraceError) -> Bool {
    let token = try next(in: &source)
    if token == .beginArray { return true }
    try skipRest(of: token, in: &source)
    return false
  }

  /// Reads the name of the next member of the current JSON object; `nil` at the end of the object.
  package mutating func nextKey(in source: inout TraceSource) throws(TraceError) -> String? {
    try next(in: &source) == .key ? text : nil
  }

  /// Moves to the next member of the current JSON object.
  ///
  /// `field` is then its name.
  ///
  /// - Returns: `false` at the end of the object.
  @inline(__always)
  package mutating func nextMember(in source: inout TraceSource) throws(TraceError) -> Bool {
    try next(in: &source) == .key
  }

  /// Reads the first token of the next element of the current JSON array; `nil` at the end of the array.
  ///
  /// An element that is an array or object must be skipped with `skipRest`.
  package mutating func nextElement(in source: inout TraceSource) throws(TraceError) -> JSONToken? {
    let token = try next(in: &source)
    return token == .endArray ? nil : token
  }

  /// Refuses a list of `limit` elements that goes on, so that no file takes all memory.
  package func check(
    _ count: Int, _ limit: Int, _ what: String, _ source: borrowing TraceSource
  ) throws(TraceError) {
    guard count < limit else {
      throw .tooMany(what, limit: limit, path: source.name, line: line)
    }
  }

  package mutating func skipValue(in source: inout TraceSource) throws(TraceError) {
    try skipRest(of: try nextPassed(in: &source), in: &source)
  }

  /// Reads the next token of the JSON text without storing its contents.
  private mutating func nextPassed(in source: inout TraceSource) throws(TraceError) -> JSONToken {
    while true {
      do throws(JSONFault) {
        if let token = try tokenizer.skipNext() { return token }
      } catch {
        throw malformed(error, in: source.name)
      }
      try readOn(in: &source)
    }
  }

  /// Skips the rest of a JSON value whose first token was already read.
  ///
  /// - Parameter token: the first token of the value, which must be the last token read.
  package mutating func skipRest(
    of token: JSONToken, in source: inout TraceSource
  ) throws(TraceError) {
    guard token == .beginObject || token == .beginArray else { return }
    let depth = tokenizer.depth
    while true {
      do throws(JSONFault) {
        if try tokenizer.skip(toBelow: depth) { return }
      } catch {
        throw malformed(error, in: source.name)
      }
      try readOn(in: &source)
    }
  }

  /// Reads the next JSON value as text if it is a string, number or Boolean; `nil` for other values.
  package mutating func scalar(in source: inout TraceSource) throws(TraceError) -> String? {
    let token = try next(in: &source)
    switch token {
    case .string, .number: return text
    case .bool(let value): return value ? "true" : "false"
    default:
      try skipRest(of: token, in: &source)
      return nil
    }
  }

  /// The number of the current line of the JSON text, from 1.
  package var line: Int { tokenizer.line }

  /// The key, string or number that was read most recently from the JSON text.
  package var text: String { tokenizer.field.text }

  /// The bytes of the key, string or number that was read most recently from the JSON text; valid until the next token
  /// is read.
  package var field: Field { tokenizer.field }
}

extension JSONFault {
  /// What the JSON text contains at the position of a syntax error, for the error message.
  package var found: String {
    switch reason {
    case .unexpected(let byte, _): Self.shown(byte)
    case .ended: "the end of the file"
    case .badEscape: "a backslash without a valid escape sequence"
    case .controlCharacter(let byte): "the control character \(byte)"
    case .badEncoding: "a string that is not UTF-8"
    case .badNumber: "a malformed number"
    case .tooLargeNumber: "an infinite number"
    case .tooDeep: "deeply nested values"
    case .tooLong: "a very long string or number"
    }
  }

  /// What the JSON reader expects at the position of a syntax error, for the error message.
  package var wanted: String {
    switch reason {
    case .unexpected(_, let wanted), .ended(let wanted): wanted.words
    case .badEscape: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
    case .controlCharacter: "an escape sequence of JSON, such as \\n"
    case .badEncoding: "UTF-8"
    case .badNumber: "a JSON number"
    case .tooLargeNumber: "a number below 1.8e308"
    case .tooDeep(let limit): "at most \(limit) levels of nested arrays and objects"
    case .tooLong(let limit): "strings and numbers of at most \(limit) bytes"
    }
  }

  private static func shown(_ byte: UInt8) -> String {
    let isVisible = byte > 0x20 && byte < 0x7F
    return isVisible ? "“\(Character(Unicode.Scalar(byte)))”" : "the byte \(byte)"
  }
}

extension JSONFault.Wanted {
  fileprivate var words: String {
    switch self {
    case .value: "a JSON value"
    case .valueOrEnd: "a JSON value or “]”"
    case .key: "a key in quotes"
    case .keyOrEnd: "a key in quotes or “}”"
    case .colon: "a colon"
    case .commaOrEnd: "a comma or the closing bracket"
    case .closingQuote: "the closing quote of the string"
    case .commentEnd: "the end of the comment, “*/”"
    case .nothing: "nothing more"
    }
  }
}

extension JSONReader {
  /// Skips elements of the current JSON array until one is an object, and enters that object.
  ///
  /// - Returns: `false` at the end of the array.
  package mutating func nextObject(in source: inout TraceSource) throws(TraceError) -> Bool {
    while let token = try nextElement(in: &source) {
      if token == .beginObject { return true }
      try skipRest(of: token, in: &source)
    }
    return false
  }

  /// Reads elements of the current JSON array as times, as far as they are plain numbers in memory.
  ///
  /// The element after them, and the end of the array, are for `nextElement`; further plain numbers may follow it.
  package mutating func takePlainTimes(
    in unit: TimeUnit, into times: inout NumberColumn<Nanoseconds>
  ) {
    tokenizer.takePlainTimes(in: unit, into: &times)
  }

  /// Reads elements of the current JSON array that are `true` or `false`, as far as they are in memory.
  ///
  /// The element after them, and the end of the array, are for `nextElement`; further ones may follow it.
  package mutating func takePlainFlags(into flags: inout [Bool]) {
    tokenizer.takePlainFlags(into: &flags)
  }

  /// Reads the next JSON value as a number, which may be in quotes; `nil` for other values.
  package mutating func number(in source: inout TraceSource) throws(TraceError) -> Double? {
    try hasDigits(in: &source) ? field.double.value : nil
  }

  /// Reads the next JSON value as a time, which may be in quotes; `nil` for other values and for implausible times.
  package mutating func time(
    unit: TimeUnit, in source: inout TraceSource
  ) throws(TraceError) -> Nanoseconds? {
    try hasDigits(in: &source) ? field.nanoseconds(in: unit).value : nil
  }

  /// Reads the next JSON value, and returns whether it is a number or a string, which may be a number in quotes.
  private mutating func hasDigits(in source: inout TraceSource) throws(TraceError) -> Bool {
    let token = try next(in: &source)
    if token == .number || token == .string { return true }
    try skipRest(of: token, in: &source)
    return false
  }
}
