internal import Parallel
public import Recordings
internal import Units

/// The suite, stage, commit, session and device of many stored runs, in a compact form for analyses of the whole
/// store.
///
/// `RunRecord` contains more about a run, at many times the cost.
public struct RunHistory: Sendable {
  /// One stored run, with small numbers that refer to its stage, commit, device and measurement session.
  public struct Run: Sendable, Equatable {
    public let id: RunID
    /// A key of `RunHistory.devices`.
    public let device: Int64
    // Narrow types, because there may be millions of runs.
    /// `Int64.min` for none, which SQLite never assigns to a row.
    private let narrowSession: Int64
    private let narrowPlace: Int32
    /// -1 for none.
    private let narrowCommit: Int32

    init(id: RunID, place: Int, device: Int64, commit: Int?, session: Int64?) {
      self.id = id
      self.device = device
      narrowSession = session ?? .min
      narrowPlace = Int32(place)
      narrowCommit = commit.map { Int32($0) } ?? -1
    }

    /// Equal for all runs of a session; `nil` without one.
    public var session: Int64? { narrowSession == .min ? nil : narrowSession }

    /// The run's suite and stage, as an index into the list of all suites and stages.
    public var place: Int { Int(narrowPlace) }

    /// The commit that the run measured, as an index into the list of all commits; `nil` if the run names no commit.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
  }

  /// The stored runs that passed a filter, sorted by their numbers in the store.
  public let runs: [Run]
  /// The suites and stages of the runs, sorted by suite, with stages in the order that the suite declares.
  public let places: [Place]
  /// All devices on which runs of the store were measured, by the number that the store gives to each device.
  public let devices: [Int64: Device]
  /// The names of the commits that the stored runs measured, as the runs contain them, sorted.
  public let commits: [String]
}

/// Facts about a run that may explain unusual results: measurement session, trace format and labels.
public struct RunCircumstances: Sendable, Equatable {
  /// The name of the session (a block of runs on one device) in which the run was measured; `nil` if the run has none.
  public let session: String?
  public let format: String
  public var labels: [String: String] = [:]
}

/// A part of the runs while they are read, with indices for their common texts.
struct RunHistoryPart: Sendable {
  private(set) var runs: [RunHistory.Run] = []
  private(set) var places = TextNumbering(columns: ["suite", "stage"])
  private(set) var commits = TextNumbering(columns: ["revision"])

  private typealias Column = Statement.Column
  private var resolved: (id: Column, commit: Column, session: Column, device: Column)?

  /// The columns that `add` reads.
  static let columns = "run.id, suite, stage, revision, session, device"

  mutating func reserve(_ count: Int) { runs.reserveCapacity(count) }

  mutating func add(_ row: Statement) {
    let columns = resolved ?? (row["id"], row["revision"], row["session"], row["device"])
    resolved = columns
    let commit = row.isNull(columns.commit) ? nil : commits.number(of: row)
    runs.append(
      RunHistory.Run(
        id: RunID(row.integer(columns.id)), place: places.number(of: row),
        device: row.integer(columns.device),
        commit: commit, session: row.optionalInteger(columns.session)))
  }

  mutating func sort() { runs.sort { $0.id < $1.id } }

  /// Concatenates the runs of parts and replaces their indices of places and commits by common ones; uses all
  /// processors.
  ///
  /// - Parameters:
  ///   - placeNumbers: the common index of each place.
  ///   - commitNumbers: the common index of each commit.
  static func runs(
    of parts: [RunHistoryPart], numbering placeNumbers: [Place: Int],
    _ commitNumbers: [String: Int]
  ) -> [RunHistory.Run] {
    var starts = [0]
    for part in parts { starts.append(starts[starts.count - 1] + part.runs.count) }
    return Array(unsafeUninitializedCapacity: starts[parts.count]) { [starts] all, count in
      // Each part has a separate range of the array.
      nonisolated(unsafe) let all = all
      _ = Array(parts.indices).mapConcurrently { index in
        let part = parts[index]
        let places = part.places.texts.map {
          placeNumbers[Place(suite: $0[0], stage: $0[1])] ?? 0
        }
        let commits = part.commits.texts.map { $0[0].flatMap { commitNumbers[$0] } }
        for (offset, run) in part.runs.enumerated() {
          all.initializeElement(
            at: starts[index] + offset,
            to: RunHistory.Run(
              id: run.id, place: places[run.place], device: run.device,
              commit: run.commit.flatMap { commits[$0] }, session: run.session))
        }
      }
      count = starts[parts.count]
    }
  }
}

/// Interns text tuples from result rows: assigns indices in first-seen order and creates each `String` once.
struct TextNumbering: Sendable {
  private(set) var texts: [[String?]] = []
  private let names: [String]
  /// The resolved columns, after the first row.
  private var columns: [Statement.Column] = []
  /// The bytes of all texts, concatenated.
  private var bytes: [UInt8] = []
  /// The range of each text in `bytes`, by index and column; `nil` for `NULL`.
  private var places: [Range<Int>?] = []
  private var numbers: [[String?]: Int] = [:]
  /// The index that followed each index last time.
  private var followers: [Int] = []
  private var latest = 0

  init(columns names: [String]) { self.names = names }

  /// The index of the texts in a row, from 0.
  mutating func number(of row: Statement) -> Int {
    if columns.isEmpty { columns = names.map { row[$0] } }
    guard !texts.isEmpty else { return add(row) }
    if has(row, latest) { return latest }
    // The sequence of tuples usually repeats: stage by stage, commit by commit.
    let guess = followers[latest]
    let number = has(row, guess) ? guess : add(row)
    followers[latest] = number
    latest = number
    return number
  }

  private func has(_ row: Statement, _ number: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var place = number * columns.count
      for column in columns {
        let text = places[place].map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
        guard row.hasText(text, in: column) else { return false }
        place += 1
      }
      return true
    }
  }

  /// Looks the texts up, and adds them if they are new.
  private mutating func add(_ row: Statement) -> Int {
    let found = columns.map { row.optionalText($0) }
    if let number = numbers[found] { return number }
    numbers[found] = texts.count
    texts.append(found)
    for text in found {
      let start = bytes.count
      bytes.append(contentsOf: (text ?? "").utf8)
      places.append(text.map { _ in start..<bytes.count })
    }
    followers.append(0)
    return texts.count - 1
  }
}

extension RunStore {
  /// The stored runs that pass a filter, each with its suite, stage, commit, measurement session and device.
  ///
  /// The lists `devices` and `commits` of the result may also contain devices and commits of other runs of the store.
  ///
  /// Reads a few columns of the table of runs in one pass, on as many threads as `holdStill` allows; O(n) for n runs
  /// found, and O(n log n) with a filter.
  public func history(_ filter: RunFilter = RunFilter()) throws(StoreError) -> RunHistory {
    try connection.snapshot { () throws(StoreError) in
      let isWhole = filter == RunFilter()
      let parts = isWhole ? try allPlacedRuns() : [try placedRuns(filter)]
      let places = Set(
        parts.flatMap { $0.places.texts.map { Place(suite: $0[0], stage: $0[1]) } })
      let ranks = Place.ranks(of: places, positions: try stagePositions())
      let found = Set(parts.flatMap { $0.commits.texts.compactMap { $0[0] } })
      let commits = isWhole ? Self.sorted(found) : try self.commits()
      let numbers = Dictionary(zip(commits, 0...)) { first, _ in first }
      return RunHistory(
        runs: RunHistoryPart.runs(of: parts, numbering: ranks, numbers),
        places: places.sorted { (ranks[$0] ?? 0) < (ranks[$1] ?? 0) },
        devices: try connection.devices(), commits: commits)
    }
  }

  private func allPlacedRuns() throws(StoreError) -> [RunHistoryPart] {
    try stretchesOfRuns { (connection, numbers) throws(StoreError) in
      var part = RunHistoryPart()
      // Run numbers are assigned consecutively, with few gaps.
      part.reserve(Int(max(0, min(numbers.upperBound &- numbers.lowerBound, 1 << 20))))
      try connection.forEachRow(
        "SELECT \(RunHistoryPart.columns) FROM run WHERE id BETWEEN ? AND ?",
        [.integer(numbers.lowerBound), .integer(numbers.upperBound)]
      ) { (row) throws(StoreError) in part.add(row) }
      return part
    }
  }

  private func placedRuns(_ filter: RunFilter) throws(StoreError) -> RunHistoryPart {
    let (condition, values) = filter.condition
    var part = RunHistoryPart()
    try connection.forEachRow(
      "SELECT \(RunHistoryPart.columns) FROM run WHERE \(condition)", values
    ) { (row) throws(StoreError) in part.add(row) }
    part.sort()
    return part
  }

  /// The texts in SQLite's order.
  private static func sorted(_ texts: Set<String>) -> [String] {
    // Commits usually differ in the first eight bytes, which are compared as one number.
    let keyed = texts.map { text in
      let bytes = Array(text.utf8.prefix(8))
      return (
        key: bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - bytes.count)), text: text
      )
    }
    return keyed.sorted { left, right in
      left.key != right.key
        ? left.key < right.key : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }.map(\.text)
  }

  /// The ids of all metrics for which the store has values, or reasons why values are missing, in alphabetical order.
  ///
  /// A store in a file also lists metrics that only removed runs had.
  public func metrics() throws(StoreError) -> [String] {
    try source?.fetchMetricNames()
    return try connection.rows("SELECT name FROM metric ORDER BY name") {
      (row) throws(StoreError) in row.text("name")
    }
  }

  /// The measurement session, trace format and labels of some runs, which may explain unusual results.
  public func circumstances(
    of runs: [RunID]
  ) throws(StoreError) -> [RunID: RunCircumstances] {
    let starts = stride(from: 0, to: runs.count, by: Self.circumstancesAtOnce)
    let pieces = starts.map { Array(runs[$0..<min($0 + Self.circumstancesAtOnce, runs.count)]) }
    let parts = try sharedAmongThreads(pieces) { (connection, runs) throws(StoreError) in
      try connection.circumstances(of: runs)
    }
    return parts.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
  }

  private static var circumstancesAtOnce: Int { 500 }

  /// The user-defined metrics of the store: those that suites declare, then those that only runs contain.
  ///
  /// Each name occurs once. The first part is sorted by suite and then in the order of the suite, the second part by
  /// name.
  public func measures() throws(StoreError) -> [OwnMeasure] {
    try connection.snapshot { () throws(StoreError) in
      var names: Set<String> = []
      let brought = try connection.rows(
        """
        SELECT name, unit, unit_symbol, lower_is_better, min(run)
        FROM scalar GROUP BY name ORDER BY name
        """
      ) { (row) throws(StoreError) in
        OwnMeasure(
          name: row.text("name"), unit: Unit(id: row.text("unit"), symbol: row.text("unit_symbol")),
          lowerIsBetter: row.optionalInteger("lower_is_better").map { $0 != 0 })
      }
      return (try connection.declaredMeasures().map(\.measure) + brought)
        .filter { names.insert($0.name).inserted }
    }
  }
}

extension Connection {
  fileprivate func circumstances(
    of runs: [RunID]
  ) throws(StoreError) -> [RunID: RunCircumstances] {
    let ids = SQLValue(list: runs)
    var found: [RunID: RunCircumstances] = [:]
    var sources = TextNumbering(columns: ["format", "dialect", "session_name"])
    try forEachRow(
      """
      SELECT run.id, format, dialect, session.name AS session_name
      FROM json_each(?) JOIN run ON run.id = json_each.value
      LEFT JOIN session ON session.id = run.session
      """, [ids]
    ) { (row) throws(StoreError) in
      let number = sources.number(of: row)
      let texts = sources.texts[number]
      found[RunID(row.integer("id"))] = RunCircumstances(
        session: texts[2], format: "\(texts[0] ?? "") \(texts[1] ?? "")")
    }
    for (run, labels) in try labels(ofListed: ids) { found[run]?.labels = labels }
    return found
  }

  /// The labels of some runs.
  ///
  /// Equal labels share one dictionary, so comparing them is fast.
  private func labels(ofListed ids: SQLValue) throws(StoreError) -> [RunID: [String: String]] {
    var texts = TextNumbering(columns: ["key", "value"])
    var numbers: [RunID: [Int]] = [:]
    try forEachRow(
      "SELECT run, label.key AS key, label.value AS value FROM json_each(?) JOIN label ON run = json_each.value",
      [ids]
    ) { (row) throws(StoreError) in
      numbers[RunID(row.integer("run")), default: []].append(texts.number(of: row))
    }
    var known: [[Int]: [String: String]] = [:]
    return numbers.mapValues { numbers in
      if let labels = known[numbers] { return labels }
      let pairs = numbers.map { (texts.texts[$0][0] ?? "", texts.texts[$0][1] ?? "") }
      let labels = Dictionary(pairs) { first, _ in first }
      known[numbers] = labels
      return labels
    }
  }
}
