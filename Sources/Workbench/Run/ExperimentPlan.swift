package import Analysis
internal import Decoding
internal import Documents
internal import RunFolders

/// Which stages an experiment measures in which order, stored in the suite's folder so that it can be resumed.
package struct ExperimentPlan: Equatable, Sendable {
  /// The label that all runs of the experiment get.
  package internal(set) var name: String
  package internal(set) var stages: [String]
  package internal(set) var order: BlockOrder
  package internal(set) var seed: UInt64
  /// The largest number of blocks that the experiment measures.
  package internal(set) var blocks: Int
  /// The metrics by which the experiment compares the stages.
  package internal(set) var metrics: [Metric.ID]
  /// Whether the experiment stops as soon as all comparisons of stages are decided.
  package internal(set) var stopsEarly: Bool
  /// Whether the standard output of the benchmark command is a trace.
  package internal(set) var readsOutput: Bool
  /// The benchmark command from the command line; empty for that of the suite.
  package internal(set) var command: [String]
  /// The number that names the runs of the experiment's first block; the next blocks count on.
  package internal(set) var firstRun: Int

  /// The name of the runs of a block, counted from 1.
  func run(ofBlock block: Int) -> String { "\(firstRun + block - 1)" }

  /// The text of the file.
  var text: String {
    let plan: JSONValue = [
      "plan": 1, "name": .string(name), "stages": .array(stages.map { .string($0) }),
      "order": .string(order.rawValue), "seed": .string("\(seed)"), "blocks": .integer(blocks),
      "metrics": .array(metrics.map { .string($0) }), "stops_early": .bool(stopsEarly),
      "reads_output": .bool(readsOutput), "command": .array(command.map { .string($0) }),
      "first_run": .integer(firstRun),
    ]
    return plan.text()
  }

  /// Reads a plan; `nil` if the text is not one.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONTreeReader.read(bytes, dialect: .relaxed),
      root["plan"]?.number == 1, let name = root["name"]?.text,
      let order = (root["order"]?.text).flatMap(BlockOrder.init),
      let seed = (root["seed"]?.text).flatMap({ UInt64($0) }),
      let blocks = (root["blocks"]?.number).flatMap({ Int(exactly: $0) }), blocks > 0,
      let firstRun = (root["first_run"]?.number).flatMap({ Int(exactly: $0) }),
      case .bool(let stopsEarly)? = root["stops_early"]?.value,
      case .bool(let readsOutput)? = root["reads_output"]?.value
    else { return nil }
    let texts = { (key: String) in root[key]?.elements?.compactMap(\.text) ?? [] }
    self.init(
      name: name, stages: texts("stages"), order: order, seed: seed, blocks: blocks,
      metrics: texts("metrics"), stopsEarly: stopsEarly, readsOutput: readsOutput,
      command: texts("command"), firstRun: firstRun)
  }

  init(
    name: String, stages: [String], order: BlockOrder, seed: UInt64, blocks: Int,
    metrics: [Metric.ID], stopsEarly: Bool, readsOutput: Bool, command: [String], firstRun: Int
  ) {
    (self.name, self.stages, self.order, self.seed) = (name, stages, order, seed)
    (self.blocks, self.metrics, self.stopsEarly) = (blocks, metrics, stopsEarly)
    (self.readsOutput, self.command, self.firstRun) = (readsOutput, command, firstRun)
  }
}

/// The hidden folder of a suite with the plan, the run that is being measured, and the runs that do not count.
struct ExperimentFolder {
  /// The suite's folder.
  let suite: String

  var path: String { "\(suite)/.run" }
  /// The files of the run that is being measured.
  var current: String { "\(path)/current" }
  var lock: String { "\(path)/lock" }
  var planPath: String { "\(path)/plan.json" }

  /// Where a run that counts is moved to.
  func run(_ name: String, ofStage stage: String) -> String { "\(suite)/\(stage)/\(name)" }

  /// Why a run does not count.
  enum Exclusion: String {
    case warmUp = "warm-up"
    case failed, disturbed
  }

  /// Moves the current files to those that do not count.
  func setAside(_ exclusion: Exclusion, stage: String, run: String) throws(Failure) {
    let folder = "\(path)/\(exclusion.rawValue)/\(stage)"
    try Self.make(folder)
    let names = Set(Platform.names(in: folder))
    let number = (1...).first { !names.contains("\(run)-\($0)") } ?? 1
    try Self.move(current, to: "\(folder)/\(run)-\(number)")
  }

  /// Moves the current files to a run that counts; the run is there as a whole, or not at all.
  func keep(stage: String, run: String) throws(Failure) -> String {
    try Self.make("\(suite)/\(stage)")
    let target = self.run(run, ofStage: stage)
    try Self.move(current, to: target)
    return target
  }

  /// Empties the folder of the current run.
  func clear() throws(Failure) {
    Platform.removeAll(current)
    try Self.make(current)
  }

  func write(_ plan: ExperimentPlan) throws(Failure) {
    if let reason = Platform.replaceFile(planPath, with: plan.text) {
      throw .output(path: planPath, reason: reason)
    }
  }

  /// The largest number that is the name of a run of these stages; 0 if there is none.
  func lastRun(of stages: [String]) -> Int {
    stages.flatMap { Platform.names(in: "\(suite)/\($0)") }.compactMap { Int($0) }.max() ?? 0
  }

  static func make(_ path: String) throws(Failure) {
    if let reason = Platform.makeFolder(path) { throw .output(path: path, reason: reason) }
  }

  private static func move(_ path: String, to target: String) throws(Failure) {
    if let reason = Platform.move(path, to: target) { throw .output(path: target, reason: reason) }
  }
}
