internal import CSQLite

/// A limit for the work of one statement, so that a crafted store cannot keep SQLite busy without end.
///
/// The basic idea is that a statement of ours visits each row a bounded number of times. So the steps of SQLite's virtual
/// machine that it may take are proportional to the size of the file. Queries of the user have no limit.
struct StepLimit {
  /// Whether statements are limited at present.
  var isOn = true
  /// Statements that are being run, one within the other.
  var depth = 0
  /// How often SQLite reported progress since the outermost one began.
  var ticks = 0

  /// Steps of a tick.
  static let steps: Int32 = 1 << 20
  /// Ticks that any statement may take; about two seconds.
  static let least = 64
  /// Bytes of the file that allow one tick more: 64 steps per byte.
  ///
  /// An integrity check takes 0.14 steps per byte.
  static let bytesOfTick = 1 << 14
}

extension Connection {
  /// Lets SQLite end statements that take more steps than a store of this size needs.
  func limitSteps() {
    sqlite3_progress_handler(
      handle, StepLimit.steps,
      { object in
        guard let object else { return 0 }
        return Unmanaged<Connection>.fromOpaque(object).takeUnretainedValue().isBeyondLimit()
          ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func isBeyondLimit() -> Bool {
    limit.ticks += 1
    guard limit.isOn, limit.ticks > StepLimit.least else { return false }
    let bytes = FileKind.size(of: path) + FileKind.size(of: path + "-wal")
    return limit.ticks > StepLimit.least + bytes / StepLimit.bytesOfTick
  }

  /// Counts the steps of a statement, and of those that run within it, from 0.
  func countingSteps<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if limit.depth == 0 { limit.ticks = 0 }
    limit.depth += 1
    defer { limit.depth -= 1 }
    return try body()
  }
}
