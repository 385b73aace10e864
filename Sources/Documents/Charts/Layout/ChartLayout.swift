internal import Units

/// The size for which a chart is laid out.
///
/// Phones get another layout, not a smaller picture.
struct ChartSize {
  let name: String
  let width: Double
  let full: Double
  let half: Double
  let lane: Double

  static let fullWidth = ChartSize(name: "full", width: 1040, full: 250, half: 140, lane: 46)
  static let wide = ChartSize(name: "wide", width: 760, full: 230, half: 130, lane: 46)
  static let narrow = ChartSize(name: "narrow", width: 360, full: 190, half: 110, lane: 42)
  static let half = ChartSize(name: "wide", width: 568, full: 160, half: 110, lane: 42)
  /// For text blocks of about 16 cm, in which letters get about 8 pt.
  static let paper = ChartSize(name: "paper", width: 560, full: 190, half: 120, lane: 42)
  static let compact = ChartSize(name: "compact", width: 360, full: 160, half: 72, lane: 42)

  static func all(of chart: Chart) -> [ChartSize] {
    switch chart.width {
    case .full: [fullWidth, wide, narrow]
    case .wide: [wide, narrow]
    case .half: [half, narrow]
    case .compact: [compact]
    }
  }
}

/// The positions of all parts of a chart.
struct ChartLayout {
  struct PlacedPanel {
    let panel: Chart.Panel
    let plot: PlotArea
    /// The text above the plot; `nil` if there is none.
    let heading: PlacedText?
    let ticks: [Chart.Axis.Tick]
    let labels: [PlacedText]
    /// The texts at the right ends of rows.
    let ends: [PlacedText]
  }

  let size: ChartSize
  let titles: [PlacedText]
  let legend: Legend
  private(set) var panels: [PlacedPanel] = []
  let row: TickRow
  /// The title of the horizontal axis; `nil` if there is none.
  private(set) var xTitle: PlacedText?
  private(set) var height = 0.0

  private static let margin = 6.0
  private static let textSize = 11.0

  /// Lays out a chart.
  ///
  /// `showsTitle` is whether the title is part of the picture.
  init(_ chart: Chart, size: ChartSize, showsTitle: Bool) {
    self.size = size
    titles = showsTitle ? Self.titles(chart.title, size.width) : []
    let top = (titles.last?.bounds.bottom).map { $0 + 8 } ?? 2
    legend = Legend(of: chart, top: top, width: size.width)
    let axes = chart.panels.map { PanelAxis($0, size: size) }
    let right = max(Self.margin + 4, (axes.map(\.marginWidth).max() ?? 0) + 8)
    let plot = (axes.map(\.labelWidth).max() ?? 0) + 8...size.width - right
    let xScale = AxisScale(chart.x, extent: Extent(of: chart.panels, along: .x))
    var y = top + legend.height
    for axis in axes {
      panels.append(axis.placed(below: y, plot: plot, xScale: xScale, size.width))
      y = panels[panels.count - 1].plot.area.bottom + 12
    }
    y -= 12
    let row = TickRow(chart.x, xScale, plot: plot, width: size.width)
    self.row = row
    y += row.height
    let heading = AxisTicks(chart.x, over: xScale.domain).heading.harmless
    if !heading.isEmpty {
      let text = TextMeasure.cut(heading, to: size.width, size: Self.textSize)
      let half = TextMeasure.width(text, size: Self.textSize) / 2
      let middle = (plot.lowerBound + plot.upperBound) / 2
      y += 15
      xTitle = PlacedText(
        text: text, x: min(middle, size.width - half), y: y, size: Self.textSize, anchor: .middle,
        role: .axis)
      y += 3
    }
    height = (y + 4).rounded(.up)
  }

  private static func titles(_ title: String, _ width: Double) -> [PlacedText] {
    // Bold letters are wider than the measured ones.
    let lines = TextMeasure.wrapped(title.harmless, to: width / 1.12, size: 14, most: 3)
    return lines.enumerated().map { index, line in
      PlacedText(text: line, x: 0, y: 15 + Double(index) * 18, size: 14, role: .title)
    }
  }
}

extension Chart.Mark {
  /// The labels of rules of the vertical axis.
  fileprivate var levelNames: [String] {
    if case .rules(let rules, along: .y) = shape {
      rules.compactMap { $0.label?.harmless }
    } else {
      []
    }
  }
}

/// The vertical axis of a panel, before the panel has a position.
private struct PanelAxis {
  private let panel: Chart.Panel
  private let scale: AxisScale
  private let ticks: [Chart.Axis.Tick]
  /// The lines of each tick's label.
  private let words: [[String]]
  private let height: Double
  let labelWidth: Double
  /// The width of the labels next to the panel.
  let marginWidth: Double

  /// Whether names and texts at the ends of rows are above the rows, because the picture is
  /// narrow.
  private let isStacked: Bool

  private static let size = 11.0

  init(_ panel: Chart.Panel, size: ChartSize) {
    self.panel = panel
    isStacked = !panel.ends.isEmpty && size.width < ChartSize.half.width
    let height = Self.height(of: panel, size, isStacked: isStacked)
    self.height = height
    let steps = max(1, Int(height / (panel.height == .full ? 32 : 22)))
    let extent = Extent(of: [panel], along: .y).withRoom(forSymbolsIn: panel, share: 4 / height)
    let scale = AxisScale(panel.y, extent: extent, steps: steps)
    self.scale = scale
    let all = AxisTicks(panel.y, over: scale.domain).ticks(atMost: steps)
    ticks = Self.apart(all, scale, height)
    let room = size.width * (isStacked ? 0.7 : 0.36)
    let lines = panel.height == .strip || isStacked ? 1 : 2
    words = ticks.map {
      TextMeasure.wrapped($0.label.harmless, to: room, size: Self.size, most: lines)
    }
    labelWidth =
      isStacked
      ? 0 : words.flatMap(\.self).map { TextMeasure.width($0, size: Self.size) }.max() ?? 0
    let ends = panel.ends.map { TextMeasure.width($0.text.harmless, size: Self.size) * 1.12 }
    let levels = panel.marks.flatMap(\.levelNames)
      .map { TextMeasure.width($0, size: Self.size) }.filter { $0 <= PlotArea.widestMargin }
    marginWidth = (levels + (isStacked ? [] : ends)).max() ?? 0
  }

  private static func height(
    of panel: Chart.Panel, _ size: ChartSize, isStacked: Bool
  ) -> Double {
    guard case .categories(let names) = panel.y.scale else {
      switch panel.height {
      case .full: return size.full
      case .half: return size.half
      case .lane: return size.lane
      case .strip: return 14
      }
    }
    return Double(max(names.count, 1)) * (panel.height == .strip ? 15 : isStacked ? 44 : 30)
  }

  /// The ticks without those that are too close to the previous one.
  private static func apart(
    _ ticks: [Chart.Axis.Tick], _ scale: AxisScale, _ height: Double
  ) -> [Chart.Axis.Tick] {
    var last = -Double.infinity
    return ticks.filter { tick in
      let place = (scale.share(of: tick.value) ?? 0) * height
      // Rows of 15 points may be closer by a rounding error.
      guard place - last >= size + 4 - 1e-6 else { return false }
      last = place
      return true
    }
  }

  func placed(
    below top: Double, plot: ClosedRange<Double>, xScale: AxisScale, _ width: Double
  ) -> ChartLayout.PlacedPanel {
    let words = AxisTicks(panel.y, over: scale.domain).heading.harmless
    let heading = words.isEmpty ? nil : heading(words, top: top, width)
    // Without a heading, the top label still needs half of its height.
    let start = (heading == nil ? top + 6 : top + 20).rounded() + strip
    let area = Rect(
      left: plot.lowerBound, top: start, right: plot.upperBound, bottom: start + height)
    let plotArea = PlotArea(
      area: area, strip: strip, margin: width - plot.upperBound,
      x: xScale, y: scale,
      isCategorical: isCategorical)
    return ChartLayout.PlacedPanel(
      panel: panel, plot: plotArea, heading: heading, ticks: ticks, labels: labels(in: plotArea),
      ends: ends(in: plotArea, width))
  }

  /// The space above the marks for labels of the horizontal axis.
  private var strip: Double {
    let isNeeded = panel.marks.contains { mark in
      switch mark.shape {
      case .bands(let bands, along: .x): bands.contains { $0.label != nil }
      case .rules(let rules, along: .x): rules.contains { $0.label != nil }
      case .line, .steps, .area, .bars, .dots, .intervals, .boxes, .bands, .rules, .words: false
      }
    }
    return isNeeded ? 15 : 0
  }

  private var isCategorical: Bool {
    if case .categories = panel.y.scale { true } else { false }
  }

  private func heading(_ words: String, top: Double, _ width: Double) -> PlacedText {
    PlacedText(
      text: TextMeasure.cut(words, to: width, size: Self.size), x: 0, y: top + 12, size: Self.size,
      role: .axis)
  }

  private func labels(in plot: PlotArea) -> [PlacedText] {
    zip(ticks, words).flatMap { tick, lines -> [PlacedText] in
      guard let y = plot.y(tick.value) else { return [] }
      if isStacked {
        return [PlacedText(text: lines[0], x: 0, y: y - 10, size: Self.size, role: .label)]
      }
      let whole = lines.joined(separator: " ") == tick.label.harmless ? nil : tick.label.harmless
      return lines.enumerated().map { index, line in
        let shift = (Double(index) - Double(lines.count - 1) / 2) * 12
        return PlacedText(
          text: line, x: plot.area.left - 6, y: y + 4 + shift, size: Self.size, anchor: .end,
          role: .axis, whole: whole)
      }
    }
  }

  private func ends(in plot: PlotArea, _ width: Double) -> [PlacedText] {
    panel.ends.enumerated().compactMap { row, end in
      plot.y(Double(row)).map { y in
        PlacedText(
          text: end.text.harmless, x: width - 2, y: isStacked ? y - 10 : y + 4, size: Self.size,
          anchor: .end, role: .value(end.ink))
      }
    }
  }
}

/// The legend of a chart, in lines that fit its width.
struct Legend {
  struct Entry {
    let text: PlacedText
    let sample: Rect
    let marks: [Chart.Mark]
  }

  private(set) var entries: [Entry] = []

  private(set) var height = 0.0

  private static let size = 11.0
  private static let lineHeight = 18.0
  private static let sampleWidth = 22.0
  private static let gap = 16.0

  /// Lays out the legend.
  ///
  /// `width` is that of the whole picture.
  init(of chart: Chart, top: Double, width: Double) {
    var left = 0.0
    var line = top
    for (name, marks) in Self.named(in: chart) {
      let room = width - Self.sampleWidth - 6
      let text = TextMeasure.cut(name.harmless, to: room, size: Self.size)
      let taken = Self.sampleWidth + 6 + TextMeasure.width(text, size: Self.size)
      if left > 0, left + taken > width {
        left = 0
        line += Self.lineHeight
      }
      entries.append(Self.entry(text, marks, left: left, top: line, whole: name.harmless))
      left += taken + Self.gap
    }
    height = entries.isEmpty ? 0 : line - top + Self.lineHeight + 2
  }

  private static func entry(
    _ text: String, _ marks: [Chart.Mark], left: Double, top: Double, whole: String
  ) -> Entry {
    Entry(
      text: PlacedText(
        text: text, x: left + sampleWidth + 6, y: top + 13, size: size,
        whole: text == whole ? nil : whole),
      sample: Rect(left: left, top: top + 2, right: left + sampleWidth, bottom: top + 16),
      marks: marks)
  }

  /// The names in the order of the marks, each with its marks.
  private static func named(in chart: Chart) -> [(name: String, marks: [Chart.Mark])] {
    var entries: [(name: String, marks: [Chart.Mark])] = []
    for mark in chart.panels.flatMap(\.marks) {
      guard let name = mark.name else { continue }
      if let index = entries.firstIndex(where: { $0.name == name }) {
        if !entries[index].marks.contains(where: { $0.looks(like: mark) }) {
          entries[index].marks.append(mark)
        }
      } else {
        entries.append((name, [mark]))
      }
    }
    return entries
  }
}

extension Chart.Mark {
  /// Whether two marks with one name need only one sample.
  fileprivate func looks(like other: Chart.Mark) -> Bool {
    guard ink == other.ink else { return false }
    return switch (shape, other.shape) {
    case (.line, .line), (.steps, .steps), (.line, .steps), (.steps, .line), (.area, .area),
      (.bars, .bars), (.boxes, .boxes), (.intervals, .intervals), (.bands, .bands),
      (.rules, .rules):
      true
    case (.dots(_, let symbol), .dots(_, let other)): symbol == other
    default: false
    }
  }
}
