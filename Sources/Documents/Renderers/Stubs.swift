extension Renderer {
  /// Text for a terminal.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal.
  ///   - color: whether escape sequences may colour it.
  /// - Returns: the renderer, whose id is `text`.
  public static func text(width: Int, color: Bool) -> Renderer {
    Renderer(id: "text", fileExtension: "txt") { _ in "" }
  }
  /// GitHub's Markdown.
  public static let markdown = Renderer(id: "md", fileExtension: "md") { _ in "" }
  /// One self-contained HTML file.
  public static let html = Renderer(id: "html", fileExtension: "html") { _ in "" }
  /// One line a table cell.
  public static let csv = Renderer(id: "csv", fileExtension: "csv") { _ in "" }
  /// The document as data.
  public static let json = Renderer(id: "json", fileExtension: "json") { _ in "" }
  /// Tables to be put into a thesis.
  public static let latex = Renderer(id: "latex", fileExtension: "tex") { _ in "" }
}
