/// What is wanted of the rows below a header.
struct RowPlan: Sendable {
  /// Positions of the wanted columns; -1 for one that the trace does not have.
  let columns: [Int]

  /// The columns from the first to the last of the fields that rows mostly repeat as one stretch; `nil` where
  /// there are none.
  let stretch: ClosedRange<Int>?

  /// Columns that hold times, by their positions among the wanted ones.
  let times: [(slot: Int, unit: TimeUnit)]

  /// For each wanted column its position among the times; -1 for others.
  let timeOrdinals: [Int]

  /// Number of fields that rows have as a rule.
  let columnCount: Int

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - columns: positions of the wanted columns; `nil` for one that the trace does not have.
  ///   - columnCount: number of columns in all.
  ///   - stretch: see `CSVRows`.
  ///   - times: see `CSVRows`.
  init(
    columns: [Int?], columnCount: Int, stretch: [Int], times: [(slot: Int, unit: TimeUnit)]
  ) {
    self.columns = columns.map { $0 ?? -1 }
    self.columnCount = columnCount
    let repeated = stretch.compactMap { columns[$0] }
    self.stretch = repeated.min().flatMap { first in repeated.max().map { first...$0 } }
    self.times = times
    timeOrdinals = columns.indices.map { slot in times.firstIndex { $0.slot == slot } ?? -1 }
  }
}
