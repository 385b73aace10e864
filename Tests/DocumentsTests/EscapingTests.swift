import Documents
import Foundation
import Testing
import Units

@Suite struct EscapingTests {
  @Test(arguments: Renderer.files.map(\.id))
  func noOutputHoldsACharacterThatSteersTheReader(id: String) throws {
    let renderer = try #require(Renderer.files.first { $0.id == id })
    let scalars = renderer.render(Samples.hostile).unicodeScalars
    let harmful = scalars.filter { scalar in
      let category = scalar.properties.generalCategory
      return scalar != "\n" && scalar != "\u{200D}" && (category == .control || category == .format)
    }
    #expect(harmful.isEmpty)
  }

  @Test func htmlHoldsNoElementOrAttributeOfTheData() {
    let html = Renderer.html.render(Samples.hostile)
    #expect(
      html.matches(of: /<script/).count == 1 && html.contains("<script>\n(() => {\n\"use strict\";")
    )
    // The attribute has single quotes, because it contains JSON with double quotes.
    let plots = html.matches(of: /data-plots='[^']*'/)
    #expect(!plots.isEmpty && !plots.contains { $0.output.contains("<") })
    #expect(!html.replacing(/data-plots='[^']*'/, with: "").contains("\" onmouseover"))
    #expect(
      html.contains("<td class=\"words long unbroken\">&lt;script&gt;alert(1)&lt;/script&gt;</td>"))
  }

  @Test func htmlFetchesNothing() {
    // The namespace of SVG and references within the page fetch nothing.
    let html = Renderer.html.render(Samples.everything)
      .replacing("http://www.w3.org/2000/svg", with: "").replacing("url(#", with: "")
    for word in ["http://", "https://", "src=", "@import", "url(", "<link", "fetch(", "import("] {
      #expect(!html.contains(word))
    }
  }

  @Test func htmlNamesEachPlaceOnce() {
    let html = Renderer.html.render(Samples.hostile)
    let ids = html.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
    #expect(ids.count > Samples.attacks.count)
    #expect(Set(ids).count == ids.count)
    let targets = Set(html.matches(of: #/href="#([^"]*)"/#).map { String($0.1) })
    #expect(targets.isSubset(of: ids))
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), (" =1", "' =1"),
    ("\t=1", "'=1"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("=\"a\"", "\"'=\"\"a\"\"\""),
    ("a=b", "a=b"), ("", ""), ("＝1+1", "'＝1+1"), ("＋1", "'＋1"), ("\u{3000}＠a", "'\u{3000}＠a"),
  ])
  func csvDefusesWordsThatASpreadsheetWouldCompute(text: String, field: String) {
    #expect(Self.record(.text(text)) == "t,,row,column,\(field),,,,,")
  }

  @Test(arguments: [
    ("@octocat", "@&ZeroWidthSpace;octocat"), ("fixes #1", "fixes #&ZeroWidthSpace;1"),
    ("GH-1", "GH-&ZeroWidthSpace;1"),
    ("gh-12", "gh-&ZeroWidthSpace;12"), ("https://x.example", "https:&ZeroWidthSpace;//x.example"),
    ("see www.x.example", "see www&ZeroWidthSpace;.x.example"),
    ("@_x", "@&ZeroWidthSpace;\\_x"),
    ("a@b.example", "a@&ZeroWidthSpace;b.example"),
    (
      "o/r#1 !2 $3 %4",
      "o/r#&ZeroWidthSpace;1 !&ZeroWidthSpace;2 $&ZeroWidthSpace;3 %&ZeroWidthSpace;4"
    ), ("&5", "&amp;&ZeroWidthSpace;5"),
    (":tada:", ":&ZeroWidthSpace;tada:"), ("12:30:45", "12:30:45"), ("C# 5 @ 60", "C# 5 @ 60"),
    ("50% of A-1", "50% of A-1"), ("3 ~ 2", "3 ~ 2"), ("/close", "\\/close"),
    ("- /close", "\\- /close"),
  ])
  func markdownTextIsNoMentionReferenceAddressOrCommand(text: String, written: String) {
    let document = Document(schema: "s", title: "t", blocks: [.paragraph([.text(text)])])
    #expect(Renderer.markdown(of: document) == written)
  }

  @Test(arguments: [
    ("x ##[error]y", "x # #[error]y"), ("##vso[task.complete]", "# #vso[task.complete]"),
    ("::error::spoof", ": :error::spoof"), ("a ::error::b", "a ::error::b"),
    ("C# ## [x]", "C# ## [x]"),
  ])
  func textIsNoCommandForTheLogOfACISystem(text: String, written: String) {
    let document = Document(schema: "s", title: "t", blocks: [.paragraph([.text(text)])])
    #expect(Renderer.text.render(document).hasSuffix("\n\n\(written)\n"))
  }

  @Test func csvLeavesNumbersAsTheyAre() {
    let cell = Cell.quantity(Quantity(-0.12785, .fraction), interval: -0.2...(-0.1), .change)
    #expect(
      Self.record(cell)
        == "t,,row,column,\"-12.79% [-20.00%, -10.00%]\",-0.12785,fraction,,-0.2,-0.1")
    #expect(Self.record(.quantity(Quantity(8.9, .seconds), .change)).contains(",+8.9,8.9,s,"))
  }

  @Test func csvKeepsNoticesAndRemarks() {
    let table = Table(anchor: "t", caption: "c", columns: [], rows: [], remarks: ["a remark"])
    let document = Document(
      schema: "s", title: "t", blocks: [.notice(.warning, ["no measurement"]), .table(table)])
    let lines = Renderer.csv.render(document).split(separator: "\n").dropFirst()
    #expect(lines == [",,,,,,,no measurement,,", "t,c,,,,,,a remark,,"])
  }

  @Test func markdownEscapesWhatWouldStartABlock() {
    for (text, escaped) in [
      ("# a", "\\# a"), ("- a", "\\- a"), ("1. a", "1\\. a"), ("12) a", "12\\) a"), ("=", "\\="),
      ("    a", "a"), ("> a", "&gt; a"), ("1.5 s", "1\\.5 s"), ("a_b _c_", "a_b \\_c\\_"),
    ] {
      let document = Document(schema: "s", title: "t", blocks: [.text(text)])
      #expect(Renderer.markdown.render(document) == "# t\n\n\(escaped)\n")
    }
  }

  @Test func markdownKeepsStrongWordsStrong() {
    for (inlines, text) in [
      ([.strong("Kept: "), "1"], "**Kept:** 1"), (["a", .strong(" b")], "a **b**"),
      ([.strong("Kept:"), "1"], "<strong>Kept:</strong>1"), (["a", .strong("b"), "c"], "a**b**c"),
      (["a", .strong("(b)")], "a<strong>(b)</strong>"), ([.strong(" ")], " "), ([.strong("")], ""),
    ] as [([Inline], String)] {
      let document = Document(schema: "s", title: "t", blocks: [.paragraph(inlines)])
      #expect(Renderer.markdown.render(document) == "# t\n\n\(text)\n")
    }
  }

  @Test func latexObeysNothingOfTheData() {
    let document = Document(
      schema: "s", title: "t", blocks: [.text("\\input{x} 5% & $a_1^2$ #1 ~ a--b")])
    #expect(
      Renderer.latex.render(document).contains(
        "\\textbackslash{}input\\{x\\} 5\\% \\& \\$a\\_1\\textasciicircum{}2\\$ \\#1 "
          + "\\textasciitilde{} a-{}-b"))
  }

  private static func record(_ cell: Cell) -> String {
    let table = Table(
      anchor: "t", caption: "", columns: [.init("column")], rows: [.init("row", cells: [cell])])
    let document = Document(schema: "s", title: "t", blocks: [.table(table)])
    return String(Renderer.csv.render(document).split(separator: "\n")[1])
  }
}

@Suite("AsciiDoc")
struct AsciiDocTests {
  private static func page(_ block: Block) -> String {
    Renderer.asciiDoc.render(Document(schema: "s", title: "t", blocks: [block]))
  }

  @Test(
    "no sign of the data is markup",
    arguments: [
      ("*bold*", "&#42;bold&#42;"), ("include::/etc/passwd[]", "include&#58;&#58;&#47;etc"),
      ("{empty}", "&#123;empty&#125;"), ("a|b", "a&#124;b"), ("= Title", "&#61; Title"),
      ("1. item", "1&#46; item"), ("|===", "&#124;&#61;&#61;&#61;"), ("&#42;", "&#38;&#35;42&#59;"),
      ("*\u{301}", "&#42;\u{301}"), ("x `y`", "x &#96;y&#96;"), ("--", "&#45;&#45;"),
      ("((term))", "&#40;(term))"), ("(C) (TM)", "&#40;C) &#40;TM)"),
      ("iv) item", "iv&#41; item"), ("  X) item", "X&#41; item"),
    ])
  func escaping(text: String, escaped: String) {
    #expect(Self.page(.text(text)).contains(escaped))
  }

  @Test("numbers, units and names stay readable")
  func readable() {
    let text = "59.8 ms/s (average), p-value 12%"
    #expect(Self.page(.text(text)) == "= t\n\n\(text)\n")
  }

  @Test("a paragraph that begins with spaces is no code")
  func spaces() { #expect(Self.page(.text("  a")) == "= t\n\na\n") }
}
