public import Recordings
public import Units

/// The properties of a stored run, without its frames, counters and markers.
///
///     let run = try store.runs(RunFilter(suite: "app")).first
///     run?.description.commit  // "3f2a91c"
public struct RunRecord: Sendable, Equatable, FiledRun {
  /// The number by which the store identifies the run.
  public internal(set) var id = RunID(0)
  /// The name of the suite (experiment) to which the run belongs; `nil` for a run without a suite.
  public internal(set) var suite: String?
  /// The id of the stage, a version of the measured program, to which the run belongs.
  public internal(set) var stage: String?
  /// The name of the run within its stage (version of the measured program).
  public internal(set) var name = ""
  /// A hash of the trace's bytes, by which the store recognizes the run.
  public internal(set) var digest = ""
  /// The trace from which the run was read: its file, format and version of the format.
  public internal(set) var origin = Recording.Origin(source: "", format: "", dialect: "")
  /// The metadata of the run, such as its labels, device and commit, and its numbers that have one value per run.
  public internal(set) var description = RunDescription()
  /// The time from the start of the run's first frame to the end of its last; `nil` if the frames are unknown.
  public internal(set) var duration: Nanoseconds?
  /// The digest of the columns.
  var contentDigest = ""
  /// The number of frames; `nil` without a timeline.
  var frameCount: Int?
  /// The reason why there is no timeline; `nil` if there is one.
  var withheldReason: String?
  /// The row of the device.
  var deviceRow: Int64 = 0
  /// The row of the session.
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
  /// The id of the stage (program version) whose runs pass the filter; `nil` for all stages.
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

  /// Creates a filter that selects all runs, or those of a suite and stage (program version).
  public init(suite: String? = nil, stage: String? = nil) {
    self.suite = suite
    self.stage = stage
  }

  /// The condition in SQL on a row of `run`, and its values.
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

  /// The condition on a row with a column `run`; always true, without a lookup, if the filter is empty.
  var conditionOnItsParts: (sql: String, values: [SQLValue]) {
    let (condition, values) = condition
    guard self != RunFilter() else { return (condition, values) }
    return ("run IN (SELECT id FROM run WHERE \(condition))", values)
  }
}

extension SQLValue {
  /// Run numbers as one value for `json_each`, so that the statement is the same for any number of runs.
  init(list ids: [RunID]) {
    self = .text("[\(ids.map { String($0.number) }.joined(separator: ","))]")
  }

  /// Texts as one value for `json_each`.
  init(list texts: [String]) {
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
