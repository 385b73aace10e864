internal import Units

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
    let ofRows = table.rows.flatMap { $0.notes + $0.cells.flatMap(\.footnotes) }
    self.init(table.columns.flatMap(\.notes) + ofRows)
  }

  /// Marks remarks in the order in which they first come.
  init(_ notes: [String]) {
    var texts: [String] = []
    var indices: [String: Int] = [:]
    for note in notes where indices[note] == nil {
      indices[note] = texts.count
      texts.append(note)
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
