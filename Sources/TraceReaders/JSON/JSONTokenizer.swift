/// Takes a JSON text apart as its bytes arrive.
///
/// Give bytes with `append`, ask with `next` until it returns `nil`, give more, and say `finish` when
/// there are no more. Holds no more than one chunk and one unfinished token. The grammar is RFC 8259,
/// checked in full: what comes out is a well-formed stream of tokens or a fault.
struct JSONTokenizer: Sendable {
  /// The bytes of the key or string that came last, without quotes and escapes, valid UTF-8; or the
  /// characters of the number that came last.
  var contents: [UInt8] = []

  /// Arrays and objects within each other, at most.
  static let deepest = 64
  /// Bytes of one string or number, at most.
  static let longest = 1 << 20

  var buffer: [UInt8] = []
  var position = 0
  var isFinished = false
  private var dropped = 0
  private(set) var line = 1
  private var wanted = JSONFault.Wanted.value
  private var containers: [Container] = []

  private enum Container { case object, array }

  /// Arrays and objects that are open.
  var depth: Int { containers.count }

  /// Gives the bytes that follow those given before.
  ///
  /// - Parameter bytes: any number of them, cut anywhere.
  mutating func append(_ bytes: some Collection<UInt8>) {
    dropped += position
    buffer.removeSubrange(..<position)
    position = 0
    buffer.append(contentsOf: bytes)
  }

  /// Says that no more bytes follow; from now on `next` never asks for more.
  mutating func finish() { isFinished = true }

  /// The next token.
  ///
  /// - Returns: `nil` when more bytes are needed to tell.
  /// - Throws: `JSONFault` at the first byte that cannot belong to a JSON text.
  mutating func next() throws(JSONFault) -> JSONToken? {
    while let byte = skipWhiteSpace() {
      switch wanted {
      case .colon:
        guard byte == UInt8(ascii: ":") else { throw unexpected(byte) }
        position += 1
        wanted = .value
      case .commaOrEnd where byte == UInt8(ascii: ","):
        position += 1
        wanted = containers.last == .object ? .key : .value
      case .commaOrEnd: return try close(with: byte)
      case .keyOrEnd where byte == UInt8(ascii: "}"): return try close(with: byte)
      case .valueOrEnd where byte == UInt8(ascii: "]"): return try close(with: byte)
      case .key, .keyOrEnd: return try key(from: byte)
      case .value, .valueOrEnd: return try value(from: byte)
      case .closingQuote, .nothing: throw unexpected(byte)
      }
    }
    return try atLastByte()
  }

  private mutating func atLastByte() throws(JSONFault) -> JSONToken? {
    guard isFinished else { return nil }
    guard wanted == .nothing else { throw fault(.ended(wanted: wanted)) }
    return .end
  }

  private mutating func skipWhiteSpace() -> UInt8? {
    while position < buffer.count {
      let byte = buffer[position]
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: return byte
      }
      position += 1
    }
    return nil
  }

  private mutating func key(from byte: UInt8) throws(JSONFault) -> JSONToken? {
    guard byte == UInt8(ascii: "\"") else { throw unexpected(byte) }
    guard try scanString() else { return nil }
    wanted = .colon
    return .key
  }

  private mutating func value(from byte: UInt8) throws(JSONFault) -> JSONToken? {
    switch byte {
    case UInt8(ascii: "{"): return try open(.object)
    case UInt8(ascii: "["): return try open(.array)
    case UInt8(ascii: "\""): return try scanString() ? closed(.string) : nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try scanNumber() ? closed(.number) : nil
    case UInt8(ascii: "t"): return try scan("true") ? closed(.bool(true)) : nil
    case UInt8(ascii: "f"): return try scan("false") ? closed(.bool(false)) : nil
    case UInt8(ascii: "n"): return try scan("null") ? closed(.null) : nil
    default: throw unexpected(byte)
    }
  }

  private mutating func open(_ container: Container) throws(JSONFault) -> JSONToken {
    guard depth < Self.deepest else { throw fault(.tooDeep(limit: Self.deepest)) }
    containers.append(container)
    position += 1
    wanted = container == .object ? .keyOrEnd : .valueOrEnd
    return container == .object ? .beginObject : .beginArray
  }

  private mutating func close(with byte: UInt8) throws(JSONFault) -> JSONToken {
    let isObject = containers.last == .object
    guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw unexpected(byte) }
    containers.removeLast()
    position += 1
    return closed(isObject ? .endObject : .endArray)
  }

  /// What the grammar asks for after a whole value.
  private mutating func closed(_ token: JSONToken) -> JSONToken {
    wanted = containers.isEmpty ? .nothing : .commaOrEnd
    return token
  }

  private mutating func scan(_ literal: StaticString) throws(JSONFault) -> Bool {
    for index in 0..<literal.utf8CodeUnitCount {
      guard position + index < buffer.count else { return try needsMore() }
      let expected = literal.withUTF8Buffer { $0[index] }
      guard buffer[position + index] == expected else {
        throw fault(.unexpected(buffer[position + index], wanted: .value), at: position + index)
      }
    }
    position += literal.utf8CodeUnitCount
    return true
  }

  /// The answer of a scan that came to the last byte: ask for more, or fail when there are none.
  func needsMore(of wanted: JSONFault.Wanted = .value) throws(JSONFault) -> Bool {
    guard !isFinished else { throw fault(.ended(wanted: wanted), at: buffer.count) }
    return false
  }

  private func unexpected(_ byte: UInt8) -> JSONFault {
    fault(.unexpected(byte, wanted: wanted))
  }

  /// A fault in the line being read.
  func fault(_ reason: JSONFault.Reason, at index: Int? = nil) -> JSONFault {
    JSONFault(reason: reason, line: line, offset: dropped + (index ?? position))
  }
}
