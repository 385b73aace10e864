public import Units

/// What stands where a row and a column meet.
public struct Cell: Sendable, Equatable {
  /// What the cell says.
  public let content: Content

  /// How the cell stands out.
  public let emphasis: Emphasis

  /// Remarks on the cell, printed as footnotes.
  public let notes: [String]

  /// Creates a cell.
  ///
  /// - Parameters:
  ///   - content: what it says.
  ///   - emphasis: how it stands out.
  ///   - notes: remarks on it.
  public init(_ content: Content, emphasis: Emphasis = .plain, notes: [String] = []) {
    self.content = content
    self.emphasis = emphasis
    self.notes = notes
  }

  /// What a cell says.
  public enum Content: Sendable, Equatable {
    /// Words.
    case text(String)

    /// A number, the interval it is known to lie in where that was estimated, and how they print.
    case quantity(Quantity, interval: ClosedRange<Double>?, Printing)

    /// A difference for which there is no evidence: prints `~`, and keeps its number for machines.
    case unproven(Quantity, interval: ClosedRange<Double>?)

    /// A number that cannot be told, and why.
    case missing(reason: String)

    /// Nothing belongs here.
    case empty
  }

  /// How a cell stands out from its neighbours; colour is never the only sign.
  public enum Emphasis: String, Sendable, CaseIterable {
    /// Like the others.
    case plain
    /// The number to look at.
    case strong
    /// A change for the better.
    case better
    /// A change for the worse.
    case worse
    /// Less important than its neighbours.
    case muted
  }
}

extension Cell {
  /// Nothing belongs here.
  public static let empty = Cell(.empty)

  /// Words.
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - emphasis: how they stand out.
  ///   - notes: remarks on them.
  /// - Returns: the cell.
  public static func text(
    _ text: String, emphasis: Emphasis = .plain, notes: [String] = []
  ) -> Cell {
    Cell(.text(text), emphasis: emphasis, notes: notes)
  }

  /// A number.
  ///
  /// - Parameters:
  ///   - quantity: the number and its unit.
  ///   - interval: where it is known to lie, in the same unit; `nil` when that was not estimated.
  ///   - printing: how it prints; as in the thesis' tables when not given.
  ///   - emphasis: how it stands out.
  ///   - notes: remarks on it.
  /// - Returns: the cell.
  public static func quantity(
    _ quantity: Quantity, interval: ClosedRange<Double>? = nil, _ printing: Printing = .table,
    emphasis: Emphasis = .plain, notes: [String] = []
  ) -> Cell {
    Cell(.quantity(quantity, interval: interval, printing), emphasis: emphasis, notes: notes)
  }

  /// A difference for which there is no evidence: prints `~`.
  ///
  /// - Parameters:
  ///   - quantity: the difference all the same, for machines.
  ///   - interval: where it is known to lie, in the same unit.
  ///   - notes: remarks on it.
  /// - Returns: the cell.
  public static func unproven(
    _ quantity: Quantity, interval: ClosedRange<Double>? = nil, notes: [String] = []
  ) -> Cell {
    Cell(.unproven(quantity, interval: interval), notes: notes)
  }

  /// A number that cannot be told.
  ///
  /// - Parameters:
  ///   - reason: why, as a footnote says it.
  ///   - notes: further remarks.
  /// - Returns: the cell.
  public static func missing(_ reason: String, notes: [String] = []) -> Cell {
    Cell(.missing(reason: reason), emphasis: .muted, notes: notes)
  }

  /// The cell with a further remark.
  ///
  /// - Parameter note: the remark, printed as a footnote.
  /// - Returns: the same cell with the remark behind those that it has.
  public func noted(_ note: String) -> Cell {
    Cell(content, emphasis: emphasis, notes: notes + [note])
  }

  /// What people read in the cell, unescaped and without marks of footnotes.
  public var printed: String {
    switch content {
    case .text(let text): text
    case .quantity(let quantity, let interval, let printing):
      printing.text(quantity, interval: interval)
    case .unproven: "~"
    case .missing: "–"
    case .empty: ""
    }
  }

  /// All that is to be said below the table about this cell: why it is missing, then its remarks.
  var footnotes: [String] {
    if case .missing(let reason) = content { [reason] + notes } else { notes }
  }
}
