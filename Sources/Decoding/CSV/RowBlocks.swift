/// The lines of a trace in blocks, which other threads take apart ahead of time where the trace is long.
///
/// Lines are read and handed out in the order of the trace. Memory is bounded, however long that is.
struct RowBlocks {
  private let plan: RowPlan
  /// Read, and not handed out yet.
  private var waiting: [RowBlock] = []
  private var spare: [RowBlock] = []
  /// The one that was handed out last of those.
  private var taken: RowBlock?
  /// No lines.
  let empty: RowBlock
  /// The one whose lines are not read ahead.
  private let near: RowBlock
  private var byteCount = 0

  /// Lines that the source had passed over when it gave the last block.
  private(set) var longLineCount = 0

  /// Blocks read ahead.
  private static let depth = 8
  /// Rows of a block of the usual size, and of one that is scanned while its bytes are still at hand.
  private static let (rowsAhead, rowsAtOnce) = (4096, 256)

  init(plan: RowPlan) {
    self.plan = plan
    empty = RowBlock(plan: plan, rowLimit: 1)
    near = RowBlock(plan: plan, rowLimit: Self.rowsAtOnce)
  }

  /// The block that comes next, its first rows scanned.
  ///
  /// - Parameter source: the same each time.
  /// - Returns: a block that is good until the next call; `nil` at the end.
  /// - Throws: when the file cannot be read on.
  mutating func next(in source: inout TraceSource) throws(TraceError) -> RowBlock? {
    guard byteCount >= source.pace.bytesOfLongTrace else { return try nextAtOnce(in: &source) }
    if let taken { spare.append(taken) }
    taken = nil
    while waiting.count < Self.depth, let lines = try source.nextBlock() {
      let block = spare.popLast() ?? RowBlock(plan: plan, rowLimit: Self.rowsAhead)
      block.offer(lines, longLineCount: source.longLineCount)
      waiting.append(block)
    }
    guard !waiting.isEmpty else {
      longLineCount = source.longLineCount
      return nil
    }
    let block = waiting.removeFirst()
    block.take()
    longLineCount = block.longLineCount
    taken = block
    return block
  }

  private mutating func nextAtOnce(
    in source: inout TraceSource
  ) throws(TraceError) -> RowBlock? {
    let lines = try source.nextBlock()
    longLineCount = source.longLineCount
    guard let lines else { return nil }
    byteCount += lines.count
    near.borrow(lines, longLineCount: longLineCount)
    near.scan()
    return near
  }
}
