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

/// The style of charts.
///
/// Colors come from the surrounding page.
enum ChartStyle {
  /// The CSS rules for elements within `.chart`.
  static let rules =
    colors + """

      .chart { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
      .chart text { fill: var(--ink); }
      .chart .t0 { font-size: 14px; font-weight: 600; }
      .chart .s { fill: currentColor; font-weight: 600; }
      .chart .q { fill: var(--quiet); }
      .chart .k { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
      .chart .m { text-anchor: middle; }
      .chart .e { text-anchor: end; }
      .chart path { fill: none; stroke: none; }
      .chart .l, .chart .r { stroke: currentColor; stroke-width: 1.5px; }
      .chart .l { stroke-linejoin: round; stroke-linecap: round; }
      .chart .v { stroke-opacity: 0.65; }
      .chart .dim.l { stroke-width: 1px; }
      .chart .p { stroke: currentColor; stroke-width: 3.5px; stroke-linecap: round; }
      .chart .r { stroke-width: 1px; stroke-dasharray: 4 3; }
      .chart .good.r, .chart .bad.r { stroke-dasharray: none; }
      .chart .f { fill: currentColor; }
      .chart .h { fill: var(--page); stroke: currentColor; stroke-width: 1.5px; }
      .chart .a { fill: currentColor; fill-opacity: 0.12; }
      .chart .w0, .chart .w1, .chart .w2, .chart .w3 { color: var(--c0); }
      .chart .a.w1 { fill-opacity: 0.35; }
      .chart .a.w2 { fill-opacity: 0.65; }
      .chart .a.w3 { fill-opacity: 1; }
      .chart .u { fill: var(--page); }
      .chart .b { fill: currentColor; fill-opacity: 0.55; }
      .chart .g { stroke: var(--rule); stroke-width: 1px; }
      .chart .x { stroke: var(--quiet); stroke-width: 1px; }
      .chart .d1 { stroke-dasharray: 7 4; }
      .chart .d2 { stroke-dasharray: 1 4; stroke-width: 2px; }
      .chart .d3 { stroke-dasharray: 9 4 1 4; }
      .chart .d4 { stroke-dasharray: 14 4; }
      .chart .d5 { stroke-dasharray: 4 3 1 3 1 3; }
      """

  private static let colors: String = {
    let roles = [
      ("ink", "ink"), ("dim", "quiet"), ("good", "better"), ("bad", "worse"), ("warn", "warning"),
    ]
    let series = (0..<Palette.seriesCount).map { ("c\($0)", "c\($0)") }
    return (roles + series).map { ".chart .\($0.0) { color: var(--\($0.1)); }" }
      .joined(separator: "\n")
  }()

  /// The colors of a picture in its own file.
  enum Theme: Sendable, CaseIterable {
    case light
    case dark
    /// The viewer's preference.
    case automatic

    var sheet: String {
      "\(properties)\n\(ChartStyle.rules)"
    }

    private var properties: String {
      switch self {
      case .light: ".chart { \(Palette.light.properties) }"
      case .dark: ".chart { \(Palette.dark.properties) }"
      case .automatic:
        """
        .chart { \(Palette.light.properties) }
        @media screen and (prefers-color-scheme: dark) { .chart { \(Palette.dark.properties) } }
        .page { fill: var(--page); }
        """
      }
    }
  }
}

extension Renderer {
  /// The output format SVG: only the charts of a document, below each other or as one file per chart.
  public static let svg = Renderer(id: "svg", fileExtension: "svg") { document, destination, _ in
    let charts = document.charts
    func file(_ path: String, _ charts: [Chart]) -> RenderedFile {
      RenderedFile(path, Documents.SVG.file(of: charts, theme: .automatic, showsTitles: true))
    }
    switch destination {
    case .folder where charts.count > 1:
      let folder = destination.companions.map { "\($0)/" } ?? ""
      return charts.map { file("\(folder)\($0.anchor.name).svg", [$0]) }
    case .stream, .file, .folder:
      return charts.isEmpty ? [] : [file(destination.path(ending: "svg"), charts)]
    }
  }
}
