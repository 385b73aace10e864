extension Chart {
  /// Something drawn in a panel.
  ///
  /// What is not finite is left out: it has no place.
  public struct Mark: Sendable, Equatable {
    /// What the legend calls it; marks of one name share an entry, and without one there is none.
    public let name: String?

    /// What it is drawn in.
    public let ink: Ink

    /// What is drawn.
    public let shape: Shape

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - shape: what is drawn.
    ///   - ink: what it is drawn in.
    ///   - name: what the legend calls it.
    public init(_ shape: Shape, ink: Ink, name: String? = nil) {
      self.shape = shape.finite
      self.ink = ink
      self.name = name
    }
  }

  /// What a mark looks like; points of lines and areas stand in the order of their horizontal values.
  public enum Shape: Sendable, Equatable {
    /// Points joined by straight lines, each list for itself.
    case line([[Point]])
    /// Levels that last until the next point, each list for itself.
    case steps([[Point]])
    /// What lies between two lines.
    case area([Interval])
    /// Columns that stand on 0.
    case bars([Bar])
    /// Single points.
    case dots([Point], Symbol)
    /// From where to where something may lie.
    case intervals([Interval])
    /// Stretches of an axis, across the whole panel.
    case bands([Band], along: Direction)
    /// Values of an axis, across the whole panel.
    case rules([Rule], along: Direction)
    /// Words beside points.
    case words([Point])
  }

  /// One of the two axes.
  public enum Direction: Sendable, Equatable {
    /// The horizontal one.
    case x
    /// The vertical one.
    case y
  }

  /// A place in a panel.
  public struct Point: Sendable, Equatable {
    /// Along the horizontal axis.
    public let x: Double

    /// Along the vertical axis.
    public let y: Double

    /// What is to be known of it: shown when it is pointed at, or the words beside it.
    public let note: String?

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - x: along the horizontal axis.
    ///   - y: along the vertical axis.
    ///   - note: what is to be known of it.
    public init(_ x: Double, _ y: Double, note: String? = nil) {
      self.x = x
      self.y = y
      self.note = note
    }
  }

  /// A stretch of the vertical axis at a place of the horizontal one.
  public struct Interval: Sendable, Equatable {
    /// Along the horizontal axis.
    public let x: Double

    /// Where it begins.
    public let low: Double

    /// Where it ends.
    public let high: Double

    /// Creates an interval.
    ///
    /// - Parameters:
    ///   - x: along the horizontal axis.
    ///   - low: where it begins.
    ///   - high: where it ends, not below `low`.
    public init(_ x: Double, _ low: Double, _ high: Double) {
      self.x = x
      self.low = low
      self.high = high
    }
  }

  /// A column.
  public struct Bar: Sendable, Equatable {
    /// Where its left side stands.
    public let start: Double

    /// Where its right side stands.
    public let end: Double

    /// How high it is.
    public let height: Double

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - start: where its left side stands.
    ///   - end: where its right side stands, not before `start`.
    ///   - height: how high it is; below 0 it hangs.
    public init(from start: Double, to end: Double, height: Double) {
      self.start = start
      self.end = end
      self.height = height
    }
  }

  /// A stretch of an axis.
  public struct Band: Sendable, Equatable {
    /// Where it begins.
    public let start: Double

    /// Where it ends.
    public let end: Double

    /// What it is; left out where there is no room.
    public let label: String?

    /// Creates a stretch.
    ///
    /// - Parameters:
    ///   - start: where it begins.
    ///   - end: where it ends, not before `start`.
    ///   - label: what it is.
    public init(from start: Double, to end: Double, label: String? = nil) {
      self.start = start
      self.end = end
      self.label = label
    }
  }

  /// A value of an axis.
  public struct Rule: Sendable, Equatable {
    /// Where it stands.
    public let value: Double

    /// What it is; left out where there is no room.
    public let label: String?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - value: where it stands.
    ///   - label: what it is.
    public init(_ value: Double, label: String? = nil) {
      self.value = value
      self.label = label
    }
  }
}

extension Chart.Shape {
  /// The shape without what has no place.
  fileprivate var finite: Chart.Shape {
    switch self {
    case .line(let lines): .line(lines.map { $0.keeping(\.isFinite) })
    case .steps(let lines): .steps(lines.map { $0.keeping(\.isFinite) })
    case .area(let intervals): .area(intervals.keeping(\.isFinite))
    case .bars(let bars): .bars(bars.keeping(\.isFinite))
    case .dots(let points, let symbol): .dots(points.keeping(\.isFinite), symbol)
    case .intervals(let intervals): .intervals(intervals.keeping(\.isFinite))
    case .bands(let bands, let direction):
      .bands(bands.filter { $0.start.isFinite && $0.end.isFinite }, along: direction)
    case .rules(let rules, let direction):
      .rules(rules.filter(\.value.isFinite), along: direction)
    case .words(let points): .words(points.keeping(\.isFinite))
    }
  }
}

extension Chart.Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Chart.Interval {
  fileprivate var isFinite: Bool { x.isFinite && low.isFinite && high.isFinite }
}

extension Chart.Bar {
  fileprivate var isFinite: Bool { start.isFinite && end.isFinite && height.isFinite }
}

extension Array {
  /// The elements that fit; the same array where all do, as is usual, and no copy.
  fileprivate func keeping(_ fits: (Element) -> Bool) -> [Element] {
    allSatisfy(fits) ? self : filter(fits)
  }
}
