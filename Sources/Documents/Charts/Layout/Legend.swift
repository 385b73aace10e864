internal import Units

/// The legend of a chart, in lines that fit its width.
struct Legend {
  /// A name and its marks.
  struct Entry {
    let text: PlacedText
    /// The position of the sample.
    let sample: Rect
    let marks: [Chart.Mark]
  }

  private(set) var entries: [Entry] = []

  /// The height of the legend.
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
