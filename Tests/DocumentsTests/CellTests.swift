import Documents
import Testing
import Units

@Suite struct CellTests {
  static let printed: [(Cell, String)] = [
    (.quantity(Quantity(66.05, .seconds)), "66.1"),
    (.quantity(Quantity(0.1716, .fraction)), "17.16%"),
    (.quantity(Quantity(-12.78, .seconds)), "-12.8"),
    (.quantity(Quantity(26, .framesPerSecond), .prose), "26.0 FPS"),
    (.quantity(Quantity(0.5, .fraction), .prose), "50.00%"),
    (.quantity(Quantity(3, .count), .prose), "3.0"),
    (.quantity(Quantity(3, .count), .decimals(0)), "3"),
    (.quantity(Quantity(1.0519, .fraction), .change), "+105.19%"),
    (.quantity(Quantity(2.8433, .fraction), .effect), "+284%"),
    (.quantity(Quantity(-0.79031, .fraction), .effect), "−79.0%"),
    (.quantity(Quantity(-0.0042, .fraction), .effect), "−0.42%"),
    (.quantity(Quantity(0.9996, .fraction), .effect), "+100%"),
    (.quantity(Quantity(-0.86385, .fraction), .points), "−86.4 pp"),
    (.quantity(Quantity(0, .fraction), .points), "0.00 pp"),
    (.quantity(Quantity(0, .seconds), .change), "0.0"),
    (.quantity(Quantity(0.04, .seconds), .change), "0.0"),
    (.quantity(Quantity(-0.04, .seconds), .change), "0.0"),
    (.quantity(Quantity(34.9, .framesPerSecond), interval: 33.84...35.96), "34.9 [33.8, 36.0]"),
    (.verdict("maybe worse", emphasis: .worse), "maybe worse"),
    (.missing("no samples"), "–"),
    (.text("kept"), "kept"),
    (.empty, ""),
  ]

  @Test(arguments: printed) func cellsPrintAsTheThesisDoes(cell: Cell, printed: String) {
    #expect(cell.printed == printed)
  }

  @Test func aRemarkIsAddedBehindThoseThatAreThere() {
    let cell = Cell.text("kept", emphasis: .strong, notes: ["first"]).noted("second")
    #expect(cell.notes == ["first", "second"])
    #expect(cell.emphasis == .strong)
  }

  @Test func shortRowsAreFilledWithEmptyCells() {
    let table = Table(
      anchor: "t", caption: "", columns: [.init("a"), .init("b")],
      rows: [.init("row", cells: [.text("1")])])
    #expect(table.rows.map(\.cells) == [[.text("1"), .empty]])
  }
}

@Suite struct AnchorTests {
  @Test(arguments: [
    ("Stage 6.1", "stage-6-1"), ("fps.avg", "fps-avg"), ("  a  b  ", "a-b"), ("<script>", "script"),
    ("\u{202E}", "x"), ("", "x"), ("Über", "ber"),
  ])
  func anchorsHoldLettersDigitsAndHyphensOnly(text: String, name: String) {
    #expect(Anchor(text).name == name)
  }

  @Test func theSameAnchorTwiceBecomesTwoAnchors() {
    let document = Document(
      schema: "s", title: "t",
      blocks: [
        .heading(.section, "a", anchor: "a"), .heading(.section, "a", anchor: "A"),
        .definitions([Definition(term: "a", anchor: "a", lines: [])]),
        .table(Table(anchor: "a-2", caption: "", columns: [], rows: [])),
      ])
    #expect(
      document.blocks.prefix(2) == [
        .heading(.section, "a", anchor: "a"), .heading(.section, "a", anchor: "a-2"),
      ])
    #expect(
      document.blocks[2] == .definitions([Definition(term: "a", anchor: "a-3", lines: [])]))
    #expect(document.tables.map(\.anchor) == ["a-2-2"])
  }
}
