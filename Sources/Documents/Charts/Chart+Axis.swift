public import Units

extension Chart {
  /// An axis of a chart: title, unit, scale and ticks.
  public struct Axis: Sendable, Equatable {
    /// The title of the chart's axis without its unit; may be empty.
    public let title: String

    /// The unit of the values on the chart's axis; `nil` if they have none.
    ///
    /// Fractions are shown as percentages.
    public let unit: Unit?

    /// How the axis of a chart maps values to positions, such as logarithmically.
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

    /// How an axis of a chart maps values to positions, such as logarithmically.
    public enum Scale: Sendable, Equatable {
      /// Linear.
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

    /// A labeled tick on the axis of a chart.
    public struct Tick: Sendable, Equatable {
      /// The value at which a tick is drawn on the chart's axis.
      public let value: Double

      /// The label of a tick on the chart's axis.
      public let label: String

      /// Creates a labeled tick at a finite value of a chart's axis.
      public init(_ value: Double, _ label: String) {
        self.value = value
        self.label = label
      }
    }
  }
}
