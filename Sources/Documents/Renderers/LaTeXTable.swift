/// A floating table with a caption above, rules of booktabs, and its notes below.
struct LaTeXTable {
  private let table: Table
  private let layout: TableLayout

  init(_ table: Table) {
    self.table = table
    layout = TableLayout(table)
  }

  var text: String {
    let columns = layout.alignments.map { $0 == .leading ? "l" : "r" }.joined()
    let lines: [String] =
      [
        "\\centering", "\(caption)\\label{\(table.anchor.name)}",
        "\\begin{tabular}{\(columns)}", "\\toprule", line(layout.header), "\\midrule",
      ] + layout.rows.map(line) + ["\\bottomrule", "\\end{tabular}"] + notes
    return "\\begin{table}[htbp]\n\(lines.joined(separator: "\n"))\n\\end{table}"
  }

  private var caption: String {
    table.caption.isEmpty ? "" : "\\caption{\(LaTeX.escaped(table.caption))}"
  }

  private func line(_ pieces: [TableLayout.Piece]) -> String {
    // The braces keep a bracket at the start of a line from `\\`, which would obey it.
    "{}\(pieces.map(Self.text).joined(separator: " & ")) \\\\"
  }

  private static func text(_ piece: TableLayout.Piece) -> String {
    let sign = isNegative(piece.text) ? "$-$" : ""
    var text = sign + LaTeX.escaped(String(piece.text.dropFirst(sign.isEmpty ? 0 : 1)))
    if piece.emphasis == .strong { text = "\\textbf{\(text)}" }
    return text + superscript(piece.marks)
  }

  private static func isNegative(_ text: String) -> Bool {
    text.hasPrefix("-") && text.dropFirst().first?.isNumber == true
  }

  private static func superscript(_ marks: [String]) -> String {
    marks.isEmpty ? "" : "\\textsuperscript{\(marks.joined(separator: ","))}"
  }

  private var notes: [String] {
    let legend = layout.legendWithoutSigns.map { LaTeX.escaped("\($0.rawValue) \($0.meaning)") }
    let lines =
      table.remarks.map(LaTeX.escaped) + legend
      + layout.footnotes.marked.map { Self.superscript([$0.mark]) + LaTeX.escaped($0.text) }
    guard !lines.isEmpty else { return [] }
    return ["\\par\\smallskip", "{\\footnotesize \(lines.joined(separator: "\\par\n"))\\par}"]
  }
}
