/// A report as headings, text, tables and charts, independent of the output format.
///
///     let document = Document(
///       schema: "hitchmark.example/1", title: "Scrolling",
///       blocks: [.heading(.section, "Result", anchor: "result"), .text("Both runs are equal.")])
///     Renderer.markdown.render(document)  // "# Scrolling\n\n## Result\n…"
///
/// Module Reports builds documents; a `Renderer` writes them as text, Markdown, HTML, LaTeX, CSV,
/// JSON or SVG. A document contains no markup: every text in it may come from a trace, and each
/// renderer escapes it.
public struct Document: Sendable, Equatable {
  /// The name and version of the machine-readable form, such as `hitchmark.report/1`.
  public let schema: String

  /// The title of the document.
  public let title: String

  /// The blocks in reading order.
  ///
  /// Their anchors are unique.
  public let blocks: [Block]

  /// Whether the Markdown is posted as a comment, and must therefore be short.
  public let isForComments: Bool

  /// Creates a document.
  ///
  /// An anchor that is already used gets `-2`, `-3`, … appended.
  public init(schema: String, title: String, blocks: [Block], isForComments: Bool = false) {
    self.schema = schema
    self.title = title
    self.isForComments = isForComments
    var taken = TakenAnchors()
    self.blocks = blocks.map { $0.withAnchors { $0.made(differentFrom: &taken) } }
  }

  /// The tables in reading order.
  public var tables: [Table] {
    blocks.compactMap { block in
      if case .table(let table) = block { table } else { nil }
    }
  }

  /// The charts in reading order.
  public var charts: [Chart] {
    blocks.compactMap { block in
      if case .chart(let chart) = block { chart } else { nil }
    }
  }
}
