internal import Dispatch
internal import Synchronization

/// A block of lines on its way from the source to whoever takes their rows.
///
/// Two threads never work on it at once. One fills it and then offers it; whoever claims it first scans its
/// rows; the one that offered it waits until that is done before it looks at them, and before it fills the
/// block again.
final class RowBlock: @unchecked Sendable {
  /// The rows of the part that was scanned last.
  private(set) var table: RowTable

  /// Number of lines up to the end of that part, blank ones included.
  private(set) var lineCount = 0

  /// Whether the last newline stood in the trace, and was not put there for the scanners' sake.
  private(set) var endsInNewline = true

  /// Lines that the source had passed over when it gave the block.
  private(set) var longLineCount = 0

  private(set) var scanner: RowScanner
  private var position = 0
  private var copy = ByteBuffer(capacity: 0)

  private let isClaimed = Atomic(true)
  private let isScanned = DispatchSemaphore(value: 0)

  /// Makes room for rows.
  ///
  /// - Parameters:
  ///   - plan: what is wanted of them.
  ///   - rowLimit: how many are scanned at once.
  init(plan: RowPlan, rowLimit: Int) {
    table = RowTable(limit: rowLimit, plan: plan)
    scanner = RowScanner(
      plan: plan, bytes: UnsafePointer(copy.start), count: 0, hasQuotes: false)
  }

  /// Takes lines that stay where they are until the block is filled again.
  ///
  /// - Parameters:
  ///   - lines: from the source.
  ///   - longLineCount: what the source says now.
  func borrow(_ lines: LineBlock, longLineCount: Int) {
    table.restart(at: 0, lineCount: 0)
    (lineCount, position) = (0, 0)
    self.longLineCount = longLineCount
    endsInNewline = lines.endsInNewline
    scanner = RowScanner(
      plan: scanner.plan, bytes: lines.start, count: lines.count,
      hasQuotes: Memory.contains(Byte.quote, lines.start, count: lines.count))
  }

  /// Takes lines into memory of its own, and offers them to be scanned by another thread.
  func offer(_ lines: LineBlock, longLineCount: Int) {
    if copy.capacity < lines.count { copy = ByteBuffer(capacity: lines.count) }
    copy.fill(from: lines)
    borrow(
      LineBlock(
        start: UnsafePointer(copy.start), count: lines.count, endsInNewline: lines.endsInNewline),
      longLineCount: longLineCount)
    isClaimed.store(false, ordering: .releasing)
    DispatchQueue.global().async { self.scanIfOffered() }
  }

  private func scanIfOffered() {
    guard claim() else { return }
    scan()
    isScanned.signal()
  }

  /// Waits until an offered block is scanned, or does it where no thread has come to it yet.
  func take() {
    if claim() { scan() } else { isScanned.wait() }
  }

  private func claim() -> Bool {
    isClaimed.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// Scans the rows that come next; there are none when all are done.
  func scan() {
    scanner.fill(&table, from: &position, line: &lineCount)
  }
}
