internal import Parallel
public import Recordings

/// Where each of many runs belongs, as numbers and what they stand for: for questions about all of them.
///
/// `RunRecord` says more of a run, at many times the cost.
public struct RunHistory: Sendable {
  /// One run.
  public struct Run: Sendable, Equatable {
    /// Its number in the store.
    public let id: RunID
    /// What it was measured on, as a key of `devices`.
    public let device: Int64
    // Narrow, because there may be millions of runs.
    /// The least one for none, which SQLite gives to no row.
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

    /// A number for its session: the same for runs of the same session, and only for those.
    public var session: Int64? { narrowSession == .min ? nil : narrowSession }

    /// Where it is filed, as an index of `places`.
    public var place: Int { Int(narrowPlace) }

    /// The commit it measured, as an index of `commits`.
    public var commit: Int? { narrowCommit < 0 ? nil : Int(narrowCommit) }
  }

  /// The runs, in the order of their numbers.
  public let runs: [Run]
  /// The places of the runs: by suite, and stages in the order of the suite, as `RunStore.runs` has them.
  public let places: [Place]
  /// The devices of the store.
  public let devices: [Int64: Device]
  /// The commits as they were given, in the order of their letters.
  public let commits: [String]
}

/// What may explain a run's figures though it leaves them comparable, beside its device.
public struct RunCircumstances: Sendable, Equatable {
  /// The session's name; `nil` when the run names none.
  public let session: String?
  /// The format of the trace with its dialect.
  public let format: String
  /// The labels.
  public var labels: [String: String] = [:]
}

/// Runs as they are read, with numbers for the texts that many of them have in common.
struct RunHistoryPart: Sendable {
  private(set) var runs: [RunHistory.Run] = []
  /// Suite and stage.
  private(set) var places = TextNumbering(columns: ["suite", "stage"])
  private(set) var commits = TextNumbering(columns: ["revision"])

  private typealias Column = Statement.Column
  private var resolved: (id: Column, commit: Column, session: Column, device: Column)?

  /// What `add` takes of a run.
  static let columns = "run.id, suite, stage, revision, session, device"

  /// Makes room for as many runs.
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

  /// Puts the runs in the order of their numbers.
  mutating func sort() { runs.sort { $0.id < $1.id } }

  /// The runs of parts one behind the other, with other numbers for their places and commits; on all processors.
  ///
  /// - Parameters:
  ///   - parts: the parts.
  ///   - placeNumbers: the number of each place.
  ///   - commitNumbers: the number of each commit.
  /// - Returns: all runs.
  static func runs(
    of parts: [RunHistoryPart], numbering placeNumbers: [Place: Int],
    _ commitNumbers: [String: Int]
  ) -> [RunHistory.Run] {
    var starts = [0]
    for part in parts { starts.append(starts[starts.count - 1] + part.runs.count) }
    return Array(unsafeUninitializedCapacity: starts[parts.count]) { [starts] all, count in
      // Each part has a stretch of its own.
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

/// Numbers different texts of rows in the order in which they are first met, and makes a `String` of each but
/// once.
struct TextNumbering: Sendable {
  /// The texts of each number, in the order of their columns.
  private(set) var texts: [[String?]] = []
  private let names: [String]
  /// The columns of the names, once there was a row.
  private var columns: [Statement.Column] = []
  /// The bytes of all texts, one behind the other.
  private var bytes: [UInt8] = []
  /// Where each text lies in them, number by number and column by column; `nil` for none.
  private var places: [Range<Int>?] = []
  private var numbers: [[String?]: Int] = [:]
  /// The number that last came after each one.
  private var followers: [Int] = []
  private var latest = 0

  init(columns names: [String]) { self.names = names }

  /// The number of the texts in the columns of a row, from 0.
  mutating func number(of row: Statement) -> Int {
    if columns.isEmpty { columns = names.map { row[$0] } }
    guard !texts.isEmpty else { return add(row) }
    if has(row, latest) { return latest }
    // Runs mostly come in the same order again: stage by stage, commit by commit.
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

  /// Looks texts up, and numbers them where they are new.
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
