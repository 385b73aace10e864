internal import Units

/// The range of marks along one axis.
struct Extent {
  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity
  /// The smallest value above 0, for logarithmic scales.
  private(set) var leastPositive = Double.infinity

  /// The range of the marks in some panels.
  init(of panels: [Chart.Panel], along direction: Chart.Direction) {
    for mark in panels.flatMap(\.marks) {
      switch direction {
      case .x: addHorizontal(mark.shape)
      case .y: addVertical(mark.shape)
      }
    }
  }

  /// The range with further values.
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
