public import Decoding
public import Recordings
internal import Units

/// What a file keeps of earlier measurements: values along commits, without their traces.
public struct History: Sendable {
  /// The file's name as given, or `-` for standard input.
  public let path: String
  /// The id of its format.
  public let format: String
  /// The edition of the format, such as `2`; empty where there is but one.
  public let dialect: String
  /// What was measured, in the order of the file; at least one point.
  public let points: [HistoryPoint]
  /// What was left out, in the order in which it was first met.
  public let omissions: [HistoryOmission]
}

/// One measurement of one benchmark at one commit.
public struct HistoryPoint: Sendable {
  /// The suite, where the history names one.
  public let suite: String?
  /// The benchmark, which becomes a stage.
  public let stage: String
  /// The name of the measurement among those of its benchmark.
  public let name: String
  /// What the history says of the commit that was measured; `nil` when it names none.
  public var commit: HistoryCommit?
  /// Date, session, device, labels and values; its commit is that of `commit`.
  public var description: RunDescription
  /// Why values that belong here are missing, by the names of their scalars.
  public let missing: [String: String]

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

  /// Identifies what was measured, wherever it stands in whatever file: 32 hexadecimal digits.
  ///
  /// - Parameter format: the id of the history's format.
  /// - Returns: the same for the same benchmark, commit, device, time and values.
  public func digest(format: String) -> String {
    let known = description
    var facts: [String?] = [
      format, suite, stage, name, commit?.id, known.date, known.session, known.device.name,
      known.device.os, known.device.cpu,
    ]
    facts += known.device.properties.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    facts += known.scalars.flatMap { [$0.name, $0.unit.id, "\($0.value.bitPattern)"] }
    facts += missing.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let digest = StreamDigest()
    for fact in facts {
      // A length before each, so that neighbours cannot run into each other.
      let text = fact.map { "\($0.utf8.count):\($0)" } ?? "-"
      Array(text.utf8).withUnsafeBytes { digest.update($0) }
    }
    return digest.text
  }
}

/// A commit as a history tells of it.
public struct HistoryCommit: Sendable, Equatable {
  /// Its id, or the name that stands in its place.
  public var id: String
  /// When it was written, or else when it was measured; `nil` when the history does not say.
  public var date: Instant?
  /// Whether `date` is when it was written.
  public var isAuthorDate = false
  /// The first line of its message.
  public var subject: String?
  /// The branch that it was measured on.
  public var branch: String?

  /// Takes what a history calls a commit.
  ///
  /// - Parameter name: blanks in it, and the mark of remarks, become hyphens: a name has to be one word of
  ///   a file.
  init(_ name: String) {
    id = String(name.map { $0.isWhitespace || $0 == "#" ? "-" : $0 })
  }
}

/// Values or rows of a history that were left out, of one kind.
public struct HistoryOmission: Sendable, Equatable {
  /// Why something was left out.
  public enum Reason: Sendable, Hashable {
    /// A value that is no finite number.
    case noNumber
    /// A row with more cells or fewer than the header.
    case misshapenRow
    /// Nothing says what was measured: neither a commit, a version nor a time.
    case noCommit
    /// A time that is none that is known; the point is kept, without a date.
    case unreadableTime
    /// The benchmark has changed since, so that old values are of something else.
    case otherVersion
    /// The same measurement for a second time.
    case duplicate
    /// A benchmark is counted in another unit from here on, which cannot be converted; the point is
    /// kept, under another name.
    case otherUnit(before: String, after: String)
    /// Measured on another branch than the one asked for.
    case otherBranch
  }

  /// Why.
  public let reason: Reason
  /// The line of the first one, from 1; `nil` when it has no line.
  public let line: Int?
  /// What stands at the first one, or which benchmark it is of; `nil` when that tells nothing.
  public let found: String?
  /// How many there are.
  public internal(set) var count: Int
}

/// Collects points and what was left out.
struct HistoryBuilder {
  private(set) var points: [HistoryPoint] = []
  private(set) var omissions: [HistoryOmission] = []
  private var positions: [HistoryOmission.Reason: Int] = [:]

  mutating func add(_ point: HistoryPoint) { points.append(point) }

  /// Notes that something was left out.
  mutating func omit(_ reason: HistoryOmission.Reason, line: Int?, found: String? = nil) {
    if let position = positions[reason] {
      omissions[position].count += 1
    } else {
      positions[reason] = omissions.count
      omissions.append(HistoryOmission(reason: reason, line: line, found: found, count: 1))
    }
  }

  /// Leaves out what does not meet a condition.
  mutating func keep(_ reason: HistoryOmission.Reason, where isKept: (HistoryPoint) -> Bool) {
    let all = points
    points = []
    for point in all {
      if isKept(point) { points.append(point) } else { omit(reason, line: nil, found: point.stage) }
    }
  }
}
