/// Rows that were taken apart: where each lies in its block, and where its fields do.
///
/// Used again for the rows that follow. Positions count from the first byte of the block, which is shorter than
/// 4 GiB. A row that is not ended yet has its marks behind those of the rows before.
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
    /// The first of its marks.
    var firstMark: UInt32 = 0
    /// Whether the plan's stretch holds the bytes that it holds in the row before in this table.
    var repeatsStretch = false
  }

  /// Stands where a field holds no time that is to be had without a second look.
  static let noTime = Int64.min

  /// How many rows there is room for.
  let limit: Int

  /// How many there are.
  private(set) var count = 0

  /// Where the row that is not ended yet begins.
  private(set) var openStart = 0

  /// Number of lines before that row, blank ones included.
  private(set) var lineCount = 0

  private let rows: UnsafeMutablePointer<Row>
  /// All of it is initialised.
  private var marks: UnsafeMutablePointer<UInt32>
  private var markCapacity: Int
  private var firstMark = 0
  private var nextMark = 0
  private let times: UnsafeMutablePointer<Int64>

  /// Marks that 64 bytes can bring at most: two for a line's end.
  private static let marksAtOnce = 2 * SeparatorMasks.width + 1
  /// Marks that room is made for ahead, at most: headers may name columns by the thousand, and a block of the usual
  /// size mostly has fewer separators.
  private static let mostMarks = ReadingPace.usual.readBytes / 4

  /// Makes room.
  ///
  /// - Parameters:
  ///   - limit: for how many rows, at least 1.
  ///   - plan: what is wanted of them.
  init(limit: Int, plan: RowPlan) {
    self.limit = limit
    markCapacity =
      min(limit * (plan.columnCount + 1), Self.mostMarks) + 2 * Self.marksAtOnce
    rows = .allocate(capacity: limit)
    marks = .allocate(capacity: markCapacity)
    times = .allocate(capacity: max(limit * plan.times.count, 1))
    rows.initialize(repeating: Row(), count: limit)
    marks.initialize(repeating: 0, count: markCapacity)
    times.initialize(repeating: Self.noTime, count: limit * plan.times.count)
  }

  deinit {
    rows.deallocate()
    marks.deallocate()
    times.deallocate()
  }

  /// Whether no row more has room.
  var isFull: Bool { count == limit }

  /// Takes all rows out, and begins one.
  ///
  /// - Parameters:
  ///   - start: where it begins.
  ///   - lineCount: number of lines before.
  mutating func restart(at start: Int, lineCount: Int) {
    count = 0
    (openStart, self.lineCount) = (start, lineCount)
    firstMark = 0
    open()
  }

  /// Makes room for the marks of `SeparatorMasks.width` bytes; O(1) but for rows of many times the usual length.
  ///
  /// - Returns: `false` where there is none, and the rows that are there make it by being taken out.
  @inline(__always)
  mutating func makeRoom() -> Bool {
    nextMark &+ Self.marksAtOnce <= markCapacity || growForOpenRow()
  }

  @inline(never)
  private mutating func growForOpenRow() -> Bool {
    guard count == 0 else { return false }
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * markCapacity)
    larger.initialize(repeating: 0, count: 2 * markCapacity)
    larger.update(from: marks, count: nextMark)
    marks.deallocate()
    marks = larger
    markCapacity *= 2
    return true
  }

  /// Adds separators to the open row; there is room for them.
  ///
  /// - Parameters:
  ///   - separators: bit `k` for one at `position + k`.
  ///   - position: of the first byte of 64.
  @inline(__always)
  mutating func add(separators: UInt64, at position: Int) {
    var (rest, next) = (separators, nextMark)
    while rest != 0 {
      marks[next] = UInt32(truncatingIfNeeded: position &+ rest.trailingZeroBitCount &+ 1)
      next &+= 1
      rest &= rest &- 1
    }
    nextMark = next
  }

  /// Ends the open row, which counts unless it is blank, and opens the next.
  ///
  /// - Parameters:
  ///   - newline: where it ends.
  ///   - bytes: the first byte of the block.
  @inline(__always)
  mutating func endRow(at newline: Int, of bytes: UnsafePointer<UInt8>) {
    lineCount &+= 1
    let hasReturn = newline > openStart && bytes[newline &- 1] == Byte.carriageReturn
    let end = hasReturn ? newline &- 1 : newline
    if end > openStart {
      rows[count] = Row(
        start: UInt32(truncatingIfNeeded: openStart), end: UInt32(truncatingIfNeeded: newline &+ 1),
        line: UInt32(truncatingIfNeeded: lineCount),
        fieldCount: UInt32(truncatingIfNeeded: nextMark &- firstMark),
        firstMark: UInt32(truncatingIfNeeded: firstMark))
      count &+= 1
      marks[nextMark] = UInt32(truncatingIfNeeded: end &+ 1)
      firstMark = nextMark &+ 1
    }
    openStart = newline &+ 1
    open()
  }

  @inline(__always)
  private mutating func open() {
    marks[firstMark] = UInt32(truncatingIfNeeded: openStart)
    nextMark = firstMark &+ 1
  }

  /// Where the rows lie, for whoever reads many of them; good until rows are added.
  var view: View { View(rows: rows, marks: marks, times: times, limit: limit) }

  /// The places of the rows of a table.
  ///
  /// Indices are below the table's `limit`.
  struct View {
    fileprivate let rows: UnsafeMutablePointer<Row>
    fileprivate let marks: UnsafeMutablePointer<UInt32>
    fileprivate let times: UnsafeMutablePointer<Int64>
    fileprivate let limit: Int

    /// A row.
    @inline(__always)
    subscript(index: Int) -> Row {
      get { rows[index] }
      nonmutating set { rows[index] = newValue }
    }

    /// Where the row itself and each field behind a separator begin; the last is one behind the row's text.
    ///
    /// - Parameters:
    ///   - row: of the table.
    ///   - column: from 0; behind the last field it is its end.
    /// - Returns: a position in the block.
    @inline(__always)
    func mark(_ row: Row, _ column: Int) -> Int {
      Int(marks[Int(row.firstMark) &+ min(column, Int(row.fieldCount))])
    }

    /// The times of a column, one for each row.
    ///
    /// - Parameter ordinal: position among the times that the plan names.
    /// - Returns: as many as the table has room for.
    @inline(__always)
    func times(_ ordinal: Int) -> UnsafeMutablePointer<Int64> { times + ordinal * limit }
  }
}
