/// A column of a terminal's table: its texts, and the marks that hang beside them.
///
/// Marks have a strip of their own, so that numbers with and without one stay aligned.
struct TextColumn {
  private let pieces: [TableLayout.Piece]
  private let alignment: Table.Alignment
  private let strip: Int
  private let least: Int
  private var width: Int
  /// Of the pieces that are one line if they have room.
  private let lineWidths: [Int?]

  init(_ pieces: [TableLayout.Piece], _ alignment: Table.Alignment, most: Int) {
    self.pieces = pieces
    self.alignment = alignment
    let lineWidths = pieces.map { $0.text.widthOfOneLine }
    self.lineWidths = lineWidths
    // Headings and words may be wrapped, and words of more than a quarter of the terminal broken;
    // numbers stay whole.
    let wrapping = alignment == .trailing ? min(pieces.count, 1) : pieces.count
    var (strip, width, longestWord, whole) = (0, 0, 0, 0)
    for (index, piece) in pieces.enumerated() {
      let own = lineWidths[index] ?? piece.text.displayWidth
      width = max(width, own)
      strip = max(strip, Self.suffix(piece).displayWidth)
      if index >= wrapping {
        whole = max(whole, own)
      } else if own > longestWord {
        longestWord = max(longestWord, piece.text.longestWordWidth)
      }
    }
    (self.strip, self.width) = (strip, width)
    least = max(min(longestWord, max(8, most / 4)), whole)
  }

  /// The columns that some columns take at least, with two spaces between.
  static func least(_ columns: [TextColumn]) -> Int {
    columns.map { $0.least + $0.strip }.reduce(-2) { $0 + $1 + 2 }
  }

  /// The columns that some columns take, with two spaces between.
  static func total(_ columns: [TextColumn]) -> Int {
    columns.map { $0.width + $0.strip }.reduce(-2) { $0 + $1 + 2 }
  }

  /// Which columns stand side by side where not all have room, each time with the first.
  static func bands(_ columns: [TextColumn], to width: Int) -> [[Int]] {
    guard !columns.isEmpty else { return [] }
    var bands: [[Int]] = []
    var band = [0]
    for index in columns.indices.dropFirst() {
      if band.count > 1, least((band + [index]).map { columns[$0] }) > width {
        bands.append(band)
        band = [0]
      }
      band.append(index)
    }
    return bands + [band]
  }

  /// The columns made narrower until they fit or cannot give more: headings over numbers are
  /// wrapped before words are, and the widest column gives first.
  static func fitted(_ given: [TextColumn], to width: Int) -> [TextColumn] {
    var columns = given
    for alignment in [Table.Alignment.trailing, .leading] {
      while total(columns) > width {
        let shrinkable = columns.indices.filter {
          columns[$0].alignment == alignment && columns[$0].width > columns[$0].least
        }
        guard let widest = shrinkable.max(by: { columns[$0].width < columns[$1].width })
        else { break }
        columns[widest].width -= 1
      }
    }
    // What was not made narrower is as narrow as its lines already.
    return zip(columns, given).map { $0.width < $1.width ? $0.tightened : $0 }
  }

  /// The column as narrow as its wrapped lines.
  private var tightened: TextColumn {
    var column = self
    column.width = 0
    for (row, piece) in pieces.enumerated() {
      if let own = lineWidths[row], own <= room {
        column.width = max(column.width, own)
        continue
      }
      for line in lines(of: piece) { column.width = max(column.width, line.displayWidth) }
    }
    return column
  }

  /// Lines of text are no longer than this; a wide character has to fit.
  private var room: Int { max(width, 2) }

  /// Whether a row is one line, as most are.
  func isOneLine(_ row: Int) -> Bool { lineWidths[row].map { $0 <= room } ?? false }

  /// Writes a row that is one line.
  func draw(_ row: Int, into line: inout [UInt8], _ ink: Ink) {
    let piece = pieces[row]
    let suffix = strip > 0 ? Self.suffix(piece).padded(to: strip, .leading) : ""
    let blank = repeatElement(UInt8(ascii: " "), count: max(0, width - (lineWidths[row] ?? 0)))
    if alignment == .trailing { line.append(contentsOf: blank) }
    line.append(contentsOf: (ink.isOn ? ink.text(piece.text, style(row)) : piece.text).utf8)
    line.append(contentsOf: suffix.utf8)
    if alignment == .leading { line.append(contentsOf: blank) }
  }

  /// The lines of a row, each with what hangs beside it.
  func lines(_ row: Int) -> [(text: String, suffix: String)] {
    let lines = lines(of: pieces[row])
    return lines.enumerated().map { index, line in
      (line, index == lines.count - 1 ? Self.suffix(pieces[row]) : "")
    }
  }

  /// The lines of a row alone.
  func words(_ row: Int) -> [String] {
    isOneLine(row) ? [pieces[row].text] : lines(of: pieces[row])
  }

  private func lines(of piece: TableLayout.Piece) -> [String] {
    piece.text.wrapped(to: room)
  }

  func drawn(_ line: (text: String, suffix: String), style: Ink.Style?, _ ink: Ink) -> String {
    let spaces = String(repeating: " ", count: max(0, width - line.text.displayWidth))
    let text = ink.text(line.text, style)
    let suffix = line.suffix.padded(to: strip, .leading)
    return switch alignment {
    case .leading where strip > 0: text + suffix + spaces
    case .leading: text + spaces
    case .trailing: spaces + text + suffix
    }
  }

  func style(_ row: Int) -> Ink.Style? {
    switch pieces[row].emphasis {
    case .plain: nil
    case .strong: .bold
    case .better: .green
    case .worse: .red
    case .muted: .dim
    }
  }

  private static func suffix(_ piece: TableLayout.Piece) -> String {
    if piece.sign == nil, piece.marks.isEmpty { return "" }
    let sign = piece.sign.map { " \($0.rawValue)" } ?? ""
    return piece.marks.isEmpty ? sign : "\(sign) [\(piece.marks.joined(separator: ","))]"
  }
}
