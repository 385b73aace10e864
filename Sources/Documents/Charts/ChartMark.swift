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
    case dots([Point], Symbol)
    /// Error bars.
    case intervals([Interval], along: Direction = .y)
    /// Filled rectangles.
    case boxes([Box])
    /// Ranges of an axis, across the whole panel.
    case bands([Band], along: Direction)
    /// Values of an axis, across the whole panel.
    case rules([Rule], along: Direction)
    case words([Point])
  }

  /// One of the two axes of a chart: horizontal or vertical.
  public enum Direction: Sendable, Equatable {
    case x
    case y
  }

  /// A position in a panel of a chart, in the units of both axes.
  public struct Point: Sendable, Equatable {
    public let x: Double

    public let y: Double

    /// The label next to the point in the chart, or a tooltip that appears under the reader's pointer.
    public let note: String?

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

  public struct Box: Sendable, Equatable {
    /// The horizontal range that the rectangle in the chart covers.
    public let x: ClosedRange<Double>

    /// The vertical range that the rectangle in the chart covers.
    public let y: ClosedRange<Double>

    public init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
      self.x = x
      self.y = y
    }
  }

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
    public let start: Double

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

/// Reduces a line of a chart to a few points per column of pixels, without losing a peak.
///
/// For each column it keeps the minimum and the maximum, and of steps also the last level, which may last long.
///
/// It takes points one at a time, so ten million frames need no list of points.
public struct Envelope: Sendable {
  /// The reduced lines of the chart: only the lowest and the highest point of a line remain in each column of pixels.
  public var lines: [[Chart.Point]] {
    let rest = finished + [pending]
    return rest.filter { !$0.isEmpty }
  }

  private let start: Double
  private let columnsPerUnit: Double
  private let columns: Double
  private let isStepped: Bool
  private var finished: [[Chart.Point]] = []
  private var line: [Chart.Point] = []
  private var column = -1.0
  private var least = Chart.Point(0, 0)
  private var most = Chart.Point(0, 0)
  private var last = Chart.Point(0, 0)

  /// Creates an envelope without points, which reduces the points of a chart's line to one range of values per pixel
  /// column.
  ///
  /// There is at least one column. `isStepped` is whether each value lasts until the next point.
  public init(over domain: ClosedRange<Double>, columns: Int, isStepped: Bool = false) {
    start = domain.lowerBound
    self.isStepped = isStepped
    self.columns = Double(max(columns, 1))
    let width = domain.upperBound - domain.lowerBound
    columnsPerUnit = width > 0 && width.isFinite ? self.columns / width : 0
  }

  /// Adds the next point, from left to right, of the chart's line that is reduced to fewer points.
  ///
  /// `x` is within the domain and not below the previous one; `y` is finite.
  public mutating func add(_ x: Double, _ y: Double) {
    let place = min(((x - start) * columnsPerUnit).rounded(.down), columns - 1)
    let point = Chart.Point(x, y)
    defer { last = point }
    guard place == column else {
      flush()
      (column, least, most) = (place, point, point)
      return
    }
    if y < least.y { least = point }
    if y >= most.y { most = point }
  }

  /// Ends the current line of the chart, so that the next point starts another line.
  public mutating func breakLine() {
    flush()
    if !line.isEmpty { finished.append(line) }
    (line, column) = ([], -1)
  }

  private mutating func flush() {
    guard column >= 0 else { return }
    let (first, second) = least.x <= most.x ? (least, most) : (most, least)
    line.append(first)
    if least != most { line.append(second) }
    if isStepped, last.x > second.x { line.append(last) }
  }

  private var pending: [Chart.Point] {
    var copy = self
    copy.flush()
    return copy.line
  }
}
