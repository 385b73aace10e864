/// Takes a JSON text apart as its bytes arrive.
///
/// Give bytes with `append`, ask with `next` until it returns `nil`, give more, and say `finish` when
/// there are no more. Holds no more than one chunk and one unfinished token. The grammar is RFC 8259,
/// checked in full: what comes out is a well-formed stream of tokens or a fault.
///
/// Zeros stand behind the last byte, so that scanners stop there without asking how many bytes are left;
/// no token may hold a zero.
package struct JSONTokenizer: ~Copyable {
  /// Arrays and objects within each other, at most.
  package static let deepest = 64
  /// Bytes of one string or number that is kept, at most.
  package static let longest = 1 << 20
  /// Bytes of one string that is passed over, at most.
  static let longestPassed = 1 << 27

  package var bytes = ByteBuffer(capacity: 1 << 16)
  package var position = 0
  package private(set) var end = 0
  private(set) var isFinished = false
  /// Where the contents of the token that came last begin, and how many bytes they are.
  package var contents = (start: 0, count: 0)
  /// The contents of a string with escapes, whose bytes in the text are others; made for the first one.
  var resolved = ByteBuffer(capacity: 0)
  /// Whether the contents of the token that came last are in `resolved`.
  var isResolved = false
  /// Bytes of the unfinished string that were passed over already; `nil` outside such a string.
  package var passed: Int?
  /// Whether the text is a script: what stands around the objects that it holds is passed over.
  private let isScript: Bool
  /// Whether strings are passed over, and not kept.
  private var isSkipping = false
  /// What is allowed besides JSON.
  private let dialect: JSONDialect
  /// The line of the token that came last, from 1.
  package private(set) var line = 1
  /// The byte that line begins at, from 0.
  private(set) var lineStart = 0
  /// The byte that token begins at, from 0.
  package private(set) var tokenStart = 0

  private var dropped = 0
  private var wanted: JSONFault.Wanted
  /// The open arrays and objects from the innermost, the lowest bit, outwards: 1 for an object.
  private var containers: UInt64 = 0

  /// Arrays and objects that are open.
  package private(set) var depth = 0

  /// Creates a tokenizer that has no bytes yet.
  ///
  /// - Parameters:
  ///   - isScript: whether the text is no JSON itself, and objects in it are; then any number of them may follow each
  ///     other.
  ///   - dialect: what is allowed besides JSON; the relaxed one needs the whole text in one call of `append`.
  package init(isScript: Bool = false, dialect: JSONDialect = .strict) {
    self.isScript = isScript
    self.dialect = dialect
    wanted = isScript ? .nothing : .value
    bytes.start.update(repeating: 0, count: 16)
  }

  /// The contents of the key or string that came last, without quotes and escapes, valid UTF-8; or the
  /// characters of the number that came last.
  ///
  /// Good until the tokenizer is asked again.
  package var field: Field {
    let start = isResolved ? resolved.start : bytes.start + contents.start
    return Field(start: UnsafePointer(start), count: contents.count)
  }

  /// Goes on to another text, in the memory that is there.
  package mutating func restart() {
    (position, end, dropped, line, lineStart, tokenStart) = (0, 0, 0, 1, 0, 0)
    (containers, depth, contents) = (0, 0, (start: 0, count: 0))
    (isFinished, isResolved, isSkipping, passed) = (false, false, false, nil)
    wanted = isScript ? .nothing : .value
  }

  /// Gives the bytes that follow those given before.
  ///
  /// - Parameter chunk: any number of them, cut anywhere.
  package mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) {
    let rest = end - position
    makeRoom(for: rest + chunk.count)
    dropped += position
    position = 0
    if let start = chunk.baseAddress {
      (bytes.start + rest).update(from: start, count: chunk.count)
    }
    end = rest + chunk.count
    (bytes.start + end).update(repeating: 0, count: 16)
  }

  /// Says that no more bytes follow; from now on `next` never asks for more.
  package mutating func finish() { isFinished = true }

  /// The next token.
  ///
  /// - Returns: `nil` when more bytes are needed to tell.
  /// - Throws: `JSONFault` at the first byte that cannot belong to a JSON text.
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

  /// Passes over tokens until fewer than some arrays and objects are open.
  ///
  /// Strings may be longer than those that are kept: nothing of them is held.
  ///
  /// - Parameter limit: from 1.
  /// - Returns: `false` when more bytes are needed; call again then.
  /// - Throws: `JSONFault` at the first byte that cannot belong to a JSON text.
  package mutating func skip(toBelow limit: Int) throws(JSONFault) -> Bool {
    isSkipping = true
    while depth >= limit {
      guard try next() != nil else { return false }
    }
    isSkipping = false
    return true
  }

  /// Passes over the value that comes next.
  ///
  /// - Returns: the token it begins with, or `nil` when more bytes are needed; call again then.
  /// - Throws: as `next`.
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

  /// A string or number of the relaxed dialect; `nil` for other values, which are those of JSON.
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

  /// A number below 0, or `-Infinity`.
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

  /// What the grammar asks for after a key; its colon mostly follows at once.
  @inline(__always)
  private mutating func closedKey() -> JSONToken {
    let hasColon = bytes.start[position] == UInt8(ascii: ":")
    position += hasColon ? 1 : 0
    wanted = hasColon ? .value : .colon
    return .key
  }

  /// What the grammar asks for after a whole value; a comma mostly follows at once.
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

  /// What the grammar asks for after a comma.
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

  /// The answer of a scan that came to the last byte: ask for more, or fail when there are none.
  func needsMore(of wanted: JSONFault.Wanted = .value) throws(JSONFault) -> Bool {
    guard !isFinished else { throw fault(.ended(wanted: wanted), at: end) }
    return false
  }

  /// A byte that does not belong at the position, or at another index.
  func unexpected(_ byte: UInt8, at index: Int? = nil) -> JSONFault {
    fault(.unexpected(byte, wanted: wanted), at: index)
  }

  /// A fault in the line being read.
  func fault(_ reason: JSONFault.Reason, at index: Int? = nil) -> JSONFault {
    JSONFault(reason: reason, line: line, offset: dropped + (index ?? position))
  }

  /// Moves what is unfinished to the front of a buffer that has room for some bytes.
  private mutating func makeRoom(for count: Int) {
    guard count > bytes.capacity else { return bytes.moveToFront(position..<end) }
    let larger = ByteBuffer(capacity: max(count, 2 * bytes.capacity))
    larger.start.update(from: bytes.start + position, count: end - position)
    bytes = larger
  }
}
