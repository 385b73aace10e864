internal import Parallel
internal import Units

/// The texts of a column for a range of rows in one buffer, with attributes for a few of them.
///
/// A table may have 100,000 rows, so a cell costs little more than its bytes.
struct TextCells: Sendable {
  /// Attributes that most cells do not have.
  struct Special: Sendable {
    let notes: [String]
    var emphasis = Cell.Emphasis.plain
    var sign: TableLayout.Sign?

    fileprivate init?(_ cell: Cell) {
      if case .text = cell.content, cell.emphasis == .plain, cell.notes.isEmpty { return nil }
      sign = TableLayout.Sign(cell)
      notes = cell.footnotes
      emphasis = cell.emphasis
      if sign == nil, emphasis == .plain, notes.isEmpty { return nil }
    }

    /// Only remarks; `nil` if there are none.
    init?(notes: [String]) {
      if notes.isEmpty { return nil }
      self.notes = notes
    }
  }

  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  /// The display width of each text if it fits on one line; −1 if that is expensive to determine.
  private var lineWidths: [Int32] = []
  private(set) var specials: [Int: Special] = [:]
  private(set) var width = 0
  private(set) var longestWord = 0
  /// Whether every text is known to be one line.
  private(set) var areLines = true

  var count: Int { ends.count }

  /// Adds a text without terminal control characters.
  mutating func append(_ text: String, _ special: Special? = nil) {
    if let special { specials[ends.count] = special }
    var text = text
    let plain = text.withUTF8 { utf8 -> PlainWidths? in
      guard let plain = PlainWidths(utf8) else { return nil }
      bytes.append(contentsOf: utf8)
      return plain
    }
    if let plain {
      take(plain.width, isLine: plain.isLine, plain.longestWord)
    } else {
      let text = text.harmless
      bytes.append(contentsOf: text.utf8)
      let own = text.widthOfOneLine
      take(own ?? text.displayWidth, isLine: own != nil, text.longestWordWidth)
    }
  }

  /// Adds the printed text of a cell.
  ///
  /// - Returns: the attributes of the cell; `nil` for most cells.
  mutating func append(_ cell: Cell) -> Special? {
    let special = Special(cell)
    append(cell.printed, special)
    return special
  }

  private mutating func take(_ own: Int, isLine: Bool, _ word: Int) {
    ends.append(Int32(bytes.count))
    lineWidths.append(isLine ? Int32(own) : -1)
    areLines = areLines && isLine
    width = max(width, own)
    longestWord = max(longestWord, word)
  }

  /// The display width of a text if it is one line; `nil` if that is expensive to determine.
  func lineWidth(_ index: Int) -> Int? { lineWidths[index] < 0 ? nil : Int(lineWidths[index]) }

  @inline(__always)
  func write(_ index: Int, to lines: inout PrintedLines) { lines.put(bytes, range(index)) }

  /// A text; O(its length).
  func text(_ index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

  private func range(_ index: Int) -> Range<Int> {
    Int(index > 0 ? ends[index - 1] : 0)..<Int(ends[index])
  }
}

/// Some rows of a table as text, column by column.
struct TextStretch: Sendable {
  /// The row headers, then the cells of each column.
  private(set) var columns: [TextCells]
  /// The distinct remarks on rows and cells, in reading order.
  private(set) var notes: [String] = []
  private(set) var signs: Set<TableLayout.Sign> = []
  private var known: Set<String> = []

  /// The number of rows in a chunk; the last may have fewer.
  static let length = 4096

  static func all(of table: Table) -> [TextStretch] {
    stride(from: 0, to: table.rows.count, by: length).map {
      $0..<min($0 + length, table.rows.count)
    }.mapConcurrently { TextStretch($0, of: table) }
  }

  private init(_ rows: Range<Int>, of table: Table) {
    columns = Array(repeating: TextCells(), count: table.columns.count + 1)
    for row in rows { add(table.rows[row]) }
  }

  private mutating func add(_ row: Table.Row) {
    columns[0].append(row.header, TextCells.Special(notes: row.notes))
    take(row.notes)
    for index in row.cells.indices {
      guard let special = columns[index + 1].append(row.cells[index]) else { continue }
      take(special.notes)
      if let sign = special.sign { signs.insert(sign) }
    }
  }

  private mutating func take(_ notes: [String]) {
    for note in notes where known.insert(note).inserted { self.notes.append(note) }
  }
}

/// Lines that are filled from left to right, without trailing spaces.
struct PrintedLines {
  /// Spaces from `position` on.
  private var bytes: [UInt8]
  /// The position of the next text.
  private var position = 0
  /// The end of the last text that was written.
  private var end = 0

  /// Creates a buffer with an initial size in bytes.
  ///
  /// It grows as needed.
  init(room: Int) { bytes = Array(repeating: UInt8(ascii: " "), count: room) }

  var text: String { String(decoding: bytes[..<end], as: UTF8.self) }

  mutating func breakLine() {
    position = end
    put([UInt8(ascii: "\n")], 0..<1)
  }

  /// Leaves some columns empty.
  mutating func skip(_ columns: Int) { position += columns }

  /// Writes bytes of which the last is not a space.
  mutating func put(_ others: [UInt8], _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let missing = position + range.count - bytes.count
    if missing > 0 {
      bytes.append(
        contentsOf: repeatElement(UInt8(ascii: " "), count: max(missing, bytes.count / 4)))
    }
    for index in range {
      bytes[position] = others[index]
      position += 1
    }
    end = position
  }

  /// Writes a text that does not end with a space.
  mutating func put(_ text: String) {
    let utf8 = Array(text.utf8)
    put(utf8, utf8.indices)
  }
}
