import Testing
import Units

@testable import Documents

/// Tables whose rows pages show as tiles.
@Suite("Tiles")
struct TileTests {
  private static let document = Document(
    schema: "hitchmark.test/1", title: "Tiles",
    blocks: [
      .table(
        Table(
          anchor: "figures", caption: "Figures", corner: "Figure",
          columns: [Table.Column("Value"), Table.Column("Detail", .leading)],
          rows: [
            Table.Row(
              "A <b>",
              cells: [
                .quantity(Quantity(59.4, .framesPerSecond), .prose), .text("at \"5\" & more"),
              ]),
            Table.Row("Share", cells: [.quantity(Quantity(0.5, .fraction)), .text("")]),
            Table.Row("None", cells: [.missing("no data"), .empty]),
          ]
        ).tiled)
    ])

  @Test("a page shows the number in large type, its unit in small type, and escapes all texts")
  func page() {
    let html = Renderer.html.render(Self.document)
    #expect(html.contains("<ul class=\"tiles\" id=\"figures\">"))
    #expect(
      html.contains(
        "<li><span>A &lt;b&gt;</span><b>59.4</b> <small>FPS</small>"
          + "<span>at &quot;5&quot; &amp; more</span></li>"))
    #expect(html.contains("<li><span>Share</span><b>50.00</b> <small>%</small></li>"))
    #expect(html.contains("<li><span>None</span><b>–</b></li>"))
    #expect(!html.contains("<table"))
  }

  @Test("other outputs show the rows as a table")
  func table() {
    let text = Renderer.text(width: 80).render(Self.document)
    let line = text.split(separator: "\n").first { $0.hasPrefix("A <b>") } ?? ""
    #expect(line.contains(" 59.4 FPS") && line.hasSuffix(" at \"5\" & more"), "\(text)")
    #expect(Renderer.markdown.render(Self.document).contains("| Share"))
  }

  @Test("a table without tiles does not need their style")
  func style() {
    let plain = Document(schema: "hitchmark.test/1", title: "Text", blocks: [.text("Text")])
    #expect(!Renderer.html.render(plain).contains(".tiles"))
    #expect(Renderer.html.render(Self.document).contains(".tiles"))
  }
}
