// Histories reads the results that other benchmark tools have recorded per commit, such as asv, Bencher and hyperfine.
// Each history format is one file in `Formats/`. `hitchmark import` stores each measurement as a run without frames, so
// that trends include the measurement.

public import Decoding
public import Recordings
internal import Units

/// A benchmark history that another tool stored: measured values per commit, without traces.
///
/// Imported histories let a project continue its trends after it changed to Hitchmark.
///
///     var reader = HistoryReader()
///     for file in try HistoryReader.plan(["results/"]) {
///         let history = try reader.read(file)
///         print(history.format, history.points.count)
///     }
public struct History: Sendable {
  /// The path of the benchmark history as the user gave it, or `-` for standard input.
  public let path: String
  /// The id of the benchmark history's format, such as `asv`.
  public let format: String
  /// The version of the benchmark history's format, such as `2`; empty if the format has only one version.
  public let dialect: String
  /// The measurements of the benchmark history in the order of its file; at least one.
  public let points: [HistoryPoint]
  /// Why some data of the benchmark history were ignored or only read in part: each reason once, with the number of
  /// measurements and the first place in the file.
  public let omissions: [HistoryOmission]
}

/// One measurement of a benchmark at one commit, from a benchmark history.
public struct HistoryPoint: Sendable {
  /// The suite to which the measurement belongs, if the benchmark history names one.
  public let suite: String?
  /// The name of the benchmark that was measured; `hitchmark import` makes the benchmark a stage of an experiment.
  public let stage: String
  /// The name of the measurement, such as an abbreviated commit; several measurements of a benchmark may share a name.
  public let name: String
  /// The commit at which the benchmark was measured, or a version or time that identifies the commit.
  ///
  /// `HistoryReader` omits measurements without a commit, so its results never contain `nil`.
  public var commit: HistoryCommit?
  /// The date, session, device, labels and values of the measurement.
  ///
  /// The commit in this description is the id of `commit`.
  public var description: RunDescription
  /// The reasons why the measurement lacks some values, by the names of these values.
  public let missing: [String: String]
  /// A hash that identifies the measurement, as 32 hexadecimal digits; empty until the reader has computed it.
  ///
  /// The hash is equal for the same format, benchmark, name, commit, device, date, session and values, in any file. The
  /// session of a hyperfine result contains the hash of its file.
  public internal(set) var digest = ""

  init(
    suite: String? = nil, stage: String, name: String, commit: HistoryCommit?,
    description: RunDescription, missing: [String: String] = [:]
  ) {
    self.suite = suite
    self.stage = stage
    self.name = name
    self.commit = commit
    self.description = description
    self.missing = missing
  }

  /// Computes the hash that identifies the measurement.
  func digest(format: String) -> String {
    let known = description
    var facts: [String?] = [
      format, suite, stage, name, commit?.id, known.date, known.session, known.device.name,
      known.device.os, known.device.cpu,
    ]
    facts += known.device.properties.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    facts += known.scalars.flatMap { [$0.name, $0.unit.id, "\($0.value.bitPattern)"] }
    facts += missing.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    // Each fact is preceded by its length, so that different lists of facts never give the same text.
    var bytes: [UInt8] = []
    for fact in facts {
      guard let fact else {
        bytes.append(UInt8(ascii: "-"))
        continue
      }
      bytes += String(fact.utf8.count).utf8
      bytes.append(UInt8(ascii: ":"))
      bytes += fact.utf8
    }
    let digest = StreamDigest()
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.text
  }
}

/// The data of one commit in a benchmark history: its id, date, subject and branch.
public struct HistoryCommit: Sendable, Equatable {
  /// The id of the commit in the benchmark history, or another name of the commit if the history has no ids.
  public var id: String
  /// The author date of the commit, or else the time of the measurement; `nil` if the benchmark history contains
  /// neither.
  public var date: Instant?
  /// Whether the date of the commit is its author date, not the time of the measurement.
  public var isAuthorDate = false
  /// The first line of the commit's message, if the benchmark history contains it.
  public var subject: String?
  public var branch: String?

  /// Creates a commit from its name in a history.
  ///
  /// - Parameter name: the name of the commit; hyphens replace white space and `#`, because a name must be one word in
  ///   files with the order of commits.
  init(_ name: String) {
    id = String(name.map { $0.isWhitespace || $0 == "#" ? "-" : $0 })
  }
}

/// Data of a benchmark history that were ignored for one reason, such as values or rows.
public struct HistoryOmission: Sendable, Equatable {
  /// The reasons why data of a benchmark history can be ignored.
  public enum Reason: Sendable, Hashable {
    /// The measured value is not a finite number.
    case noNumber
    /// The row of a table has more or fewer cells than the header.
    case misshapenRow
    /// The measurement has neither a commit nor a version nor a time.
    case noCommit
    /// The time of the measurement could not be parsed; the measurement is kept without a date if it has a commit.
    case unreadableTime
    /// The benchmark has changed since the value was measured.
    case otherVersion
    case duplicate
    /// From this measurement on, the benchmark has a unit that cannot be converted to the earlier unit, or another
    /// direction (lower or higher is better).
    ///
    /// The value is kept under another name.
    case otherUnit(before: String, after: String)
    /// The value was measured on another branch than the requested one.
    case otherBranch
  }

  /// The reason why data of the benchmark history, such as values or rows, were ignored.
  public let reason: Reason
  /// The line of the first ignored value or row in the benchmark history's file, from 1; `nil` for duplicates and for
  /// measurements on other branches.
  public let line: Int?
  /// The text of the first ignored value or row of the benchmark history, or the name of its benchmark; `nil` if
  /// neither is useful.
  public let found: String?
  /// The number of values or rows of the benchmark history that were ignored for one reason.
  public internal(set) var count: Int
}

extension HistoryOmission {
  /// What was ignored: the number, the first place and the reason.
  public func sentence(count: Int, path: String) -> String {
    let place = line.map { "\(path):\($0)" } ?? path
    let shown = found.map { ", “\($0)”" } ?? ""
    return "\(reason.words(count)); first at \(place)\(shown)"
  }
}

extension HistoryOmission.Reason {
  fileprivate func words(_ count: Int) -> String {
    switch self {
    case .noNumber:
      count == 1
        ? "left out 1 value that is not a number" : "left out \(count) values that are not numbers"
    case .misshapenRow:
      "left out \(counted(count, "row")) whose number of cells differs from the first line"
    case .noCommit:
      "left out \(counted(count, "point")) because no commit, no version and no time of the point is known"
    case .unreadableTime:
      "kept \(counted(count, "point")) without a date, because the time of the point cannot be read"
    case .otherVersion:
      "left out \(counted(count, "result")), measured with another version of the benchmark than benchmarks.json lists"
    case .duplicate:
      count == 1
        ? "left out 1 point (measurement) that occurs twice"
        : "left out \(count) points (measurements) that occur twice"
    case .otherUnit(let before, let after):
      "the unit of a metric changes from \(before) to \(after); the later values are imported as another metric"
    case .otherBranch: "left out \(counted(count, "point")) of other branches"
    }
  }
}

/// Collects the measurements of a history, and counts ignored data.
struct HistoryBuilder {
  private(set) var points: [HistoryPoint] = []
  private(set) var omissions: [HistoryOmission] = []
  private var positions: [HistoryOmission.Reason: Int] = [:]

  mutating func add(_ point: HistoryPoint) { points.append(point) }

  /// Records that a value or row of the history was ignored, and why.
  mutating func omit(_ reason: HistoryOmission.Reason, line: Int?, found: String? = nil) {
    if let position = positions[reason] {
      omissions[position].count += 1
    } else {
      positions[reason] = omissions.count
      omissions.append(HistoryOmission(reason: reason, line: line, found: found, count: 1))
    }
  }

  /// Removes the measurements that do not meet a condition, and counts them as ignored.
  mutating func keep(_ reason: HistoryOmission.Reason, where isKept: (HistoryPoint) -> Bool) {
    var others: [String] = []
    points.removeAll { point in
      guard !isKept(point) else { return false }
      others.append(point.stage)
      return true
    }
    for stage in others { omit(reason, line: nil, found: stage) }
  }

  /// Changes each measurement.
  mutating func change(_ change: (inout HistoryPoint) -> Void) {
    for index in points.indices { change(&points[index]) }
  }
}
