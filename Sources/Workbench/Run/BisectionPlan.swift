internal import Analysis
internal import Decoding
internal import Documents

/// What a search of commits measures, stored in the suite's folder so that it can be resumed.
struct BisectionPlan: Equatable {
  /// The label of all runs.
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
  /// The shell command that builds a commit.
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
