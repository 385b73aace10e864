extension Renderer {
  /// LaTeX to be put into a thesis with `\input`: needs the packages booktabs and textcomp.
  public static let latex = Renderer(id: "latex", fileExtension: "tex") { document in
    let head = "% \(document.title.harmless)\n% Needs \\usepackage{booktabs,textcomp}."
    let blocks = document.blocks.map(\.latex)
    return ([head] + blocks).joined(separator: "\n\n") + "\n"
  }
}

extension Block {
  fileprivate var latex: String {
    switch self {
    case .heading(let level, let text, let anchor):
      "\\\(level.command){\(LaTeX.escaped(text))}\\label{\(anchor.name)}"
    case .paragraph(let inlines):
      LaTeX.text(inlines)
    case .notice(let kind, let inlines):
      "\\begin{quote}\n\\textbf{\(kind.title).} \(LaTeX.text(inlines))\n\\end{quote}"
    case .list(let items):
      LaTeX.environment("itemize", items.map { "\\item \(LaTeX.guarded($0))" })
    case .definitions(let definitions):
      LaTeX.environment(
        "description",
        definitions.map { definition in
          let lines = definition.lines.map(LaTeX.guarded).joined(separator: "\\\\\n")
          return "\\item[{\(LaTeX.escaped(definition.term))}] \(lines)"
        })
    case .table(let table):
      LaTeXTable(table).text
    case .chart(let chart):
      // TeX draws nothing of itself.
      LaTeXTable(chart.values).text
    }
  }
}

extension HeadingLevel {
  fileprivate var command: String {
    switch self {
    case .section: "section"
    case .subsection: "subsection"
    case .subsubsection: "subsubsection"
    }
  }
}

/// Escaping for LaTeX.
enum LaTeX {
  static func text(_ inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text, .quantity: escaped(inline.plain)
      case .strong(let text): "\\textbf{\(escaped(text))}"
      case .code(let text): "\\texttt{\(escaped(text))}"
      case .link(let text, let anchor): "\(escaped(text)) (\\ref{\(anchor.name)})"
      }
    }.joined()
  }

  /// Inline text that `\item` or `\\` before it cannot take for its optional argument.
  static func guarded(_ inlines: [Inline]) -> String { "{}" + text(inlines) }

  static func environment(_ name: String, _ lines: [String]) -> String {
    (["\\begin{\(name)}"] + lines + ["\\end{\(name)}"]).joined(separator: "\n")
  }

  /// Text without what TeX would obey, and with symbols that its fonts have.
  static func escaped(_ text: String) -> String {
    var result = ""
    var previous: Unicode.Scalar = " "
    // By scalars: TeX obeys a backslash with an accent on it too.
    for scalar in text.harmless.unicodeScalars {
      // The braces keep two hyphens from becoming a dash.
      if scalar == "-", previous == "-" { result += "{}" }
      result += substitutes[scalar] ?? String(scalar)
      previous = scalar
    }
    return result
  }

  private static let substitutes: [Unicode.Scalar: String] = [
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#",
    "%": "\\%", "_": "\\_", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}",
    "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}", "\"": "\\textquotedbl{}",
    "`": "\\textasciigrave{}", "'": "\\textquotesingle{}", "–": "--", "—": "---", "…": "\\dots{}",
    "“": "``", "”": "''", "‘": "`", "’": "'", "°": "\\textdegree{}", "·": "\\textperiodcentered{}",
    "×": "$\\times$", "±": "$\\pm$", "−": "$-$", "≤": "$\\leq$", "≥": "$\\geq$", "≈": "$\\approx$",
    "≠": "$\\neq$", "→": "$\\rightarrow$", "Σ": "$\\Sigma$", "√": "$\\surd$", "∞": "$\\infty$",
    "⌊": "$\\lfloor$", "⌋": "$\\rfloor$", "⌈": "$\\lceil$", "⌉": "$\\rceil$", "½": "$1/2$",
    "²": "$^2$", "³": "$^3$", "⁶": "$^6$", "∈": "$\\in$", "∑": "$\\sum$", "µ": "\\textmu{}",
    "✓": "$\\oplus$", "✗": "$\\ominus$", "\u{FFFD}": "?", "\u{A0}": "~",
  ]
}
