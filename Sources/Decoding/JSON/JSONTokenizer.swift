/// Splits a JSON text into tokens while its bytes arrive.
///
///     var tokenizer = JSONTokenizer()
///     tokenizer.append(chunk)
///     while let token = try tokenizer.next() { … }  // nil: append more, or finish
///
/// At most one chunk and one incomplete token are in memory. The grammar is RFC 8259, checked in full. Zeros follow the
/// last byte, so that scanners stop there without checking how many bytes are left; no token may contain a zero.
package struct JSONTokenizer: ~Copyable {
  /// The maximum depth of nested arrays and objects in a JSON text.
  package static let deepest = 64
  /// The maximum length in bytes of a JSON number, or of a JSON string that is not skipped.
  package static let longest = 1 << 20
  /// The maximum length in bytes of a JSON string that is skipped.
  static let longestPassed = 1 << 27

  package var bytes = ByteBuffer(capacity: 1 << 16)
  package var position = 0
  package private(set) var end = 0
  private(set) var isFinished = false
  /// The offset and length of the contents of the JSON token that was read most recently.
  package var contents = (start: 0, count: 0)
  /// The contents of the last string with escapes, after resolving them; allocated at the first such string.
  var resolved = ByteBuffer(capacity: 0)
  /// Whether the contents of the last token are in `resolved`.
  var isResolved = false
  /// The number of bytes that were read so far of a JSON string that is being skipped; `nil` if none is being skipped.
  package var passed: Int?
  /// Whether the text is a script, so that the bytes around its objects are skipped.
  private let isScript: Bool
  /// Whether the contents of strings are skipped, because the caller does not need them.
  private var isSkipping = false
  /// The extensions of JSON that the tokenizer accepts.
  private let dialect: JSONDialect
  /// The line of the JSON token that was read most recently, from 1.
  package private(set) var line = 1
  /// The byte offset of the beginning of the last token's line, from 0.
  private(set) var lineStart = 0
  /// The byte offset in the JSON text of the token that was read most recently, from 0.
  package private(set) var tokenStart = 0

  private var dropped = 0
  private var wanted: JSONFault.Wanted
  /// The open arrays and objects as a stack of bits, the innermost lowest: 1 for an object, 0 for an array.
  private var containers: UInt64 = 0

  /// The number of JSON arrays and objects that are open at the current position.
  package private(set) var depth = 0

  /// Creates a JSON tokenizer that has not received any text yet.
  ///
  /// - Parameters:
  ///   - isScript: whether the text is a script that contains any number of JSON objects.
  ///   - dialect: the accepted extensions of JSON; the relaxed one needs the whole text in one call of `append`.
  package init(isScript: Bool = false, dialect: JSONDialect = .strict) {
    self.isScript = isScript
    self.dialect = dialect
    wanted = isScript ? .nothing : .value
    bytes.start.update(repeating: 0, count: 16)
  }

  /// The key, string or number that was read most recently from a JSON text, as UTF-8 without quotes and escapes.
  ///
  /// Valid until the next call.
  package var field: Field {
    let start = isResolved ? resolved.start : bytes.start + contents.start
    return Field(start: UnsafePointer(start), count: contents.count)
  }

  /// Prepares the JSON tokenizer for another text, and keeps the memory that it allocated.
  package mutating func restart() {
    (position, end, dropped, line, lineStart, tokenStart) = (0, 0, 0, 1, 0, 0)
    (containers, depth, contents) = (0, 0, (start: 0, count: 0))
    (isFinished, isResolved, isSkipping, passed) = (false, false, false, nil)
    wanted = isScript ? .nothing : .value
  }

  /// Appends the next bytes of the JSON text to the tokenizer's input; the bytes may end anywhere, also within a token.
  package mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) {
    let rest = end - position
    reserve(for: rest + chunk.count)
    dropped += position
    position = 0
    if let start = chunk.baseAddress {
      (bytes.start + rest).update(from: start, count: chunk.count)
    }
    end = rest + chunk.count
    (bytes.start + end).update(repeating: 0, count: 16)
  }

  /// Declares the JSON text complete, so that the tokenizer does not wait for more bytes.
  package mutating func finish() { isFinished = true }

  /// Reads the next token of the JSON text; `nil` if more bytes are needed.
  ///
  /// - Throws: at the first byte that is not valid.
  package mutating func next() throws(JSONFault) -> JSONToken? {
    if passed != nil { return try passRestOfString() }
    while let byte = nextVisibleByte() {
      if dialect == .relaxed, try skipExtra(byte) { continue }
      tokenStart = dropped + position
      switch wanted {
      case .key: return try key(from: byte)
      case .value: return try value(from: byte)
      case .commaOrEnd:
        guard byte == UInt8(ascii: ",") else { return try close(with: byte) }
        position += 1
        expectNext()
      case .keyOrEnd:
        return byte == UInt8(ascii: "}") ? try close(with: byte) : try key(from: byte)
      case .valueOrEnd:
        return byte == UInt8(ascii: "]") ? try close(with: byte) : try value(from: byte)
      case .colon:
        guard byte == UInt8(ascii: ":") else { throw unexpected(byte) }
        position += 1
        wanted = .value
      case .nothing where isScript:
        if byte == UInt8(ascii: "{") { return try open(isObject: true) }
        position += 1
      case .closingQuote, .commentEnd, .nothing: throw unexpected(byte)
      }
    }
    return try atLastByte()
  }

  /// Skips tokens of the JSON text until the nesting depth of its open arrays and objects is below a given number.
  ///
  /// Skipped strings may be longer than others, because their contents are not stored.
  ///
  /// - Returns: `false` if more bytes are needed; call again then.
  package mutating func skip(toBelow limit: Int) throws(JSONFault) -> Bool {
    isSkipping = true
    while depth >= limit {
      skipPlainNumbers()
      guard try next() != nil else { return false }
    }
    isSkipping = false
    return true
  }

  /// Reads the next token of the JSON text, without storing the contents of a key or string.
  ///
  /// - Returns: the token, or `nil` if more bytes are needed; call again then.
  mutating func skipNext() throws(JSONFault) -> JSONToken? {
    isSkipping = true
    guard let token = try next() else { return nil }
    isSkipping = false
    return token
  }

  // MARK: - Grammar

  private mutating func atLastByte() throws(JSONFault) -> JSONToken? {
    guard isFinished else { return nil }
    guard wanted == .nothing else { throw fault(.ended(wanted: wanted)) }
    return .end
  }

  private var isInObject: Bool { containers & 1 == 1 }

  /// Whether the next byte may begin an element of an array.
  var isAtElement: Bool {
    (wanted == .value || wanted == .valueOrEnd) && !isInObject && depth > 0 && passed == nil
      && dialect != .relaxed
  }

  /// Moves behind an element of an array and the comma that follows it.
  @inline(__always)
  mutating func takeElement(endingAt last: Int) {
    position = last + 1
    wanted = .value
  }

  @inline(__always)
  private mutating func nextVisibleByte() -> UInt8? {
    while true {
      let byte = bytes.start[position]
      if byte > 0x20 { return byte }
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        lineStart = dropped + position + 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: return position < end ? byte : nil
      }
      position += 1
    }
  }

  @inline(__always)
  private mutating func key(from byte: UInt8) throws(JSONFault) -> JSONToken? {
    if dialect == .relaxed {
      try scanRelaxedKey(from: byte)
      return closedKey()
    }
    guard byte == UInt8(ascii: "\"") else { throw unexpected(byte) }
    guard try scanString(isKept: !isSkipping) else { return nil }
    return closedKey()
  }

  private mutating func value(from byte: UInt8) throws(JSONFault) -> JSONToken? {
    if dialect == .relaxed, let token = try relaxedValue(from: byte) { return closed(token) }
    switch byte {
    case UInt8(ascii: "\""): return try scanString(isKept: !isSkipping) ? closed(.string) : nil
    case UInt8(ascii: "-") where dialect == .notANumber: return try negativeNumber()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try scanNumber() ? closed(.number) : nil
    case UInt8(ascii: "{"): return try open(isObject: true)
    case UInt8(ascii: "["): return try open(isObject: false)
    case UInt8(ascii: "N") where dialect == .notANumber: return try scanNotANumber("NaN")
    case UInt8(ascii: "I") where dialect == .notANumber: return try scanNotANumber("Infinity")
    case UInt8(ascii: "t"): return try scan("true") ? closed(.bool(true)) : nil
    case UInt8(ascii: "f"): return try scan("false") ? closed(.bool(false)) : nil
    case UInt8(ascii: "n"): return try scan("null") ? closed(.null) : nil
    default: throw unexpected(byte)
    }
  }

  /// Reads a string or number of a relaxed JSON text; `nil` for other values, which are as in standard JSON.
  private mutating func relaxedValue(from byte: UInt8) throws(JSONFault) -> JSONToken? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      try scanRelaxedString(endingIn: byte)
      return .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "I"):
      try scanRelaxedNumber()
      return .number
    default: return nil
    }
  }

  /// Reads a negative JSON number, or `-Infinity`.
  private mutating func negativeNumber() throws(JSONFault) -> JSONToken? {
    guard position + 1 < end || isFinished else { return nil }
    if bytes.start[position + 1] == UInt8(ascii: "I") { return try scanNotANumber("-Infinity") }
    return try scanNumber() ? closed(.number) : nil
  }

  private mutating func scanNotANumber(_ literal: StaticString) throws(JSONFault) -> JSONToken? {
    let start = position
    guard try scan(literal) else { return nil }
    keep(start..<position)
    return closed(.notANumber)
  }

  private mutating func passRestOfString() throws(JSONFault) -> JSONToken? {
    guard try passString() else { return nil }
    return wanted == .key || wanted == .keyOrEnd ? closedKey() : closed(.string)
  }

  private mutating func open(isObject: Bool) throws(JSONFault) -> JSONToken {
    guard depth < Self.deepest else { throw fault(.tooDeep(limit: Self.deepest)) }
    containers = containers << 1 | (isObject ? 1 : 0)
    depth += 1
    position += 1
    wanted = isObject ? .keyOrEnd : .valueOrEnd
    return isObject ? .beginObject : .beginArray
  }

  private mutating func close(with byte: UInt8) throws(JSONFault) -> JSONToken {
    let isObject = isInObject
    guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw unexpected(byte) }
    containers >>= 1
    depth -= 1
    position += 1
    return closed(isObject ? .endObject : .endArray)
  }

  /// Completes the name of a member, and consumes its colon if it follows immediately.
  ///
  /// Its colon usually follows immediately, and is consumed here.
  @inline(__always)
  private mutating func closedKey() -> JSONToken {
    let hasColon = bytes.start[position] == UInt8(ascii: ":")
    position += hasColon ? 1 : 0
    wanted = hasColon ? .value : .colon
    return .key
  }

  /// Completes a value, and consumes a comma if it follows immediately.
  ///
  /// A comma usually follows immediately, and is consumed here.
  @inline(__always)
  private mutating func closed(_ token: JSONToken) -> JSONToken {
    if depth == 0 {
      wanted = .nothing
    } else if bytes.start[position] == UInt8(ascii: ",") {
      position += 1
      expectNext()
    } else {
      wanted = .commaOrEnd
    }
    return token
  }

  /// Sets what the grammar expects after a comma in an array or object.
  @inline(__always)
  private mutating func expectNext() {
    if dialect == .relaxed {
      wanted = isInObject ? .keyOrEnd : .valueOrEnd
    } else {
      wanted = isInObject ? .key : .value
    }
  }

  private mutating func scan(_ literal: StaticString) throws(JSONFault) -> Bool {
    for index in 0..<literal.utf8CodeUnitCount {
      guard position + index < end else { return try needsMore() }
      guard bytes.start[position + index] == literal.utf8Start[index] else {
        throw fault(
          .unexpected(bytes.start[position + index], wanted: .value), at: position + index)
      }
    }
    position += literal.utf8CodeUnitCount
    return true
  }

  // MARK: - Places

  /// Requests more bytes by returning `false`; throws if the text is complete, so that there are no more bytes.
  func needsMore(of wanted: JSONFault.Wanted = .value) throws(JSONFault) -> Bool {
    guard !isFinished else { throw fault(.ended(wanted: wanted), at: end) }
    return false
  }

  /// The JSON syntax error for a byte that is not allowed at the position, or at another index.
  func unexpected(_ byte: UInt8, at index: Int? = nil) -> JSONFault {
    fault(.unexpected(byte, wanted: wanted), at: index)
  }

  /// A JSON syntax error in the current line.
  func fault(_ reason: JSONFault.Reason, at index: Int? = nil) -> JSONFault {
    JSONFault(reason: reason, line: line, offset: dropped + (index ?? position))
  }

  /// Moves the incomplete token to the beginning of the buffer, or to a larger buffer if necessary.
  private mutating func reserve(for count: Int) {
    guard count > bytes.capacity else { return bytes.moveToFront(position..<end) }
    let larger = ByteBuffer(capacity: max(count, 2 * bytes.capacity))
    larger.start.update(from: bytes.start + position, count: end - position)
    bytes = larger
  }
}

/// One token of a JSON text, such as a bracket, key or string.
///
/// The contents of keys, strings and numbers stay in the buffer of the tokenizer until the next token, so a column of a
/// million numbers allocates no strings.
package enum JSONToken: Sendable, Equatable {
  /// The bracket `{`, which begins an object.
  case beginObject
  /// The bracket `}`, which ends an object.
  case endObject
  /// The bracket `[`, which begins an array.
  case beginArray
  /// The bracket `]`, which ends an array.
  case endArray
  /// The name of an object's member, whose value follows.
  case key
  /// A string that is a value.
  case string
  /// A number that is a value.
  case number
  /// The value `true` or `false`.
  case bool(Bool)
  /// The value `null`.
  case null
  /// The value `NaN`, `Infinity` or `-Infinity`, if the dialect allows it.
  case notANumber
  /// The end of the JSON text, after one complete value.
  case end
}

/// The position and kind of a syntax error in a JSON text.
package struct JSONFault: Error, Sendable, Equatable {
  package let reason: Reason
  /// The line of the JSON syntax error, from 1.
  package let line: Int
  /// The byte offset of the JSON syntax error in the text, from 0.
  package let offset: Int

  package enum Reason: Sendable, Equatable {
    /// The text contains a byte that the grammar of JSON does not allow at its place.
    case unexpected(UInt8, wanted: Wanted)
    /// The text ends before its value is complete.
    case ended(wanted: Wanted)
    /// A string contains a backslash that does not begin an escape of JSON.
    case badEscape
    /// A string contains a control character, which must be escaped.
    case controlCharacter(UInt8)
    /// A string contains bytes that are not UTF-8.
    case badEncoding
    /// A number is malformed, such as `01`.
    case badNumber
    /// A number is beyond the range of `Double`, in a dialect without infinities.
    case tooLargeNumber
    /// Arrays and objects are nested more deeply than the limit.
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
  }

  /// What the JSON grammar allows at the position of a syntax error, such as a value or a comma.
  package enum Wanted: Sendable, Equatable {
    case value
    /// The grammar expects a value, or the end of an empty array.
    case valueOrEnd
    /// The grammar expects the name of a member.
    case key
    /// The grammar expects the name of a member, or the end of an empty object.
    case keyOrEnd
    /// The grammar expects the colon after the name of a member.
    case colon
    /// The grammar expects a comma, or the end of the array or object.
    case commaOrEnd
    /// The grammar expects the rest of a string, up to its closing quote.
    case closingQuote
    /// The grammar expects the rest of a comment.
    case commentEnd
    /// The grammar expects nothing except white space.
    case nothing
  }
}
