internal import Units

/// The area in which the marks of a panel are drawn.
struct PlotArea {
  let area: Rect
  /// The plot rectangle with the margins for labels above and next to it.
  let labelArea: Rect
  private let xScale: AxisScale
  private let yScale: AxisScale
  /// Whether the vertical axis has names, with the first at the top.
  private let isCategorical: Bool

  /// Labels wider than this are placed among the marks.
  static let widestMargin = 64.0

  init(
    area: Rect, strip: Double, margin: Double, x: AxisScale, y: AxisScale, isCategorical: Bool
  ) {
    self.area = area
    labelArea = Rect(
      left: area.left, top: area.top - strip, right: area.right + margin, bottom: area.bottom + 4)
    xScale = x
    yScale = y
    self.isCategorical = isCategorical
  }

  /// The horizontal position of a value; `nil` if it has none.
  func x(_ value: Double) -> Double? {
    xScale.share(of: value).map { area.left + $0 * area.width }
  }

  /// The vertical position of a value; `nil` if it has none.
  func y(_ value: Double) -> Double? {
    yScale.share(of: value).map {
      isCategorical ? area.top + $0 * area.height : area.bottom - $0 * area.height
    }
  }

  /// The base of bars: 0, or the bottom of an axis that does not contain 0.
  var baseline: Double { y(max(0, yScale.domain.lowerBound)) ?? area.bottom }

  struct Reading {
    let area: Rect
    /// `nil` for an axis with names.
    let x: Axis?
    let y: Axis?

    /// The values at the ends of an axis.
    struct Axis {
      let domain: ClosedRange<Double>
      let isLogarithmic: Bool
      /// `nil` for an axis with names, where numbers mean nothing.
      let unit: String?
      let title: String
    }
  }

  /// How positions convert to values along the two axes.
  func reading(x: Chart.Axis, y: Chart.Axis) -> Reading {
    Reading(area: area, x: Self.reading(x, xScale), y: Self.reading(y, yScale))
  }

  private static func reading(_ axis: Chart.Axis, _ scale: AxisScale) -> Reading.Axis? {
    let ticks = AxisTicks(axis, over: scale.domain)
    var (unit, domain) = (String?.none, scale.domain)
    switch axis.scale {
    case .categories: return nil
    case .time: unit = "s"
    case .linear, .fromZero, .logarithmic:
      unit = axis.ticks == nil ? ticks.symbol ?? "" : nil
      // The script multiplies fractions itself.
      if axis.unit != .fraction {
        domain = domain.lowerBound * ticks.factor...domain.upperBound * ticks.factor
      }
    }
    return Reading.Axis(
      domain: domain, isLogarithmic: scale.isLogarithmic, unit: unit, title: axis.title)
  }

  /// The sides on which a point is outside: −1, 0 or 1 along each axis.
  func beyond(_ point: Chart.Point) -> (x: Int, y: Int) {
    (Self.side(point.x, xScale.domain), Self.side(point.y, yScale.domain))
  }

  private static func side(_ value: Double, _ domain: ClosedRange<Double>) -> Int {
    let slack = (domain.upperBound - domain.lowerBound) * DecimalStep.slack
    return value < domain.lowerBound - slack ? -1 : value > domain.upperBound + slack ? 1 : 0
  }
}

/// A rectangle, in pixels; y grows downwards.
struct Rect: Equatable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// Whether two rectangles share more than an edge.
  func overlaps(_ other: Rect) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func contains(_ other: Rect) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }

  func grown(by margin: Double) -> Rect {
    Rect(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
  }
}
