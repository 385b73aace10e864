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
    try connection.snapshot { () throws(StoreError) in
      let isWhole = filter == RunFilter()
      return try inOrder(isWhole ? allListedRuns() : listedRuns(meeting: filter.condition))
    }
  }

  private func listedRuns(
    meeting condition: (sql: String, values: [SQLValue])
  ) throws(StoreError) -> [ListedRun] {
    var reading = ListedRunReading()
    return try connection.rows(
      "SELECT \(ListedRunReading.columns) FROM run WHERE \(condition.sql)", condition.values
    ) { (row) throws(StoreError) in reading.run(row) }
  }

  private func allListedRuns() throws(StoreError) -> [ListedRun] {
    try stretchesOfRuns { (connection, numbers) throws(StoreError) in
      var reading = ListedRunReading()
      return try connection.rows(
        "SELECT \(ListedRunReading.columns) FROM run WHERE id BETWEEN ? AND ?",
        [.integer(numbers.lowerBound), .integer(numbers.upperBound)]
      ) { (row) throws(StoreError) in reading.run(row) }
    }.flatMap(\.self)
  }
}

/// Reads runs one after the other, which have most of their texts in common.
private struct ListedRunReading {
  static let columns = "id, suite, stage, name, format, frames, duration_ns, withheld, revision"

  private var suite = RepeatedText("suite")
  private var stage = RepeatedText("stage")
  private var format = RepeatedText("format")
  private var commit = RepeatedText("revision")

  mutating func run(_ row: Statement) -> ListedRun {
    ListedRun(
      id: RunID(row.integer("id")), suite: suite.text(of: row), stage: stage.text(of: row),
      name: row.text("name"), format: format.text(of: row) ?? "",
      frames: row.optionalInteger("frames").map { .known(Int($0)) }
        ?? .withheld(because: row.text("withheld")),
      duration: row.optionalInteger("duration_ns"), commit: commit.text(of: row))
  }
}

/// The text that a column had last, which rows have in common until there is another.
private struct RepeatedText {
  private var latest: String?
  private var utf8: [UInt8]?

  private let name: String

  init(_ name: String) { self.name = name }

  mutating func text(of row: Statement) -> String? {
    let column = row[name]
    let isSame =
      utf8?.withUnsafeBytes { row.hasText($0, in: column) } ?? row.hasText(nil, in: column)
    if !isSame {
      latest = row.optionalText(column)
      utf8 = latest.map { Array($0.utf8) }
    }
    return latest
  }
}
