/// The remarks below a table, each with the mark that leads to it.
///
/// The same remark in two places has one mark. The marks are `a` to `z`, then `aa`, as HTML counts
/// lists by letters.
struct Footnotes {
  /// The remarks in the order of their marks.
  let texts: [String]

  private let indices: [String: Int]

  /// Collects the remarks of a table in reading order: headings first, then row by row.
  init(_ table: Table) {
    var texts: [String] = []
    var indices: [String: Int] = [:]
    func take(_ notes: [String]) {
      for note in notes where indices[note] == nil {
        indices[note] = texts.count
        texts.append(note)
      }
    }
    for column in table.columns { take(column.notes) }
    for row in table.rows {
      take(row.notes)
      for cell in row.cells { take(cell.footnotes) }
    }
    self.texts = texts
    self.indices = indices
  }

  /// The marks that lead to remarks, in the order of the marks.
  func marks(for notes: [String]) -> [String] {
    if notes.isEmpty { return [] }
    return Set(notes.compactMap { indices[$0] }).sorted().map(Self.mark)
  }

  /// The remarks, each behind its mark.
  var marked: [(mark: String, text: String)] {
    texts.enumerated().map { (Self.mark($0.offset), $0.element.harmless) }
  }

  /// The mark of the remark at an index: 0 is `a`, 25 is `z`, 26 is `aa`.
  static func mark(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))
    return index < 26 ? letter : mark(index / 26 - 1) + letter
  }
}
