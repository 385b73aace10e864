public import Units

/// A cell of a table in a document, with its content, such as a number, and its highlighting.
///
///     Cell.quantity(Quantity(53.4, .framesPerSecond))
///     Cell.missing("no refresh rate is known")
public struct Cell: Sendable, Equatable {
  public let content: Content

  /// How the table cell is highlighted, for example as an improvement.
  public let emphasis: Emphasis

  /// Remarks on the table cell, printed as footnotes.
  public let notes: [String]

  /// Whether the text of the cell says what its highlighting means, so that it needs no sign.
  public private(set) var isVerdict = false

  public init(_ content: Content, emphasis: Emphasis = .plain, notes: [String] = []) {
    self.content = content
    self.emphasis = emphasis
    self.notes = notes
  }

  public enum Content: Sendable, Equatable {
    case text(String)

    /// A number, its confidence interval if it has one, and the way both are printed.
    case quantity(Quantity, interval: ClosedRange<Double>?, Printing)

    case missing(reason: String)

    case empty
  }

  /// How a table cell is highlighted among its neighbors, for example as an improvement.
  ///
  /// Color is never the only sign.
  public enum Emphasis: String, Sendable, CaseIterable {
    case plain
    /// The most important number.
    case strong
    case better
    case worse
    /// Less important than its neighbors.
    case muted

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

/// How a number is printed, such as its decimals and its unit.
public struct Printing: Sendable, Equatable {
  /// The number of decimals with which a number is printed; if `nil`, percentages have two and other numbers one.
  ///
  /// For fractions, these are the decimals of the percentage.
  public let decimals: Int?

  /// Whether a plus sign is printed before a positive number.
  public let showsPlus: Bool

  /// Whether the symbol of the unit is printed after the number.
  public let showsUnit: Bool

  /// The number of significant digits if numbers are printed as by a C++ stream, without fixed decimals; otherwise
  /// `nil`.
  public let streamDigits: Int?

  /// Whether the number is printed with up to four significant digits, and seconds or bytes with a prefix: `65.95 µs`.
  ///
  /// Larger numbers have all digits before the decimal point. Fractions are printed as in tables.
  public let isScaled: Bool

  /// Whether the number is a difference of two percentages, and is printed in percentage points such as `0.42 pp`.
  public let isInPoints: Bool

  /// Whether the decimals of a percentage depend on its size, as in `284%`, `8.5%` and `0.42%`.
  ///
  /// If so, percentages and differences in percentage points have two decimals below 1, one below 100, and otherwise
  /// none.
  public let isBrief: Bool

  public init(
    decimals: Int? = nil, showsPlus: Bool = false, showsUnit: Bool = false, isScaled: Bool = false,
    streamDigits: Int? = nil, isInPoints: Bool = false, isBrief: Bool = false
  ) {
    self.isBrief = isBrief
    self.decimals = decimals
    self.showsPlus = showsPlus
    self.showsUnit = showsUnit
    self.isScaled = isScaled
    self.streamDigits = streamDigits
    self.isInPoints = isInPoints
  }

  /// The format of numbers in tables: fractions as percentages such as `12.34%`, other numbers with one decimal and no
  /// unit.
  public static let table = Printing()

  /// The format of numbers in sentences, with the unit's symbol: `53.4 FPS`.
  public static let prose = Printing(showsUnit: true)

  /// The format of changes in tables, with a plus sign: `+105.19%`.
  public static let change = Printing(showsPlus: true)

  /// The format of relative changes, with decimals that depend on the size: `+284%`, `−8.5%`.
  public static let effect = Printing(showsPlus: true, isBrief: true)

  /// The format of a difference of two percentages, in percentage points: `+0.42 pp`.
  public static let points = Printing(showsPlus: true, isInPoints: true, isBrief: true)

  /// The format of numbers with up to four significant digits, and a prefix for seconds and bytes: `65.95 µs`.
  public static let scaled = Printing(isScaled: true)

  /// Returns the format of numbers with a fixed number of decimals, from 0 to 15.
  public static func decimals(_ decimals: Int) -> Printing { Printing(decimals: decimals) }

  /// Prints a number in this format, with its confidence interval if there is one: `53.4`, `53.4 [52.1, 54.6]`.
  public func text(_ quantity: Quantity, interval: ClosedRange<Double>? = nil) -> String {
    var text = number(quantity)
    if let interval {
      let ends = [interval.lowerBound, interval.upperBound]
      let texts = ends.map { number(Quantity($0, quantity.unit)) }
      text += " [\(texts.joined(separator: ", "))]"
    }
    guard showsUnit, !isScaled, quantity.unit != .fraction, !quantity.unit.symbol.isEmpty else {
      return text
    }
    return "\(text) \(quantity.unit.symbol)"
  }

  private func number(_ quantity: Quantity) -> String {
    let text = plain(quantity)
    // Next to a plus sign, a hyphen looks too short. The tables of the thesis have hyphens.
    let hasMinus = isBrief || showsPlus && decimals != nil
    if hasMinus, text.hasPrefix("-") { return "−" + text.dropFirst() }
    guard showsPlus, quantity.value > 0 else { return text }
    let isZero = !text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    return isZero ? text : "+\(text)"
  }

  /// The number of decimals of a percentage whose decimals depend on its size.
  private static func briefDecimals(_ percentage: Double) -> Int {
    switch percentage.magnitude {
    case ..<0.995: 2
    case ..<99.95: 1
    default: 0
    }
  }

  private func plain(_ quantity: Quantity) -> String {
    if isInPoints, quantity.unit == .fraction {
      let decimals = isBrief ? Self.briefDecimals(quantity.value * 100) : decimals ?? 2
      return SpreadsheetRounding.text(quantity.value * 100, decimals: decimals) + " pp"
    }
    if isBrief, quantity.unit == .fraction {
      return quantity.text(decimals: Self.briefDecimals(quantity.value * 100))
    }
    if isScaled { return quantity.scaledText }
    if let streamDigits { return quantity.streamText(digits: streamDigits) }
    return decimals.map { quantity.text(decimals: $0) } ?? quantity.tableText
  }
}
