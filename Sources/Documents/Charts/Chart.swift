/// A picture of numbers: panels under each other that share their horizontal axis.
///
/// A chart says what is to be seen, not where: sizes, ticks and places of labels are the renderers'.
/// It carries the table of what it shows, for those who cannot see it and for outputs that draw nothing.
public struct Chart: Sendable, Equatable {
  /// The chart's name in addresses and names of files.
  public let anchor: Anchor

  /// What the chart shows, in a few words.
  public let title: String

  /// What is to be seen in it, in a sentence or two, for those who cannot.
  public let description: String

  /// The axis that all panels share.
  public let x: Axis

  /// From top to bottom; at least one.
  public let panels: [Panel]

  /// The numbers behind the picture, thinned out where they are too many to read.
  public let values: Table

  /// Remarks on the chart, such as what is not drawn.
  public let remarks: [String]

  /// Whether a terminal shows it, which has little room for pictures.
  public let isForTerminals: Bool

  /// Whether it is one of several alike: as wide as a phone's screen everywhere, and beside its neighbour
  /// where there is room.
  public let isCompact: Bool

  let drawn = DrawnOnce()

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - anchor: its name.
  ///   - title: what it shows, in a few words.
  ///   - description: what is to be seen in it.
  ///   - x: the axis that all panels share.
  ///   - panels: from top to bottom.
  ///   - values: the numbers behind it.
  ///   - remarks: such as what is not drawn.
  ///   - isForTerminals: whether a terminal shows it.
  ///   - isCompact: whether it is one of several alike.
  /// - Precondition: there is a panel.
  public init(
    anchor: Anchor, title: String, description: String, x: Axis, panels: [Panel], values: Table,
    remarks: [String] = [], isForTerminals: Bool = false, isCompact: Bool = false
  ) {
    precondition(!panels.isEmpty, "a chart without a panel")
    self.anchor = anchor
    self.title = title
    self.description = description
    self.x = x
    self.panels = panels
    self.values = values
    self.remarks = remarks
    self.isForTerminals = isForTerminals
    self.isCompact = isCompact
  }

  /// A vertical axis of its own, and what is drawn along it.
  public struct Panel: Sendable, Equatable {
    /// The vertical axis.
    public let y: Axis

    /// How much room it takes.
    public let height: Height

    /// What is drawn, in the order of the legend; the first above the others of its kind.
    public let marks: [Mark]

    /// Creates a panel.
    ///
    /// - Parameters:
    ///   - y: the vertical axis.
    ///   - height: how much room it takes.
    ///   - marks: what is drawn.
    public init(y: Axis, height: Height = .full, marks: [Mark]) {
      self.y = y
      self.height = height
      self.marks = marks
    }
  }

  /// How much room a panel takes; of categories, each one's row.
  public enum Height: Sendable, Equatable {
    /// What the chart is about.
    case full
    /// One of a few alike.
    case half
    /// Something beside the matter.
    case lane
    /// A row of ticks.
    case strip
  }

  func withAnchors(_ change: (Anchor) -> Anchor) -> Chart {
    Chart(
      anchor: change(anchor), title: title, description: description, x: x, panels: panels,
      values: values.withAnchor(change(values.anchor)), remarks: remarks,
      isForTerminals: isForTerminals, isCompact: isCompact)
  }
}
