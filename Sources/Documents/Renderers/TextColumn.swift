/// A column of a terminal table: its texts and the marks next to them.
///
/// Marks have their own strip, so that numbers with and without marks stay aligned.
struct TextColumn {
  /// The heading, as one text.
  private let heading: TextCells
  /// The rows, `TextStretch.length` at a time.
  private let stretches: [TextCells]
  private let footnotes: Footnotes
  private let alignment: Table.Alignment
  private let strip: Int
  private let least: Int
  private var width: Int

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - heading: one text.
  ///   - stretches: the rows in chunks of `TextStretch.length`.
  ///   - alignment: the alignment of the texts.
  ///   - footnotes: the footnotes of the table.
  ///   - most: the width of the terminal in columns.
  init(
    _ heading: TextCells, _ stretches: [TextCells], _ alignment: Table.Alignment,
    footnotes: Footnotes, most: Int
  ) {
    self.heading = heading
    self.stretches = stretches
    self.footnotes = footnotes
    self.alignment = alignment
    let all = [heading] + stretches
    strip =
      all.flatMap(\.specials.values)
      .map { Self.suffix($0, footnotes).displayWidth }.max() ?? 0
    width = all.map(\.width).max() ?? 0
    // Headings and words may be wrapped, and words longer than a quarter of the terminal broken;
    // numbers stay whole.
    let wrapping = alignment == .trailing ? [heading] : all
    let whole = alignment == .trailing ? stretches.map(\.width).max() ?? 0 : 0
    let longestWord = wrapping.map(\.longestWord).max() ?? 0
    least = max(min(longestWord, max(8, most / 4)), whole)
  }

  /// Creates a column without marks; the heading comes first.
  init(_ texts: [String], _ alignment: Table.Alignment, most: Int) {
    var heading = TextCells()
    heading.append(texts[0])
    let stretches = stride(from: 1, to: texts.count, by: TextStretch.length).map { start in
      var cells = TextCells()
      for text in texts[start...].prefix(TextStretch.length) { cells.append(text) }
      return cells
    }
    self.init(heading, stretches, alignment, footnotes: Footnotes([]), most: most)
  }

  /// The minimum width of some columns, with two spaces in between.
  static func least(_ columns: [TextColumn]) -> Int {
    columns.map { $0.least + $0.strip }.reduce(-2) { $0 + $1 + 2 }
  }

  /// The width of some columns, with two spaces in between.
  static func total(_ columns: [TextColumn]) -> Int {
    columns.map { $0.width + $0.strip }.reduce(-2) { $0 + $1 + 2 }
  }

  /// The columns that are printed together if not all fit; the first column is repeated each time.
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

  /// Narrows columns until they fit or cannot shrink further.
  ///
  /// Headings over numbers are wrapped before words, and the widest column shrinks first.
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
    // A column that was not narrowed already has the width of its lines.
    return zip(columns, given).map { $0.width < $1.width ? $0.tightened : $0 }
  }

  /// The column with the width of its wrapped lines.
  private var tightened: TextColumn {
    var column = self
    column.width = 0
    for cells in [heading] + stretches {
      for index in 0..<cells.count {
        if let own = cells.lineWidth(index), own <= room {
          column.width = max(column.width, own)
          continue
        }
        for line in words(index, of: cells) { column.width = max(column.width, line.displayWidth) }
      }
    }
    return column
  }

  /// The maximum length of a line; a wide character must fit.
  private var room: Int { max(width, 2) }

  // MARK: - Rows of one line

  /// Whether every row of a chunk is one line, as in most chunks.
  func hasLinesAlone(inStretch stretch: Int) -> Bool {
    stretches[stretch].areLines && stretches[stretch].width <= room
  }

  /// Whether a row of a chunk is one line.
  func isLine(_ index: Int, ofStretch stretch: Int) -> Bool {
    stretches[stretch].lineWidth(index).map { $0 <= room } ?? false
  }

  /// Writes a row of a chunk that is one line.
  ///
  /// Inlined, because otherwise the column would be copied for every row.
  @inline(__always)
  func draw(_ index: Int, ofStretch stretch: Int, into lines: inout PrintedLines, _ ink: Ink) {
    let blank = max(0, width - (stretches[stretch].lineWidth(index) ?? 0))
    if alignment == .trailing { lines.skip(blank) }
    if strip == 0, !ink.isOn {
      stretches[stretch].write(index, to: &lines)
    } else {
      let special = stretches[stretch].specials[index]
      lines.put(ink.text(stretches[stretch].text(index), Self.style(special)))
      let suffix = special.map { Self.suffix($0, footnotes) } ?? ""
      lines.put(suffix)
      lines.skip(strip - suffix.displayWidth)
    }
    if alignment == .leading { lines.skip(blank) }
  }

  // MARK: - Any rows

  /// The texts that contain a row, and its index in them.
  ///
  /// Row 0 is the heading.
  private func place(_ row: Int) -> (cells: TextCells, index: Int) {
    let (stretch, index) = (row - 1).quotientAndRemainder(dividingBy: TextStretch.length)
    return row == 0 ? (heading, 0) : (stretches[stretch], index)
  }

  /// The lines of a row, each with its mark.
  ///
  /// Row 0 is the heading.
  func lines(_ row: Int) -> [(text: String, suffix: String)] {
    let (cells, index) = place(row)
    let lines = words(index, of: cells)
    let suffix = cells.specials[index].map { Self.suffix($0, footnotes) } ?? ""
    return lines.enumerated().map { ($1, $0 == lines.count - 1 ? suffix : "") }
  }

  /// The lines of a row without marks.
  ///
  /// Row 0 is the heading.
  func words(_ row: Int) -> [String] {
    let (cells, index) = place(row)
    return words(index, of: cells)
  }

  private func words(_ index: Int, of cells: TextCells) -> [String] {
    let isLine = cells.lineWidth(index).map { $0 <= room } ?? false
    return isLine ? [cells.text(index)] : cells.text(index).wrapped(to: room)
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

  /// The style of a row.
  ///
  /// Row 0 is the heading.
  func style(_ row: Int) -> Ink.Style? {
    let (cells, index) = place(row)
    return Self.style(cells.specials[index])
  }

  private static func style(_ special: TextCells.Special?) -> Ink.Style? {
    switch special?.emphasis ?? .plain {
    case .plain: nil
    case .strong: .bold
    case .better: .green
    case .worse: .red
    case .muted: .dim
    }
  }

  private static func suffix(_ special: TextCells.Special, _ footnotes: Footnotes) -> String {
    let sign = special.sign.map { " \($0.rawValue)" } ?? ""
    let marks = footnotes.marks(for: special.notes)
    return marks.isEmpty ? sign : "\(sign) [\(marks.joined(separator: ","))]"
  }
}
