internal import Parallel
internal import System
internal import Units

// While a reader takes the rows of one block of a large file, other threads find the rows of the next blocks. The basic
// idea is that nearly all rows are plain, and that their reader needs only a few times of them. All other rows are left
// to the reader, which reads them as in a small file, so that values, issues and lines cannot depend on the threads.

/// What `CSVRows` needs to find rows: the columns of a file, and what its reader takes of each row.
struct RowLayout: Sendable {
  let header: CSVHeader
  /// The positions of the requested columns, by slot.
  let columns: [Int]
  /// The columns whose times the reader takes of each row.
  let times: [CSVRows.Time]
  /// The slots of the first and the last of neighboring columns that repeat their bytes in most rows.
  let repeated: (first: Int, last: Int)?
}

/// The rows of a block of lines that need not be read by their fields.
struct FoundRows: Sendable {
  /// One line of the block.
  struct Row: Sendable {
    /// The offset of the line after it.
    let next: UInt32
    /// Whether nothing is unusual about it: the reader needs only its times.
    let isPlain: Bool
    /// Whether both it and the line above are plain, and equal in the bytes of the repeated columns.
    let repeats: Bool
  }

  /// The block; `nil` if no rows were searched.
  private(set) var lines: OwnedLines?
  /// The number of lines above the block that were too long; `nil` if no rows were searched.
  private(set) var longLineCount: Int?
  private(set) var rows: [Row] = []
  /// The times of all lines, row by row; `missing` if a field is empty, any number if a row is not plain.
  private(set) var times: [Nanoseconds] = []

  /// No time of a row.
  static let missing = Nanoseconds.min
  /// The least usual length of a line, for which memory is reserved.
  private static let shortLine = 32

  init() {}

  init(in lines: OwnedLines, layout: RowLayout, longLineCount: Int) {
    self.lines = lines
    self.longLineCount = longLineCount
    rows.reserveCapacity(lines.block.count / Self.shortLine)
    times.reserveCapacity(lines.block.count / Self.shortLine * layout.times.count)
    var scanner = CSVRows(layout, at: lines.block.start)
    scanner.findRows(in: lines.block, into: &self)
  }

  @inline(__always)
  mutating func append(_ row: Row) { rows.append(row) }

  @inline(__always)
  mutating func append(_ time: Nanoseconds?) { times.append(time ?? Self.missing) }
}

/// A copy of a block of lines in memory of its own, which never changes, so that several threads may read it.
final class OwnedLines: @unchecked Sendable {
  let block: LineBlock
  private let memory: ByteBuffer

  init(_ lines: LineBlock) {
    let memory = ByteBuffer(capacity: lines.count)
    memory.fill(from: lines)
    block = LineBlock(
      start: UnsafePointer(memory.start), count: lines.count, endsInNewline: lines.endsInNewline)
    self.memory = memory
  }
}

/// Reads blocks of a trace some way ahead of its reader, and lets other threads find their rows.
///
/// It does so while cores are idle: if each of them reads a file of its own, nothing is gained.
struct RowsAhead {
  private var waiting: [Ahead<FoundRows>] = []
  private static let most = Platform.processorCount + 2

  /// The next block with its rows; `nil` at the end of the trace, and if no block was read ahead and no core is idle.
  mutating func next(
    of source: inout TraceSource, _ layout: RowLayout
  ) throws(TraceError) -> FoundRows? {
    while waiting.count < Self.most, hasIdleCore(of: Platform.processorCount),
      let block = try source.nextBlock()
    {
      let (lines, longLines) = (OwnedLines(block), source.longLineCount)
      waiting.append(Ahead { FoundRows(in: lines, layout: layout, longLineCount: longLines) })
    }
    guard !waiting.isEmpty else { return nil }
    let first = waiting.removeFirst()
    first.work()
    // If another thread is at it, this one need not be idle.
    for block in waiting where !first.isDone { block.work() }
    return first.output()
  }
}
