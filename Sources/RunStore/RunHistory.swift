internal import Parallel
public import Recordings

/// The suite, stage (program version), commit, session and device of many stored runs, in a compact form for analyses
/// of the whole store.
///
/// `RunRecord` contains more about a run, at many times the cost.
public struct RunHistory: Sendable {
  /// One stored run, with small numbers that refer to its stage (program version), commit, device and measurement
  /// session.
  public struct Run: Sendable, Equatable {
    /// The number by which the store identifies the run.
    public let id: RunID
    /// The number by which the store identifies the device on which the run was measured: a key of
    /// `RunHistory.devices`.
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

    /// A number for the measurement session, which is equal for all runs of the session; `nil` if the run has no
    /// session.
    public var session: Int64? { narrowSession == .min ? nil : narrowSession }

    /// The run's suite and stage (program version), as an index into the list of all suites and stages.
    public var place: Int { Int(narrowPlace) }

    /// The commit that the run measured, as an index into the list of all commits; `nil` if the run names no commit.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
  }

  /// The stored runs that passed a filter, sorted by their numbers in the store.
  public let runs: [Run]
  /// The suites and stages (program versions) of the runs, sorted by suite, with stages in the order that the suite
  /// declares.
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
  /// The format of the run's trace, with the version of the format.
  public let format: String
  /// The labels of the run: metadata as names and values.
  public var labels: [String: String] = [:]
}

/// A part of the runs while they are read, with indices for their common texts.
struct RunHistoryPart: Sendable {
  private(set) var runs: [RunHistory.Run] = []
  /// The texts of suite and stage.
  private(set) var places = TextNumbering(columns: ["suite", "stage"])
  private(set) var commits = TextNumbering(columns: ["revision"])

  private typealias Column = Statement.Column
  private var resolved: (id: Column, commit: Column, session: Column, device: Column)?

  /// The columns that `add` reads.
  static let columns = "run.id, suite, stage, revision, session, device"

  /// Reserves memory for this many runs.
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

  /// Sorts the runs by number.
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
  /// The texts of each index, in the order of the columns.
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
