internal import Parallel
public import Recordings
public import Units

/// The properties of a stored run, without its frames, counters and markers.
///
///     let run = try store.runs(RunFilter(suite: "app")).first
///     run?.description.commit  // "3f2a91c"
public struct RunRecord: Sendable, Equatable, FiledRun {
  public internal(set) var id = RunID(0)
  /// The name of the suite to which the run belongs; `nil` for a run without a suite.
  public internal(set) var suite: String?
  public internal(set) var stage: String?
  public internal(set) var name = ""
  /// A hash of the trace's bytes, by which the store recognizes the run.
  public internal(set) var digest = ""
  public internal(set) var origin = Recording.Origin(source: "", format: "", dialect: "")
  /// The metadata of the run, such as its labels, device and commit, and its numbers that have one value per run.
  public internal(set) var description = RunDescription()
  /// The time from the start of the run's first frame to the end of its last; `nil` if the frames are unknown.
  public internal(set) var duration: Nanoseconds?
  var contentDigest = ""
  /// The number of frames; `nil` without a timeline.
  var frameCount: Int?
  /// The reason why there is no timeline; `nil` if there is one.
  var withheldReason: String?
  var deviceRow: Int64 = 0
  var sessionRow: Int64?

  /// The number of frames of the run, or the reason why its frames are unknown.
  public var frames: Known<Int> {
    frameCount.map { .known($0) } ?? .withheld(because: withheldReason ?? "")
  }

  /// The properties of the run that the command `runs show` prints, in the order in which it prints them.
  public var facts: [(name: String, value: String)] {
    let labels = (Array(description.device.properties) + Array(description.labels))
    return
      (Self.table.facts(of: self, for: .shown)
      + Device.table.facts(of: description.device, for: .shown)
      + labels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      .filter { !$0.value.isEmpty }
  }

  /// The table `run`, with columns in the order in which `runs show` prints them.
  static let table = RecordTable<RunRecord>(
    "run",
    [
      RecordColumn("suite", \.suite, fact: "suite"),
      RecordColumn("stage", \.stage, fact: "stage"),
      RecordColumn("name", \.name, fact: "name", [.shown]),
      RecordColumn("source", \.origin.source, fact: "source", [.shown]),
      RecordColumn("format", \.origin.format, fact: "format", [.shown]) {
        "\($0.origin.format) \($0.origin.dialect)"
      },
      RecordColumn("dialect", \.origin.dialect),
      RecordColumn("stream", \.origin.stream, fact: "stream", [.shown]),
      RecordColumn("digest", \.digest, fact: "digest", [.shown]),
      RecordColumn("content_digest", \.contentDigest),
      RecordColumn("frames", \.frameCount),
      RecordColumn("withheld", \.withheldReason, fact: "no frames", [.shown]),
      RecordColumn("duration_ns", \.duration),
      RecordColumn("provenance", \.description.provenance, fact: "provenance"),
      RecordColumn("revision", \.description.commit, fact: "commit"),
      RecordColumn("date", \.description.date, fact: "date"),
      // Users see only the name of the session, which is in a separate table.
      RecordColumn("session", \.sessionRow, fact: "session") { $0.description.session },
      RecordColumn("device", \.deviceRow),
      RecordColumn(
        "test_duration_ns", \.description.testDuration, fact: "duration of the test", [.compared],
        unit: " ns"),
    ])
}

extension Device {
  /// The table `device`.
  static let table = RecordTable<Device>(
    "device",
    [
      RecordColumn("name", \.name, fact: "device"), RecordColumn("os", \.os, fact: "os"),
      RecordColumn("cpu", \.cpu, fact: "cpu"), RecordColumn("gpu", \.gpu, fact: "gpu"),
      RecordColumn("refresh_rate_hz", \.refreshRate, fact: "refresh rate", unit: " Hz"),
      RecordColumn("input_lag_ns", \.inputLag, fact: "input lag", [.compared], unit: " ns"),
    ])
}

/// A filter for stored runs; a run passes if it meets all conditions that are set.
public struct RunFilter: Sendable, Equatable {
  /// The ids of the runs to select; `nil` for all runs.
  public var ids: [RunID]?
  /// The name of the suite whose runs pass the filter; `nil` for all suites.
  public var suite: String?
  /// The id of the stage whose runs pass the filter; `nil` for all stages.
  public var stage: String?
  /// The name that a run must have within its stage to pass the filter; `nil` for any name.
  public var name: String?
  /// The measured commit of the runs that pass the filter, as the runs name it; `nil` for all commits.
  public var commit: String?
  /// The measured commits of the runs that pass the filter, as the runs name them; `nil` for all commits.
  public var commits: [String]?
  /// The name of the measurement session whose runs pass the filter; `nil` for all sessions.
  public var session: String?
  /// The name of the device whose runs pass the filter; `nil` for all devices.
  public var device: String?
  /// The labels (names and values) that a run must have to pass the filter, all of them.
  public var labels: [String: String] = [:]

  public init(suite: String? = nil, stage: String? = nil) {
    self.suite = suite
    self.stage = stage
  }

  /// The condition in SQL on a row of `run`, and its values.
  package var condition: (sql: String, values: [SQLValue]) {
    var terms: [String] = []
    var values: [SQLValue] = []
    func add(_ term: String, _ value: String?) {
      guard let value else { return }
      terms.append(term)
      values.append(.text(value))
    }
    add("run.suite = ?", suite)
    add("run.stage = ?", stage)
    add("run.name = ?", name)
    add("run.revision = ?", commit)
    add("run.session IN (SELECT id FROM session WHERE name = ?)", session)
    add("run.device IN (SELECT id FROM device WHERE name = ?)", device)
    for (key, value) in labels.sorted(by: { $0.key < $1.key }) {
      terms.append("run.id IN (SELECT run FROM label WHERE key = ? AND value = ?)")
      values += [.text(key), .text(value)]
    }
    if let ids {
      terms.append("run.id IN (SELECT value FROM json_each(?))")
      values.append(SQLValue(list: ids))
    }
    if let commits {
      terms.append("run.revision IN (SELECT value FROM json_each(?))")
      values.append(SQLValue(list: commits))
    }
    return (terms.isEmpty ? "TRUE" : terms.joined(separator: " AND "), values)
  }

  /// The condition on a row with a column `run`; always true, without a lookup, if the filter is empty.
  var conditionOnItsParts: (sql: String, values: [SQLValue]) {
    let (condition, values) = condition
    guard self != RunFilter() else { return (condition, values) }
    return ("run IN (SELECT id FROM run WHERE \(condition))", values)
  }
}

extension SQLValue {
  /// Run numbers as one value for `json_each`, so that the statement is the same for any number of runs.
  package init(list ids: [RunID]) {
    self = .text("[\(ids.map { String($0.number) }.joined(separator: ","))]")
  }

  /// Texts as one value for `json_each`.
  package init(list texts: [String]) {
    self = .text("[\(texts.map(\.jsonText).joined(separator: ","))]")
  }
}

extension String {
  /// The text in quotation marks, with JSON escapes.
  fileprivate var jsonText: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension RunStore {
  /// The stored runs that pass a filter, sorted by suite, stage, name and number.
  ///
  /// Runs without a suite come first. Stages are in the order of the suite, with unlisted stages last; names are in
  /// natural order. O(n log n) for n runs found, whatever their length.
  public func runs(_ filter: RunFilter = RunFilter()) throws(StoreError) -> [RunRecord] {
    try connection.snapshot { () throws(StoreError) in
      let details = try RunDetails(of: filter, in: connection)
      let (condition, values) = filter.condition
      let records = try connection.rows(
        """
        SELECT run.id, \(RunRecord.table.selected), session.name AS session_name
        FROM run LEFT JOIN session ON session.id = run.session WHERE \(condition)
        """, values
      ) { (row) throws(StoreError) in
        var run = RunRecord()
        run.id = RunID(row.integer("id"))
        RunRecord.table.read(row, into: &run)
        run.description.session = row.optionalText("session_name")
        details.complete(&run)
        return run
      }
      return try inOrder(records)
    }
  }

  /// Sorts runs by place, name and number.
  func inOrder<Run: FiledRun>(_ runs: [Run]) throws(StoreError) -> [Run] {
    var numbers: [Place: Int] = [:]
    var filed: [[Int]] = []
    var latest: (place: Place, number: Int)?
    for (index, run) in runs.enumerated() {
      let place = Place(suite: run.suite, stage: run.stage)
      let number = latest?.place == place ? latest?.number : numbers[place]
      latest = (place, number ?? filed.count)
      if let number {
        filed[number].append(index)
      } else {
        numbers[place] = filed.count
        filed.append([index])
      }
    }
    let ranks = Place.ranks(of: Set(numbers.keys), positions: try stagePositions())
    let inOrder = numbers.sorted { (ranks[$0.key] ?? 0) < (ranks[$1.key] ?? 0) }
    return inOrder.map { filed[$0.value] }.mapConcurrently { indices in
      indices.map { RunKey(name: NaturalKey(runs[$0].name), id: runs[$0].id, index: $0) }
        .sorted().map(\.index)
    }.flatMap { $0.map { runs[$0] } }
  }

  func stagePositions() throws(StoreError) -> [Place: Int64] {
    var positions: [Place: Int64] = [:]
    try connection.forEachRow("SELECT suite, id, position FROM stage") {
      (row) throws(StoreError) in
      positions[Place(suite: row.text("suite"), stage: row.text("id"))] = row.integer("position")
    }
    return positions
  }

  /// The metadata of a commit at the time when a run of the commit was stored; `nil` if the store has no such run.
  public func revision(_ commit: String) throws(StoreError) -> Revision? {
    try connection.rows(
      "SELECT parents, author_date, subject, branch FROM revision WHERE id = ?", [.text(commit)]
    ) { (row) throws(StoreError) in
      var revision = Revision()
      revision.parents = row.optionalText("parents").map {
        $0.split(separator: " ").map(String.init)
      }
      revision.authorDate = row.optionalText("author_date")
      revision.subject = row.optionalText("subject")
      revision.branch = row.optionalText("branch")
      return revision
    }.first
  }

  /// The parents of a commit at the time when a run of the commit was stored, the first parent first; `nil` if there is
  /// no such run.
  ///
  /// Empty if the commit has no parents, or if they are unknown. Reads less than `revision`.
  public func parents(of commit: String) throws(StoreError) -> [String]? {
    try connection.rows("SELECT parents FROM revision WHERE id = ?", [.text(commit)]) {
      (row) throws(StoreError) -> [String] in
      let space = UInt8(ascii: " ")
      guard let text = row.optionalText("parents") else { return [] }
      // Nearly all commits have one parent.
      return text.utf8.contains(space) ? text.split(separator: " ").map(String.init) : [text]
    }.first
  }

  func checkExistence(of run: RunID) throws(StoreError) {
    guard try connection.integer("SELECT 1 FROM run WHERE id = ?", [.integer(run.number)]) != nil
    else { throw .noSuchRun(path: path, run: run) }
  }
}

/// The properties by which runs are sorted.
protocol FiledRun: Sendable {
  var id: RunID { get }
  var suite: String? { get }
  var stage: String? { get }
  var name: String { get }
}

extension Place {
  /// The rank of each place: runs without a suite first, then suites; within a suite, runs without a stage, then stages
  /// in the order of the suite, then other stages.
  static func ranks(of places: Set<Place>, positions: [Place: Int64]) -> [Place: Int] {
    let sorted = places.map { place in
      let position = positions[place] ?? (place.stage == nil ? 0 : Int64.max)
      return (place: place, suite: place.suite.map(NaturalKey.init), position: position)
    }.sorted { left, right in
      if left.suite != right.suite { return left.suite.precedes(right.suite) }
      if left.position != right.position { return left.position < right.position }
      return left.place.stage.map(NaturalKey.init).precedes(right.place.stage.map(NaturalKey.init))
    }
    let ranked = sorted.enumerated().map { ($0.element.place, $0.offset) }
    return Dictionary(ranked) { first, _ in first }
  }
}

extension NaturalKey? {
  /// `nil` precedes all keys.
  fileprivate func precedes(_ other: NaturalKey?) -> Bool {
    guard let other else { return false }
    return map { $0 < other } ?? true
  }
}

/// The sort key of a run within its place.
///
/// Keys are sorted instead of runs, because runs are large.
struct RunKey: Comparable {
  let name: NaturalKey
  let id: RunID
  let index: Int

  static func < (left: RunKey, right: RunKey) -> Bool {
    if left.name != right.name { return left.name < right.name }
    return left.id < right.id
  }
}
