package import Analysis
internal import Decoding
internal import Documents
internal import Recordings
internal import RunFolders
internal import System

/// The plan of an experiment, such as its stages and their order; it is stored so that the experiment can be resumed.
package struct ExperimentPlan: Equatable, Sendable {
  /// The label with which all runs of the experiment are stored, so that they can be found later.
  package internal(set) var name: String
  package internal(set) var stages: [String]
  package internal(set) var order: BlockOrder
  package internal(set) var seed: UInt64
  /// The most blocks that are measured; each has one run of each stage, or of each stage at each commit.
  package internal(set) var blocks: Int
  package internal(set) var metrics: [Metric.ID]
  package internal(set) var stopsEarly: Bool
  /// Whether the benchmark command writes its trace to standard output.
  package internal(set) var readsOutput: Bool
  /// The benchmark command that the user gave on the command line; empty to use the suite's command.
  package internal(set) var command: [String]
  /// The number in the names of the first block's runs; the next block has the next.
  package internal(set) var firstRun: Int
  /// The ids of the commits that the experiment compares; empty if it measures the files of the work tree as they are.
  package internal(set) var commits: [String] = []
  /// The shell command that builds a commit before it is measured; `nil` if none is needed.
  package internal(set) var build: String?
  package internal(set) var isPullRequest = false
  /// Whether as many blocks are measured as the time allows.
  package internal(set) var fitsBudget = false

  /// The description of the suite whose metrics and noise floors count.
  ///
  /// A pull request cannot change the rules by which it is judged: those at its base count, if there are any.
  func rules(
    of suite: SuiteDescription, file: String, in repository: WorkTree?
  ) -> SuiteDescription {
    guard isPullRequest, let base = commits.first,
      let text = repository?.text(of: file, at: base),
      let rules = try? DescriptionFile.suite(in: Array(text.utf8), from: file)
    else { return suite }
    return rules
  }

  /// What each block measures once.
  var sides: [MeasuredSide] {
    let commits = commits.isEmpty ? [nil] : commits.map(Optional.some)
    return stages.flatMap { stage in
      commits.map { MeasuredSide(stage: stage, commit: $0) }
    }
  }

  /// What a block measures, in its order.
  func sides(inBlock block: Int) -> [MeasuredSide] {
    let sides = sides
    let order = order.stages(sides.indices.map { "\($0)" }, inBlock: block, seed: seed)
    return order.compactMap { Int($0) }.map { sides[$0] }
  }

  /// The name of the run of a side in a block, counted from 1.
  func run(ofBlock block: Int, _ side: MeasuredSide) -> String {
    ExperimentFolder.run(firstRun + block - 1, of: side.commit)
  }

  /// The name of a side in tables: what distinguishes it from the others.
  func name(of side: MeasuredSide) -> String {
    guard let commit = side.commit?.shortCommit else { return side.stage }
    return stages.count > 1 ? "\(side.stage) at \(commit)" : commit
  }

  var text: String {
    let plan: JSONValue = [
      "plan": 1, "name": .string(name), "stages": .array(stages.map { .string($0) }),
      "order": .string(order.rawValue), "seed": .string("\(seed)"), "blocks": .integer(blocks),
      "metrics": .array(metrics.map { .string($0) }), "stops_early": .bool(stopsEarly),
      "reads_output": .bool(readsOutput), "command": .array(command.map { .string($0) }),
      "first_run": .integer(firstRun), "commits": .array(commits.map { .string($0) }),
      "build": build.map { .string($0) } ?? .null,
      "pull_request": .bool(isPullRequest), "fits_budget": .bool(fitsBudget),
    ]
    return plan.text()
  }

  /// Reads a plan; `nil` if the text is not one.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONTreeReader.read(bytes, dialect: .relaxed),
      root["plan"]?.number == 1, let name = root["name"]?.text,
      let order = (root["order"]?.text).flatMap(BlockOrder.init),
      let seed = (root["seed"]?.text).flatMap({ UInt64($0) }),
      let blocks = (root["blocks"]?.number).flatMap({ Int(exactly: $0) }),
      (1...Experiment.mostBlocks).contains(blocks),
      let firstRun = (root["first_run"]?.number).flatMap({ Int(exactly: $0) }),
      ExperimentFolder.runNumbers.contains(firstRun),
      case .bool(let stopsEarly)? = root["stops_early"]?.value,
      case .bool(let readsOutput)? = root["reads_output"]?.value
    else { return nil }
    let texts = { (key: String) in root[key]?.elements?.compactMap(\.text) ?? [] }
    self.init(
      name: name, stages: texts("stages"), order: order, seed: seed, blocks: blocks,
      metrics: texts("metrics"), stopsEarly: stopsEarly, readsOutput: readsOutput,
      command: texts("command"), firstRun: firstRun)
    commits = texts("commits")
    build = root["build"]?.text
    if case .bool(true)? = root["pull_request"]?.value { isPullRequest = true }
    if case .bool(true)? = root["fits_budget"]?.value { fitsBudget = true }
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

  private static let name = ".run"

  var path: String { "\(suite)/\(Self.name)" }
  /// The files of the run that is being measured.
  var current: String { "\(path)/current" }
  var lock: String { "\(path)/lock" }
  var planPath: String { "\(path)/plan.json" }

  /// Where a run that counts is moved to.
  func run(_ name: String, ofStage stage: String) -> String { "\(suite)/\(stage)/\(name)" }

  /// Why a run does not count.
  enum Exclusion: String, CaseIterable {
    case warmUp = "warm-up"
    case failed, disturbed
  }

  /// Moves the current files to those that do not count.
  func setAside(_ exclusion: Exclusion, stage: String, run: String) throws {
    let name = "\(Self.name)/\(exclusion.rawValue)/\(stage)"
    try OutputFile.makeFolder(name, below: suite)
    let folder = "\(suite)/\(name)"
    let names = Set(Platform.names(in: folder))
    let number = (1...).first { !names.contains("\(run)-\($0)") } ?? 1
    try Self.move(current, to: "\(folder)/\(run)-\(number)")
  }

  /// Moves the current files to a run that counts; the run is there as a whole, or not at all.
  func keep(stage: String, run: String) throws -> String {
    try OutputFile.makeFolder(stage, below: suite)
    let target = self.run(run, ofStage: stage)
    try Self.move(current, to: target)
    return target
  }

  func clear() throws {
    Platform.removeAll(current)
    if Platform.exists(current) {
      throw OutputFile.Fault(path: current, reason: "it cannot be removed")
    }
    try OutputFile.makeFolder("\(Self.name)/current", below: suite)
  }

  func write(_ text: String, named name: String) throws {
    try OutputFile.write(text, to: "\(Self.name)/\(name)", below: suite)
  }

  /// Creates the folder, unless it, or one that runs are moved to, is a link: a repository could lead it anywhere.
  func prepare(stages: [String]) throws {
    let inner = ["current", "lock"] + Exclusion.allCases.map(\.rawValue)
    for name in stages + [Self.name] + inner.map({ "\(Self.name)/\($0)" }) {
      if Platform.isLink("\(suite)/\(name)") {
        throw ExperimentFault.link(path: "\(suite)/\(name)")
      }
    }
    try OutputFile.makeFolder(Self.name, below: suite)
  }

  /// The numbers of runs.
  ///
  /// Folders with other numbers as their names are not runs of an experiment.
  static let runNumbers = 1...1_000_000_000

  /// The number in the name of a run's folder; `nil` if no experiment gave it.
  static func number(of name: String) -> Int? {
    Int(name.prefix { $0 != "-" }).flatMap { runNumbers.contains($0) ? $0 : nil }
  }

  /// The largest number that is the name of a run of these stages; 0 if there is none.
  func lastRun(of stages: [String]) -> Int {
    let numbers = stages.flatMap { Platform.names(in: "\(suite)/\($0)") }.compactMap(Self.number)
    return numbers.filter { $0 < Self.runNumbers.upperBound }.max() ?? 0
  }

  /// The name of the run with a number.
  static func run(_ number: Int, of commit: String?) -> String {
    commit.map { "\(number)-\($0.shortCommit)" } ?? "\(number)"
  }

  private static func move(_ path: String, to target: String) throws {
    if let reason = Platform.move(path, to: target) {
      throw OutputFile.Fault(path: target, reason: reason)
    }
  }
}
