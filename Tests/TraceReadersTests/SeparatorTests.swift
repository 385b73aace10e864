import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Rows are found 64 bytes at a time, and times read eight digits at a time: both give what a look at each byte gives.
@Suite struct SeparatorTests {
  /// Bytes that stand beside each other in tables, drawn by a rule that is the same on every machine.
  private static func bytes(_ seed: UInt64, count: Int, of letters: StaticString) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return letters.utf8Start[Int(state >> 33) % letters.utf8CodeUnitCount]
    }
  }

  @Test(arguments: 0..<64 as Range<UInt64>)
  func findsSeparatorsAmong64Bytes(seed: UInt64) {
    let bytes = Self.bytes(seed, count: 64, of: ",\n\r-+.0,*(\u{0b}lJ\u{e9}")
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      var words = SeparatorMasks(start)
      let masks = words
      words.readWords(start)
      for index in 0..<64 {
        let bit = UInt64(1) << UInt64(index)
        #expect((masks.commas & bit != 0) == (bytes[index] == Byte.comma))
        #expect((masks.newlines & bit != 0) == (bytes[index] == Byte.newline))
      }
      #expect(words.commas == masks.commas)
      #expect(words.newlines == masks.newlines)
    }
  }

  @Test func leavesCommasBetweenQuotesAlone() {
    let line = "a,\"b,c\",d\n\"e,f\ng,h" + String(repeating: "-", count: 46)
    var isQuoted = false
    let masks = Array(line.utf8).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { SeparatorMasks($0, isQuoted: &isQuoted) }
    }
    #expect(line.utf8.count == 64)
    #expect(masks?.commas == 1 << 1 | 1 << 7 | 1 << 16)
    #expect(masks?.newlines == 1 << 9 | 1 << 14)
    #expect(!isQuoted)
  }

  private static let times = [
    "0.230923", "8.487700", "12.345678", "123.45678", "1234567.8", "12345678.9", "0.0", "1.", ".5",
    ".", "",
    "7", "12345678", "123456789", "6699276000", "1234567890123456", "12345678901234567", "-1.5",
    "+1.5",
    "1e3", "1.5e3", "NA", "nan", "1,5", "1.2.3", "12a4.567", "1.23456789", "00.100000", "4.6116860",
    "9999999.9",
  ]

  @Test(arguments: TimeUnit.allCases, times)
  func readsTimesAsFieldsDo(unit: TimeUnit, text: String) {
    let padded = Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: 16)
    padded.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      let field = Field(start: start, count: text.utf8.count)
      guard let plain = PlainTime(unit).read(field) else { return }
      #expect(plain == field.nanoseconds(in: unit).value)
    }
  }

  @Test(arguments: [
    ("0.230923", 230_923_000 as Nanoseconds?), ("12.345678", 12_345_678_000), ("7", 7_000_000_000),
    ("-1.5", nil), ("1e3", nil), ("1.", nil), ("", nil),
  ])
  func readsPlainSeconds(text: String, expected: Nanoseconds?) {
    let padded = Array(text.utf8) + [UInt8](repeating: 0, count: 16)
    padded.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      #expect(PlainTime(.seconds).read(Field(start: start, count: text.utf8.count)) == expected)
    }
  }

  /// Rows of 9,000 fields, among them one that comes first and one behind short ones.
  @Test func makesRoomForLongRows() throws {
    let long = Array(repeating: "1", count: 9_000).joined(separator: ",")
    let text = "a,b\n\(long)\n1,2\n3,4\r\n\n\(long)\n5,6\n"
    var source = TraceSource(bytes: Array(text.utf8), name: "long.csv")
    let header = CSVHeader(bytes: Array("a,b".utf8), line: 1)
    _ = try source.head()
    var rows = CSVRows(below: header, columns: [1, nil, 0], of: &source, minimumFieldCount: 2)
    var found: [String] = []
    while try rows.advance(in: &source) {
      found.append("\(rows.line): \(rows[0].text) \(rows[1].text) \(rows[2].text)")
    }
    #expect(found == ["3: 2  1", "4: 4  3", "7: 6  5"])
    #expect(rows.issues.inOrder.map(\.count) == [2])
    #expect(rows[0].text.isEmpty)
  }
}
