public import Units

/// A stretch of running text.
public enum Inline: Sendable, Equatable, ExpressibleByStringLiteral {
  /// Words.
  case text(String)

  /// Words that stand out.
  case strong(String)

  /// Something to be typed or read literally: a command, a formula, a name.
  case code(String)

  /// A number within a sentence.
  case quantity(Quantity, Printing)

  /// Words that lead to another place of the document.
  case link(String, to: Anchor)

  /// Creates plain words.
  ///
  /// - Parameter value: the words.
  public init(stringLiteral value: String) { self = .text(value) }

  /// The words alone.
  var plain: String {
    switch self {
    case .text(let text), .strong(let text), .code(let text), .link(let text, _): text
    case .quantity(let quantity, let printing): printing.text(quantity)
    }
  }
}

extension [Inline] {
  /// The words alone, in a row.
  public var plainText: String { map(\.plain).joined() }
}
