internal import Analysis
internal import ClusterStore
internal import Decoding
internal import Documents
internal import Recordings
internal import RunStore

/// What a search of commits measures, stored in the suite's folder so that it can be resumed.
struct BisectionPlan: Equatable {
  var name: String
  /// The whole ids of the ends.
  var good: String
  var bad: String
  var stage: String
  var metric: Metric.ID
  /// The command of the command line; empty for that of the suite.
  var command: [String]
  /// Whether the standard output of the command is a trace.
  var readsOutput: Bool
  var build: String?
  /// The number of the first run; the next runs count on.
  var firstRun: Int
  /// The commits that could not be measured.
  var skipped: [String] = []

  var text: String {
    let plan: JSONValue = [
      "bisect": 1, "name": .string(name), "good": .string(good), "bad": .string(bad),
      "stage": .string(stage), "metric": .string(metric),
      "command": .array(command.map { .string($0) }), "reads_output": .bool(readsOutput),
      "build": build.map { .string($0) } ?? .null, "first_run": .integer(firstRun),
      "skipped": .array(skipped.map { .string($0) }),
    ]
    return plan.text()
  }

  init(
    name: String, good: String, bad: String, stage: String, metric: Metric.ID, command: [String],
    readsOutput: Bool, build: String?, firstRun: Int
  ) {
    (self.name, self.good, self.bad, self.stage) = (name, good, bad, stage)
    (self.metric, self.command, self.readsOutput) = (metric, command, readsOutput)
    (self.build, self.firstRun) = (build, firstRun)
  }

  /// Reads a plan; `nil` if the text is not one.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONTreeReader.read(bytes, dialect: .relaxed),
      root["bisect"]?.number == 1, let name = root["name"]?.text, let good = root["good"]?.text,
      let bad = root["bad"]?.text, let stage = root["stage"]?.text,
      let metric = root["metric"]?.text,
      let firstRun = (root["first_run"]?.number).flatMap({ Int(exactly: $0) }),
      ExperimentFolder.runNumbers.contains(firstRun),
      case .bool(let readsOutput)? = root["reads_output"]?.value
    else { return nil }
    let texts = { (key: String) in root[key]?.elements?.compactMap(\.text) ?? [] }
    self.init(
      name: name, good: good, bad: bad, stage: stage, metric: metric, command: texts("command"),
      readsOutput: readsOutput, build: root["build"]?.text, firstRun: firstRun)
    skipped = texts("skipped")
  }

  /// The options whose values differ from those of another plan.
  func otherOptions(than asked: BisectionPlan) -> [String] {
    let options: [(name: String, isOther: Bool)] = [
      ("GOOD..BAD", (asked.good, asked.bad) != (good, bad)), ("--stage", asked.stage != stage),
      ("--metric", asked.metric != metric),
      ("--from-stdout", asked.readsOutput && !readsOutput),
    ]
    return options.filter(\.isOther).map(\.name)
  }
}

/// How likely each commit of a range is to have brought a change, as far as earlier runs show it.
enum SearchWeights {
  /// The weights of the commits after the good one; `nil` if the store shows no change in the range.
  ///
  /// The commits of the change-point detector's range get half of the weight, because other environments and single
  /// sessions mislead it.
  static func weights(
    of range: CommitRange, suite: String, stage: String, metric: Metric.ID, store: String
  ) -> [Double]? {
    guard let store = try? RunStore.open(anywhere: store, access: .read) else { return nil }
    let question = TrendQuestion(
      filter: RunFilter(suite: suite, stage: stage), metrics: .named([metric]),
      order: CommitOrder(branch: range.bad, since: nil, file: nil))
    guard let trend = try? question.trend(in: store) else { return nil }
    let commits = Array(range.commits.dropFirst())
    var isSuspect = [Bool](repeating: false, count: commits.count)
    for change in trend.changes.map(\.change) where change.state != .recovered {
      let suspects = Set(trend.history.commits[(change.good + 1)...change.bad])
      for index in commits.indices where suspects.contains(commits[index]) {
        isSuspect[index] = true
      }
    }
    let count = isSuspect.count { $0 }
    guard count > 0, count < commits.count else { return nil }
    return isSuspect.map { $0 ? 1 / Double(count) : 1 / Double(commits.count - count) }
  }
}

/// The programs that a stored plan runs: its benchmark command and its build command.
///
/// A plan is a file in the suite's folder, so a repository may contain one. Only the command line and `suite.json` may
/// therefore name a program; the plan must agree.
struct ResumedProgram {
  /// The benchmark command of the command line; empty for that of the suite.
  let command: [String]
  let build: String?

  /// Checks that this is what the command line, or else the suite, asks for.
  ///
  /// - Parameters:
  ///   - asked: what the command line has.
  ///   - stages: the stages that the plan measures.
  ///   - path: the file of the plan.
  func check(
    asked: ResumedProgram, stages: [String], of suite: SuiteDescription, path: String
  ) throws {
    let own = stages.map { id in
      let stage = suite.stages.first { $0.id == id }?.measuring ?? .init()
      return stage.fillingIn(suite.measuring).command
    }
    let isSame =
      command == asked.command || asked.command.isEmpty && own.allSatisfy { $0 == command }
    guard isSame else {
      throw ExperimentFault.otherProgram(
        option: "COMMAND", stored: command.words, asked: asked.command.words, path: path)
    }
    guard build == asked.build else {
      throw ExperimentFault.otherProgram(
        option: "--build", stored: build, asked: asked.build, path: path)
    }
  }
}

extension [String] {
  /// The words of a command for messages; `nil` if there are none.
  fileprivate var words: String? { isEmpty ? nil : joined(separator: " ") }
}
