/// Writes pictures as SVG.
enum SVG {
  /// An SVG element for a page that contains the style of charts.
  ///
  /// - Parameters:
  ///   - variant: distinguishes the picture from others of the same chart in the page.
  ///   - attributes: further attributes, each with a leading space.
  ///   - isScripted: whether a script on the page shows values.
  ///   - labels: the variant with the title and the description, if that is another picture.
  static func element(
    _ drawing: Drawing, of chart: Chart, variant: String, attributes: String = "",
    isScripted: Bool = false, labels: String? = nil
  ) -> String {
    // Anchors contain no underscore, so these ids are unique.
    let (title, description) = (
      "\(chart.anchor.name)_\(labels ?? variant)_title",
      "\(chart.anchor.name)_\(labels ?? variant)_desc"
    )
    let words = """
      <title id="\(title)">\(HTML.escaped(chart.title))</title>
      <desc id="\(description)">\(HTML.escaped(chart.description))</desc>

      """
    let isZoomable = isScripted && chart.x.scale == .time
    let items = drawing.items.map { Self.text($0, isScripted, isZoomable) }
      .joined(separator: "\n")
    return """
      <svg class="chart \(variant)"\(attributes) viewBox="0 0 \(size(drawing))" role="img" \
      aria-labelledby="\(title) \(description)">
      \(labels == nil ? words : "")\(items)
      </svg>
      """
  }

  /// An SVG file with at least one chart.
  static func file(
    of charts: [Chart], theme: ChartStyle.Theme, showsTitles: Bool
  ) -> String {
    files(of: charts, themes: [theme], showsTitles: showsTitles)[0]
  }

  /// One SVG file per theme.
  static func files(
    of charts: [Chart], themes: [ChartStyle.Theme], showsTitles: Bool
  ) -> [String] {
    var parts: [String] = []
    var top = margin
    var width = 0.0
    for chart in charts {
      let layout = ChartSize.all(of: chart)[0]
      let drawing =
        showsTitles ? Drawing(chart, size: layout, showsTitle: true) : chart.drawing
      let place =
        " x=\"\(number(margin))\" y=\"\(number(top))\" width=\"\(number(drawing.width))\""
        + " height=\"\(number(drawing.height))\""
      parts.append(element(drawing, of: chart, variant: layout.name, attributes: place))
      width = max(width, drawing.width)
      top += drawing.height + margin
    }
    let size = (number(width + 2 * margin), number(top))
    let body = parts.joined(separator: "\n")
    return themes.map { theme in
      let page =
        theme == .automatic ? "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n" : ""
      return """
        <svg xmlns="http://www.w3.org/2000/svg" class="chart" width="\(size.0)" height="\(size.1)" \
        viewBox="0 0 \(size.0) \(size.1)">
        <style>
        \(theme.sheet)
        </style>
        \(page)\(body)
        </svg>

        """
    }
  }

  private static let margin = 12.0

  private static func number(_ value: Double) -> String { PathData.text(value) }

  private static func size(_ drawing: Drawing) -> String {
    "\(number(drawing.width)) \(number(drawing.height))"
  }

  private static func text(
    _ item: Drawing.Item, _ isScripted: Bool, _ isZoomable: Bool
  ) -> String {
    switch item {
    case .text(let text): return element(text, isZoomable)
    case .path(let data, let classes, let said):
      let path = "<path class=\"\(classes)\" d=\"\(data)\""
      return switch said {
      case .note(let note): "\(path)><title>\(HTML.escaped(note))</title></path>"
      case .value(let name, let whole?) where isZoomable:
        "\(path) data-n=\"\(HTML.escaped(name))\" \(whole.attribute)/>"
      case .value(let name, _) where isScripted: "\(path) data-n=\"\(HTML.escaped(name))\"/>"
      case .value, nil: "\(path)/>"
      }
    }
  }

  private static func element(_ text: PlacedText, _ isZoomable: Bool) -> String {
    let classes = [role(text), anchoring(text)].compactMap(\.self).joined(separator: " ")
    let classed = classes.isEmpty ? "" : " class=\"\(classes)\""
    let whole = text.whole.map { "<title>\(HTML.escaped($0))</title>" } ?? ""
    let (x, y) = (number(text.x), number(text.y))
    let mark = isZoomable ? text.mark.map { " data-x=\"\(number($0))\"" } ?? "" : ""
    return "<text\(classed)\(mark) x=\"\(x)\" y=\"\(y)\"\(rotation(text, x, y))>"
      + "\(HTML.escaped(text.text))\(whole)</text>"
  }

  private static func role(_ text: PlacedText) -> String? {
    switch text.role {
    case .title: "t0"
    case .axis: "q"
    case .label: nil
    case .note: "k"
    case .value(let ink): "s \(ink.className)"
    }
  }

  private static func anchoring(_ text: PlacedText) -> String? {
    switch text.anchor {
    case .start: nil
    case .middle: "m"
    case .end: "e"
    }
  }

  private static func rotation(_ text: PlacedText, _ x: String, _ y: String) -> String {
    switch text.rotation {
    case .none: ""
    case .slanted: " transform=\"rotate(-45 \(x) \(y))\""
    case .upright: " transform=\"rotate(-90 \(x) \(y))\""
    }
  }
}
