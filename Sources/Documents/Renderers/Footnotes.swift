internal import Units

/// The footnotes of a table, each with its mark.
///
/// Equal remarks share a mark. Marks are `a` to `z`, then `aa`, like HTML lists.
struct Footnotes {
  /// The footnotes in the order of their marks.
  let texts: [String]

  private let indices: [String: Int]

  /// Collects the footnotes of a table in reading order: headings first, then row by row.
  init(_ table: Table) {
    let ofRows = table.rows.flatMap { $0.notes + $0.cells.flatMap(\.footnotes) }
    self.init(table.columns.flatMap(\.notes) + ofRows)
  }

  /// Assigns marks in the order of first appearance.
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

  /// The marks of some remarks, in the order of the marks.
  func marks(for notes: [String]) -> [String] {
    if notes.isEmpty { return [] }
    return Set(notes.compactMap { indices[$0] }).sorted().map(Self.mark)
  }

  /// The footnotes with their marks.
  var marked: [(mark: String, text: String)] {
    texts.enumerated().map { (Self.mark($0.offset), $0.element.harmless) }
  }

  /// The mark at an index: 0 is `a`, 25 is `z`, 26 is `aa`.
  static func mark(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))
    return index < 26 ? letter : mark(index / 26 - 1) + letter
  }
}
