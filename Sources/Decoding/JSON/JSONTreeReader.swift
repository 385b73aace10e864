package import Recordings

/// The reason why a JSON text could not be parsed into a tree.
package enum JSONTreeFault: Error, Equatable {
  /// The text is not JSON from this place on.
  case malformed(TextPlace, found: String, wanted: String)
  /// The text has more values than the limit; the place is that of the first value beyond it.
  case tooManyValues(TextPlace, limit: Int)
}

/// Parses a JSON text in memory into a tree of values.
///
///     let root = try JSONTreeReader.read(Array("{a: [1, 2,]}".utf8), dialect: .relaxed)
///     root["a"]?.elements?.count  // 2
package struct JSONTreeReader: ~Copyable {
  /// The default maximum number of values in a JSON text that is read as a tree.
  ///
  /// A tree of this size takes about half a gigabyte.
  package static let mostValues = 8_000_000

  private let bytes: [UInt8]
  private let dialect: JSONDialect
  private let limit: Int
  private var tokenizer: JSONTokenizer
  private var count = 0
  /// The number of bytes that the tokenizer has received so far.
  private var given = 0
  /// The number of bytes up to which `line`, `lineStart` and `foreign` are counted.
  private var counted = 0
  private var line = 1
  private var lineStart = 0
  /// The number of UTF-8 continuation bytes in the current line.
  private var foreign = 0

  /// Parses a JSON text into a tree of values.
  ///
  /// - Parameters:
  ///   - prefix: the number of bytes of the first line to skip. The rest is then the value of a script's assignment,
  ///     which may end in a semicolon.
  ///   - limit: the maximum number of values.
  package static func read(
    _ bytes: [UInt8], dialect: JSONDialect, behind prefix: Int = 0, limit: Int = mostValues
  ) throws(JSONTreeFault) -> JSONNode {
    var reader = JSONTreeReader(bytes, dialect, limit)
    reader.skip(prefix)
    let root = try reader.value(try reader.next())
    try reader.finish(isScript: prefix > 0)
    return root
  }

  private init(_ bytes: [UInt8], _ dialect: JSONDialect, _ limit: Int) {
    self.bytes = bytes
    self.dialect = dialect
    self.limit = limit
    tokenizer = JSONTokenizer(dialect: dialect)
  }

  private mutating func skip(_ prefix: Int) {
    // Blanks in place of the prefix keep the offsets right.
    [UInt8](repeating: 0x20, count: prefix).withUnsafeBufferPointer { tokenizer.append($0) }
    given = prefix
  }

  private mutating func next() throws(JSONTreeFault) -> JSONToken {
    while true {
      do throws(JSONFault) {
        if let token = try tokenizer.next() { return token }
      } catch {
        throw malformed(error)
      }
      giveMore()
    }
  }

  /// Gives the next chunk of the text to the tokenizer, or the whole text if the dialect requires it.
  private mutating func giveMore() {
    let length = dialect == .relaxed ? bytes.count : 1 << 16
    let end = min(given + length, bytes.count)
    if given < end {
      bytes[given..<end].withUnsafeBufferPointer { tokenizer.append($0) }
      given = end
    }
    if given == bytes.count { tokenizer.finish() }
  }

  private func malformed(_ fault: JSONFault) -> JSONTreeFault {
    .malformed(TextPlace(at: fault.offset, in: bytes), found: fault.found, wanted: fault.wanted)
  }

  /// The line and column at which the last token begins.
  private mutating func place() -> (line: Int32, column: Int32) {
    while counted < tokenizer.tokenStart {
      if bytes[counted] == UInt8(ascii: "\n") {
        line += 1
        lineStart = counted + 1
        foreign = 0
      } else if bytes[counted] & 0xC0 == 0x80 {
        foreign += 1
      }
      counted += 1
    }
    return (Int32(clamping: line), Int32(clamping: counted - lineStart - foreign + 1))
  }

  private mutating func value(_ token: JSONToken) throws(JSONTreeFault) -> JSONNode {
    let (line, column) = place()
    count += 1
    guard count <= limit else {
      throw .tooManyValues(TextPlace(line: Int(line), column: Int(column)), limit: limit)
    }
    let value: JSONNode.Value =
      switch token {
      case .beginObject: .object(try members())
      case .beginArray: .array(try elements())
      case .string: .string(tokenizer.field.text)
      case .number: try number()
      case .bool(let value): .bool(value)
      case .notANumber: tokenizer.field.start[0] == UInt8(ascii: "N") ? .notANumber : .infinite
      case .null, .key, .endObject, .endArray, .end: .null
      }
    return JSONNode(value: value, line: line, column: column)
  }

  /// The value of the last token, which must be a number.
  private func number() throws(JSONTreeFault) -> JSONNode.Value {
    if let number = Double(tokenizer.field.text), number.isFinite { return .number(number) }
    guard dialect != .notANumber else { return .infinite }
    throw malformed(
      JSONFault(reason: .tooLargeNumber, line: tokenizer.line, offset: tokenizer.tokenStart))
  }

  private mutating func members() throws(JSONTreeFault) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    while try next() == .key {
      let key = tokenizer.field.text
      let (line, column) = place()
      let value = try value(try next())
      members.append(JSONNode.Member(key: key, line: line, column: column, value: value))
    }
    return members
  }

  private mutating func elements() throws(JSONTreeFault) -> [JSONNode] {
    var elements: [JSONNode] = []
    while true {
      let token = try next()
      if token == .endArray { return elements }
      elements.append(try value(token))
    }
  }

  /// Checks that nothing follows the JSON value, except the semicolon at the end of a script's statement.
  private mutating func finish(isScript: Bool) throws(JSONTreeFault) {
    do throws(JSONTreeFault) {
      _ = try next()
    } catch {
      // Zeros follow the last byte, so this access is in bounds.
      guard isScript, tokenizer.bytes.start[tokenizer.position] == Byte.semicolon else {
        throw error
      }
      tokenizer.position += 1
      _ = try next()
    }
  }
}
