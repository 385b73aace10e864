/// Cards in a page, next to each other.
struct HTMLCards {
  private let cards: [Card]

  init(_ cards: [Card]) { self.cards = cards }

  var text: String { "<div class=\"cards\">\n\(cards.map(card).joined(separator: "\n"))\n</div>" }

  private func card(_ card: Card) -> String {
    let title = HTML.escaped(card.title)
    let name = card.page.map { HTML.link(title, to: $0) } ?? title
    return """
      <article\(card.isUrgent ? " class=\"urgent\"" : "")>
      <h3>\(name)</h3>
      <p>\(HTML.text(card.answer))</p>
      \(card.sparkline.map(picture) ?? "")<p class="facts">\(HTML.escaped(card.facts))</p>
      </article>
      """
  }

  // MARK: - Pictures

  private static let (width, height) = (300.0, 40.0)

  private func picture(_ sparkline: Card.Sparkline) -> String {
    guard let least = sparkline.values.min(), let most = sparkline.values.max() else { return "" }
    let caption = HTML.escaped(sparkline.caption)
    let paths: String
    switch sparkline.shape {
    case .line: paths = "<path d=\"\(line(sparkline.values, least, most).text)\"/>"
    case .bars(let highlighted):
      paths = bars(sparkline.values, min(least, 0), max(most, 0), highlighted)
    }
    return """
      <svg class="spark" viewBox="0 0 300 40" preserveAspectRatio="none" role="img" aria-label="\(caption)">\(paths)</svg>
      <p class="facts">\(caption)</p>

      """
  }

  private func line(_ values: [Double], _ least: Double, _ most: Double) -> PathData {
    var path = PathData()
    let step = (Self.width - 4) / Double(max(values.count - 1, 1))
    let scale = most > least ? (Self.height - 4) / (most - least) : 0
    for (index, value) in values.enumerated() {
      let (x, y) = (2 + Double(index) * step, Self.height - 2 - (value - least) * scale)
      if index == 0 { path.move(to: x, y) } else { path.line(to: x, y) }
    }
    return path
  }

  private func bars(
    _ values: [Double], _ least: Double, _ most: Double, _ highlighted: Int?
  ) -> String {
    let step = Self.width / Double(values.count)
    let scale = most > least ? Self.height / (most - least) : 0
    let ground = Self.height + least * scale
    return values.enumerated().map { index, value in
      let left = Double(index) * step
      let rect = Rect(
        left: left, top: min(ground, ground - value * scale), right: left + step * 0.85,
        bottom: max(ground, ground - value * scale))
      let shade = index == highlighted ? "b s" : "b"
      return "<path class=\"\(shade)\" d=\"\(PathData(rect).text)\"/>"
    }.joined()
  }

  /// The CSS of cards, for pages that have some.
  static let style = """
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem; }
    .cards article { border: 1px solid var(--rule); border-radius: 6px; padding: 0.75rem 1rem; break-inside: avoid; }
    .cards .urgent { border-left: 5px solid var(--warning); }
    .cards h3 { margin: 0 0 0.4rem; font-size: 1rem; }
    .cards h3 a { text-decoration: none; }
    .cards p { margin: 0.3rem 0; font-size: 0.875rem; }
    .cards .facts { font-size: 0.8rem; }
    .cards .verdict { margin-right: 0; white-space: normal; }
    .spark { display: block; width: 100%; height: 2.5rem; margin: 0.6rem 0 0.2rem; }
    .spark path { fill: none; stroke: var(--c0); stroke-width: 1.5px; stroke-linejoin: round;
      vector-effect: non-scaling-stroke; }
    .spark .b { fill: var(--c0); fill-opacity: 0.35; stroke: none; }
    .spark .s { fill-opacity: 0.9; }
    """
}
