import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Tests the line-based formats with good fixtures in which a line is replaced by a bomb.
@Suite("Bombs in lines")
struct LineBombTests {
  /// A replacement for a line.
  struct Bomb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let line: [UInt8]

    init(_ name: String, _ piece: String, _ count: Int) {
      (testDescription, line) = (name, Array(String(repeating: piece, count: count).utf8))
    }
  }

  static let bombs = [
    Bomb("half a million fields", ",", 500_000), Bomb("many fields of one digit", "1,", 100_000),
    Bomb("a long field", "a", 1_100_000), Bomb("a number of many digits", "7", 200_000),
    Bomb("an open quote", "\"a,\n", 1001), Bomb("NUL bytes", "\0", 20_000),
    Bomb("carriage returns", "\r", 20_000), Bomb("colons", "a: ", 50_000),
    Bomb("brackets", "[(", 50_000),
    Bomb("spaces", " ", 100_000), Bomb("byte order marks", "\u{FEFF}", 10_000),
  ]

  /// The good fixtures of line-based formats, uncompressed and in UTF-8.
  static let fixtures: [(fixture: Fixture, text: String)] = Fixture.all.filter {
    $0.file.hasPrefix("good")
  }.compactMap { fixture in
    guard let bytes = try? fixture.bytes(), !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self),
      let first = bytes.first(where: { $0 > 0x20 }), !"{[<".utf8.contains(first), first < 0x80
    else { return nil }
    return (fixture, text)
  }

  @Test("every format survives a replaced line", arguments: bombs)
  func lines(bomb: Bomb) {
    var formats: Set<String> = []
    for (fixture, text) in Self.fixtures where formats.insert(fixture.format).inserted {
      let lines = text.utf8.split(separator: Byte.newline, omittingEmptySubsequences: false)
      for place in Set([0, lines.count / 2]) where lines.indices.contains(place) {
        var blown = lines.map { Array($0) }
        blown[place] = bomb.line
        let complaint = RecordingRules.complaint(
          about: Array(blown.joined(separator: [Byte.newline])))
        #expect(complaint == nil, "\(fixture), line \(place + 1)")
      }
    }
  }

  @Test("a byte order mark and UTF-16 in both byte orders make no difference")
  func encodings() throws {
    for (fixture, text) in Self.fixtures {
      let plain = try dump(Array(text.utf8), fixture)
      #expect(try dump([0xEF, 0xBB, 0xBF] + text.utf8, fixture) == plain, "\(fixture)")
      #expect(
        try dump([0xFF, 0xFE] + Wide.littleEndian(text), fixture) == plain, "\(fixture), UTF-16LE")
      #expect(
        try dump([0xFE, 0xFF] + Wide.bigEndian(text), fixture) == plain, "\(fixture), UTF-16BE")
    }
  }

  @Test(
    "CRLF line ends make no difference, and CR line ends break no rule")
  func lineEnds() throws {
    for (fixture, text) in Self.fixtures {
      let plain = text.replacing("\r\n", with: "\n")
      let returned = plain.replacing("\n", with: "\r\n")
      #expect(
        try dump(Array(returned.utf8), fixture) == dump(Array(plain.utf8), fixture), "\(fixture)")
      let complaint = RecordingRules.complaint(about: Array(plain.replacing("\n", with: "\r").utf8))
      #expect(complaint == nil, "\(fixture)")
    }
  }

  private func dump(_ bytes: [UInt8], _ fixture: Fixture) throws -> String {
    RecordingDump.text(of: try TraceReader.read(bytes: bytes, name: fixture.file))
  }

  @Test("all line-based formats are tested")
  func formats() {
    let tried = Set(Self.fixtures.map(\.fixture.format))
    let others: Set = [
      "perfetto", "xctrace", "chrome", "capframex-json", "macrobenchmark", "jankstats", "xcresult",
      "metrickit", "unity", "flashlight", "flutter-timeline", "flutter-summary", "flutter-devtools",
      "web-vitals",
    ]
    #expect(Set(TraceFormat.all.map(\.id)).subtracting(others).subtracting(tried) == [])
  }
}

/// Encodes text in UTF-16.
enum Wide {
  static func littleEndian(_ text: String) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
  }

  static func bigEndian(_ text: String) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] }
  }
}
