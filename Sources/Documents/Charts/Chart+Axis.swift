public import Units

extension Chart {
  /// One direction of a chart: what its numbers are, and how they are laid out.
  public struct Axis: Sendable, Equatable {
    /// What the numbers are, without their unit; may be empty.
    public let title: String

    /// What they are in; `nil` where nothing is counted.
    ///
    /// Fractions are shown as percentages.
    public let unit: Unit?

    /// How values become places.
    public let scale: Scale

    /// The least and the largest value shown; `nil` for what the marks need, to round numbers.
    ///
    /// What lies outside is drawn at the edge.
    public let domain: ClosedRange<Double>?

    /// Further values that have to be in sight, such as those of panels alike.
    public let inSight: [Double]

    /// Where the axis is marked and with what words; `nil` for round numbers.
    public let ticks: [Tick]?

    /// Creates an axis.
    ///
    /// - Parameters:
    ///   - title: what the numbers are.
    ///   - unit: what they are in.
    ///   - scale: how values become places.
    ///   - domain: the least and the largest value shown, finite.
    ///   - inSight: further values that have to be in sight, finite.
    ///   - ticks: where the axis is marked, in ascending order; too many are thinned out.
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

    /// How values become places.
    public enum Scale: Sendable, Equatable {
      /// Equal differences are equally far apart.
      case linear
      /// The same, with 0 always in sight.
      case fromZero
      /// Equal ratios are equally far apart; what is not above 0 is not drawn.
      case logarithmic
      /// Seconds, marked in seconds, minutes or hours.
      case time
      /// Names, the first at the left or at the top; value 0 is the middle of the first.
      case categories([String])
    }

    /// A mark on an axis.
    public struct Tick: Sendable, Equatable {
      /// Where it stands.
      public let value: Double

      /// What it says.
      public let label: String

      /// Creates a tick.
      ///
      /// - Parameters:
      ///   - value: where it stands, finite.
      ///   - label: what it says.
      public init(_ value: Double, _ label: String) {
        self.value = value
        self.label = label
      }
    }
  }
}
