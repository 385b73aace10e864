/// A chart: panels below each other that share their horizontal axis.
///
/// A chart describes what is drawn, not where: renderers choose sizes, ticks and label positions.
/// It contains a table of its values, for readers who cannot see it and for outputs that cannot
/// draw.
public struct Chart: Sendable, Equatable {
  /// The name of the chart in addresses and file names.
  public let anchor: Anchor

  /// The title of the chart.
  public let title: String

  /// What the chart shows in a sentence or two, for readers who cannot see it.
  public let description: String

  /// The horizontal axis that all panels of the chart share.
  public let x: Axis

  /// The panels of the chart from top to bottom, at least one.
  public let panels: [Panel]

  /// The values behind the chart as a table; `nil` if another table of the document has them.
  ///
  /// Some are left out if there are too many to read.
  public let values: Table?

  /// Remarks on the chart, such as on values that are not drawn.
  public let remarks: [String]

  /// Whether the chart is shown in a terminal too, not only on pages.
  ///
  /// Terminals have little space for charts.
  public let isForTerminals: Bool

  /// The space that the chart takes on a page.
  public let width: Width

  let drawn = DrawnOnce()

  /// Creates a chart with at least one panel.
  public init(
    anchor: Anchor, title: String, description: String, x: Axis, panels: [Panel], values: Table?,
    remarks: [String] = [], isForTerminals: Bool = false, width: Width = .wide
  ) {
    precondition(!panels.isEmpty, "expected a chart with a panel")
    self.anchor = anchor
    self.title = title
    self.description = description
    self.x = x
    self.panels = panels
    self.values = values
    self.remarks = remarks
    self.isForTerminals = isForTerminals
    self.width = width
  }

  /// The space that a chart takes on a page.
  public enum Width: Sendable, Equatable {
    /// As wide as the page.
    case page
    /// As wide as text and a compact chart.
    case wide
    /// Wide, with the blocks up to the next section at its side if the page is wide enough.
    case beside
    /// Half of a wide page.
    case half
    /// As wide as a phone's screen.
    case compact
  }

  /// A panel of a chart: a vertical axis and marks.
  public struct Panel: Sendable, Equatable {
    /// The vertical axis of the chart's panel.
    public let y: Axis

    /// The height of the chart's panel.
    public let height: Height

    /// The marks of the chart's panel, in the order of the legend.
    ///
    /// The first is drawn above others of its kind.
    public let marks: [Mark]

    /// The texts at the right ends of the rows of a chart's panel, one per category of the vertical axis; may be empty.
    public let ends: [RowEnd]

    /// Creates a panel of a chart.
    public init(y: Axis, height: Height = .full, marks: [Mark], ends: [RowEnd] = []) {
      self.ends = ends
      self.y = y
      self.height = height
      self.marks = marks
    }
  }

  /// A text at the right end of a row in a chart's panel.
  public struct RowEnd: Sendable, Equatable {
    /// The text at the right end of a row in a chart's panel.
    public let text: String

    /// The meaning of the color of a text at the right end of a row in a chart's panel, such as an improvement.
    public let ink: Ink

    /// Creates a text for the right end of a row in a chart's panel.
    public init(_ text: String, ink: Ink) {
      self.text = text
      self.ink = ink
    }
  }

  /// The height of a chart's panel, or of each row if the vertical axis of the panel consists of categories.
  public enum Height: Sendable, Equatable {
    /// The main panel.
    case full
    /// One of a few equal panels.
    case half
    /// Secondary information.
    case lane
    /// A row of ticks.
    case strip
  }

  func withAnchors(_ change: (Anchor) -> Anchor) -> Chart {
    Chart(
      anchor: change(anchor), title: title, description: description, x: x, panels: panels,
      values: values.map { $0.withAnchor(change($0.anchor)) }, remarks: remarks,
      isForTerminals: isForTerminals, width: width)
  }
}
