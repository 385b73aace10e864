internal import Decoding
internal import Recordings

/// Reads the columns of a table in which the recording tool counts lost events.
struct LossCounters {
  private let names: [String]
  private let slots: Range<Int>
  /// The largest count of lost events per column, and the first line in which the count was not 0.
  private var losses: [(count: Int, line: Int)?]

  /// Prepares to read columns that count lost events.
  ///
  /// - Parameter first: the slot of the first of these columns; the slots of the other columns follow.
  init(_ names: [String], from first: Int) {
    self.names = names
    slots = first..<(first + names.count)
    losses = names.map { _ in nil }
  }

  /// Whether the table has no column that counts lost events.
  var isEmpty: Bool { slots.isEmpty }

  /// Reads the counts of lost events in a row.
  ///
  /// The largest count of a column is used, because rows may be out of order.
  mutating func take(from rows: borrowing CSVRows) {
    for (index, slot) in slots.enumerated() {
      let shown = rows[slot].double.value.flatMap { Int(exactly: $0.rounded()) }
      guard let count = shown, count > losses[index]?.count ?? 0 else { continue }
      losses[index] = (count, losses[index]?.line ?? rows.line)
    }
  }

  /// Records the lost events of each column as an issue.
  func note(in issues: inout IssueLog) {
    for case let (name, loss?) in zip(names, losses) {
      issues.note(losses: loss.count, of: name, line: loss.line)
    }
  }
}
