/// Rows that were taken apart: where each lies in its block, and where its wanted fields do.
///
/// Memory of a fixed size, used again for the rows that follow. All of it is initialised; positions count
/// from the first byte of the block, which is shorter than 4 GiB.
struct RowTable: ~Copyable {
  /// One row.
  struct Row {
    /// Where it begins.
    var start: UInt32 = 0
    /// The position behind its newline.
    var end: UInt32 = 0
    /// Number of its line within the block, from 1; blank lines count.
    var line: UInt32 = 0
    /// How many fields it has.
    var fieldCount: UInt32 = 0
    /// Whether the plan's stretch holds the bytes that it holds in the row before in this table.
    var repeatsStretch = false
  }

  /// Stands where a field holds no time that is to be had without a second look.
  static let noTime = Int64.min

  /// How many rows there is room for.
  let limit: Int

  /// How many there are.
  var count = 0

  private let rows: UnsafeMutablePointer<Row>
  private let marks: UnsafeMutablePointer<UInt32>
  private let times: UnsafeMutablePointer<Int64>
  private let stopCount: Int
  private let timeCount: Int

  /// Makes room.
  ///
  /// - Parameters:
  ///   - limit: for how many rows, at least 1.
  ///   - plan: what is wanted of them.
  init(limit: Int, plan: RowPlan) {
    self.limit = limit
    stopCount = plan.columns.stops.count
    timeCount = plan.times.count
    rows = .allocate(capacity: limit)
    marks = .allocate(capacity: limit * stopCount)
    times = .allocate(capacity: max(limit * timeCount, 1))
    rows.initialize(repeating: Row(), count: limit)
    marks.initialize(repeating: 0, count: limit * stopCount)
    times.initialize(repeating: Self.noTime, count: limit * timeCount)
  }

  deinit {
    rows.deallocate()
    marks.deallocate()
    times.deallocate()
  }

  /// Where the rows lie, for whoever reads many of them.
  var view: View {
    View(rows: rows, marks: marks, times: times, stopCount: stopCount, timeCount: timeCount)
  }

  /// The places of the rows of a table; good as long as the table is.
  ///
  /// Indices are below the table's `limit`.
  struct View {
    fileprivate let rows: UnsafeMutablePointer<Row>
    fileprivate let marks: UnsafeMutablePointer<UInt32>
    fileprivate let times: UnsafeMutablePointer<Int64>
    fileprivate let stopCount: Int
    fileprivate let timeCount: Int

    /// A row.
    @inline(__always)
    subscript(index: Int) -> Row {
      get { rows[index] }
      nonmutating set { rows[index] = newValue }
    }

    /// Where the stops of the plan lie in a row: positions behind separators, one for each stop.
    @inline(__always)
    func marks(of row: Int) -> UnsafeMutablePointer<UInt32> { marks + row * stopCount }

    /// The times of a row, one for each that the plan names.
    @inline(__always)
    func times(of row: Int) -> UnsafeMutablePointer<Int64> { times + row * timeCount }
  }
}
