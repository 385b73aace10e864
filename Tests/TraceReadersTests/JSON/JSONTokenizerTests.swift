import Foundation
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// The tokens of a text, as one line; the tokenizer gets the text in chunks.
func tokens(
  of bytes: some Collection<UInt8>, chunk: Int = .max, allowingNaN: Bool = false
) throws(JSONFault) -> String {
  var tokenizer = JSONTokenizer(dialect: allowingNaN ? .notANumber : .strict)
  var rest = Array(bytes)[...]
  var words: [String] = []
  while true {
    if let token = try tokenizer.next() {
      if token == .end { return words.joined(separator: " ") }
      words.append(word(for: token, text: tokenizer.field.text))
    } else if rest.isEmpty {
      tokenizer.finish()
    } else {
      tokenizer.append(bytes: rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
    }
  }
}

/// The tokens after the first element of an array, which is skipped.
private func tokensBesideTheFirstElement(
  of bytes: some Collection<UInt8>, chunk: Int
) throws(JSONFault) -> String {
  var tokenizer = JSONTokenizer()
  var rest = Array(bytes)[...]
  var words: [String] = []
  var isBehind = false
  while true {
    if tokenizer.depth >= 2, !isBehind {
      isBehind = try tokenizer.skip(toBelow: 2)
      if isBehind { continue }
    } else if let token = try tokenizer.next() {
      if token == .end { return words.joined(separator: " ") }
      if isBehind { words.append(word(for: token, text: tokenizer.field.text)) }
      continue
    }
    if rest.isEmpty { tokenizer.finish() } else { tokenizer.append(bytes: rest.prefix(chunk)) }
    rest = rest.dropFirst(chunk)
  }
}

extension JSONTokenizer {
  fileprivate mutating func append(bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBufferPointer { append($0) }
  }
}

private func word(for token: JSONToken, text: String) -> String {
  switch token {
  case .beginObject: "{"
  case .endObject: "}"
  case .beginArray: "["
  case .endArray: "]"
  case .key: "'\(text)':"
  case .string: "'\(text)'"
  case .number, .notANumber: text
  case .bool(let value): "\(value)"
  case .null: "null"
  case .end: "end"
  }
}

@Suite struct JSONTokenizerTests {
  static let sample = """
    {"Name": "Büro \\u00e9 \\ud83d\\ude00 \\"q\\" \\\\ \\n", "Runs": [ {"a": [0, -1.5e-3, 12E+2]},
    [], {}, true, false, null ] , "": 7}
    """

  @Test func aTextThatIsCutOffWithinANumberOrCharacterHasEnded() {
    for text in ["[12.", "[-", "[1.5e", "[\"ä"] {
      let bytes = text.hasSuffix("ä") ? Array(text.utf8.dropLast()) : Array(text.utf8)
      do throws(JSONFault) {
        let words = try tokens(of: bytes)
        Issue.record("\(text): \(words)")
      } catch {
        guard case .ended = error.reason else {
          Issue.record("\(text): \(error)")
          continue
        }
      }
    }
  }

  @Test func takesATextApart() throws {
    #expect(
      try tokens(of: Self.sample.utf8)
        == "{ 'Name': 'Büro é 😀 \"q\" \\ \n' 'Runs': [ { 'a': [ 0 -1.5e-3 12E+2 ] } "
        + "[ ] { } true false null ] '': 7 }")
  }

  @Test(arguments: [1, 2, 3, 5, 7, 16, 64])
  func givesTheSameTokensHoweverTheBytesAreCut(chunk: Int) throws {
    let whole = try tokens(of: Self.sample.utf8)
    #expect(try tokens(of: Self.sample.utf8, chunk: chunk) == whole)
  }

  @Test(arguments: [1, 4, 5, Int.max])
  func takesWhatPythonWritesForNoNumberWhereThatIsAllowed(chunk: Int) throws {
    let text = "[NaN, -1, Infinity, -Infinity, -0]"
    #expect(
      try tokens(of: text.utf8, chunk: chunk, allowingNaN: true)
        == "[ NaN -1 Infinity -Infinity -0 ]")
    for wrong in ["Nan", "-", "-I", "-Inf", "Infinite", "-NaN", "[N]"] {
      #expect(throws: JSONFault.self) {
        try tokens(of: wrong.utf8, chunk: chunk, allowingNaN: true)
      }
    }
  }

  @Test(arguments: [
    "0", "-0", "1.0", "1e5", "1E-05", "123456789012345678901234567890", "\"\"", " \r\n\t null \n",
    "[[[]]]", "{\"a\":{\"a\":1}}", "\"\\/\\b\\f\\r\\t\"", "\"\\uDFFF\"", "\"\\uD800x\"",
    "\"\\uD800\\u0041\"", "\"\\uD800\"",
  ])
  func acceptsWhatTheGrammarAllows(text: String) throws {
    for chunk in [1, Int.max] { _ = try tokens(of: text.utf8, chunk: chunk) }
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "\"abc", "\"\\", "\"\\u12",
    "\"\\uD800\\u", "tru", "-", "1.", "1e", "01", "-01", "+1", ".5", "1.e5", "0x10", "1-2", "NaN",
    "Infinity", "True", "nul!", "[1 2]", "[,1]", "[1,]", "{,}", "{\"a\":1,}", "{1:2}", "{\"a\" 1}",
    "{\"a\":1]", "[1}", "]", "}", ":", ",", "1 1", "{} {}", "'a'", "\"\\x41\"", "\"\\u00G0\"",
    "\"a\u{1}b\"", "\"a\nb\"", "// c\n1", "[1;2]", "[3,14;2,71]",
  ])
  func refusesWhatTheGrammarDoesNot(text: String) {
    for chunk in [1, Int.max] {
      #expect(throws: JSONFault.self) { try tokens(of: text.utf8, chunk: chunk) }
    }
  }

  @Test func halfASurrogatePairBecomesTheReplacementCharacter() throws {
    #expect(try tokens(of: "\"a\\ud83d!\"".utf8) == "'a\u{FFFD}!'")
    #expect(try tokens(of: "\"\\ud83d\\u0041\\udc00\"".utf8) == "'\u{FFFD}A\u{FFFD}'")
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xE2, 0x82, 0x22],
    ] as [[UInt8]])
  func refusesStringsThatAreNoUTF8(bytes: [UInt8]) {
    #expect(throws: JSONFault(reason: .badEncoding, line: 1, offset: 0)) {
      try tokens(of: bytes)
    }
  }

  @Test(arguments: [
    ("{\n \"a\": tru_\n}", JSONFault.Reason.unexpected(0x5F, wanted: .value), 2, 11),
    ("[1,\n\n2 3]", .unexpected(0x33, wanted: .commaOrEnd), 3, 7),
    ("{\"a\"\n1}", .unexpected(0x31, wanted: .colon), 2, 5),
    ("{\n1}", .unexpected(0x31, wanted: .keyOrEnd), 2, 2),
    ("[1,\n", .ended(wanted: .value), 2, 4),
    ("[\"abc", .ended(wanted: .closingQuote), 1, 5),
    ("[\n01]", .badNumber, 2, 2),
    ("\"ab\\q\"", .badEscape, 1, 3),
    ("\"ab\u{2}\"", .controlCharacter(2), 1, 3),
    ("1\n\nx", .unexpected(0x78, wanted: .nothing), 3, 3),
  ])
  func saysWhereAndWhyATextIsBad(text: String, reason: JSONFault.Reason, line: Int, offset: Int) {
    for chunk in [1, 4, Int.max] {
      #expect(throws: JSONFault(reason: reason, line: line, offset: offset)) {
        try tokens(of: text.utf8, chunk: chunk)
      }
    }
  }

  @Test func stopsAtTheDepthLimit() throws {
    let limit = JSONTokenizer.deepest
    let bearable = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    _ = try tokens(of: bearable.utf8)
    #expect(throws: JSONFault(reason: .tooDeep(limit: limit), line: 1, offset: limit)) {
      try tokens(of: String(repeating: "[", count: 1_000_000).utf8)
    }
  }

  @Test(arguments: [UInt8(ascii: "a"), UInt8(ascii: "1")])
  func stopsAtTheLengthLimit(filler: UInt8) {
    let quote: [UInt8] = filler == UInt8(ascii: "a") ? [UInt8(ascii: "\"")] : []
    let bytes = quote + Array(repeating: filler, count: 3 << 20)
    #expect(throws: JSONFault(reason: .tooLong(limit: JSONTokenizer.longest), line: 1, offset: 0)) {
      try tokens(of: bytes, chunk: 1 << 16)
    }
  }

  /// Whatever the length of the text, the buffer only needs the size of a chunk and a token.
  @Test func holdsOnlyTheUnfinishedTokenBetweenChunks() throws {
    var tokenizer = JSONTokenizer()
    let chunk = Array(String(repeating: "[1, \"abcdefg\"], ", count: 1000).utf8)
    tokenizer.append(bytes: Array("[".utf8))
    for _ in 0..<1000 {
      tokenizer.append(bytes: chunk)
      while try tokenizer.next() != nil {}
    }
    #expect(tokenizer.bytes.capacity < 2 * (chunk.count + 8) + 1 << 16)
  }

  /// Skipped values are validated like others, wherever the text is split.
  @Test(arguments: [1, 2, 3, 5, 7, 16, Int.max])
  func passesOverWhatNobodyWants(chunk: Int) throws {
    let text = #"[["é\u00e9\"x", {"bü\n": [[], {}]}, -1.5e3, true, null], 7]"#
    #expect(try tokensBesideTheFirstElement(of: text.utf8, chunk: chunk) == "7 ]")
    for broken in [#"[["a\q"], 7]"#, #"[[{"a" 1}], 7]"#, "[[\"a\u{1}\"], 7]", "[[01], 7]"] {
      #expect(throws: JSONFault.self) {
        try tokensBesideTheFirstElement(of: broken.utf8, chunk: chunk)
      }
    }
    #expect(throws: JSONFault(reason: .badEncoding, line: 1, offset: 3)) {
      try tokensBesideTheFirstElement(of: Array("[[\"".utf8) + [0xC3, 0x22], chunk: chunk)
    }
  }

  @Test func passesOverStringsOfAnyBearableLength() throws {
    let filler = String(repeating: "0123456789abcde\n".replacing("\n", with: "é"), count: 200_000)
    let text = "[[\"\(filler)\"], 7]"
    #expect(try tokensBesideTheFirstElement(of: text.utf8, chunk: 1 << 16) == "7 ]")
  }

  /// Foundation's parser accepts slightly more than the grammar, so it is compared in one direction only.
  @Test(arguments: 0..<8)
  func takesNoTextThatFoundationRefuses(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let sample = Array(Self.sample.replacing("\\ud83d\\ude00", with: "\\u0064").utf8)
    let alphabet = Array("{}[]:,\"\\/0123456789.eE+-truefalsn u\n\u{1}é".utf8)
    for _ in 0..<400 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1..<4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      guard (try? tokens(of: bytes, chunk: 9)) != nil else { continue }
      #expect(throws: Never.self, "\(String(decoding: bytes, as: UTF8.self))") {
        try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      }
    }
  }
}
