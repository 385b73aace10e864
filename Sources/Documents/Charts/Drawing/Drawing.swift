internal import Synchronization

/// A picture before it is written as SVG: paths and text with positions.
struct Drawing {
  let width: Double
  let height: Double
  private(set) var items: [Item] = []
  /// How positions in the panels convert to values, from top to bottom.
  var plots: [PlotArea.Reading] = []

  enum Item: Sendable {
    case text(PlacedText)
    /// A path, its CSS classes, and the text shown when the reader points at it.
    case path(String, classes: String, said: Said?)
  }

  /// The text shown when the reader points at a path.
  enum Said {
    /// A fixed text.
    case note(String)
    /// The value of the named series at that position; with `whole` if the path shows less than is known.
    case value(of: String, whole: Whole?)
  }

  /// What is known of a series whose path is reduced.
  enum Whole {
    /// A path with more points.
    case path(String)
    /// The lengths of spans, as `Chart.Spans` writes them.
    case spans(String)

    /// The attribute of the path for the page's script.
    var attribute: String {
      switch self {
      case .path(let data): "data-z=\"\(data)\""
      case .spans(let data): "data-f=\"\(data)\""
      }
    }
  }

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func add(_ text: PlacedText) { items.append(.text(text)) }

  mutating func add(_ path: PathData, _ classes: String, said: Said? = nil) {
    if !path.isEmpty { items.append(.path(path.text, classes: classes, said: said)) }
  }

  var texts: [PlacedText] {
    items.compactMap { item in
      if case .text(let text) = item { text } else { nil }
    }
  }
}

extension PathData {
  init(_ rect: Rect) {
    self.init()
    add(rect)
  }

  mutating func add(_ rect: Rect) {
    polygon([
      (rect.left, rect.top), (rect.right, rect.top), (rect.right, rect.bottom),
      (rect.left, rect.bottom),
    ])
  }
}

extension Chart.Ink {
  var className: String {
    switch self {
    case .series(let index): "c\(index % Palette.seriesCount)"
    case .strong: "ink"
    case .quiet: "dim"
    case .better: "good"
    case .worse: "bad"
    case .warning: "warn"
    case .shade(let level): "w\(min(max(level, 0), 3))"
    }
  }

  /// The CSS class of filled rectangles: those of a series are as strong as bars, others are a background.
  var boxClass: String {
    if case .series = self { "b" } else { "a" }
  }

  var dashes: String {
    if case .series(let index) = self { " d\(index % Palette.seriesCount)" } else { "" }
  }
}

/// Draws a chart once, on first use.
///
/// An HTML page and Markdown files that are written concurrently share the picture.
final class DrawnOnce: Sendable {
  private let drawing = Mutex<Drawing?>(nil)

  /// The picture.
  ///
  /// `draw` is called once; concurrent callers wait for it.
  func drawing(_ draw: @Sendable () -> Drawing) -> Drawing {
    drawing.withLock { kept in
      if let kept { return kept }
      let drawing = draw()
      kept = drawing
      return drawing
    }
  }
}

extension DrawnOnce: Equatable {
  /// Always true: pictures follow from their charts, so they do not affect whether charts are
  /// equal.
  static func == (left: DrawnOnce, right: DrawnOnce) -> Bool { true }
}

extension Chart {
  /// The picture in the first of the chart's sizes, without title.
  var drawing: Drawing {
    drawn.drawing { Drawing(self, size: ChartSize.all(of: self)[0]) }
  }
}
