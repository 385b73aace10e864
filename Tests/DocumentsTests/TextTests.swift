import Documents
import Testing
import Units

@Suite struct TextTests {
  private static func render(_ table: Table, width: Int, color: Bool = false) -> String {
    let document = Document(schema: "s", title: "t", blocks: [.table(table)])
    let lines = Renderer.text(width: width, color: color).render(document).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst(3).joined(separator: "\n")
  }

  private static let wide = Table(
    anchor: "t", caption: "", corner: "metric", columns: (1...8).map { .init("column #\($0)") },
    rows: [
      .init("FPS (avg)", cells: (1...8).map { .quantity(Quantity(Double($0), .framesPerSecond)) })
    ])

  @Test("text between backticks is code")
  func marked() {
    #expect(
      Inline.marked("With `--all`, also 0.")
        == [.text("With "), .code("--all"), .text(", also 0.")])
    #expect(Inline.marked("`t[0]`") == [.code("t[0]")] && Inline.marked("") == [])
  }

  @Test func columnsThatDoNotFitGoBelowWithTheRowHeadersRepeated() {
    #expect(
      Self.render(Self.wide, width: 44) == """
                   column  column  column  column
        metric         #1      #2      #3      #4
        ─────────────────────────────────────────
        FPS (avg)     1.0     2.0     3.0     4.0

                   column  column  column  column
        metric         #5      #6      #7      #8
        ─────────────────────────────────────────
        FPS (avg)     5.0     6.0     7.0     8.0

        """)
  }

  @Test(arguments: [40, 60, 80, 120])
  func noLineIsWiderThanTheTerminal(width: Int) {
    for document in [Samples.everything, Samples.hostile] {
      let text = Renderer.text(width: width, color: false).render(document)
      let longest = text.split(separator: "\n").map(\.count).max()
      #expect((longest ?? 0) <= width)
    }
  }

  @Test func wideCharactersTakeTwoColumns() {
    let table = Table(
      anchor: "t", caption: "", corner: "run", columns: [.init("n")],
      rows: [.init("日本", cells: [.text("1")]), .init("e\u{301}a", cells: [.text("2")])])
    #expect(Self.render(table, width: 80) == "run   n\n───────\n日本  1\ne\u{301}a    2\n")
  }

  @Test func colorIsWrittenOnlyWhenAskedFor() {
    let plain = Renderer.text(width: 80, color: false).render(Samples.everything)
    let colored = Renderer.text(width: 80, color: true).render(Samples.everything)
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.contains("\u{1B}[32m-12.8\u{1B}[0m"))
    let stripped = colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(stripped == plain)
  }

  @Test func marksCountPastTheAlphabet() {
    let table = Table(
      anchor: "t", caption: "", columns: [.init("n")],
      rows: (0..<28).map { .init("row \($0)", cells: [.missing("reason \($0)")]) })
    let text = Self.render(table, width: 80)
    #expect(text.contains("[z] reason 25\n[aa] reason 26\n[ab] reason 27\n"))
  }

  @Test("Very many rows are printed like few rows, with their marks and notes")
  func veryManyRows() {
    @Sendable func row(_ number: Int) -> Table.Row {
      let missing = Cell.missing("reason \(number / 3000)")
      let words = number == 6000 ? "two words" : "ü\(number % 10)"
      return Table.Row(
        "\(number)", notes: number == 7000 ? ["a note"] : [],
        cells: [
          number % 2000 == 1999 ? missing : .quantity(Quantity(Double(number) / 10, .seconds)),
          .text(words, emphasis: number == 8000 ? .worse : .plain),
        ])
    }
    func table(_ rows: Table.Rows) -> Table {
      Table(
        anchor: "t", caption: "", corner: "run",
        columns: [.init("time", notes: ["on top"]), .init("words", .leading)], rows: rows)
    }
    let lines = Self.render(table(Table.Rows(count: 9000) { row($0) }), width: 80)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "run        time [a]  words")
    #expect(lines[1].hasPrefix("─────"))
    #expect(lines[2] == "0           0.0      ü0")
    #expect(lines[2 + 1999] == "1999          – [b]  ü9")
    #expect(lines[2 + 6000] == "6000      600.0      two words")
    #expect(lines[2 + 7000] == "7000 [d]  700.0      ü0")
    #expect(lines[2 + 8000] == "8000      800.0      ü0 ✗")
    #expect(lines[2 + 8999] == "8999      899.9      ü9")
    let notes = ["✗ a change for the worse", "[a] on top", "[b] reason 0", "[c] reason 1"]
    #expect(lines.dropFirst(9003).prefix(4).map(String.init) == notes)
  }

  /// Texts, each with its lines of 40 columns.
  static let groups: [(String, [String])] = [
    (
      "the level of frame times in trend (Bench 1)",
      ["the level of frame times in trend", "(Bench 1)"]
    ),
    (
      "the level of frame times on (Bench 1) p95",
      ["the level of frame times on (Bench 1)", "p95"]
    ),
    (
      "the frame times of both of them a [x (b c)], d",
      ["the frame times of both of them a", "[x (b c)], d"]
    ),
    (
      "die größeren Bilder der ganzen (Prüfstand zwei) als",
      ["die größeren Bilder der ganzen", "(Prüfstand zwei) als"]
    ),
    (
      "a bracket of this one is never (closed at all",
      ["a bracket of this one is never (closed", "at all"]
    ),
    (
      "runs/a-suite-with-a-name-longer-than/most/of-those-that-there-are",
      ["runs/a-suite-with-a-name-longer-than/", "most/of-those-that-there-are"]
    ),
    (
      "runs/asuitewithanamelongerthanmostofthosethatthereare/x",
      ["runs/asuitewithanamelongerthanmostofthos", "ethatthereare/x"]
    ),
    (
      "x (a sentence of its own within brackets) y",
      ["x (a sentence of its own within", "brackets) y"]
    ),
  ]

  @Test("Short bracketed groups stay on one line", arguments: groups)
  func bracketedGroups(text: String, lines: [String]) {
    let table = Table(
      anchor: "t", caption: "", corner: "", columns: [], rows: [], remarks: [text])
    let rendered = Self.render(table, width: 40).split(separator: "\n").map(String.init)
    #expect(rendered.suffix(lines.count) == lines)
  }

  @Test("Rows are printed identically in chunks of any size")
  func stretches() {
    func lines(_ range: Range<Int>) -> [Substring] {
      let rows = Table.Rows(count: range.count) { index in
        Table.Row("row", cells: [.text("a word that is \((range.lowerBound + index) % 7) long")])
      }
      let table = Table(
        anchor: "t", caption: "", corner: "", columns: [.init("wrapped text", .leading)], rows: rows
      )
      return Array(Self.render(table, width: 40).split(separator: "\n").dropFirst(2))
    }
    #expect(lines(0..<9000) == (0..<9000).flatMap { lines($0..<$0 + 1) })
  }
}
