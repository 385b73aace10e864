import Foundation
import TestSupport
import Testing

/// Compiles the output of `--format latex` with pdfTeX.
@Suite(
  "LaTeX",
  .enabled(
    if: PDFTeX.isThere, "pdflatex is not installed; Scripts/bootstrap --browser brings it"))
struct LaTeXTests {
  private let folder = TemporaryFolder()

  /// The log of pdfTeX for a document that contains the text.
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
    "standalone documents compile unchanged, with a figure for each chart",
    .enabled(if: PDFTeX.hasPictures, "texlive-pictures is not installed"),
    arguments: ["everything", "hostile", "glmark2"])
  func standalone(name: String) throws {
    let store = folder.path("s.db")
    if name == "glmark2" {
      #expect(try Tool.run(["ingest", "runs/glmark2", "--store", store]).status == 0)
      let words = ["report", name, "--store", store, "--standalone", "-o", folder.path("page.tex")]
      #expect(try Tool.run(words).status == 0)
    } else {
      let golden = "Tests/Fixtures/documents/\(name)-standalone.tex"
      try FileManager.default.copyItem(
        at: SharedMaterial.project.appending(path: golden),
        to: folder.url.appending(path: "page.tex"))
    }
    let outcome = try Tool.shell(
      "max_print_line=1000 pdflatex -no-shell-escape -interaction=nonstopmode -halt-on-error page",
      in: folder.url)
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && !lines.contains { $0.hasPrefix("!") }, "\(lines.suffix(30))")
    #expect(!lines.contains { $0.hasPrefix("Overfull \\hbox") }, "\(lines)")
  }

  @Test("--standalone needs LaTeX")
  func usage() throws {
    let outcome = try Tool.run(
      ["analyze", "runs/glmark2/1/1/mangohud.csv", "--standalone", "--format", "md"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "--standalone: this option is only for LaTeX, and the output has another format; pass --format latex"
      ))
  }

  @Test(
    "every kind of block compiles, and so do hostile names", arguments: ["everything", "hostile"])
  func documents(name: String) throws {
    let golden = SharedMaterial.project.appending(path: "Tests/Fixtures/documents/\(name).tex")
    let log = try log(of: try String(contentsOf: golden, encoding: .utf8))
    #expect(log.status == 0 && !log.lines.contains { $0.hasPrefix("!") }, "\(log.lines)")
  }

  @Test(
    "reports compile, and nothing is larger than a page",
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
  static let hasPictures = (try? Tool.shell("kpsewhich pgf.sty"))?.status == 0
  static let isThere = (try? Tool.shell("command -v pdflatex"))?.status == 0
}
