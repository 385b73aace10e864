internal import Recordings
internal import Units

/// Walks through a trace that is one JSON text.
///
/// Values that nobody asks for are passed over without being kept.
package struct JSONReader: ~Copyable {
  private var tokenizer: JSONTokenizer

  /// Whether the text ended before its value did; set when a call throws for that reason.
  package private(set) var isCutOff = false

  /// Creates a reader.
  ///
  /// - Parameter isScript: whether the text is a script, whose objects follow each other.
  package init(isScript: Bool = false) { tokenizer = JSONTokenizer(isScript: isScript) }

  /// The next token.
  ///
  /// - Parameter source: where the text comes from; the same in every call.
  /// - Returns: `end` after the one value.
  /// - Throws: at the first byte that cannot belong to a JSON text, or when the file cannot be read on.
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

  /// Goes into the object that is the next value.
  ///
  /// - Returns: `false` when the value is no object; it was passed over then.
  package mutating func enterObject(in source: inout TraceSource) throws(TraceError) -> Bool {
    let token = try next(in: &source)
    if token == .beginObject { return true }
    try skipRest(of: token, in: &source)
    return false
  }

  /// Goes into the array that is the next value.
  ///
  /// - Returns: `false` when the value is no array; it was passed over then.
  package mutating func enterArray(in source: inout TraceSource) throws(TraceError) -> Bool {
    let token = try next(in: &source)
    if token == .beginArray { return true }
    try skipRest(of: token, in: &source)
    return false
  }

  /// The name of the next member of the object gone into; `nil` at its end.
  package mutating func nextKey(in source: inout TraceSource) throws(TraceError) -> String? {
    try next(in: &source) == .key ? text : nil
  }

  /// Goes to the next member of the object gone into, whose name is then the `field`.
  ///
  /// - Returns: `false` at its end.
  @inline(__always)
  package mutating func nextMember(in source: inout TraceSource) throws(TraceError) -> Bool {
    try next(in: &source) == .key
  }

  /// The token that the next element of the array gone into begins with; `nil` at its end.
  ///
  /// An element that is an array or object has to be passed over with `skipRest`.
  package mutating func nextElement(in source: inout TraceSource) throws(TraceError) -> JSONToken? {
    let token = try next(in: &source)
    return token == .endArray ? nil : token
  }

  /// Passes over the next value.
  package mutating func skipValue(in source: inout TraceSource) throws(TraceError) {
    try skipRest(of: try nextPassed(in: &source), in: &source)
  }

  /// The next token, whose contents are not kept.
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

  /// Passes over the rest of a value.
  ///
  /// - Parameters:
  ///   - token: its first, which was the last one read.
  ///   - source: of the text.
  /// - Throws: when the text is no JSON, or the file cannot be read on.
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

  /// The next value as text: of a string, a number, `true` or `false`; `nil` for all else.
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

  /// The line being read, from 1.
  package var line: Int { tokenizer.line }

  /// The key, string or number that came last.
  package var text: String { tokenizer.field.text }

  /// The bytes of the key, string or number that came last; good until the next token.
  package var field: Field { tokenizer.field }
}

extension JSONFault {
  /// What stands at the place, for a message.
  package var found: String {
    switch reason {
    case .unexpected(let byte, _): Self.shown(byte)
    case .ended: "the end of the file"
    case .badEscape: "a backslash without an escape behind it"
    case .controlCharacter(let byte): "the control character \(byte)"
    case .badEncoding: "a string that is not UTF-8"
    case .badNumber: "a malformed number"
    case .tooLargeNumber: "an infinite number"
    case .tooDeep: "arrays within arrays"
    case .tooLong: "a very long string or number"
    }
  }

  /// What the grammar asks for at the place, for a message.
  package var wanted: String {
    switch reason {
    case .unexpected(_, let wanted), .ended(let wanted): wanted.words
    case .badEscape: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
    case .controlCharacter: "an escape"
    case .badEncoding: "UTF-8"
    case .badNumber: "a number of JSON"
    case .tooLargeNumber: "a number below 1.8e308"
    case .tooDeep(let limit): "at most \(limit) within each other"
    case .tooLong(let limit): "at most \(limit) bytes"
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
    case .value: "a value"
    case .valueOrEnd: "a value or “]”"
    case .key: "a name in quotes"
    case .keyOrEnd: "a name in quotes or “}”"
    case .colon: "a colon"
    case .commaOrEnd: "a comma or the closing bracket"
    case .closingQuote: "the closing quote"
    case .commentEnd: "the end of the comment, “*/”"
    case .nothing: "nothing more"
    }
  }
}
