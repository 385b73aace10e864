import Recordings
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Tests JSON formats with files that would fill the memory or take forever.
///
/// Each value of the good fixtures is replaced by a bomb in turn, whether it is read or skipped.
@Suite("Bombs in JSON")
struct JSONBombTests {
  /// A replacement for a value.
  struct Bomb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether reading it must give an error or an issue.
    var isTold = false
    let value: [UInt8]

    init(_ name: String, isTold: Bool = false, _ value: String) {
      (testDescription, self.isTold, self.value) = (name, isTold, Array(value.utf8))
    }
  }

  private static func run(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// Short bombs, used for every value.
  static let short = [
    Bomb("nested arrays", isTold: true, run("[", 1000) + run("]", 1000)),
    Bomb("unclosed arrays", isTold: true, run("[", 1000)),
    Bomb("nested objects", isTold: true, run("{\"a\":", 1000) + "1" + run("}", 1000)),
    Bomb("a list of mixed values", "[" + run("0,null,\"\",{},[],", 100) + "-1]"),
    Bomb("a fraction of many digits", "0." + run("1", 10_000)),
    Bomb("a large exponent", "1e999999999"), Bomb("null", "null"), Bomb("a text", "\"\\u0000\""),
  ]

  /// Long bombs, used for some values of each format.
  static let long = [
    Bomb("a long text", "\"" + run("a", 1_100_000) + "\""),
    Bomb("a long text of escapes", "\"" + run("\\u00e4", 50_000) + "\""),
    Bomb("a long name", "{\"" + run("a", 1_100_000) + "\":1}"),
    Bomb("a number of a million digits", "1" + run("0", 999_999)),
    Bomb("a number beyond the limit", isTold: true, run("7", 1_100_000)),
  ]

  /// The good fixtures in JSON, each with the paths that no earlier fixture of its format has.
  static let fixtures: [(format: String, bytes: [UInt8], places: [JSONPlaces.Place])] = {
    var seen: Set<String> = []
    return Fixture.all.filter { $0.file.hasPrefix("good") }.compactMap { fixture in
      guard let bytes = try? fixture.bytes(), isJSON(bytes) else { return nil }
      let places = JSONPlaces(in: bytes).all.filter {
        seen.insert(fixture.format + $0.path).inserted
      }
      return (fixture.format, bytes, places)
    }
  }()

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 > 0x20 }
    // PerfDog's script assigns objects to names.
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      || bytes.starts(with: "var ".utf8)
  }

  @Test("every format survives replaced values", arguments: short)
  func values(bomb: Bomb) {
    for (format, bytes, places) in Self.fixtures {
      for place in places { tryOut(bomb, in: bytes, at: place, of: format) }
    }
  }

  @Test("every format survives long values", arguments: long)
  func longValues(bomb: Bomb) {
    var formats: Set<String> = []
    for (format, bytes, places) in Self.fixtures where formats.insert(format).inserted {
      // Two values per format, because each takes a tenth of a second: one near the start and one in the middle.
      for place in places.enumerated() where place.offset % (places.count / 2 + 1) == 0 {
        tryOut(bomb, in: bytes, at: place.element, of: format)
      }
    }
  }

  private func tryOut(
    _ bomb: Bomb, in bytes: [UInt8], at place: JSONPlaces.Place, of format: String
  ) {
    let blown = bytes[..<place.value.lowerBound] + bomb.value + bytes[place.value.upperBound...]
    let outcome = outcome(of: Array(blown))
    let complaint = RecordingRules.complaint(about: outcome)
    #expect(complaint == nil, "\(format), \(place.path)")
    if bomb.isTold { #expect(Self.tells(outcome), "\(format), \(place.path)") }
  }

  @Test("every format survives a member or element that is repeated very often")
  func repetitions() {
    for (format, bytes, places) in Self.fixtures {
      for place in places where place.path != "" {
        let count = min(1000, 30_000 / place.member.count + 2)
        let again = (bytes[place.member] + [Byte.comma]).repeated(count)
        let blown = bytes[..<place.member.lowerBound] + again + bytes[place.member.lowerBound...]
        let complaint = RecordingRules.complaint(about: Array(blown))
        #expect(complaint == nil, "\(format), \(place.path)")
      }
    }
  }

  @Test("all JSON formats are tested")
  func formats() {
    let jsons = TraceFormat.all.filter { format in
      Fixture.all.contains {
        $0.format == format.id && $0.file.hasPrefix("good") && $0.file.contains(".js")
      }
    }
    let tried = Set(Self.fixtures.map(\.format))
    #expect(jsons.allSatisfy { tried.contains($0.id) })
    #expect(Self.fixtures.map(\.places.count).reduce(0, +) > 100)
  }

  private func outcome(of bytes: [UInt8]) -> Result<TraceFile, TraceError> {
    Result { () throws(TraceError) in try TraceReader.read(bytes: bytes, name: "any") }
  }

  private static func tells(_ outcome: Result<TraceFile, TraceError>) -> Bool {
    guard case .success(let file) = outcome else { return true }
    return file.recordings.contains { !$0.issues.isEmpty }
  }
}

extension Collection {
  /// The elements, repeated.
  func repeated(_ times: Int) -> [Element] {
    var all: [Element] = []
    for _ in 0..<times { all += self }
    return all
  }
}
