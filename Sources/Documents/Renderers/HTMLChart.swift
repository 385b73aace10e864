internal import Units

/// A chart in a page: a picture for wide screens, one for phones, and its values in a collapsed
/// table.
struct HTMLChart {
  private let chart: Chart

  init(_ chart: Chart) { self.chart = chart }

  var text: String {
    let sizes = ChartSize.all(of: chart)
    let pictures = sizes.enumerated().map { index, size in
      let drawing = index == 0 ? chart.drawing : Drawing(chart, size: size)
      // In single quotes, because JSON contains double quotes.
      let plots = Self.quotable(JSONValue.array(drawing.plots.map(\.json)).text(.compact))
      return SVG.element(
        drawing, of: chart, variant: size.name, attributes: " data-plots='\(plots)'",
        isScripted: true, labels: index == 0 ? nil : sizes[0].name)
    }
    let values = chart.values.map { values in
      """

      <details>
      <summary>Values</summary>
      \(HTMLTable(values).text)
      </details>
      """
    }
    let remarks = chart.remarks.map { "\n<p>\(HTML.escaped($0))</p>" }.joined()
    return """
      <figure class="picture \(chart.width.name)" id="\(chart.anchor.name)">
      <figcaption>\(HTML.escaped(chart.title))</figcaption>
      \(pictures.joined(separator: "\n"))\(remarks)\(values ?? "")
      </figure>
      """
  }

  /// Escapes text for single quotes.
  private static func quotable(_ text: String) -> String {
    text.split(separator: "\"", omittingEmptySubsequences: false)
      .map { HTML.escaped(String($0)) }.joined(separator: "\"")
  }

  /// The CSS of figures, for pages with charts.
  static let style =
    ChartStyle.rules + """

      .picture > figcaption { color: inherit; font-size: 1rem; font-weight: 600; margin: 0 0 0.5rem; }
      .picture > p { color: var(--quiet); font-size: 0.88rem; margin: 0.4rem 0; }
      .picture details { font-size: 0.88rem; }
      .picture summary { color: var(--link); cursor: pointer; width: fit-content; padding: 0.2rem 0; }
      .picture { display: inline-block; vertical-align: top; margin: 0.75rem 0 1rem; }
      @media screen and (min-width: 64rem) { .picture { margin-right: 1.5rem; } }
      .picture.full { width: 100%; margin-right: 0; }
      .full svg.wide { display: none; }
      .picture.wide { width: min(100%, 47.5rem); }
      .picture.half { width: min(100%, 35.5rem); }
      .picture.compact { width: min(100%, 24rem); }
      svg.chart { display: block; width: 100%; height: auto; overflow: visible; }
      svg.narrow { display: none; max-width: 460px; }
      @media screen and (max-width: 40rem) {
        .picture svg.wide { display: none; }
        svg.narrow { display: block; }
      }
      @media screen and (max-width: 64rem) {
        svg.full { display: none; }
        .picture.half { width: 100%; }
      }
      @media screen and (min-width: 40.01rem) and (max-width: 64rem) {
        .full svg.wide { display: block; }
      }
      /* Wide charts one after the other are printed in pairs, in their form for phones. */
      @media print {
        svg.full { display: none; }
        .full svg.wide { display: block; }
        .picture { break-inside: avoid; margin: 0.3rem 0 0.5rem; }
        .picture > figcaption { font-size: 9pt; break-before: auto; }
        .picture > p { font-size: 7.5pt; }
        .picture.compact { width: 43%; }
        .picture.half, .picture.wide:has(+ .picture), .picture + .picture.wide { width: 49%; }
        .half svg.wide, .wide:has(+ .picture) svg.wide, .picture + .wide svg.wide { display: none; }
        .half svg.narrow, .wide:has(+ .picture) svg.narrow, .picture + .wide svg.narrow { display: block; }
      }
      """
}

extension Chart.Width {
  /// The CSS class.
  fileprivate var name: String {
    switch self {
    case .full: "full"
    case .wide: "wide"
    case .half: "half"
    case .compact: "compact"
    }
  }
}

extension PlotArea.Reading {
  /// The data that the page's script reads.
  fileprivate var json: JSONValue {
    let box = [area.left, area.top, area.right, area.bottom].map { JSONValue.number($0.tenth) }
    return [.array(box), x?.json ?? .null, y?.json ?? .null]
  }
}

extension PlotArea.Reading.Axis {
  fileprivate var json: JSONValue {
    [
      .number(domain.lowerBound), .number(domain.upperBound), .integer(isLogarithmic ? 1 : 0),
      unit.map { .string($0) } ?? .null, .string(title.harmless),
    ]
  }
}

extension Double {
  /// Rounded to a tenth, like paths.
  fileprivate var tenth: Double { (self * 10).rounded() / 10 }
}
