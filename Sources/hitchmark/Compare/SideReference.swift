internal import Recordings
internal import RunStore

/// What a word on the command line of `compare` stands for.
enum SideReference: Equatable {
  /// Traces, read without a store.
  case traces(path: String)
  /// The runs of a stage.
  case stage(suite: String, stage: String)
  /// The runs with a label.
  case label(key: String, value: String)
  /// The runs of a session.
  case session(String)
  /// The runs on a device.
  case device(String)
  /// The runs of a commit, by its whole id or as it was given.
  case commit(String)

  /// Whether a run of the store is meant.
  func includes(_ run: RunRecord) -> Bool {
    switch self {
    case .traces: false
    case .stage(let suite, let stage): run.suite == suite && run.stage == stage
    case .label(let key, let value): run.description.labels[key] == value
    case .session(let session): run.description.session == session
    case .device(let name): run.description.device.name == name
    case .commit(let commit): run.description.commit == commit
    }
  }

  /// Whether its runs are those of one stage, or of whatever stages there are.
  var isOneStage: Bool {
    switch self {
    case .traces, .stage: true
    case .label, .session, .device, .commit: false
    }
  }
}

extension SideReference {
  /// Makes out what a word stands for: a prefix says so; else a path, a stage, a commit, in that order.
  ///
  /// - Parameters:
  ///   - word: as written.
  ///   - suite: the suite that stages are looked for in; any when `nil`.
  ///   - runs: all of the store; `nil` without a store.
  /// - Throws: when it stands for nothing, or for stages of several suites.
  init(_ word: String, suite: String?, among runs: [RunRecord]?) throws(Failure) {
    if let prefixed = Self.prefixed(word) {
      self = prefixed
    } else if Platform.kind(of: word) != .nothing || word == "-" {
      self = .traces(path: word)
    } else if let stage = try Self.stage(word, in: suite, among: runs ?? []) {
      self = stage
    } else if let commit = Self.commit(word, among: runs ?? []) {
      self = commit
    } else {
      let stages = Set((runs ?? []).compactMap(\.stage))
      throw .unknownSide(word, hasStore: runs != nil, stages: stages.sorted())
    }
  }

  private static func prefixed(_ word: String) -> SideReference? {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "label":
      let pair = parts[1].split(separator: "=", maxSplits: 1).map(String.init)
      return pair.count == 2 ? .label(key: pair[0], value: pair[1]) : nil
    case "session": return .session(parts[1])
    case "device": return .device(parts[1])
    case "commit": return .commit(WorkTree(containing: ".")?.commit(parts[1])?.id ?? parts[1])
    default: return nil
    }
  }

  private static func stage(
    _ word: String, in suite: String?, among runs: [RunRecord]
  ) throws(Failure) -> SideReference? {
    let matching = runs.filter { run in
      guard let runSuite = run.suite, let stage = run.stage else { return false }
      return word == "\(runSuite)/\(stage)" || (word == stage && suite ?? runSuite == runSuite)
    }
    let suites = Set(matching.compactMap(\.suite))
    guard let found = matching.first, let runSuite = found.suite, let stage = found.stage else {
      return nil
    }
    guard suites.count == 1 else { throw .stageOfSeveral(word, suites: suites.sorted()) }
    return .stage(suite: runSuite, stage: stage)
  }

  private static func commit(_ word: String, among runs: [RunRecord]) -> SideReference? {
    let known = Set(runs.compactMap(\.description.commit))
    if let id = WorkTree(containing: ".")?.commit(word)?.id, known.contains(id) {
      return .commit(id)
    }
    let matching = known.filter { $0 == word || (word.count >= 6 && $0.hasPrefix(word)) }
    return matching.count == 1 ? matching.first.map { .commit($0) } : nil
  }
}
