/// A picture before it is written as SVG: paths and text with positions.
struct Drawing {
  let width: Double
  let height: Double
  private(set) var items: [Item] = []
  /// How positions in the panels convert to values, from top to bottom.
  var plots: [PlotArea.Reading] = []

  /// A part of a picture.
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

  /// Every line of text in the picture.
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

  /// Draws a rectangle.
  mutating func add(_ rect: Rect) {
    polygon([
      (rect.left, rect.top), (rect.right, rect.top), (rect.right, rect.bottom),
      (rect.left, rect.bottom),
    ])
  }
}

extension Chart.Ink {
  /// The CSS class of the color.
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

  /// The CSS class of the dashes.
  var dashes: String {
    if case .series(let index) = self { " d\(index % Palette.seriesCount)" } else { "" }
  }
}
