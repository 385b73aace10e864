/// What is wanted of the rows below a header.
struct RowPlan: Sendable {
  /// Where the wanted fields lie.
  let columns: ColumnPlan

  /// The stop behind the leading fields that rows tend to repeat; 0 where none were named.
  let leadStop: Int

  /// The stops before and behind the fields that rows mostly repeat as one stretch; `nil` where there are none.
  let stretch: (first: Int, last: Int)?

  /// Columns that hold times, by their positions among the wanted ones.
  let times: [(slot: Int, unit: TimeUnit)]

  /// For each wanted column its position among the times; -1 for others.
  let timeOrdinals: [Int]

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - columns: positions of the wanted columns; `nil` for one that the trace does not have.
  ///   - columnCount: number of columns in all.
  ///   - repeatedSlot: see `CSVRows`.
  ///   - stretch: see `CSVRows`.
  ///   - times: see `CSVRows`.
  init(
    columns: [Int?], columnCount: Int, repeatedSlot: Int?, stretch: [Int],
    times: [(slot: Int, unit: TimeUnit)]
  ) {
    let plan = ColumnPlan(columns: columns, columnCount: columnCount)
    self.columns = plan
    leadStop = repeatedSlot.map { plan.slots[$0] + 1 } ?? 0
    let stops = stretch.map { plan.slots[$0] }.filter { $0 >= 0 }
    // Stops ascend, and so do their places in a row.
    self.stretch = stops.min().flatMap { first in stops.max().map { (first, $0 + 1) } }
    self.times = times
    timeOrdinals = columns.indices.map { slot in times.firstIndex { $0.slot == slot } ?? -1 }
  }
}
