internal import CSQLite
internal import System

/// A limit for the work of one statement, so that a crafted store cannot keep SQLite busy forever.
///
/// Hitchmark's own statements visit each row a bounded number of times. The allowed number of steps of SQLite's virtual
/// machine is therefore proportional to the size of the file. Queries of the user have no limit.
struct StepLimit {
  /// Whether the limit applies at present.
  var isOn = true
  /// The depth of nested statements.
  var depth = 0
  /// The number of progress reports of SQLite since the outermost statement began.
  var ticks = 0

  /// The number of steps per progress report.
  static let steps: Int32 = 1 << 20
  /// The number of reports that any statement may have; about two seconds.
  static let least = 64
  /// The number of bytes of the file per additional report: 64 steps per byte.
  ///
  /// An integrity check takes 0.14 steps per byte.
  static let bytesOfTick = 1 << 14
}

extension Connection {
  /// Makes SQLite end statements that take more steps than a store of this size needs.
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

  /// Counts the steps of a statement, including nested ones, from 0.
  func countingSteps<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if limit.depth == 0 { limit.ticks = 0 }
    limit.depth += 1
    defer { limit.depth -= 1 }
    return try body()
  }
}
