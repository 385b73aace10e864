/// What is to be said, apart from how any one output says it.
///
/// Reports build documents; renderers turn them into files and terminal text. A document holds no
/// markup: every text in it may come from a trace, and is escaped by each renderer.
public struct Document: Sendable, Equatable {
  /// The name and version of the machine-readable form, such as `hitchmark.report/1`.
  public let schema: String

  /// What the document is about; the one heading above all others.
  public let title: String

  /// The parts in reading order; the anchors in them differ from each other.
  public let blocks: [Block]

  /// Whether its Markdown is posted as a comment, and so has to be short enough for one.
  public let isForComments: Bool

  /// Creates a document; an anchor used before gets `-2`, `-3`, … appended.
  ///
  /// - Parameters:
  ///   - schema: the name and version of the machine-readable form.
  ///   - title: what the document is about.
  ///   - blocks: the parts in reading order.
  ///   - isForComments: whether its Markdown is posted as a comment.
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
