public import Units

/// A chart: panels below each other that share their horizontal axis.
///
/// A chart describes what is drawn, not where: renderers choose sizes, ticks and label positions.
/// It contains a table of its values, for readers who cannot see it and for outputs that cannot
/// draw.
public struct Chart: Sendable, Equatable {
  public let anchor: Anchor

  public let title: String

  /// What the chart shows in a sentence or two, for readers who cannot see it.
  public let description: String

  /// The horizontal axis that all panels of the chart share.
  public let x: Axis

  /// The panels of the chart from top to bottom, at least one.
  public let panels: [Panel]

  /// A table of the values that the chart shows; `nil` if another table of the document shows them.
  ///
  /// Some are left out if there are too many to read.
  public let values: Table?

  /// Remarks on the chart, for example about values that are not drawn.
  public let remarks: [String]

  /// Whether terminals show the chart too, in addition to HTML pages and other formatted outputs.
  ///
  /// Terminals have little space for charts.
  public let isForTerminals: Bool

  /// The space that the chart takes on a page, such as the full width.
  public let width: Width

  let drawn = DrawnOnce()

  /// Creates a chart with at least one panel.
  public init(
    anchor: Anchor, title: String, description: String, x: Axis, panels: [Panel], values: Table?,
    remarks: [String] = [], isForTerminals: Bool = false, width: Width = .wide
  ) {
    precondition(!panels.isEmpty, "a chart needs at least one panel")
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

  /// The space that a chart takes on a page, such as the full width.
  public enum Width: Sendable, Equatable {
    /// As wide as the page.
    case full
    /// As wide as text and a compact chart.
    case wide
    /// Half of a wide page.
    case half
    /// As wide as a phone's screen.
    case compact
  }

  /// A panel of a chart: a vertical axis, and marks such as lines and bars.
  public struct Panel: Sendable, Equatable {
    public let y: Axis

    public let height: Height

    /// The marks of the chart's panel, such as lines and bars, in the order of the legend.
    ///
    /// The first is drawn above others of its kind.
    public let marks: [Mark]

    /// Texts to the right of the rows of a chart's panel, if its vertical axis has categories; may be empty.
    public let ends: [RowEnd]

    public init(y: Axis, height: Height = .full, marks: [Mark], ends: [RowEnd] = []) {
      self.ends = ends
      self.y = y
      self.height = height
      self.marks = marks
    }
  }

  public struct RowEnd: Sendable, Equatable {
    public let text: String

    /// What the color of the text to the right of a chart's row means, such as an improvement.
    public let ink: Ink

    public init(_ text: String, ink: Ink) {
      self.text = text
      self.ink = ink
    }
  }

  /// The height of a chart's panel, or the height of one row if the panel's vertical axis has categories.
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

extension Chart {
  /// An axis of a chart: title, unit, scale and ticks.
  public struct Axis: Sendable, Equatable {
    /// The title of the chart's axis without its unit; may be empty.
    public let title: String

    /// The unit of the values on the chart's axis; `nil` if they have none.
    ///
    /// Fractions are shown as percentages.
    public let unit: Unit?

    public let scale: Scale

    /// The smallest and the largest value on the chart's axis; `nil` to choose a range that includes all drawn values.
    ///
    /// Values outside are drawn at the edge.
    public let domain: ClosedRange<Double>?

    /// Further values that the automatic range of the chart's axis must include, for example so that two panels have
    /// equal ranges.
    public let inSight: [Double]

    /// The labeled ticks of the chart's axis; `nil` for automatic ticks at round numbers.
    public let ticks: [Tick]?

    /// Creates an axis of a chart from its title, unit, scale, range and ticks.
    ///
    /// `ticks` are in ascending order; if there are too many, some are left out. All values are
    /// finite.
    public init(
      _ title: String, unit: Unit? = nil, scale: Scale = .linear,
      domain: ClosedRange<Double>? = nil, inSight: [Double] = [], ticks: [Tick]? = nil
    ) {
      self.title = title
      self.unit = unit
      self.scale = scale
      self.domain = domain
      self.inSight = inSight
      self.ticks = ticks
    }

    public enum Scale: Sendable, Equatable {
      case linear
      /// Linear, with 0 always visible.
      case fromZero
      /// Logarithmic.
      ///
      /// Values that are not above 0 are not drawn.
      case logarithmic
      /// Seconds, labeled in seconds, minutes or hours.
      case time
      /// Names, the first at the left or at the top.
      ///
      /// Value 0 is the middle of the first.
      case categories([String])
    }

    public struct Tick: Sendable, Equatable {
      public let value: Double

      public let label: String

      public init(_ value: Double, _ label: String) {
        self.value = value
        self.label = label
      }
    }
  }
}
