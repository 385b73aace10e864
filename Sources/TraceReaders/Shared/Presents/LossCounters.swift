internal import Decoding
internal import Recordings

/// The columns of a table in which the tool counts what it lost so far.
struct LossCounters {
  private let names: [String]
  private let slots: Range<Int>
  /// What each shows at most, and where it first did not show 0.
  private var losses: [(count: Int, line: Int)?]

  /// Prepares to read columns.
  ///
  /// - Parameters:
  ///   - names: of the columns.
  ///   - first: slot of the first of them; the others follow.
  init(_ names: [String], from first: Int) {
    self.names = names
    slots = first..<(first + names.count)
    losses = names.map { _ in nil }
  }

  /// Whether the table has none.
  var isEmpty: Bool { slots.isEmpty }

  /// Takes what stands in the row; counters rise, but rows may be written out of order.
  mutating func take(from rows: borrowing CSVRows) {
    for (index, slot) in slots.enumerated() {
      let shown = rows[slot].double.value.flatMap { Int(exactly: $0.rounded()) }
      guard let count = shown, count > losses[index]?.count ?? 0 else { continue }
      losses[index] = (count, losses[index]?.line ?? rows.line)
    }
  }

  /// Notes what each of them says was lost in all.
  func note(in issues: inout IssueLog) {
    for case let (name, loss?) in zip(names, losses) {
      issues.note(losses: loss.count, of: name, line: loss.line)
    }
  }
}
