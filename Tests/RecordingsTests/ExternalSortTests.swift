import TestSupport
import Testing

@testable import Recordings

@Suite("Sorting of more than memory is to hold")
struct ExternalSortTests {
  private struct Row: SortedRow {
    let key: Int64
    let place: Int64

    func precedes(_ other: Row) -> Bool { key < other.key }
  }

  private static func rows(_ keys: [Int64]) -> [Row] {
    keys.enumerated().map { Row(key: $0.element, place: Int64($0.offset)) }
  }

  private static func keys(_ order: String, _ count: Int) -> [Int64] {
    var random = SeededGenerator(seed: UInt64(count))
    return (0..<Int64(count)).map { index in
      switch order {
      case "falling": -index
      case "nearly rising": index + .random(in: 0...20, using: &random)
      case "of few values": .random(in: 0..<5, using: &random)
      default: .random(in: .min ... .max, using: &random)
      }
    }
  }

  @Test(
    "rows come out in order, equal ones as they came",
    arguments: ["rising", "falling", "nearly rising", "of few values", "without order"],
    [0, 1, 16, 17, 160, 1000, 5003])
  func order(order: String, count: Int) {
    let rows = Self.rows(
      order == "rising" ? (0..<count).map { Int64($0 / 3) } : Self.keys(order, count))
    let expected = rows.sorted { ($0.key, $0.place) < ($1.key, $1.place) }
    for fanIn in [2, 3, 64] {
      let sort = ExternalSort<Row>(stretchLength: 16, fanIn: fanIn)
      #expect(Array(sort.sorted(NumberColumn(rows))) == expected)
    }
  }

  @Test("rows in a file are sorted into another, and stay as they are")
  func file() {
    let rows = Self.rows(Self.keys("without order", 300_000))
    let column = NumberColumn(rows)
    let sorted = ExternalSort<Row>().sorted(column)
    #expect(Array(sorted) == rows.sorted { ($0.key, $0.place) < ($1.key, $1.place) })
    #expect(Array(column) == rows)
  }

  @Test("a sequence that is longer than what is read of it at once merges whole")
  func longSequences() {
    let rows = Self.rows(Self.keys("nearly rising", 40_000).reversed())
    let sort = ExternalSort<Row>(stretchLength: 9000, fanIn: 4)
    #expect(
      Array(sort.sorted(NumberColumn(rows)))
        == rows.sorted { ($0.key, $0.place) < ($1.key, $1.place) })
  }
}
