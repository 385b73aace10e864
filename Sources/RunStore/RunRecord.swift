public import Recordings
public import Units

/// What a store knows of a run beside its measurements.
public struct RunRecord: Sendable, Equatable, FiledRun {
  /// Its number in the store.
  public let id: RunID
  /// The suite it belongs to.
  public let suite: String?
  /// The stage of the suite.
  public let stage: String?
  /// Its name within the stage.
  public let name: String
  /// The digest of what it was read from.
  public let digest: String
  /// Where it was read from.
  public let origin: Recording.Origin
  /// What is known of it: labels, device, commit, session, scalars, reported values.
  public let description: RunDescription
  /// Number of frames, or why there is no timeline.
  public let frames: Known<Int>
  /// From the first present to the last; `nil` without a timeline.
  public let duration: Nanoseconds?
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
