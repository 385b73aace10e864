public import Units

/// A cell of a table in a document, with its content, such as a number, and its highlighting.
///
///     Cell.quantity(Quantity(53.4, .framesPerSecond))
///     Cell.missing("no refresh rate is known")
public struct Cell: Sendable, Equatable {
  /// The content of the table cell, such as a number or text.
  public let content: Content

  /// How the table cell is highlighted, for example as an improvement.
  public let emphasis: Emphasis

  /// Remarks on the table cell, printed as footnotes.
  public let notes: [String]

  /// Whether the text of the cell says what its highlighting means, so that it needs no sign.
  public private(set) var isVerdict = false

  /// Creates a cell of a table from its content, highlighting and remarks.
  public init(_ content: Content, emphasis: Emphasis = .plain, notes: [String] = []) {
    self.content = content
    self.emphasis = emphasis
    self.notes = notes
  }

  /// The content of a table cell, such as a number or text.
  public enum Content: Sendable, Equatable {
    /// Text.
    case text(String)

    /// A number, its confidence interval if it has one, and the way both are printed.
    case quantity(Quantity, interval: ClosedRange<Double>?, Printing)

    /// A missing number, with the reason.
    case missing(reason: String)

    /// No content.
    case empty
  }

  /// How a table cell is highlighted among its neighbors, for example as an improvement.
  ///
  /// Color is never the only sign.
  public enum Emphasis: String, Sendable, CaseIterable {
    /// No emphasis.
    case plain
    /// The most important number.
    case strong
    /// An improvement.
    case better
    /// A regression.
    case worse
    /// Less important than its neighbors.
    case muted

    /// The sign in front of a verdict.
    var sign: String {
      switch self {
      case .better: "✓"
      case .worse: "✗"
      case .plain, .strong, .muted: "○"
      }
    }
  }
}

extension Cell {
  /// A table cell without content.
  public static let empty = Cell(.empty)

  /// A table cell with text.
  public static func text(
    _ text: String, emphasis: Emphasis = .plain, notes: [String] = []
  ) -> Cell {
    Cell(.text(text), emphasis: emphasis, notes: notes)
  }

  /// A table cell with a verdict in words, highlighted without a sign.
  public static func verdict(_ word: String, emphasis: Emphasis = .plain) -> Cell {
    var cell = Cell(.text(word), emphasis: emphasis)
    cell.isVerdict = true
    return cell
  }

  /// A table cell with a number.
  ///
  /// - Parameters:
  ///   - quantity: the number and its unit.
  ///   - interval: its confidence interval in the same unit; `nil` if unknown.
  ///   - printing: how the number is printed; by default as in the thesis' tables.
  public static func quantity(
    _ quantity: Quantity, interval: ClosedRange<Double>? = nil, _ printing: Printing = .table,
    emphasis: Emphasis = .plain, notes: [String] = []
  ) -> Cell {
    Cell(.quantity(quantity, interval: interval, printing), emphasis: emphasis, notes: notes)
  }

  /// Creates a table cell for a missing number, with the reason why it is missing.
  ///
  /// `reason` becomes a footnote.
  public static func missing(_ reason: String, notes: [String] = []) -> Cell {
    Cell(.missing(reason: reason), emphasis: .muted, notes: notes)
  }

  /// A copy of this table cell with one more remark.
  public func noted(_ note: String) -> Cell {
    Cell(content, emphasis: emphasis, notes: notes + [note])
  }

  /// The table cell as plain text for people, without escapes and footnote marks.
  public var printed: String {
    switch content {
    case .text(let text): text
    case .quantity(let quantity, let interval, let printing):
      printing.text(quantity, interval: interval)
    case .missing: "–"
    case .empty: ""
    }
  }

  /// The footnotes of the cell: the reason why it is missing, then its remarks.
  var footnotes: [String] {
    if case .missing(let reason) = content { [reason] + notes } else { notes }
  }
}
