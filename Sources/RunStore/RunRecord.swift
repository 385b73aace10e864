public import Recordings
public import Units

/// A run of a store, without its frames, counters and markers.
///
///     let run = try store.runs(RunFilter(suite: "app")).first
///     run?.description.commit  // "3f2a91c"
public struct RunRecord: Sendable, Equatable, FiledRun {
  /// Its number in the store.
  public internal(set) var id = RunID(0)
  /// The suite that it belongs to.
  public internal(set) var suite: String?
  /// The stage of the suite.
  public internal(set) var stage: String?
  /// Its name within the stage.
  public internal(set) var name = ""
  /// The digest of the bytes that it was read from.
  public internal(set) var digest = ""
  /// Where it was read from.
  public internal(set) var origin = Recording.Origin(source: "", format: "", dialect: "")
  /// What is known of it: labels, device, commit, session, scalars, reported values.
  public internal(set) var description = RunDescription()
  /// From the first present to the last; `nil` without a timeline.
  public internal(set) var duration: Nanoseconds?
  /// The digest of the columns.
  var contentDigest = ""
  /// The number of frames; `nil` without a timeline.
  var frameCount: Int?
  /// Why there is no timeline; `nil` if there is one.
  var withheldReason: String?
  /// The row of the device.
  var deviceRow: Int64 = 0
  /// The row of the session.
  var sessionRow: Int64?

  /// Number of frames, or why there is no timeline.
  public var frames: Known<Int> {
    frameCount.map { .known($0) } ?? .withheld(because: withheldReason ?? "")
  }

  /// What `runs show` prints of the run, in the order of its rows.
  public var facts: [(name: String, value: String)] {
    let labels = (Array(description.device.properties) + Array(description.labels))
    return
      (Self.table.facts(of: self, for: .shown)
      + Device.table.facts(of: description.device, for: .shown)
      + labels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      .filter { !$0.value.isEmpty }
  }

  /// The table `run`.
  ///
  /// The columns are in the order in which people read them.
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
      // Only the name of the session is for people. It is in a table of its own.
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

/// Which runs are asked for: those that meet every condition that is set.
public struct RunFilter: Sendable, Equatable {
  /// One of these; `nil` for any.
  public var ids: [RunID]?
  /// Of this suite.
  public var suite: String?
  /// Of this stage.
  public var stage: String?
  /// Of this name.
  public var name: String?
  /// Of this commit, as it was given.
  public var commit: String?
  /// Of one of these commits, as they were given; `nil` for any.
  public var commits: [String]?
  /// Of this session.
  public var session: String?
  /// On a device of this name.
  public var device: String?
  /// With all of these labels.
  public var labels: [String: String] = [:]

  /// Creates a filter that every run passes.
  ///
  /// - Parameters:
  ///   - suite: of this suite.
  ///   - stage: of this stage.
  public init(suite: String? = nil, stage: String? = nil) {
    self.suite = suite
    self.stage = stage
  }

  /// The condition in SQL, about a row of `run`, and its values.
  var condition: (sql: String, values: [SQLValue]) {
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

  /// The same about a row that names its run in a column `run`; nothing is looked up where any will do.
  var conditionOnItsParts: (sql: String, values: [SQLValue]) {
    let (condition, values) = condition
    guard self != RunFilter() else { return (condition, values) }
    return ("run IN (SELECT id FROM run WHERE \(condition))", values)
  }
}

extension SQLValue {
  /// Numbers of runs as one value for `json_each`, so that a statement stays the same for any number of
  /// them.
  init(list ids: [RunID]) {
    self = .text("[\(ids.map { String($0.number) }.joined(separator: ","))]")
  }

  /// Texts as one value for `json_each`.
  init(list texts: [String]) {
    self = .text("[\(texts.map(\.jsonText).joined(separator: ","))]")
  }
}

extension String {
  /// The text between quotation marks, with what JSON forbids there escaped.
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
