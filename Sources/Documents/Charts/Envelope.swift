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
