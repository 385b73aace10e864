internal import Units

/// The ticks below a chart and their labels, which never overlap.
///
/// Labels that do not fit are slanted, then made vertical if all are needed, otherwise some are
/// left out.
struct TickRow {
  /// The positions of the ticks, in pixels.
  private(set) var marks: [Double] = []

  /// The labels, relative to the top of the row.
  private(set) var labels: [PlacedText] = []

  /// The height of the labels below the axis.
  var height: Double { labels.map(\.bounds.bottom).max() ?? 0 }

  private static let size = 11.0
  /// The smallest gap between two labels.
  private static let gap = 9.0
  /// The maximum length of a label before it is truncated.
  private static let longest = 96.0

  private let width: Double
  private let place: (Double) -> Double

  /// Lays out the labels of an axis.
  ///
  /// - Parameters:
  ///   - plot: the ends of the axis, in pixels.
  ///   - width: the width of the whole picture.
  init(_ axis: Chart.Axis, _ scale: AxisScale, plot: ClosedRange<Double>, width: Double) {
    self.width = width
    let length = plot.upperBound - plot.lowerBound
    place = { plot.lowerBound + (scale.share(of: $0) ?? 0) * length }
    let ticks = AxisTicks(axis, over: scale.domain)
    if case .categories = axis.scale {
      setAll(ticks.ticks(atMost: 0))
    } else if axis.ticks != nil {
      setThinned(ticks.ticks(atMost: 0))
    } else {
      setRound(ticks, atMost: max(2, Int(length / 64)))
    }
  }

  // MARK: - Fitting labels

  /// As many round numbers as fit.
  private mutating func setRound(_ ticks: AxisTicks, atMost most: Int) {
    for count in stride(from: most, through: 1, by: -1) {
      let chosen = ticks.ticks(atMost: count)
      if set(chosen, .none) { return }
    }
    _ = set(Array(ticks.ticks(atMost: 1).prefix(1)), .none)
  }

  /// All labels, in two lines or rotated if needed.
  private mutating func setAll(_ ticks: [Chart.Axis.Tick]) {
    if set(ticks, .none) || setWrapped(ticks) { return }
    for rotation in [PlacedText.Rotation.slanted, .upright] where set(ticks, rotation) { return }
    setThinned(ticks)
  }

  /// Uses the labels if each fits in two lines.
  private mutating func setWrapped(_ ticks: [Chart.Axis.Tick]) -> Bool {
    let marks = ticks.map { place($0.value) }
    guard marks.count > 1 else { return false }
    let room = marks[1] - marks[0] - Self.gap
    let lines = ticks.map {
      TextMeasure.wrapped($0.label.harmless, to: room, size: Self.size, most: 2)
    }
    guard zip(lines, ticks).allSatisfy({ $0.joined(separator: " ") == $1.label.harmless }) else {
      return false
    }
    self.marks = marks
    labels = zip(lines, marks).flatMap { lines, x in
      lines.enumerated().map { index, line in
        PlacedText(
          text: line, x: inside(x, line), y: 16 + Double(index) * 13, size: Self.size,
          anchor: .middle, role: .axis)
      }
    }
    return true
  }

  /// The center of a line, moved so that the line stays in the picture.
  private func inside(_ x: Double, _ line: String) -> Double {
    let half = TextMeasure.width(line, size: Self.size) / 2
    return min(max(x, half), width - half)
  }

  /// Every second label, or fewer.
  private mutating func setThinned(_ ticks: [Chart.Axis.Tick]) {
    for stride in 1...max(ticks.count, 1) {
      let chosen = ticks.indices.filter { $0.isMultiple(of: stride) }.map { ticks[$0] }
      if set(chosen, .none) { return }
    }
  }

  /// Uses the labels if they fit.
  private mutating func set(_ ticks: [Chart.Axis.Tick], _ rotation: PlacedText.Rotation) -> Bool {
    let marks = ticks.map { place($0.value) }
    let labels = zip(ticks, marks).map { label($0.label, at: $1, rotation) }
    guard fits(labels, rotation) else { return false }
    (self.marks, self.labels) = (marks, labels)
    return true
  }

  private func label(
    _ text: String, at x: Double, _ rotation: PlacedText.Rotation
  ) -> PlacedText {
    let text = text.harmless
    switch rotation {
    case .none:
      let shown = TextMeasure.cut(text, to: min(width, Self.longest), size: Self.size)
      return PlacedText(
        text: shown, x: inside(x, shown), y: 16, size: Self.size, anchor: .middle, role: .axis,
        whole: shown == text ? nil : text)
    case .slanted:
      // The part left of the anchor must fit too.
      let room = min(Self.longest, x / 0.5.squareRoot() - Self.size)
      let shown = TextMeasure.cut(text, to: room, size: Self.size)
      return PlacedText(
        text: shown, x: x + 3, y: 14, size: Self.size, anchor: .end, rotation: .slanted,
        role: .axis, whole: shown == text ? nil : text)
    case .upright:
      let shown = TextMeasure.cut(text, to: Self.longest, size: Self.size)
      return PlacedText(
        text: shown, x: x + Self.size * 0.3, y: 8, size: Self.size, anchor: .end,
        rotation: .upright, role: .axis, whole: shown == text ? nil : text)
    }
  }

  private func fits(_ labels: [PlacedText], _ rotation: PlacedText.Rotation) -> Bool {
    let pairs = zip(labels, labels.dropFirst())
    switch rotation {
    case .none:
      return pairs.allSatisfy { $0.bounds.right + Self.gap <= $1.bounds.left }
        && labels.allSatisfy { $0.whole == nil || labels.count == 1 }
    case .slanted:
      let inside = labels.allSatisfy { $0.bounds.right <= width && !$0.text.isEmpty }
      return inside && pairs.allSatisfy { $1.x - $0.x >= Self.size * 1.6 }
    case .upright:
      return pairs.allSatisfy { $1.x - $0.x >= Self.size * 1.1 }
        && labels.allSatisfy { $0.bounds.right <= width }
    }
  }
}
