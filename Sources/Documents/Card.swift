/// A card on a page of a site, which summarizes another page: title, main result, a small chart and a few facts.
///
///     Card("Scrolling", at: page, answer: [.verdict("FPS +105%", .better)], facts: "2 stages")
public struct Card: Sendable, Equatable {
  /// The title of the page that the card summarizes.
  public let title: String

  /// The path, within the site, of the page that the card summarizes; `nil` if there is none.
  public let page: PagePath?

  /// Whether readers should look at the page that the card summarizes before they look at other pages.
  public let isUrgent: Bool

  /// The main result of the page that the card summarizes, in a sentence.
  public let answer: [Inline]

  /// A small chart without axes on the card, a box that summarizes another page; `nil` if there is nothing to draw.
  public let sparkline: Sparkline?

  /// Facts about the page that the card summarizes, each in a few words.
  public let facts: String

  /// Creates a card that summarizes another page of a site.
  public init(
    _ title: String, at page: PagePath? = nil, isUrgent: Bool = false, answer: [Inline],
    sparkline: Sparkline? = nil, facts: String
  ) {
    self.title = title
    self.page = page
    self.isUrgent = isUrgent
    self.answer = answer
    self.sparkline = sparkline
    self.facts = facts
  }

  /// A sparkline: a chart of values as small as a word, without axes.
  public struct Sparkline: Sendable, Equatable {
    /// How a sparkline (a small chart) draws its values: as a line or as bars.
    public enum Shape: Sendable, Equatable {
      /// A line, for a history.
      case line
      /// Bars from 0, one of which may be highlighted.
      case bars(highlighted: Int?)
    }

    /// The values that the sparkline (a small chart) draws, from left to right.
    public let values: [Double]

    /// How the sparkline (a small chart) draws its values: as a line or as bars.
    public let shape: Shape

    /// The caption below the sparkline (a small chart), which also describes it to readers who cannot see it.
    public let caption: String

    /// Creates a sparkline (a small chart) of values, and leaves out values that are infinite or NaN.
    public init(_ values: [Double], shape: Shape, caption: String) {
      self.values = values.filter(\.isFinite)
      self.shape = shape
      self.caption = caption
    }
  }

  /// The card as an item of a list.
  var item: [Inline] {
    let name = page.map { Inline.page(title, at: $0) } ?? .strong(title)
    return [name, .text(": ")] + answer + [.text(" (\(facts))")]
  }
}
