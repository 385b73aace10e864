internal import Units

/// The range of marks along one axis.
struct Extent {
  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity
  /// The smallest value above 0, for logarithmic scales.
  private(set) var leastPositive = Double.infinity

  init(of panels: [Chart.Panel], along direction: Chart.Direction) {
    for mark in panels.flatMap(\.marks) {
      switch direction {
      case .x: addHorizontal(mark.shape)
      case .y: addVertical(mark.shape)
      }
    }
  }

  func including(_ values: [Double]) -> Extent {
    var extent = self
    for value in values { extent.add(value) }
    return extent
  }

  /// The range with room for whole symbols at its ends, so that none is drawn over the axis or cut.
  ///
  /// `share` is the size of half a symbol as a share of the axis. Room is never made below 0 or above 1, the usual ends
  /// of counts and shares, for values within them.
  func withRoom(forSymbolsIn panel: Chart.Panel, share: Double) -> Extent {
    let dots = panel.marks.filter {
      if case .dots(_, let symbol) = $0.shape { symbol.outline != .tick } else { false }
    }
    let symbols = Extent(of: [Chart.Panel(y: panel.y, marks: dots)], along: .y)
    guard symbols.low <= symbols.high, panel.y.scale != .logarithmic else { return self }
    let room = (high - low) * share
    let low = symbols.low - room
    let high = symbols.high + room
    return including([
      symbols.low >= 0 ? max(low, 0) : low,
      panel.y.unit == .fraction && symbols.high <= 1 ? min(high, 1) : high,
    ])
  }

  private mutating func add(_ value: Double) {
    // Near the limits of Double, differences would overflow.
    let value = min(max(value, -1e300), 1e300)
    low = min(low, value)
    high = max(high, value)
    if value > 0 { leastPositive = min(leastPositive, value) }
  }

  private mutating func addHorizontal(_ shape: Chart.Shape) {
    switch shape {
    case .line(let lines), .steps(let lines, _):
      for line in lines { for point in line { add(point.x) } }
    case .area(let intervals), .intervals(let intervals, along: .y):
      for interval in intervals { add(interval.x) }
    case .intervals(let intervals, along: .x): add(intervals)
    case .boxes(let boxes): for box in boxes { add(box.x) }
    case .bars(let bars):
      for bar in bars {
        add(bar.start)
        add(bar.end)
      }
    case .dots(let points, _), .words(let points): for point in points { add(point.x) }
    case .bands(let bands, along: .x): add(bands)
    case .rules(let rules, along: .x): for rule in rules { add(rule.value) }
    case .bands(_, along: .y), .rules(_, along: .y): break
    }
  }

  private mutating func addVertical(_ shape: Chart.Shape) {
    switch shape {
    case .line(let lines), .steps(let lines, _):
      for line in lines { for point in line { add(point.y) } }
    case .area(let intervals), .intervals(let intervals, along: .y): add(intervals)
    case .intervals(let intervals, along: .x):
      for interval in intervals { add(interval.x) }
    case .boxes(let boxes): for box in boxes { add(box.y) }
    case .bars(let bars):
      add(0)
      for bar in bars { add(bar.height) }
    case .dots(let points, _), .words(let points): for point in points { add(point.y) }
    case .bands(let bands, along: .y): add(bands)
    case .rules(let rules, along: .y): for rule in rules { add(rule.value) }
    case .bands(_, along: .x), .rules(_, along: .x): break
    }
  }

  private mutating func add(_ intervals: [Chart.Interval]) {
    for interval in intervals {
      add(interval.low)
      add(interval.high)
    }
  }

  private mutating func add(_ range: ClosedRange<Double>) {
    add(range.lowerBound)
    add(range.upperBound)
  }

  private mutating func add(_ bands: [Chart.Band]) {
    for band in bands {
      add(band.start)
      add(band.end)
    }
  }
}

/// Maps values to positions along an axis, as shares of its length.
struct AxisScale {
  let domain: ClosedRange<Double>

  let isLogarithmic: Bool
  /// The lower end of the domain; its logarithm on a logarithmic axis.
  private let start: Double
  private let length: Double

  /// Determines the range of an axis.
  ///
  /// - Parameters:
  ///   - axis: the requested axis.
  ///   - extent: the range of the marks.
  ///   - steps: the approximate number of steps; `nil` to end at the marks.
  init(_ axis: Chart.Axis, extent: Extent, steps: Int? = nil) {
    isLogarithmic = axis.scale == .logarithmic
    let needed =
      axis.domain.map(Self.widened)
      ?? Self.needed(by: axis.scale, extent.including(axis.inSight))
    domain =
      if let steps, axis.domain == nil {
        AxisTicks(axis, over: needed).rounded(atMost: steps)
      } else { needed }
    start = isLogarithmic ? decimalLogarithm(domain.lowerBound) : domain.lowerBound
    length = (isLogarithmic ? decimalLogarithm(domain.upperBound) : domain.upperBound) - start
  }

  /// The position of a value, 0 to 1.
  ///
  /// Values outside are at the edge; `nil` for values that a logarithmic axis cannot show.
  func share(of value: Double) -> Double? {
    if isLogarithmic, value <= 0 { return nil }
    let place = isLogarithmic ? decimalLogarithm(value) : value
    return min(max((place - start) / length, 0), 1)
  }

  private static func needed(by scale: Chart.Axis.Scale, _ extent: Extent) -> ClosedRange<Double> {
    let isEmpty = extent.low > extent.high
    switch scale {
    case .categories(let names): return -0.5...Double(max(names.count, 1)) - 0.5
    case .logarithmic:
      guard extent.leastPositive <= extent.high else { return 1...10 }
      let (low, high) = (max(extent.leastPositive, 1e-300), extent.high)
      return high / low < 1.1 ? max(low / 1.5, 1e-300)...high * 1.5 : low...high
    case .fromZero:
      return isEmpty ? 0...1 : widened(min(extent.low, 0)...max(extent.high, 0))
    case .linear, .time:
      return isEmpty ? 0...1 : widened(extent.low...extent.high)
    }
  }

  /// The range, at least wide enough that its ends differ in a few digits.
  private static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let size = max(range.lowerBound.magnitude, range.upperBound.magnitude)
    if size < 1e-290 { return 0...1 }
    let least = size * 1e-7
    guard range.upperBound - range.lowerBound < least else { return range }
    return range.lowerBound - size * 0.05...range.upperBound + size * 0.05
  }
}
