import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("The text of histories")
struct HistoryTextTests {
  private static func json(
    _ text: String, behind prefix: Int = 0, limit: Int = JSONTreeReader.mostValues
  ) throws(HistoryError) -> JSONNode {
    var source = HistorySource(bytes: Array(text.utf8), path: "h.json")
    return try source.json(behind: prefix, limit: limit)
  }

  @Test("values have their line and column")
  func places() throws {
    let root = try Self.json("{\"a\": [1,\n  {\"b\": \"x\"},\n\tNaN, -Infinity, null]}")
    let elements = try #require(root["a"]?.elements)
    #expect(elements.map(\.line) == [1, 2, 3, 3, 3])
    #expect(elements.map(\.column) == [8, 3, 2, 7, 18])
    #expect(elements[1]["b"]?.text == "x")
    #expect(elements[2].value == .notANumber && elements[3].value == .infinite)
    #expect(elements[4].value == .null && elements[0].number == 1)
  }

  @Test("the last value of a repeated name counts")
  func repeatedNames() throws {
    #expect(try Self.json("{\"a\": 1, \"a\": 2}")["a"]?.number == 2)
  }

  @Test(
    "malformed JSON is an error with line and column",
    arguments: [
      ("{\"a\": 1,}", 1, 9, "“}”"), ("{\n\"a\": tru}", 2, 9, "“}”"),
      ("[1,\n2", 2, 2, "the end of the file"),
      ("{}\n x", 2, 2, "“x”"), ("[\"a\u{1}\"]", 1, 4, "the control character 1"),
    ])
  func malformed(text: String, line: Int, column: Int, found: String) {
    do {
      _ = try Self.json(text)
      Issue.record("it was read")
    } catch {
      guard case .malformed(let place, let shown, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(place == HistoryPlace(path: "h.json", line: line, column: column))
      #expect(shown == found)
    }
  }

  @Test("a script may end with one semicolon, and columns of its first line count from its start")
  func script() throws {
    let text = "window.BENCHMARK_DATA = {\"a\": 1} ;\n\n"
    #expect(try Self.json(text, behind: 23)["a"]?.column == 31)
    for wrong in ["window.BENCHMARK_DATA = {};;", "window.BENCHMARK_DATA = {}; a()"] {
      #expect(throws: HistoryError.self) { try Self.json(wrong, behind: 23) }
    }
    // Without a script before it, a semicolon is not valid JSON.
    #expect(throws: HistoryError.self) { try Self.json("{};") }
  }

  @Test("deeply nested lists are refused before the stack overflows")
  func nesting() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(
      throws: HistoryError.malformed(
        HistoryPlace(path: "h.json", line: 1, column: 65), found: "deeply nested values",
        wanted: "at most 64 levels of nested arrays and objects")
    ) { try Self.json(deep) }
  }

  @Test("more values than the limit are refused; as many as the limit are read")
  func values() throws {
    #expect(try Self.json("[1,2,3]", limit: 4).elements?.count == 3)
    #expect(
      throws: HistoryError.tooManyValues(
        HistoryPlace(path: "h.json", line: 1, column: 6), limit: 3)
    ) { try Self.json("[1,2,3]", limit: 3) }
  }

  @Test("more bytes than the limit are refused, with any content")
  func bytes() {
    let bytes = Array(String(repeating: " ", count: 3 << 20).utf8)
    var source = HistorySource(bytes: bytes + [0x5B, 0x5D], path: "h.json", limit: 2 << 20)
    #expect(throws: HistoryError.tooLarge(path: "h.json", limitMiB: 2)) {
      try source.json()
    }
  }

  @Test(
    "the cells of a table are split",
    arguments: [
      ("a,b\n1,2\n", ["a", "b"], [["1", "2"]]),
      ("\n a ; b \r\n1;2\r\n\r\n3;4", ["a", "b"], [["1", "2"], ["3", "4"]]),
      ("a\tb,c\td\n1\t2,3\t4\n", ["a", "b,c", "d"], [["1", "2,3", "4"]]),
      ("\"a, b\",c\n\"say \"\"x\"\"\",\"\"\n", ["a, b", "c"], [["say \"x\"", ""]]),
      ("a\n1\n", ["a"], [["1"]]),
    ])
  func cells(text: String, names: [String], rows: [[String]]) throws {
    let table = try DelimitedTable(Array(text.utf8), path: "t.csv", delimiter: nil)
    #expect(table.names == names)
    #expect(table.rows.map(\.cells) == rows)
  }

  @Test(
    "rows with another number of cells are skipped, the delimiter can be given, and cells are limited"
  )
  func tables() throws {
    let bytes = Array("a;b,c\n1;2,3\n4;5\n".utf8)
    let commas = try DelimitedTable(bytes, path: "t.csv", delimiter: .comma)
    #expect(commas.names == ["a;b", "c"] && commas.misshapen == [3])
    let semicolons = try DelimitedTable(bytes, path: "t.csv", delimiter: .semicolon)
    #expect(semicolons.rows.map(\.line) == [2, 3] && semicolons.misshapen.isEmpty)
    #expect(
      throws: HistoryError.tooManyValues(HistoryPlace(path: "t.csv", line: 3), limit: 5)
    ) { try DelimitedTable(bytes, path: "t.csv", delimiter: .semicolon, limit: 5) }
  }
}

@Suite("Times of histories")
struct InstantTests {
  /// Compares with the output of “date -u -d TEXT +%s”.
  @Test(
    "dates and numbers are parsed",
    arguments: [
      ("2025-11-21T16:14:18Z", 1_763_741_658_000), ("2024.01.01 3:00:00 +0100", 1_704_074_400_000),
      ("2024-02-29", 1_709_164_800_000), ("2023-11-14 22:13", 1_699_999_980_000),
      ("1999-12-31T23:59:59.250-05:30", 946_704_599_250), ("2100-03-01", 4_107_542_400_000),
      ("1609466400", 1_609_466_400_000), ("1609466400.5", 1_609_466_400_500),
      ("1609466400123", 1_609_466_400_123), ("2024/01/01 02:00:00 UTC", 1_704_074_400_000),
    ])
  func read(text: String, milliseconds: Int64) {
    #expect(Instant(text)?.milliseconds == milliseconds)
  }

  @Test(
    "text that is not a time is refused",
    arguments: [
      "", "soon", "dummy stamp", "2024", "20240101", "01/02/2024", "2024-13-01", "2024-01-32",
      "2024-01-01T24:00:00Z", "nan", "inf", "-1609466400", "1e300", "2024-01-01 10",
      "2024-01-01T10:00+1",
    ])
  func refused(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test("a time is printed in ISO 8601, and can be parsed back")
  func written() {
    for text in ["1970-01-01T00:00:00Z", "2000-02-29T12:00:01Z", "2199-12-31T23:59:59Z"] {
      #expect(Instant(text)?.text == text)
    }
    #expect(Instant("2024.01.01 3:00:00 +0100")?.text == "2024-01-01T02:00:00Z")
  }
}
