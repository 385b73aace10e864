import Documents
import Testing

@Suite("Paths of pages")
struct PagePathTests {
  @Test(
    "are relative links from one page to another",
    arguments: [
      (PagePath(), PagePath(), "index.html"),
      (PagePath(["a", "b"], "c"), PagePath(), "a/b/c.html"),
      (PagePath(), PagePath(["a", "b"]), "../../index.html"),
      (PagePath(["a", "c"]), PagePath(["a", "b"], "x"), "../c/index.html"),
      (PagePath(["b", "b"]), PagePath(["a", "b"]), "../../b/b/index.html"),
      (PagePath(["a"], "trend"), PagePath(["a"]), "trend.html"),
    ])
  func links(to page: PagePath, from other: PagePath, link: String) {
    #expect(page.seen(from: other).text == link)
  }

  @Test("are short enough for every file system, and differ if the names do")
  func long() {
    let names = (0..<3).map { String(repeating: "stage x", count: 40) + "\($0)" }
    let anchors = names.map { Anchor($0) }
    #expect(Set(anchors).count == 3 && anchors.allSatisfy { $0.name.utf8.count <= 120 })
    #expect(anchors.allSatisfy { $0.name.hasPrefix("stage-xstage-x") && Anchor($0.name) == $0 })
    var taken = TakenAnchors()
    let made = (0..<3).map { _ in anchors[0].made(differentFrom: &taken) }
    #expect(Set(made).count == 3 && made.allSatisfy { $0.name.utf8.count <= 120 })
  }

  @Test("are links in formats with links, and text in others")
  func rendered() {
    let page = PagePath(["a"], "b")
    let table = Table(
      anchor: "t", caption: "", columns: [.init("c")], rows: [.init("[row]", page: page, cells: [])]
    )
    let document = Document(
      schema: "s", title: "t",
      blocks: [.paragraph([.page("<all> ]|[", at: page)]), .table(table)])
    let html = Renderer.html.render(document)
    #expect(html.contains("<p><a href=\"a/b.html\">&lt;all&gt; ]|[</a></p>"))
    #expect(html.contains("<th scope=\"row\"><a href=\"a/b.html\">[row]</a></th>"))
    let markdown = Renderer.markdown.render(document)
    #expect(markdown.contains("(a/b.html)\n") && markdown.contains("(a/b.html) |"))
    #expect(Renderer.text.render(document).contains("[row]"))
    #expect(!Renderer.latex.render(document).contains("b.html"))
  }
}
