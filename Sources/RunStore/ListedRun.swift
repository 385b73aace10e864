public import Recordings
public import Units

/// The few properties of a stored run that lists of runs show, which are read much faster than all properties.
public struct ListedRun: Sendable, Equatable, FiledRun {
  public let id: RunID
  /// The name of the suite to which the run belongs; `nil` for a run without a suite.
  public let suite: String?
  public let stage: String?
  public let name: String
  /// The id of the run's trace format, such as `mangohud`.
  public let format: String
  /// The number of frames of the run, or the reason why its frames are unknown.
  public let frames: Known<Int>
  /// The time from the start of the run's first frame to the end of its last; `nil` if the frames are unknown.
  public let duration: Nanoseconds?
  /// The commit that the run measured, as the run names it; `nil` if the run names none.
  public let commit: String?
}

extension RunStore {
  /// The stored runs that pass a filter, with the properties that lists show, sorted by suite, stage, name and number.
  ///
  /// O(n log n) for n runs found; reads only the table of runs.
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

/// Reads rows of runs, most of which have the same texts.
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

/// Caches the last text of a table's column, because consecutive rows usually have the same text.
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
