import Recordings
import Testing

@Suite("Columns of tables")
struct TableColumnTests {
  private static let length = TableColumn.stretchLength
  private static let numbers = (0..<2 * length + 5).map { Double($0) / 4 }

  @Test("A column has its numbers, whatever columns stand before it in each stretch")
  func stretches() {
    let parts = stride(from: 0, to: Self.numbers.count, by: Self.length).map { start in
      let own = Array(Self.numbers[start..<min(start + Self.length, Self.numbers.count)])
      return (own.map { -$0 } + own)[own.count...]
    }
    let column = TableColumn(stretches: parts)
    #expect(column.elementsEqual(Self.numbers))
    #expect(column.elementsEqual(TableColumn(Self.numbers)))
    #expect(column[Self.length] == Double(Self.length) / 4)
  }

  @Test("The numbers of some rows come in the order of the rows, across stretches, back and forth")
  func rows() {
    let column = TableColumn(Self.numbers)
    let rows = [Self.length, Self.length - 1, 0, 0, 2 * Self.length + 4, 1, 2, Self.length + 7]
    #expect(column.numbers(inRows: rows) == rows.map { Self.numbers[$0] })
    #expect(column.numbers(inRows: Array(column.indices)) == Self.numbers)
    #expect(column.numbers(inRows: []).isEmpty)
  }

  @Test("A column of no rows is empty")
  func empty() {
    #expect(TableColumn([]).isEmpty && TableColumn(stretches: []).isEmpty)
  }
}
