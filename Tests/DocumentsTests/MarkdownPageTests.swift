import Documents
import Testing

/// Documents that do not fit into a comment on GitHub, which can have 65,536 characters.
@Suite struct MarkdownPageTests {
  private static let most = 65_536

  /// A document with a table and a chart per section; the header of each table is longer than its cells.
  private static func document(
    sections: Int, rows: Int, header: Int = 10, isReport: Bool = true
  ) -> Document {
    Document(
      schema: "test/1", title: "Test",
      blocks: (1...sections).flatMap { section -> [Block] in
        let table = Table(
          anchor: Anchor("table \(section)"), caption: "Table \(section)", corner: "Row",
          columns: [.init(String(repeating: "h", count: header))],
          rows: (1...rows).map { .init("row \(section)/\($0)", cells: [.text("\($0) ms")]) })
        return [
          .heading(.section, "Stage \(section)", anchor: Anchor("stage \(section)")),
          .table(table),
          .chart(ChartSamples.chart([.init(.dots([.init(1, 2)], .init(.circle)), ink: .strong)])),
        ]
      }, isReport: isReport)
  }

  private static func text(_ document: Document) -> String {
    Renderer.markdown.render(document)
  }

  @Test func whatFitsHasItsColumnsLinedUp() {
    let text = Self.text(Self.document(sections: 2, rows: 3, header: 12))
    #expect(text.contains("|         1 ms |"))
    #expect(!text.contains("Sections left out"))
  }

  @Test func spacesThatNobodySeesGoFirst() {
    // 1,000 lines of about 20 characters each, or of about 75 if the columns are aligned.
    let document = Self.document(sections: 2, rows: 500, header: 55)
    let text = Self.text(document)
    #expect(text.count < Self.most && !text.contains("Sections left out"))
    #expect(text.contains("| row 2/500 | 500 ms |"))
    let whole = Self.text(
      Document(schema: "", title: document.title, blocks: document.blocks))
    #expect(whole.count > Self.most)
  }

  @Test func sentencesAreNotPadded() {
    let text = Self.text(Self.document(sections: 1, rows: 1, header: 61))
    #expect(text.contains("| row 1/1 | 1 ms |"))
  }

  @Test func theLastPartsAreLeftOutAndNamed() throws {
    let text = Self.text(Self.document(sections: 40, rows: 100))
    #expect(text.count < Self.most && text.count > Self.most * 9 / 10)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") }
    let next = headings.count + 1
    #expect((2..<40).contains(headings.count) && headings.first == "## Stage 1")
    #expect(text.contains("row \(headings.count)/100"))
    #expect(
      text.hasSuffix(
        """
        > [!NOTE]
        > **Sections left out of this comment, because the length of a comment is limited:** \
        “Stage \(next)” to “A chart”. \
        The HTML, CSV and JSON outputs contain all sections.

        """), "\(text.suffix(300))")
  }

  @Test func picturesAreThoseOfTheText() {
    let files = Renderer.markdown.files(
      of: Self.document(sections: 40, rows: 100), for: .folder("report"))
    let addresses = files[0].text.split(separator: "\"").filter { $0.hasSuffix(".light.svg") }
    #expect(!addresses.isEmpty && files.count == 1 + 2 * addresses.count)
    #expect(files[0].text.count < Self.most)
  }

  @Test func otherDocumentsStayWhole() {
    let text = Self.text(Self.document(sections: 40, rows: 100, isReport: false))
    #expect(text.contains("row 40/100") && !text.contains("Sections left out"))
  }
}
