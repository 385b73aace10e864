import Documents
import Testing
import Units

/// Tables that do not fit on a page of LaTeX.
@Suite struct LaTeXTableTests {
  private static func table(columns: Int, rows: Int) -> String {
    let table = Table(
      anchor: "wide", caption: "Wide", corner: "Row",
      columns: (0..<columns).map { Table.Column("Heading \($0)") },
      rows: (0..<rows).map { row in
        Table.Row(
          "row-\(row)",
          cells: (0..<columns).map { .text("c\(row)x\($0)e", notes: row + $0 == 0 ? ["once"] : []) }
        )
      })
    return Renderer.latex.render(
      Document(schema: "test/1", title: "Test", blocks: [.table(table)]))
  }

  private static func count(_ word: String, in text: String) -> Int {
    text.split(separator: word, omittingEmptySubsequences: false).count - 1
  }

  @Test func aTableThatFitsIsOne() {
    let text = Self.table(columns: 4, rows: 20)
    #expect(Self.count("\\begin{tabular}", in: text) == 1)
    #expect(!text.contains("\\small\n") && !text.contains("continued"))
  }

  @Test func columnsWithoutRoomStandBelowWithTheRowHeadersAgain() {
    let text = Self.table(columns: 14, rows: 3)
    let parts = Self.count("\\toprule", in: text)
    #expect(parts > 1 && Self.count("\\begin{table}", in: text) == 1)
    #expect(Self.count("row-1", in: text) == parts && Self.count("{\\small", in: text) == parts)
  }

  @Test func rowsWithoutRoomGoOnInATableOfTheSameNumber() {
    let text = Self.table(columns: 2, rows: 100)
    #expect(Self.count("\\caption{Wide}\\label{wide}", in: text) == 1)
    #expect(Self.count("\\addtocounter{table}{-1}\\caption[]{Wide (continued)}", in: text) == 2)
    #expect(Self.count("Heading 1", in: text) == 3)
  }

  @Test(arguments: [(14, 3), (2, 100), (14, 100)])
  func everyCellIsThereOnceAndNotesStandAtTheEnd(columns: Int, rows: Int) throws {
    let text = Self.table(columns: columns, rows: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        #expect(Self.count("c\(row)x\(column)e", in: text) == 1, "\(row) \(column)")
      }
    }
    #expect(Self.count("once", in: text) == 1)
    let last = try #require(text.split(separator: "\\end{tabular}").last)
    #expect(last.contains("once"))
  }
}
