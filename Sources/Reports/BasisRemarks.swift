internal import Analysis
internal import Recordings

/// The sentences below a table about values that were not computed from a trace.
///
/// Equal bases share a sentence, so that cells are plain numbers.
struct BasisRemarks {
  /// The position of a value in the table, and its trustworthiness.
  private struct Entry {
    let row: String
    let column: String
    let basis: MetricValue.Basis
  }

  private var entries: [Entry] = []

  /// Adds the values of one row.
  ///
  /// Missing values have no basis.
  mutating func add(
    row: String, _ values: [(column: String, value: Known<Double>, MetricValue.Basis)]
  ) {
    entries += values.filter { $0.value.value != nil }.map {
      Entry(row: row, column: $0.column, basis: $0.2)
    }
  }

  /// Whether any value was computed from a trace.
  var isMeasured: Bool { entries.contains { $0.basis == .measured } }

  /// The sentences; empty if all values were measured.
  var sentences: [String] {
    [MetricValue.Basis.reported, .recorded].compactMap { basis in
      guard let words = basis.note, entries.contains(where: { $0.basis == basis }) else {
        return nil
      }
      return "\(places(of: basis)): \(words)."
    }
  }

  /// "All values", rows by their names, or single cells by row and column.
  private func places(of basis: MetricValue.Basis) -> String {
    if entries.allSatisfy({ $0.basis == basis }) { return "All values" }
    let mixedRows = Set(entries.lazy.filter { $0.basis != basis }.map(\.row))
    var known: Set<String> = []
    return entries.filter { $0.basis == basis }
      .map { mixedRows.contains($0.row) ? "\($0.row), \($0.column)" : $0.row }
      .filter { known.insert($0).inserted }.joined(separator: "; ")
  }
}
