/// Writes charts as pictures of the LaTeX package pgf.
enum LaTeXPicture {
  /// A floating figure as wide as the text.
  static func figure(of chart: Chart) -> String {
    """
    \\begin{figure}[htbp]
    \\centering
    \\resizebox{\(chart.width == .compact ? "0.6" : "")\\linewidth}{!}{%
    \(picture(of: chart.width == .compact ? chart.drawing : Drawing(chart, size: .paper)))}
    \\caption{\(LaTeX.escaped(chart.title))}\\label{\(chart.anchor.name)}
    \\end{figure}
    """
  }

  /// The colors, and the commands that the paths use.
  static let definitions = """
    \\def\\hmM#1 #2 {\\pgfpathmoveto{\\pgfqpoint{#1pt}{#2pt}}}
    \\def\\hmL#1 #2 {\\pgfpathlineto{\\pgfqpoint{#1pt}{#2pt}}}
    \\def\\hmC#1 #2 #3 {\\pgfpathcircle{\\pgfqpoint{#1pt}{#2pt}}{#3pt}}
    \\def\\hmZ{\\pgfpathclose}
    \(colors)
    """

  private static let colors = Palette.light.named.map { name, color in
    "\\definecolor{hm\(name)}{HTML}{\(color.dropFirst().uppercased())}"
  }.joined(separator: "\n")

  private static func picture(of drawing: Drawing) -> String {
    let (width, height) = (PathData.text(drawing.width), PathData.text(drawing.height))
    let items = drawing.items.map { item in
      switch item {
      case .text(let text): self.text(text, height: drawing.height)
      case .path(let data, let classes, _):
        path(data, LaTeXPathStyle(classes: classes), height: drawing.height)
      }
    }
    return """
      \\begin{pgfpicture}
      \\pgfpathrectangle{\\pgfpointorigin}{\\pgfqpoint{\(width)pt}{\(height)pt}}\
      \\pgfusepath{use as bounding box}
      \(items.joined(separator: "\n"))
      \\end{pgfpicture}
      """
  }

  private static func path(_ data: String, _ style: LaTeXPathStyle, height: Double) -> String {
    // A line break ends a number as a space does, and keeps lines short.
    let steps = PathSteps(data).map { step in
      switch step {
      case .move(let x, let y): "\\hmM\(point(x, y, height))"
      case .line(let x, let y): "\\hmL\(point(x, y, height))"
      case .circle(let x, let y, let radius):
        "\\hmC\(point(x, y, height))\(PathData.text(radius))\n"
      case .close: "\\hmZ\n"
      }
    }
    return "\\begin{pgfscope}\(style.settings)%\n\(steps.joined())\\pgfusepath{\(style.use)}"
      + "\\end{pgfscope}"
  }

  /// A position, from the lower left corner; TeX knows no lengths above 16383 pt.
  private static func point(_ x: Double, _ y: Double, _ height: Double) -> String {
    let (x, y) = (min(max(x, -9999), 9999), min(max(height - y, -9999), 9999))
    return "\(PathData.text(x)) \(PathData.text(y))\n"
  }

  private static func text(_ text: PlacedText, height: Double) -> String {
    let side =
      switch text.anchor {
      case .start: "left,"
      case .middle: ""
      case .end: "right,"
      }
    let rotation =
      switch text.rotation {
      case .none: ""
      case .slanted: ",rotate=45"
      case .upright: ",rotate=90"
      }
    let (x, y) = (PathData.text(text.x), PathData.text(height - text.y))
    let place = "at=\\pgfqpoint{\(x)pt}{\(y)pt}"
    // Slightly smaller than in other pictures, because the letters of this typeface are wider.
    let size = PathData.text(text.size * 0.92)
    return "\\pgftext[\(side)base,\(place)\(rotation)]{\(style(of: text))"
      + "\\fontsize{\(size)}{\(size)}\\selectfont \(LaTeX.escaped(text.text))}"
  }

  private static func style(of text: PlacedText) -> String {
    switch text.role {
    case .title: "\\sffamily\\bfseries\\color{hmink}"
    case .axis: "\\sffamily\\color{hmquiet}"
    case .label, .note: "\\sffamily\\color{hmink}"
    case .value(let ink):
      "\\sffamily\\bfseries\\color{\(LaTeXPathStyle.color(of: [ink.className]))}"
    }
  }
}

/// How a path is painted: the settings of `ChartStyle` in commands of pgf.
struct LaTeXPathStyle {
  let settings: String
  /// The argument of `\pgfusepath`.
  let use: String

  /// - Parameter classes: the CSS classes of the path.
  init(classes: String) {
    let classes = Set(classes.split(separator: " ").map(String.init))
    var settings = "\\pgfsetcolor{\(Self.color(of: classes))}"
    if let fill = Self.fill(of: classes) {
      if fill < 1 { settings += "\\pgfsetfillopacity{\(fill)}" }
      if classes.contains("h") { settings += "\\pgfsetfillcolor{hmpage}" }
    }
    if let width = Self.width(of: classes) {
      settings += "\\pgfsetlinewidth{\(width)pt}"
      if classes.contains("l") || classes.contains("p") {
        settings += "\\pgfsetroundcap\\pgfsetroundjoin"
      }
      if classes.contains("v") { settings += "\\pgfsetstrokeopacity{0.65}" }
      settings += Self.dashes(of: classes)
    }
    self.settings = settings
    use =
      switch (Self.fill(of: classes), Self.width(of: classes)) {
      case (_?, _?): "fill,stroke"
      case (_?, nil): "fill"
      default: "stroke"
      }
  }

  static func color(of classes: Set<String>) -> String {
    if classes.contains("u") { return "hmpage" }
    if classes.contains("g") { return "hmrule" }
    if classes.contains("x") { return "hmquiet" }
    let named = [
      "dim": "quiet", "good": "better", "bad": "worse", "warn": "warning",
      "w0": "c0", "w1": "c0", "w2": "c0", "w3": "c0",
    ]
    let name = classes.first { named[$0] != nil }.flatMap { named[$0] }
    let series = classes.first { $0.count == 2 && $0.hasPrefix("c") }
    return "hm\(name ?? series ?? "ink")"
  }

  /// The opacity of the fill; `nil` if there is none.
  private static func fill(of classes: Set<String>) -> Double? {
    if !classes.isDisjoint(with: ["f", "h", "u"]) { return 1 }
    if classes.contains("b") { return 0.55 }
    guard classes.contains("a") else { return nil }
    return classes.contains("w1")
      ? 0.35 : classes.contains("w2") ? 0.65 : classes.contains("w3") ? 1 : 0.12
  }

  /// The width of the line; `nil` if there is none.
  private static func width(of classes: Set<String>) -> Double? {
    if classes.contains("p") { return 3.5 }
    if classes.contains("d2") { return 2 }
    if classes.contains("h") { return 1.5 }
    if classes.contains("l") { return classes.contains("dim") ? 1 : 1.5 }
    return classes.isDisjoint(with: ["r", "g", "x"]) ? nil : 1
  }

  private static func dashes(of classes: Set<String>) -> String {
    let lengths: [String: [Int]] = [
      "r": [4, 3], "d1": [7, 4], "d2": [1, 4], "d3": [9, 4, 1, 4], "d4": [14, 4],
      "d5": [4, 3, 1, 3, 1, 3],
    ]
    guard let dashed = classes.first(where: { lengths[$0] != nil }),
      dashed != "r" || classes.isDisjoint(with: ["good", "bad"])
    else { return "" }
    let parts = lengths[dashed, default: []].map { "{\($0)pt}" }.joined()
    return "\\pgfsetdash{\(parts)}{0pt}"
  }
}
