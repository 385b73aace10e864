import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Tests the XML formats with bombs before an element.
@Suite("Bombs in XML")
struct XMLBombTests {
  /// Bytes to insert before an element.
  struct Bomb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether the file must be refused.
    let isRefused: Bool
    let text: String

    init(_ name: String, isRefused: Bool = true, _ text: String) {
      (testDescription, self.isRefused, self.text) = (name, isRefused, text)
    }
  }

  private static func run(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static let bombs = [
    Bomb("nested elements", run("<a>", 2000) + run("</a>", 2000)),
    Bomb("unclosed elements", run("<row>", 2000)),
    Bomb("a long attribute", "<a b=\"\(run("c", 1_100_000))\"/>"),
    Bomb("a long name", "<\(run("c", 1_100_000))/>"),
    Bomb("an unclosed comment", "<!--" + run("c", 1_100_000)),
    Bomb("an entity", "&lol;"),
    Bomb("a character reference out of range", "&#\(run("9", 10_000));"),
    Bomb("a long text", isRefused: false, "<a>\(run("c", 1_100_000))</a>"),
    Bomb("a long section of text", isRefused: false, "<a><![CDATA[\(run("<", 1_100_000))]]></a>"),
    Bomb("many elements", isRefused: false, run("<a/>", 30_000)),
    Bomb(
      "many attributes", isRefused: false,
      "<a \((0..<20_000).map { "b\($0)=\"\"" }.joined(separator: " "))/>"),
  ]

  static let fixtures: [(fixture: Fixture, text: String)] = Fixture.all.filter {
    $0.file.hasPrefix("good") && $0.file.hasSuffix(".xml")
  }.compactMap { fixture in
    (try? fixture.bytes()).map { (fixture, String(decoding: $0, as: UTF8.self)) }
  }

  @Test("every format accepts text before the first element", arguments: bombs)
  func elements(bomb: Bomb) {
    for (fixture, text) in Self.fixtures {
      let places = text.matches(of: /<[a-z][^>]*>/).map(\.range.lowerBound).dropFirst()
      // A sample of the positions, from all over the text.
      for place in places.enumerated().filter({ $0.offset % (places.count / 2 + 1) == 0 }) {
        let blown = text[..<place.element] + bomb.text + text[place.element...]
        let outcome = Result { () throws(TraceError) in
          try TraceReader.read(bytes: Array(blown.utf8), name: "any")
        }
        #expect(RecordingRules.complaint(about: outcome) == nil, "\(fixture)")
        if bomb.isRefused { #expect(throws: TraceError.self, "\(fixture)") { try outcome.get() } }
      }
    }
  }

  @Test(
    "entity declarations are refused before any entity is expanded",
    arguments: [
      (0..<9).map { "<!ENTITY l\($0 + 1) \"\(run("&l\($0);", 10))\">" }.joined(),
      "<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;", "<!ENTITY l9 SYSTEM \"file:///dev/zero\">",
    ])
  func entities(declarations: String) {
    for (fixture, text) in Self.fixtures {
      let root = text.matches(of: /<[a-z][^>]*>/).first?.range.lowerBound ?? text.startIndex
      let doctype = "<!DOCTYPE a [<!ENTITY l0 \"lol\">\(declarations)]>"
      let blown = text[..<root] + doctype + text[root...]
      #expect(throws: TraceError.self, "\(fixture)") {
        try TraceReader.read(bytes: Array(blown.utf8), name: "any")
      }
    }
  }

  @Test("UTF-16 makes no difference")
  func wide() throws {
    for (fixture, text) in Self.fixtures {
      let bytes: [UInt8] = [0xFF, 0xFE] + Wide.littleEndian(text)
      let plain = RecordingDump.text(of: try TraceReader.read(bytes: Array(text.utf8), name: "a"))
      #expect(
        RecordingDump.text(of: try TraceReader.read(bytes: bytes, name: "a")) == plain, "\(fixture)"
      )
    }
  }
}
