@testable import Documents
import TestSupport
import Testing

@Suite struct RendererTests {
  static let renderers = Renderer.files + [.text(width: 80, color: false)]

  @Test(arguments: renderers.map(\.id))
  func everyKindOfBlockAndCellIsWrittenAsRecorded(id: String) throws {
    let renderer = try #require(Self.renderers.first { $0.id == id })
    let path = "Tests/Fixtures/documents/everything.\(renderer.fileExtension)"
    let text = renderer.render(Samples.everything)
    #expect(Golden.complaint(about: text, golden: path) == nil)
    #expect(renderer.render(Samples.everything) == text)
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }

  @Test("A remark of several tables of a report is printed once, and again after a collapsed table")
  func remarks() {
    func table(_ name: String, summary: String? = nil) -> Block {
      .table(
        Table(
          anchor: Anchor(name), caption: name, columns: [], rows: [Table.Row("a", cells: [])],
          remarks: ["said twice"], summary: summary))
    }
    func count(_ blocks: [Block], isReport: Bool = true) -> Int {
      let page = Renderer.html.render(
        Document(schema: "test/1", title: "", blocks: blocks, isReport: isReport))
      return page.split(separator: "said twice", omittingEmptySubsequences: false).count - 1
    }
    #expect(count([table("a"), table("b")]) == 1)
    #expect(count([table("a", summary: "collapsed"), table("b")]) == 2)
    #expect(
      count([table("a"), table("b")], isReport: false) == 2, "a reference page")
  }

  @Test(arguments: renderers.map(\.id))
  func hostileTextIsWrittenAsRecorded(id: String) throws {
    let renderer = try #require(Self.renderers.first { $0.id == id })
    let path = "Tests/Fixtures/documents/hostile.\(renderer.fileExtension)"
    let text = renderer.render(Samples.hostile)
    #expect(Golden.complaint(about: text, golden: path) == nil)
  }
}

@Suite("LaTeX documents")
struct StandaloneLaTeXTests {
  @Test(
    "contain every kind of block and the figures, as in the golden files",
    arguments: ["everything", "hostile"])
  func golden(name: String) throws {
    let document = name == "hostile" ? Samples.hostile : Samples.everything
    let text = try #require(Renderer.latex.standalone).render(document)
    let path = "Tests/Fixtures/documents/\(name)-standalone.tex"
    #expect(Golden.complaint(about: text, golden: path) == nil)
    #expect(text.contains("\n\\end{document}\n"))
    #expect(
      text.split(separator: "\\begin{pgfpicture}", omittingEmptySubsequences: false).count - 1
        == document.charts.count)
  }

  @Test("draw each step of a path at its position")
  func steps() {
    var path = PathData()
    path.move(to: 1, 2)
    path.line(to: 4, 2)
    path.line(to: 4, -0.5)
    path.polygon([(10, 10), (12.5, 11), (10, 12)])
    path.circle(around: 20, 30, radius: 3.5)
    path.dot(at: 5, 6)
    #expect(
      Array(PathSteps(path.text)) == [
        .move(1, 2), .line(4, 2), .line(4, -0.5), .move(10, 10), .line(12.5, 11), .line(10, 12),
        .close, .move(16.5, 30), .circle(20, 30, radius: 3.5), .move(5, 6), .line(5, 6),
      ])
  }

  @Test("paint a path by its style")
  func styles() {
    #expect(LaTeXPathStyle(classes: "c1 l d1").use == "stroke")
    #expect(
      LaTeXPathStyle(classes: "c1 l d1").settings.hasPrefix(
        "\\pgfsetcolor{hmc1}\\pgfsetlinewidth{1.5pt}"))
    #expect(LaTeXPathStyle(classes: "good h").use == "fill,stroke")
    #expect(LaTeXPathStyle(classes: "w1 a").settings.contains("opacity{0.35}"))
    #expect(LaTeXPathStyle(classes: "bad r").settings.contains("dash") == false)
  }
}

@Suite struct CompanionTests {
  private static func paths(_ renderer: Renderer, _ destination: Renderer.Destination) -> [String] {
    renderer.files(of: Samples.everything, for: destination).map(\.path)
  }

  @Test func markdownHasTwoPicturesOfEachChartBesideIt() {
    let pictures = ["light", "dark"].map { "report-charts/chart-everything.\($0).svg" }
    #expect(Self.paths(.markdown, .folder("report")) == ["report.md"] + pictures)
    #expect(Self.paths(.markdown, .file("report.md")) == ["report.md"] + pictures)
    #expect(Self.paths(.markdown, .stream) == [""])
  }

  @Test func markdownRefersToThePicturesItHas() throws {
    let files = Renderer.markdown.files(of: Samples.everything, for: .file("a \"b\".md"))
    let text = try #require(files.first).text
    #expect(
      text.contains(
        """
        **Frame time over time of a run**

        <picture>
        <source media="(prefers-color-scheme: dark)" srcset="a%20%22b%22-charts/chart-everything.dark.svg">
        <img src="a%20%22b%22-charts/chart-everything.light.svg" alt="Frame time over time of a run. \
        Eight frames over 8 s; the longest lasts 60 ms.">
        </picture>

        One of eight frames is late.
        """))
    #expect(files.dropFirst().allSatisfy { $0.path.hasPrefix("a \"b\"-charts/") })
    #expect(!Renderer.markdown.render(Samples.everything).contains("<picture>"))
  }

  @Test func picturesOfOneThemeLeaveThePageToTheirPlace() throws {
    let files = Renderer.markdown.files(of: Samples.everything, for: .folder("r"))
    for file in files.dropFirst() {
      #expect(!file.text.contains("prefers-color-scheme") && !file.text.contains("<rect"))
    }
    #expect(files[1].text.contains(Palette.light.series[0]))
    #expect(files[2].text.contains(Palette.dark.series[0]))
  }

  @Test func picturesAloneAreOneFileOrOneEach() {
    let charts = [ChartSamples.everything, ChartSamples.categories]
    let two = Document(schema: "s", title: "t", blocks: charts.map(Block.chart))
    func paths(_ destination: Renderer.Destination, _ document: Document) -> [String] {
      Renderer.svg.files(of: document, for: destination).map(\.path)
    }
    let apart = ["t-charts/chart-everything.svg", "t-charts/chart-stages.svg"]
    #expect(paths(.folder("t"), two) == apart)
    #expect(paths(.folder("t"), Samples.everything) == ["t.svg"])
    #expect(paths(.file("x.svg"), two) == ["x.svg"])
    #expect(paths(.stream, two) == [""])
    #expect(paths(.stream, Document(schema: "s", title: "t", blocks: [])).isEmpty)
  }

  @Test func otherOutputsAreOneFile() {
    for renderer in Renderer.files where renderer.id != "md" {
      #expect(Self.paths(renderer, .folder("r")) == ["r.\(renderer.fileExtension)"])
      #expect(Self.paths(renderer, .file("x.y")) == ["x.y"])
    }
  }
}
