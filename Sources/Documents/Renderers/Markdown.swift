internal import Units

extension Renderer {
  /// The output format Markdown, in GitHub's dialect, with tables that are aligned in the source.
  ///
  /// Charts are files next to the document; they are left out if there can be no such files.
  public static let markdown = Renderer(id: "md", fileExtension: "md") { document, destination, _ in
    let page = MarkdownPage(document, folder: destination.companions)
    return [RenderedFile(destination.path(ending: "md"), page.text)] + page.pictures
  }

  /// The maximum number of bytes in a Markdown document that is posted as a comment.
  ///
  /// GitHub's limit is 65,536 characters, and no character has less than one byte.
  public static let mostBytesOfComment = 65_000

  /// Returns the content of a document as Markdown without its title, for use in another text.
  ///
  /// Charts are left out; there is no trailing line break.
  public static func markdown(of document: Document) -> String {
    let writer = MarkdownWriter(linked: document.linkedAnchors, folder: nil)
    return writer.texts(document.blocks).joined(separator: "\n\n")
  }
}

/// Spells the blocks of a document in GitHub's Markdown.
struct MarkdownWriter: Spelling {
  /// The anchors to which links lead.
  ///
  /// Only these are written.
  let linked: Set<Anchor>
  /// The folder of charts next to the document; `nil` if there is none.
  let folder: String?
  /// Whether table columns are padded with spaces, for readers of the source.
  var isAligned = true

  func escaped(_ text: String) -> String { Markdown.escaped(text) }
  func code(_ text: String) -> String { Markdown.code(text) }
  func link(_ text: String, to anchor: Anchor) -> String { Markdown.link(text, "#\(anchor.name)") }
  func link(_ text: String, to page: PagePath) -> String { Markdown.link(text, page.text) }

  /// Inline text at the start of a block; what surrounds bold text decides how it is marked.
  func line(_ inlines: [Inline]) -> String {
    let text = inlines.indices.map { index -> String in
      switch inlines[index] {
      case .strong, .verdict:
        Markdown.strong(
          inlines[index].plain, before: index > 0 ? inlines[index - 1].plain.last : nil,
          after: index + 1 < inlines.count ? inlines[index + 1].plain.first : nil)
      case .text, .quantity, .code, .link, .page: self.text(inlines[index])
      }
    }.joined()
    guard case .text = inlines.first else { return text }
    return Markdown.startEscaped(text)
  }

  func heading(_ level: HeadingLevel, _ text: String, _ anchor: Anchor) -> String {
    "\(String(repeating: "#", count: level.rawValue)) \(target(anchor))\(Markdown.heading(text))"
  }
  func notice(_ kind: NoticeKind, _ text: [Inline]) -> String {
    "> [!\(kind.rawValue.uppercased())]\n> \(line(text))"
  }
  func list(_ items: [[Inline]]) -> String {
    items.map { "- \(line($0))" }.joined(separator: "\n")
  }
  func steps(_ steps: [Step]) -> String {
    steps.enumerated().map(step).joined(separator: "\n")
  }
  func definitions(_ definitions: [Definition]) -> String {
    definitions.map(definition).joined(separator: "\n\n")
  }
  /// The table, behind its summary if it has one.
  func table(_ table: Table) -> String {
    let grid = MarkdownTable(table, isAligned: isAligned).text
    guard let summary = table.summary else { return target(table.anchor) + grid }
    return target(table.anchor) + """
      <details><summary>\(escaped(summary))</summary>

      \(grid)

      </details>
      """
  }
  func chart(_ chart: Chart) -> String? {
    folder.map { target(chart.anchor) + MarkdownChart(chart, folder: $0).text }
  }

  private func step(_ place: Int, _ step: Step) -> String {
    let start = "\(place + 1). \(line(step.text))"
    guard let command = step.command else { return start }
    // GitHub has a button to copy such a block.
    let fence = Markdown.fence(around: command, least: 3)
    return [start, fence, command.harmless, fence].joined(separator: "\n   ")
  }

  private func definition(_ definition: Definition) -> String {
    let target = definition.anchor.map(target) ?? ""
    let lines = definition.lines.map { "<br>\n\(line($0))" }
    return "\(target)**\(escaped(definition.term))**" + lines.joined()
  }

  private func target(_ anchor: Anchor) -> String {
    linked.contains(anchor) ? "<a id=\"\(anchor.name)\"></a>" : ""
  }
}

/// Escapes text for GitHub's Markdown.
enum Markdown {
  /// Text as a block of its own.
  static func paragraph(_ text: String) -> String { startEscaped(escaped(text)) }

  static func link(_ text: String, _ address: String) -> String {
    "[\(escaped(text).backslashing("]"))](\(address))"
  }

  /// Bold text.
  ///
  /// Asterisks work only with spaces outside, and if no letter touches an enclosed sign.
  static func strong(_ text: String, before: Character?, after: Character?) -> String {
    let start = text.prefix { $0 == " " }
    let words = text.dropFirst(start.count)
    let core = String(words.reversed().drop { $0 == " " }.reversed())
    guard let first = core.first, let last = core.last else { return text }
    let end = words.dropFirst(core.count)
    let touches =
      (start.isEmpty && isWord(before) && !isWord(first))
      || (end.isEmpty && isWord(after) && !isWord(last))
    let marked = touches ? "<strong>\(escaped(core))</strong>" : "**\(escaped(core))**"
    return start + marked + end
  }

  private static func isWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }

  static func heading(_ text: String) -> String {
    escaped(text).backslashing("#")
  }

  /// Text without Markdown or HTML markup.
  static func escaped(_ text: String) -> String {
    // By scalars: a parser sees a sign even if a combining accent follows.
    let characters = text.harmless.unicodeScalars.map { Character($0) }
    // A single one is a tilde or a dollar sign; two are strikethrough or a formula.
    let pairs = Set("~$".filter { sign in characters.count { $0 == sign } > 1 })
    var result = ""
    for (index, character) in characters.enumerated() {
      if character == ".", ends(characters[..<index], in: "www") { result += separator }
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "[", "|": result += "\\\(character)"
      case "~", "$": result += pairs.contains(character) ? "\\\(character)" : "\(character)"
      case "_": result += isWithinWord(index, of: characters) ? "_" : "\\_"
      default: result.append(character)
      }
      if breaksReference(index, of: characters) { result += separator }
    }
    return result
  }

  /// A space without width, which ends what GitHub and GitLab would turn into a mention or a link.
  ///
  /// Escaping the sign is not enough: they search the text that the markup gives.
  private static let separator = "&ZeroWidthSpace;"

  /// Whether what follows a character must not touch it: mentions (`@name`), references (`#1`, `GH-1`, `!1`, `$1`, `%1`,
  /// `~label`), addresses (`https://`) and emoji (`:name:`).
  ///
  /// In `www.`, the separator is in front of the point: GitHub looks for that word before it knows entities, so that a
  /// later one would become a part of the address.
  private static func breaksReference(_ index: Int, of text: [Character]) -> Bool {
    guard index + 1 < text.count else { return false }
    let next = text[index + 1]
    switch text[index] {
    case "@", "~": return isWord(next) || next == "_"
    case "#", "!", "$", "%", "&": return next.isNumber
    case "-": return next.isNumber && ends(text[..<index], in: "gh")
    case ":":
      let name = text[(index + 1)...].prefix { isWord($0) || "_+-".contains($0) }
      let isEmoji = name.contains(where: \.isLetter) && text[name.endIndex...].first == ":"
      return isEmoji || text[(index + 1)...].starts(with: "//")
    default: return false
    }
  }

  private static func ends(_ text: ArraySlice<Character>, in word: String) -> Bool {
    text.suffix(word.count).elementsEqual(word) { $0.lowercased() == String($1) }
  }

  /// Whether an underscore is between letters, where Markdown ignores it.
  private static func isWithinWord(_ index: Int, of characters: [Character]) -> Bool {
    guard index > 0, index + 1 < characters.count else { return false }
    return isWord(characters[index - 1]) && isWord(characters[index + 1])
  }

  /// Text that does not start a heading, a list, a rule or a code block.
  static func startEscaped(_ text: String) -> String {
    let text = text.drop { $0 == " " }
    guard let first = text.first else { return "" }
    // A slash begins a quick action of GitLab, such as /close.
    if "#+-=/".contains(first) { return "\\\(text)" }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard !digits.isEmpty, rest.first == "." || rest.first == ")" else { return String(text) }
    return "\(digits)\\\(rest)"
  }

  /// Backticks that do not occur in a text.
  static func fence(around text: String, least: Int) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    return String(repeating: "`", count: max(longest + 1, least))
  }

  static func code(_ text: String) -> String {
    let text = text.harmless
    let fence = fence(around: text, least: 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }
}

extension String {
  func backslashing(_ special: Character) -> String {
    split(separator: special, omittingEmptySubsequences: false).joined(separator: "\\\(special)")
  }
}

/// A table in GitHub's Markdown: caption, aligned cells, remarks and footnotes.
struct MarkdownTable {
  private let table: Table
  private let layout: TableLayout
  private let isAligned: Bool

  /// Prepares a table.
  ///
  /// `isAligned` is whether columns are padded with spaces, which does not change the rendered
  /// page.
  init(_ table: Table, isAligned: Bool) {
    self.table = table
    self.isAligned = isAligned
    layout = TableLayout(table)
  }

  var text: String {
    let caption = table.caption.isEmpty ? [] : ["**\(Markdown.escaped(table.caption))**"]
    return (caption + [grid] + notes).joined(separator: "\n\n")
  }

  private var grid: String {
    let header = layout.header.map(Self.text)
    let rows = layout.rows.map { $0.map(Self.text) }
    let widths = header.indices.map { column in
      guard isAligned else { return 2 }
      let width = ([header] + rows).map { $0[column].displayWidth }.reduce(3, max)
      return width <= Self.mostPadding ? width : 2
    }
    let rule = zip(widths, layout.alignments).map { width, alignment in
      let dashes = String(repeating: "-", count: width - 1)
      return alignment == .leading ? ":\(dashes)" : "\(dashes):"
    }
    let lines = [header, rule] + rows
    return lines.map { line($0, widths) }.joined(separator: "\n")
  }

  /// The widest column whose cells are padded; sentences are not.
  private static let mostPadding = 60

  private func line(_ texts: [String], _ widths: [Int]) -> String {
    let cells = texts.indices.map { texts[$0].padded(to: widths[$0], layout.alignments[$0]) }
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func text(_ piece: TableLayout.Piece) -> String {
    var text = Markdown.escaped(piece.text)
    if let page = piece.page { text = Markdown.link(piece.text, page.text) }
    if piece.emphasis == .strong, !text.isEmpty { text = "**\(text)**" }
    if !piece.marks.isEmpty { text += " <sup>\(piece.marks.joined(separator: ","))</sup>" }
    return text
  }

  /// Remarks and footnotes, one per line.
  private var notes: [String] {
    let lines =
      table.remarks.map { Markdown.paragraph($0) }
      + layout.footnotes.marked.map { "<sup>\($0.mark)</sup> \(Markdown.escaped($0.text))" }
    return lines.isEmpty ? [] : [lines.joined(separator: "<br>\n")]
  }
}

/// A chart in Markdown: two pictures next to the document, one per theme.
struct MarkdownChart {
  private let chart: Chart
  private let folder: String

  init(_ chart: Chart, folder: String) {
    self.chart = chart
    self.folder = folder
  }

  var text: String {
    let address = Self.encoded(path(""))
    let alternative = HTML.escaped("\(chart.title). \(chart.description)")
    let picture = """
      <picture>
      <source media="(prefers-color-scheme: dark)" srcset="\(address).dark.svg">
      <img src="\(address).light.svg" alt="\(alternative)">
      </picture>
      """
    let remarks = chart.remarks.map { Markdown.paragraph($0) }.joined(separator: "<br>\n")
    return (["**\(Markdown.escaped(chart.title))**", picture] + (remarks.isEmpty ? [] : [remarks]))
      .joined(separator: "\n\n")
  }

  var files: [RenderedFile] {
    let texts = SVG.files(of: [chart], themes: [.light, .dark], showsTitles: false)
    return zip([".light.svg", ".dark.svg"], texts).map { RenderedFile(path($0), $1) }
  }

  private func path(_ ending: String) -> String { "\(folder)/\(chart.anchor.name)\(ending)" }

  /// A path as a URL, with percent-encoding.
  private static func encoded(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
      if isPlain || "-._~/".contains(character) { return String(character) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
