/// A chart in Markdown: two pictures next to the document, one per theme.
struct MarkdownChart {
  private let chart: Chart
  /// The folder of the pictures.
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
    let remarks = chart.remarks.map { Markdown.line([.text($0)]) }.joined(separator: "<br>\n")
    return (["**\(Markdown.escaped(chart.title))**", picture] + (remarks.isEmpty ? [] : [remarks]))
      .joined(separator: "\n\n")
  }

  /// The pictures.
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
