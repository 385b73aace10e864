import Parallel
import Testing
import Units

@testable import Decoding

@Suite("Rows that are found ahead of their reader")
struct RowsAheadTests {
  private static let layout = RowLayout(
    header: CSVHeader(["a", "t", "x"], line: 1), columns: [0, 1],
    times: [CSVRows.Time(slot: 1, unit: .milliseconds)], repeated: (first: 0, last: 0))

  private func found(in text: String) -> FoundRows {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return FoundRows() }
      let lines = OwnedLines(LineBlock(start: start, count: bytes.count, endsInNewline: true))
      return FoundRows(in: lines, layout: Self.layout, longLineCount: 0)
    }
  }

  @Test(
    "usual rows are plain, with their times", arguments: ["1,10.5,7", "22,10.5,", " 1,10.5,\u{e9}"])
  func plain(row: String) {
    let found = found(in: row + "\n")
    #expect(found.rows.map(\.isPlain) == [true])
    #expect(found.times == [10_500_000])
  }

  @Test(
    "rows that a reader may note or skip are left to it",
    arguments: ["\"1\",10,7", "1,bad,7", "a,t,x", "1,14", "1,2,3,4", "", "\u{feff}1,10,7"])
  func unusual(row: String) {
    #expect(found(in: "1,10,7\n\(row)\n1,11,7\n").rows.map(\.isPlain) == [true, false, true])
  }

  @Test("an empty time is missing, and a plain row repeats the plain row above")
  func repetition() {
    let found = found(in: "1,10,7\n1,,8\n2,12,8\n2,bad,8\n2,13,8\n2,14,8\n")
    #expect(found.rows.map(\.repeats) == [false, true, false, false, false, true])
    #expect(found.times[1] == FoundRows.missing)
    #expect(found.rows.last?.next == 41)
  }

  private final class Memory: Sendable {}

  @Test("an output that was taken is not kept")
  func freed() {
    let ahead = Ahead { Memory() }
    weak let memory = ahead.output()
    withExtendedLifetime(ahead) { #expect(memory == nil) }
  }
}
