import Recordings
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Tests the extensions of JSON in `run.json` and `suite.json`.
@Suite("Relaxed JSON")
struct RelaxedJSONTests {
  private func labels(_ text: [UInt8]) throws -> [String: String] {
    try RunFile(text).description.labels
  }

  private static func fault(_ bytes: [UInt8]) -> DescriptionProblem? {
    do throws(DescriptionProblem) {
      _ = try RunFile(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "values, names and strings",
    arguments: [
      ("a: 'x'", "x"), ("$a_1: 'x'", "x"), ("über: 'x'", "x"), ("null: 'x'", "x"),
      ("'a': 'it\"s'", "it\"s"), ("a: 'it\\'s'", "it's"), ("a: \"\\x41\"", "A"),
      ("a: \"b\\\nc\"", "bc"), ("a: 'b\\\r\nc'", "bc"), ("a: '\\u00e9\\n\\\\'", "é \\"),
      ("a: 'b\\u0000c'", "b\u{FFFD}c"), ("a: '\\ud800'", "\u{FFFD}"),
      ("a: '😀\\ud83d\\ude00'", "😀😀"),
      ("a: 0x1F", "31"), ("a: -0XAB", "-171"), ("a: +3", "3"), ("a: .5", "0.5"), ("a: 5.", "5"),
      ("a: -.5e1", "-5"), ("a: 1.e3", "1000"), ("a: 0", "0"), ("a: -1.25", "-1.25"),
      ("a: 1 // \"\n, /* } */", "1"), ("a:\u{B}1\u{C},", "1"), ("a: true,", "true"),
      ("// c\r a: 1", "1"),
    ])
  func allowed(members: String, value: String) throws {
    #expect(try labels(Array("{labels: {\(members)},}".utf8)).values.first == value)
  }

  @Test(
    "invalid texts are refused, with the position",
    arguments: [
      ("{a-b: 1}", 3, "“-”"), ("{1a: 1}", 2, "“1”"), ("{a: 012}", 5, "a malformed number"),
      ("{a: 0x}", 5, "a malformed number"), ("{a: 1.2.3}", 5, "a malformed number"),
      ("{a: .}", 5, "a malformed number"), ("{a: -+5}", 5, "a malformed number"),
      ("{a: Infinity}", 5, "an infinite number"), ("{a: -Infinity}", 5, "an infinite number"),
      ("{a: 1e999}", 5, "an infinite number"), ("{a: NaN}", 5, "“N”"),
      ("{a: 5x}", 5, "a malformed number"),
      ("{a: '\\q'}", 6, "a backslash without a valid escape sequence"),
      ("{a: 'x\ty'}", 7, "the control character 9"), ("{a: 'x", 7, "the end of the file"),
      ("{a: 1} /*", 10, "the end of the file"), ("{a: 1,,}", 7, "“,”"), ("{,}", 2, "“,”"),
      ("[,]", 2, "“,”"), ("{a: 1} x", 8, "“x”"), ("{a: }", 5, "“}”"), ("# x", 1, "“#”"),
      ("{a: 1}\u{0}", 7, "the byte 0"), ("/ x", 1, "“/”"), ("{a /", 4, "“/”"),
    ])
  func refused(text: String, column: Int, found: String) {
    guard case .malformed(let place, let what, _)? = Self.fault(Array(text.utf8)) else {
      Issue.record("\(text) was read as JSON")
      return
    }
    #expect(place == TextPlace(line: 1, column: column) && what == found)
  }

  @Test(
    "text in Latin-1 is an error with its position, not a crash",
    arguments: [
      ("{\"title\": \"x\", ", ": 1}", 16), ("{\"", "\": 1}", 2), ("{a: '", "'}", 5),
      ("{'", "': 1}", 2),
      ("{a", ": 1}", 3),
    ])
  func latin1(before: String, after: String, column: Int) {
    let bytes = Array(before.utf8) + [0xFC] + Array(after.utf8)
    #expect(
      Self.fault(bytes)
        == .malformed(
          at: TextPlace(line: 1, column: column), found: "a string that is not UTF-8",
          wanted: "UTF-8"))
  }

  @Test("a repeated key is an error")
  func repeatedKey() {
    #expect(
      Self.fault(Array("{labels: {a: 1, a: 2}}".utf8))
        == .wrongValue(path: "labels.a", found: "given twice", wanted: "one value"))
  }

  @Test("the depth and the number of values of a file are limited")
  func limits() {
    let deep = "{labels: " + String(repeating: "[", count: 100) + "}"
    guard case .malformed(let place, _, let wanted)? = Self.fault(Array(deep.utf8)) else {
      Issue.record("100 levels were read")
      return
    }
    #expect(place.column == 73 && wanted == "at most 64 levels of nested arrays and objects")
    let long = "[" + String(repeating: "0,", count: 1_000_001) + "]"
    guard case .malformed(_, _, let most)? = Self.fault(Array(long.utf8)) else {
      Issue.record("a million values were read")
      return
    }
    #expect(most == "at most 1000000")
  }

  @Test("a file may be in UTF-16, as editors on Windows write it")
  func utf16() throws {
    let folder = try TemporaryFolder()
    let text = Array("{\"title\": \"Größe\"}".utf16)
    for (name, order) in [("big", [8, 0]), ("little", [0, 8])] {
      let units = [0xFEFF] + text
      let bytes = units.flatMap { unit in
        order.map { UInt8(truncatingIfNeeded: unit >> UInt16($0)) }
      }
      try folder.write(bytes, to: "\(name)/suite.json")
      let suite = try DescriptionFile.suite(at: "\(folder.path)/\(name)/suite.json")
      #expect(suite.title == "Größe")
    }
  }
}
