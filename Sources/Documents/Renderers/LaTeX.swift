internal import Units

extension Renderer {
  /// The output format LaTeX: a part of a LaTeX document, which another file includes with `\input`.
  ///
  /// It needs the packages booktabs and textcomp, and T1 fonts. A document of its own has figures, too, and needs the
  /// packages geometry and pgf.
  public static let latex = Renderer(
    id: "latex", fileExtension: "tex", standalone: LaTeXWriter.wholeDocument
  ) { document in
    let need = "% Needs \\usepackage[T1]{fontenc} and \\usepackage{booktabs,textcomp}."
    return LaTeXWriter.text(of: document, preamble: [need], drawsCharts: false)
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

  /// A document that compiles by itself.
  static func wholeDocument(_ document: Document) -> String {
    let preamble = [
      "\\documentclass[a4paper]{article}", "\\usepackage[T1]{fontenc}",
      "\\usepackage[margin=2cm]{geometry}", "\\usepackage{booktabs,textcomp,pgf}",
      LaTeXPicture.definitions, "\\begin{document}",
      "{\\raggedright\\Large\\bfseries \(LaTeX.escaped(document.title))\\par}",
    ]
    return text(of: document, preamble: preamble, drawsCharts: true) + "\n\\end{document}\n"
  }

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
      texts += LaTeX().texts([block])
    case .paragraph, .facts, .notice, .list, .steps, .cards, .definitions:
      texts += LaTeX().texts([block])
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

extension HeadingLevel {
  fileprivate var command: String {
    switch self {
    case .section: "section"
    case .subsection: "subsection"
    case .subsubsection: "subsubsection"
    }
  }
}

/// Spells blocks in LaTeX, and escapes text.
struct LaTeX: Spelling {
  static func text(_ inlines: [Inline]) -> String { LaTeX().line(inlines) }

  func escaped(_ text: String) -> String { Self.escaped(text) }
  func strong(_ text: String) -> String { "\\textbf{\(escaped(text))}" }
  func code(_ text: String) -> String { "\\texttt{\(escaped(text))}" }
  func link(_ text: String, to anchor: Anchor) -> String {
    "\(escaped(text)) (\\ref{\(anchor.name)})"
  }

  func heading(_ level: HeadingLevel, _ text: String, _ anchor: Anchor) -> String {
    "\\\(level.command){\(escaped(text))}\\label{\(anchor.name)}"
  }
  func notice(_ kind: NoticeKind, _ text: [Inline]) -> String {
    "\\begin{quote}\n\\textbf{\(kind.title).} \(line(text))\n\\end{quote}"
  }
  func list(_ items: [[Inline]]) -> String {
    Self.environment("itemize", items.map { "\\item \(guarded($0))" })
  }
  func steps(_ steps: [Step]) -> String {
    Self.environment("enumerate", steps.map { "\\item \(guarded($0.line))" })
  }
  func definitions(_ definitions: [Definition]) -> String {
    Self.environment(
      "description",
      definitions.map { definition in
        let lines = definition.lines.map(guarded).joined(separator: "\\\\\n")
        return "\\item[{\(escaped(definition.term))}] \(lines)"
      })
  }
  func table(_ table: Table) -> String { LaTeXTable(table).texts.joined(separator: "\n\n") }

  /// Inline text after `\item` or `\\`, protected from being read as their optional argument.
  private func guarded(_ inlines: [Inline]) -> String { "{}" + line(inlines) }

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
