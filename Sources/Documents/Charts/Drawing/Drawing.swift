/// A picture before it is written down: lines, areas and words in their places.
struct Drawing {
  let width: Double
  let height: Double
  private(set) var items: [Item] = []
  /// What places within the panels mean, from top to bottom.
  var plots: [PlotArea.Reading] = []

  /// A part of a picture.
  enum Item: Sendable {
    case text(PlacedText)
    /// A path, the classes of its style, and what is said when it is pointed at.
    case path(String, classes: String, said: Said?)
  }

  /// What pointing at a path tells.
  enum Said {
    /// Words.
    case note(String)
    /// The value of whatever the path shows at that place.
    case value(of: String)
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
  /// The class that gives an element its colour.
  var className: String {
    switch self {
    case .series(let index): "c\(index % Palette.seriesCount)"
    case .strong: "ink"
    case .quiet: "dim"
    case .better: "good"
    case .worse: "bad"
    case .warning: "warn"
    }
  }

  /// The class that gives a line its dashes.
  var dashes: String {
    if case .series(let index) = self { " d\(index % Palette.seriesCount)" } else { "" }
  }
}
