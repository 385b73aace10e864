public import Recordings
public import Units

/// What a list shows of a run, at a small part of the cost of a `RunRecord`.
public struct ListedRun: Sendable, Equatable, FiledRun {
  /// Its number in the store.
  public let id: RunID
  /// The suite it belongs to.
  public let suite: String?
  /// The stage of the suite.
  public let stage: String?
  /// Its name within the stage.
  public let name: String
  /// The id of the format that it was read from.
  public let format: String
  /// Number of frames, or why there is no timeline.
  public let frames: Known<Int>
  /// From the first present to the last; `nil` without a timeline.
  public let duration: Nanoseconds?
  /// The commit it measured, as it was given; `nil` where none was.
  public let commit: String?
}

extension RunStore {
  /// What a list shows of the runs that pass a filter, in the order of `runs`.
  ///
  /// O(n log n) in the runs found, and reads no table but that of the runs.
  ///
  /// - Parameter filter: which runs.
  /// - Returns: a line for each.
  /// - Throws: `StoreError`.
  public func listedRuns(_ filter: RunFilter = RunFilter()) throws(StoreError) -> [ListedRun] {
    let (condition, values) = filter.condition
    return try connection.snapshot { () throws(StoreError) in
      try inOrder(
        connection.rows(
          """
          SELECT id, suite, stage, name, format, frames, duration_ns, withheld, revision
          FROM run WHERE \(condition)
          """, values
        ) { (row) throws(StoreError) in ListedRun(row: row) })
    }
  }
}

extension ListedRun {
  /// Reads the columns that `listedRuns` asks for.
  fileprivate init(row: Statement) {
    id = RunID(row.integer(0))
    suite = row.optionalText(1)
    stage = row.optionalText(2)
    name = row.text(3)
    format = row.text(4)
    frames = row.optionalInteger(5).map { .known(Int($0)) } ?? .withheld(because: row.text(7))
    duration = row.optionalInteger(6)
    commit = row.optionalText(8)
  }
}
