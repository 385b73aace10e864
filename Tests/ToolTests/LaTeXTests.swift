import Foundation
import TestSupport
import Testing

/// What `--format latex` writes, given to pdfTeX as a thesis would.
@Suite(
  "LaTeX",
  .enabled(
    if: PDFTeX.isThere, "pdflatex is not installed; Scripts/bootstrap --browser brings it"))
struct LaTeXTests {
  private let folder = TemporaryFolder()

  /// What pdfTeX says of a document that the text is put into.
  private func log(of text: String) throws -> (status: Int32, lines: [Substring]) {
    try folder.file("input.tex", text: text)
    try folder.file(
      "page.tex",
      text: #"""
        \documentclass[a4paper]{article}
        \usepackage[T1]{fontenc}
        \usepackage{booktabs,textcomp}
        \begin{document}
        \input{input}
        \end{document}
        """#)
    let outcome = try Tool.shell(
      "max_print_line=1000 pdflatex -no-shell-escape -interaction=nonstopmode -halt-on-error page",
      in: folder.url)
    return (outcome.status, outcome.output.split(separator: "\n"))
  }

  @Test(
    "every kind of block, and names that mean harm, compile", arguments: ["everything", "hostile"])
  func documents(name: String) throws {
    let golden = SharedMaterial.project.appending(path: "Tests/Fixtures/documents/\(name).tex")
    let log = try log(of: try String(contentsOf: golden, encoding: .utf8))
    #expect(log.status == 0 && !log.lines.contains { $0.hasPrefix("!") }, "\(log.lines)")
  }

  @Test(
    "reports compile, and nothing is wider or longer than a page",
    arguments: ["thesis", "howlin-2018", "zhao-2018"])
  func reports(suite: String) throws {
    let store = folder.path("s.db")
    #expect(try Tool.run(["ingest", "runs/\(suite)", "--store", store]).status == 0)
    let report = try Tool.run(["report", suite, "--store", store, "--format", "latex"])
    #expect(report.output.contains(#"\caption{"#))
    let log = try log(of: report.output)
    #expect(log.status == 0 && !log.lines.contains { $0.hasPrefix("!") }, "\(log.lines)")
    #expect(!log.lines.contains { $0.contains("Float too large") })
    // Such as `Overfull \hbox (16.5pt too wide) in paragraph at lines 3--4`.
    #expect(!log.lines.contains { $0.hasPrefix("Overfull \\hbox") }, "\(log.lines)")
  }
}

private enum PDFTeX {
  static let isThere = (try? Tool.shell("command -v pdflatex"))?.status == 0
}
