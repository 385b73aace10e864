internal import Units

extension Renderer {
  /// The output format LaTeX: a part of a LaTeX document, which another file includes with `\input`.
  ///
  /// It needs the packages booktabs and textcomp, and T1 fonts.
  public static let latex = Renderer(id: "latex", fileExtension: "tex") { document in
    let need = "% Needs \\usepackage[T1]{fontenc} and \\usepackage{booktabs,textcomp}."
    return LaTeXWriter.text(of: document, preamble: [need], drawsCharts: false)
  }

  /// The output format LaTeX as a complete document with figures, which compiles by itself.
  ///
  /// It needs the packages booktabs, geometry, pgf and textcomp.
  public static let standaloneLaTeX = Renderer(id: "latex", fileExtension: "tex") { document in
    let preamble = [
      "\\documentclass[a4paper]{article}", "\\usepackage[T1]{fontenc}",
      "\\usepackage[margin=2cm]{geometry}", "\\usepackage{booktabs,textcomp,pgf}",
      LaTeXPicture.definitions, "\\begin{document}",
      "{\\raggedright\\Large\\bfseries \(LaTeX.escaped(document.title))\\par}",
    ]
    return LaTeXWriter.text(of: document, preamble: preamble, drawsCharts: true)
      + "\n\\end{document}\n"
  }
}

/// Writes blocks, and flushes tables now and then: LaTeX stops with an error if about fifty tables
/// are waiting for a page.
private struct LaTeXWriter {
  private let drawsCharts: Bool
  private var texts: [String] = []
  /// The number of tables since the last flush.
  private var held = 0

  private static let most = 45
  /// The number of waiting tables after which a section starts with a flush.
  private static let mostBeforeSections = 24

  private init(drawsCharts: Bool) { self.drawsCharts = drawsCharts }

  static func text(of document: Document, preamble: [String], drawsCharts: Bool) -> String {
    var writer = LaTeXWriter(drawsCharts: drawsCharts)
    for block in document.blocks { writer.add(block) }
    let isForeign = (preamble + writer.texts).contains(where: LaTeX.needsDefinition)
    // The definition is first, because the preamble contains the title.
    let head = ["% \(document.title.harmless)"] + (isForeign ? [LaTeX.definition] : [])
    let opening = (head + preamble).joined(separator: "\n")
    // Formulas and paths can be broken at few places: wide spaces look better than overfull
    // lines.
    let body = ["\\begingroup\\sloppy"] + writer.texts + ["\\par\\endgroup"]
    return ([opening] + body).joined(separator: "\n\n") + "\n"
  }

  private mutating func add(_ block: Block) {
    switch block {
    case .table(let table): add(LaTeXTable(table.withoutOptionalColumns).texts)
    case .chart(let chart) where drawsCharts: add([LaTeXPicture.figure(of: chart)])
    // A fragment has no charts, because they need a package that the document may not load.
    case .chart(let chart): if let values = chart.values { add(LaTeXTable(values).texts) }
    case .heading, .fold:
      if held > Self.mostBeforeSections { makeRoom() }
      texts.append(block.latex)
    case .paragraph, .facts, .notice, .list, .steps, .cards, .definitions: texts.append(block.latex)
    }
  }

  private mutating func add(_ tables: [String]) {
    for table in tables {
      if held == Self.most { makeRoom() }
      texts.append(table)
      held += 1
    }
  }

  private mutating func makeRoom() {
    texts.append("\\clearpage")
    held = 0
  }
}

extension Block {
  fileprivate var latex: String {
    switch self {
    case .heading(let level, let text, let anchor):
      "\\\(level.command){\(LaTeX.escaped(text))}\\label{\(anchor.name)}"
    case .paragraph(let inlines), .facts(let inlines):
      LaTeX.text(inlines)
    case .notice(let kind, let inlines):
      "\\begin{quote}\n\\textbf{\(kind.title).} \(LaTeX.text(inlines))\n\\end{quote}"
    case .list(let items):
      LaTeX.environment("itemize", items.map { "\\item \(LaTeX.guarded($0))" })
    case .steps(let steps):
      LaTeX.environment("enumerate", steps.map { "\\item \(LaTeX.guarded($0.line))" })
    case .cards(let cards):
      LaTeX.environment("itemize", cards.map { "\\item \(LaTeX.guarded($0.item))" })
    case .definitions(let definitions):
      LaTeX.environment(
        "description",
        definitions.map { definition in
          let lines = definition.lines.map(LaTeX.guarded).joined(separator: "\\\\\n")
          return "\\item[{\(LaTeX.escaped(definition.term))}] \(lines)"
        })
    case .fold(let fold):
      "\\\(HeadingLevel.section.command){\(LaTeX.escaped(fold.title))}\\label{\(fold.anchor.name)}"
    case .table(let table): LaTeXTable(table).texts.joined(separator: "\n\n")
    case .chart(let chart):
      (chart.values.map { LaTeXTable($0).texts } ?? []).joined(separator: "\n\n")
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

/// Escapes text for LaTeX.
enum LaTeX {
  static func text(_ inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text, .quantity, .page: escaped(inline.plain)
      case .strong, .verdict: "\\textbf{\(escaped(inline.plain))}"
      case .code(let text): "\\texttt{\(escaped(text))}"
      case .link(let text, let anchor): "\(escaped(text)) (\\ref{\(anchor.name)})"
      }
    }.joined()
  }

  /// Inline text after `\item` or `\\`, protected from being read as their optional argument.
  static func guarded(_ inlines: [Inline]) -> String { "{}" + text(inlines) }

  static func environment(_ name: String, _ lines: [String]) -> String {
    (["\\begin{\(name)}"] + lines + ["\\end{\(name)}"]).joined(separator: "\n")
  }

  /// Text without TeX commands, and with replacements for symbols that its fonts lack.
  static func escaped(_ text: String) -> String {
    let text = text.harmless
    guard text.longestWordWidth > longestWord else { return spelled(text) }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard String(word).displayWidth > longestWord else { return spelled(String(word)) }
      return String(word).pieces(of: longestWord / 3).map(spelled).joined(
        separator: "\\allowbreak{}")
    }.joined(separator: " ")
  }

  /// Longer words, such as paths, may be broken anywhere.
  private static let longestWord = 30

  private static func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var result = ""
    var previous: Unicode.Scalar = " "
    // By scalars: TeX obeys a backslash even if a combining accent follows.
    for scalar in text.unicodeScalars {
      // The braces prevent two hyphens from becoming a dash.
      if scalar == "-", previous == "-" { result += "{}" }
      if scalar == "-" || scalar.isASCII && isPlain(UInt8(scalar.value)) {
        result.unicodeScalars.append(scalar)
      } else {
        result +=
          substitutes[scalar] ?? (isKnown(scalar) ? String(scalar) : "\(onlyUnicode){\(scalar)}{?}")
      }
      previous = scalar
    }
    return result
  }

  /// Whether a byte needs no escaping, whatever its neighbors are.
  ///
  /// Most texts contain no others.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: " "), UInt8(ascii: "."),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ":"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// The command for characters that XeTeX and LuaTeX support and at which pdfTeX stops.
  static let onlyUnicode = "\\onlyunicode"

  /// Its definition.
  ///
  /// The second argument is for pdfTeX.
  static let definition = """
    \\ifdefined\\onlyunicode\\else
    \\DeclareRobustCommand\\onlyunicode[2]{\\ifdefined\\Umathchardef #1\\else #2\\fi}
    \\fi
    """

  /// Whether a text uses the command.
  static func needsDefinition(_ text: String) -> Bool {
    // Few words begin with a backslash; hardly any of them are compared further.
    text.utf8.indices.contains { index in
      text.utf8[index] == UInt8(ascii: "\\") && text.utf8[index...].starts(with: onlyUnicode.utf8)
    }
  }

  /// Whether T1 and textcomp fonts contain a character: ASCII, Latin-1 and most of Latin
  /// Extended-A.
  private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1...0xFF: true
    case 0x126, 0x127, 0x138, 0x13F, 0x140, 0x149, 0x166, 0x167, 0x17F: false
    case 0x100...0x17F: true
    default: false
    }
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
