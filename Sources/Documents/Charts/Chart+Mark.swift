extension Chart {
  /// Something drawn in a panel of a chart, such as points, a line or a bar.
  ///
  /// Values that are not finite are left out.
  public struct Mark: Sendable, Equatable {
    /// The name of a mark, such as a line, in the chart's legend; `nil` if the mark has no entry in the legend.
    ///
    /// Marks with the same name share an entry; a mark without a name has none.
    public let name: String?

    /// What the color of the drawn mark means, such as an improvement.
    public let ink: Ink

    /// The shape that is drawn for the mark, such as a line, with the values that it shows.
    public let shape: Shape

    /// Creates a mark, such as a line or a bar, in a panel of a chart.
    public init(_ shape: Shape, ink: Ink, name: String? = nil) {
      self.shape = shape.finite
      self.ink = ink
      self.name = name
    }
  }

  /// The shape of a mark in a chart, such as a line, with its values.
  ///
  /// The points of lines and areas are in horizontal order.
  public enum Shape: Sendable, Equatable {
    /// Straight lines through points, one line per list.
    case line([[Point]])
    /// Steps: each level lasts until the next point, one line per list.
    ///
    /// `of` are the values behind steps that are reduced to what a picture can show; empty if the steps are all there is.
    case steps([[Point]], of: [Spans] = [])
    /// The area between two lines.
    case area([Interval])
    /// Bars from 0.
    case bars([Bar])
    /// Single points.
    case dots([Point], Symbol)
    /// Error bars.
    case intervals([Interval], along: Direction = .y)
    /// Filled rectangles.
    case boxes([Box])
    /// Ranges of an axis, across the whole panel.
    case bands([Band], along: Direction)
    /// Values of an axis, across the whole panel.
    case rules([Rule], along: Direction)
    /// Text next to points.
    case words([Point])
  }

  /// One of the two axes of a chart: horizontal or vertical.
  public enum Direction: Sendable, Equatable {
    /// The horizontal one.
    case x
    /// The vertical one.
    case y
  }

  /// A position in a panel of a chart, in the units of both axes.
  public struct Point: Sendable, Equatable {
    /// The point's position on the chart's horizontal axis.
    public let x: Double

    /// The point's position on the chart's vertical axis.
    public let y: Double

    /// The label next to the point in the chart, or a tooltip that appears under the reader's pointer.
    public let note: String?

    /// Creates a position in a panel of a chart, from values on the horizontal and the vertical axis.
    public init(_ x: Double, _ y: Double, note: String? = nil) {
      self.x = x
      self.y = y
      self.note = note
    }
  }

  /// Spans of time one after the other, each drawn as high as it is long: the frames of a run up to a pause.
  public struct Spans: Sendable, Equatable {
    /// The start of the first span, in seconds.
    public let start: Double

    /// The lengths of the spans, in milliseconds.
    public let lengths: [Double]

    /// Creates spans of time that follow each other without a gap.
    public init(from start: Double, lengths: [Double]) {
      self.start = start
      self.lengths = lengths
    }
  }

  /// A range of values in a chart, such as an error bar: a line along one axis at one position of the other axis.
  public struct Interval: Sendable, Equatable {
    /// The position of an error bar, or of another drawn range of values, on the axis across it, such as the horizontal
    /// axis for a vertical bar.
    public let x: Double

    /// The lower end of an error bar, or of another range of values that the chart draws as a line.
    public let low: Double

    /// The upper end of an error bar, or of another range of values that the chart draws as a line.
    public let high: Double

    /// Creates an error bar, or another range of values along one axis of a chart; `high` is not below `low`.
    public init(_ x: Double, _ low: Double, _ high: Double) {
      self.x = x
      self.low = low
      self.high = high
    }
  }

  /// A rectangle in a panel of a chart.
  public struct Box: Sendable, Equatable {
    /// The horizontal range that the rectangle in the chart covers.
    public let x: ClosedRange<Double>

    /// The vertical range that the rectangle in the chart covers.
    public let y: ClosedRange<Double>

    /// Creates a rectangle in a panel of a chart.
    public init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
      self.x = x
      self.y = y
    }
  }

  /// A vertical bar in a chart, such as one of a histogram.
  public struct Bar: Sendable, Equatable {
    /// The position of the bar's left side on the chart's horizontal axis.
    public let start: Double

    /// The position of the bar's right side on the chart's horizontal axis.
    public let end: Double

    /// The height of the bar, in the unit of the chart's vertical axis.
    public let height: Double

    /// Creates a vertical bar in a chart.
    ///
    /// - Parameters:
    ///   - start: the position of its left side.
    ///   - end: the position of its right side, not before `start`.
    ///   - height: its height; negative for a bar below 0.
    public init(from start: Double, to end: Double, height: Double) {
      self.start = start
      self.end = end
      self.height = height
    }
  }

  /// A band of a chart that is shaded between two values of one axis.
  public struct Band: Sendable, Equatable {
    /// The value of the chart's axis at which the shaded band starts.
    public let start: Double

    /// The value of the chart's axis at which the shaded band ends.
    public let end: Double

    /// The label of the shaded band; left out if there is no space.
    public let label: String?

    /// Creates a shaded band across a chart; `end` is not before `start`.
    public init(from start: Double, to end: Double, label: String? = nil) {
      self.start = start
      self.end = end
      self.label = label
    }
  }

  /// A straight line that is drawn across the chart at one value of an axis.
  public struct Rule: Sendable, Equatable {
    /// The value on the chart's axis at which a straight line is drawn across the chart.
    public let value: Double

    /// The label of a straight line across the chart; left out if there is no space.
    public let label: String?

    /// Creates a straight line across a chart at one value of an axis.
    public init(_ value: Double, label: String? = nil) {
      self.value = value
      self.label = label
    }
  }
}

extension Chart.Shape {
  /// The shape without values that are not finite.
  fileprivate var finite: Chart.Shape {
    switch self {
    case .line(let lines): .line(lines.map { $0.keeping(\.isFinite) })
    case .steps(let lines, let spans):
      .steps(lines.map { $0.keeping(\.isFinite) }, of: spans.keeping(\.isFinite))
    case .area(let intervals): .area(intervals.keeping(\.isFinite))
    case .bars(let bars): .bars(bars.keeping(\.isFinite))
    case .dots(let points, let symbol): .dots(points.keeping(\.isFinite), symbol)
    case .intervals(let intervals, let direction):
      .intervals(intervals.keeping(\.isFinite), along: direction)
    case .boxes(let boxes): .boxes(boxes.keeping(\.isFinite))
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

extension Chart.Spans {
  fileprivate var isFinite: Bool { start.isFinite && lengths.allSatisfy(\.isFinite) }
}

extension Chart.Interval {
  fileprivate var isFinite: Bool { x.isFinite && low.isFinite && high.isFinite }
}

extension Chart.Box {
  fileprivate var isFinite: Bool {
    [x.lowerBound, x.upperBound, y.lowerBound, y.upperBound].allSatisfy(\.isFinite)
  }
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
