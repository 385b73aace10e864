/// A value of a history in JSON, and where it stands.
struct HistoryJSON: Sendable, Equatable {
  /// What it says.
  enum Value: Sendable, Equatable {
    case null
    /// `NaN`, which Python writes although JSON has none.
    case notANumber
    /// An infinity, of either sign, or a number beyond the range of `Double`.
    case infinite
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([HistoryJSON])
    /// Members in the order of the file.
    case object([Member])
  }

  /// A name and its value.
  struct Member: Sendable, Equatable {
    let key: String
    let value: HistoryJSON
  }

  let value: Value
  /// The line it begins in, from 1.
  let line: Int32
  /// The byte of the line it begins at, from 1.
  let column: Int32

  // MARK: - Looking

  /// The value of a member, the last one of a name that stands there twice; O(members).
  subscript(key: String) -> HistoryJSON? { members?.last { $0.key == key }?.value }

  /// The members of an object; `nil` of anything else.
  var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The elements of an array; `nil` of anything else.
  var elements: [HistoryJSON]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// A string without what steers a terminal; `nil` of anything else, and of an empty one.
  var text: String? {
    guard case .string(let text) = value else { return nil }
    let plain = harmless(text)
    return plain.isEmpty ? nil : plain
  }

  /// A string or number as text; `nil` of anything else.
  var plainText: String? {
    guard case .number(let number) = value else { return text }
    return Int64(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A finite number, also where it stands in quotes; `nil` of anything else.
  var number: Double? {
    switch value {
    case .number(let number): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The value as notes of what was left out show it.
  var bare: String { plainText.map { shortened($0) } ?? shown }

  /// The value as messages show it.
  var shown: String {
    switch value {
    case .null: "null"
    case .notANumber: "NaN"
    case .infinite: "an infinite number"
    case .bool(let value): value ? "true" : "false"
    case .number: plainText ?? ""
    case .string(let text): "“\(shortened(text))”"
    case .array(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }
}

/// Makes a tree of a JSON text; for histories, which are small, and not for traces.
struct HistoryJSONReader: ~Copyable {
  /// Values of one text, at most: so many take about half a gigabyte.
  static let mostValues = 8_000_000

  private let path: String
  private let limit: Int
  private var tokenizer = JSONTokenizer()
  private var count = 0

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - source: standing at its beginning.
  ///   - prefix: bytes of the first line to pass over; what follows is then the value of a script's
  ///     assignment, which may end in a semicolon.
  ///   - limit: values that are taken at most.
  /// - Returns: the one value of the text.
  /// - Throws: when it is no JSON, has too many values, or the file cannot be read on.
  static func value(
    of source: inout HistorySource, behind prefix: Int = 0, limit: Int = mostValues
  ) throws(HistoryError) -> HistoryJSON {
    var reader = HistoryJSONReader(path: source.path, limit: limit)
    reader.tokenizer.allowsNotANumber = true
    // Blanks in the prefix' place keep the columns of the first line right.
    [UInt8](repeating: 0x20, count: prefix).withUnsafeBufferPointer { reader.tokenizer.append($0) }
    source.passOver(prefix)
    let value = try reader.value(try reader.next(&source), &source)
    try reader.finish(isScript: prefix > 0, &source)
    return value
  }

  private init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  private mutating func next(_ source: inout HistorySource) throws(HistoryError) -> JSONToken {
    while true {
      if let token = try nextOfChunk() { return token }
      if let chunk = try source.nextChunk() {
        tokenizer.append(chunk)
      } else {
        tokenizer.finish()
      }
    }
  }

  private mutating func nextOfChunk() throws(HistoryError) -> JSONToken? {
    do throws(JSONFault) {
      return try tokenizer.next()
    } catch {
      throw .malformed(place(of: error), found: error.found, wanted: error.wanted)
    }
  }

  private func place(of fault: JSONFault) -> HistoryPlace {
    HistoryPlace(path: path, line: fault.line, column: fault.offset - tokenizer.lineStart + 1)
  }

  private mutating func value(
    _ token: JSONToken, _ source: inout HistorySource
  ) throws(HistoryError) -> HistoryJSON {
    let (line, column) = (tokenizer.line, tokenizer.tokenStart - tokenizer.lineStart + 1)
    count += 1
    guard count <= limit else {
      throw .tooManyValues(HistoryPlace(path: path, line: line, column: column), limit: limit)
    }
    let value: HistoryJSON.Value =
      switch token {
      case .beginObject: .object(try members(&source))
      case .beginArray: .array(try elements(&source))
      case .string: .string(tokenizer.field.text)
      case .number: number
      case .bool(let value): .bool(value)
      case .notANumber: tokenizer.field.start[0] == UInt8(ascii: "N") ? .notANumber : .infinite
      case .null, .key, .endObject, .endArray, .end: .null
      }
    return HistoryJSON(
      value: value, line: Int32(clamping: line), column: Int32(clamping: column))
  }

  /// The number that came last.
  private var number: HistoryJSON.Value {
    let number = Double(tokenizer.field.text)
    return number.flatMap { $0.isFinite ? .number($0) : nil } ?? .infinite
  }

  private mutating func members(
    _ source: inout HistorySource
  ) throws(HistoryError) -> [HistoryJSON.Member] {
    var members: [HistoryJSON.Member] = []
    while try next(&source) == .key {
      let key = tokenizer.field.text
      let value = try value(try next(&source), &source)
      members.append(HistoryJSON.Member(key: key, value: value))
    }
    return members
  }

  private mutating func elements(
    _ source: inout HistorySource
  ) throws(HistoryError) -> [HistoryJSON] {
    var elements: [HistoryJSON] = []
    while true {
      let token = try next(&source)
      if token == .endArray { return elements }
      elements.append(try value(token, &source))
    }
  }

  /// Makes sure that nothing follows the value but, in a script, the end of the statement.
  private mutating func finish(
    isScript: Bool, _ source: inout HistorySource
  ) throws(HistoryError) {
    do throws(HistoryError) {
      _ = try next(&source)
    } catch {
      // Zeros stand behind the last byte, so that there is always one to look at.
      let byte = tokenizer.bytes.start[tokenizer.position]
      guard isScript, case .malformed = error, byte == Byte.semicolon else { throw error }
      tokenizer.position += 1
      _ = try next(&source)
    }
  }
}
