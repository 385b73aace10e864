/// A line of so many points that they share columns of a picture: of each column the least and the
/// largest are kept, so that no peak is lost.
///
/// Takes points one at a time, so that ten million frames need no list of points.
public struct Envelope: Sendable {
  /// What is left of the line, each list for itself.
  public var lines: [[Chart.Point]] {
    let rest = finished + [pending]
    return rest.filter { !$0.isEmpty }
  }

  private let start: Double
  private let columnsPerUnit: Double
  private let columns: Double
  private var finished: [[Chart.Point]] = []
  private var line: [Chart.Point] = []
  private var column = -1.0
  private var least = Chart.Point(0, 0)
  private var most = Chart.Point(0, 0)

  /// Creates an empty line.
  ///
  /// - Parameters:
  ///   - domain: where points lie along the horizontal axis.
  ///   - columns: how many columns share it; at least 1.
  public init(over domain: ClosedRange<Double>, columns: Int) {
    start = domain.lowerBound
    self.columns = Double(max(columns, 1))
    let width = domain.upperBound - domain.lowerBound
    columnsPerUnit = width > 0 && width.isFinite ? self.columns / width : 0
  }

  /// Adds the next point of the line.
  ///
  /// - Parameters:
  ///   - x: within the domain, not below the one before.
  ///   - y: finite.
  public mutating func add(_ x: Double, _ y: Double) {
    let place = min(((x - start) * columnsPerUnit).rounded(.down), columns - 1)
    let point = Chart.Point(x, y)
    guard place == column else {
      flush()
      (column, least, most) = (place, point, point)
      return
    }
    if y < least.y { least = point }
    if y >= most.y { most = point }
  }

  /// Ends the line; the next point begins another.
  public mutating func breakLine() {
    flush()
    if !line.isEmpty { finished.append(line) }
    (line, column) = ([], -1)
  }

  private mutating func flush() {
    guard column >= 0 else { return }
    let (first, last) = least.x <= most.x ? (least, most) : (most, least)
    line.append(first)
    if least != most { line.append(last) }
  }

  private var pending: [Chart.Point] {
    var copy = self
    copy.flush()
    return copy.line
  }
}
