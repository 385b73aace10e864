public import Recordings

/// Where each of many runs belongs, as numbers and what they stand for: for questions about all of them.
///
/// `RunRecord` says more of a run, at many times the cost.
public struct RunHistory: Sendable {
  /// Where a run is filed.
  public struct Place: Sendable, Hashable {
    /// The suite.
    public let suite: String?
    /// The stage of the suite.
    public let stage: String?
  }

  /// One run.
  public struct Run: Sendable, Equatable {
    /// Its number in the store.
    public let id: RunID
    /// Where it is filed, as an index of `places`.
    public internal(set) var place: Int
    /// What it was measured on, as a key of `devices`.
    public internal(set) var device: Int64
    /// The commit it measured, as an index of `commits`.
    public internal(set) var commit: Int?
    /// A number for its session: the same for runs of the same session, and only for those.
    public internal(set) var session: Int64?
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

/// The kept values of one metric, in the order of the runs of a `RunHistory`.
public struct MetricColumn: Sendable {
  /// Where values come from.
  public enum Origin: Sendable, Hashable {
    /// They were computed, by this revision of the formula and with these parameters.
    case computed(revision: Int, parameters: String)
    /// There are none, for this reason.
    case withheld(reason: String)
    /// Nothing was kept, neither a value nor a reason.
    case absent
  }

  /// The value of each run, finite, in the metric's unit; `nil` where it was withheld, or not kept.
  public let values: [Double?]
  /// Where the value of each run comes from, as an index of `origins`.
  public let sources: [Int]
  /// The different origins; the first is `absent`.
  public let origins: [Origin]
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

/// Runs by their numbers in the store, to be completed by columns that come in any order.
struct RunNumbering {
  private(set) var runs: [RunHistory.Run]

  /// Takes the runs in any order, each once, with their places alone.
  init(_ placed: [(id: Int64, place: Int)]) {
    runs = placed.sorted { $0.id < $1.id }.map {
      RunHistory.Run(
        id: RunID($0.id), place: $0.place, device: 0, commit: nil, session: nil)
    }
  }

  mutating func set(commit: Int, of run: Int64) {
    if let index = index(of: run) { runs[index].commit = commit }
  }

  mutating func set(device: Int64, of run: Int64) {
    if let index = index(of: run) { runs[index].device = device }
  }

  mutating func set(session: Int64, of run: Int64) {
    if let index = index(of: run) { runs[index].session = session }
  }

  mutating func replace(places: [Int]) {
    for index in runs.indices { runs[index].place = places[runs[index].place] }
  }

  /// Where a run lies; `nil` when it is none of these.
  ///
  /// O(1) where no number is left out, else O(log n).
  private func index(of run: Int64) -> Int? {
    guard let first = runs.first?.id.number, run >= first else { return nil }
    let guess = run &- first
    if guess < runs.count, runs[Int(guess)].id.number == run { return Int(guess) }
    var (low, high) = (0, min(runs.count, Int(clamping: guess)))
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].id.number < run { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].id.number == run ? low : nil
  }
}

/// Numbers texts that come sorted, and makes a `String` of each but once.
struct SortedTexts {
  private(set) var texts: [[String?]] = []
  private var latest: [[UInt8]?] = []

  /// The number of the texts in the first columns of a row, from 0.
  mutating func number(of row: Statement, columns: Int32) -> Int {
    let isSame =
      latest.count == columns && (0..<columns).allSatisfy { row.hasText(latest[Int($0)], in: $0) }
    if !isSame {
      texts.append((0..<columns).map(row.optionalText))
      latest = texts[texts.count - 1].map { $0.map { Array($0.utf8) } }
    }
    return texts.count - 1
  }
}
