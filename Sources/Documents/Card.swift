/// A summary of another page: its name, its answer, a small picture and facts.
///
///     Card("Scrolling", at: page, answer: [.verdict("FPS +105%", .better)], facts: "2 stages")
public struct Card: Sendable, Equatable {
  /// The name.
  public let title: String

  /// The page; `nil` if there is none.
  public let page: PagePath?

  /// Whether readers should look at it first.
  public let isUrgent: Bool

  /// The answer in a sentence.
  public let answer: [Inline]

  /// A picture without axes; `nil` if there is nothing to draw.
  public let sparkline: Sparkline?

  /// Facts in a few words.
  public let facts: String

  /// Creates a card.
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

  /// Values as a small picture.
  public struct Sparkline: Sendable, Equatable {
    /// The shape of the values.
    public enum Shape: Sendable, Equatable {
      /// A line, for a history.
      case line
      /// Bars from 0, one of which may be highlighted.
      case bars(highlighted: Int?)
    }

    /// The values from left to right.
    public let values: [Double]

    /// Their shape.
    public let shape: Shape

    /// What the picture shows, with the most important value.
    public let caption: String

    /// Creates a picture of finite values.
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
