internal import Analysis
internal import Decoding
internal import Recordings
internal import RunFolders
internal import System

/// Measures one run of a stage into the folder of the current run.
struct RunTask {
  enum Result {
    /// The values of the metrics that decide, and what disturbed the run.
    case measured([Metric.ID: Double], Disturbance?)
    case failed(RunFault, OutputTail)
    case interrupted
  }

  private let measurer: Measurer
  private let side: MeasuredSide
  /// The folder that the command runs in; `nil` for the current one.
  private let tree: String?
  private let stage: SuiteDescription.Stage
  private let measuring: SuiteDescription.Measuring
  /// `nil` to warm up.
  private let block: Int?
  private let run: String
  /// The folder of the run, from the root.
  private let out: String
  /// CPU seconds that sampling took, and the seconds that were sampled.
  private(set) var sampling = (cost: 0.0, duration: 0.0)

  private static let defaultTimeout = 600.0
  /// The longest wait for a quiet machine, in seconds.
  private static let mostWaiting = 120.0
  /// How much warmer than at the beginning of the experiment the machine may be when a run begins, in degrees.
  private static let mostHeat = 10.0
  /// The longest sleep of the machine that does not disturb a run, in seconds.
  private static let mostSleep = 1.0

  init(measurer: Measurer, side: MeasuredSide, tree: String?, block: Int?, run: String) {
    self.measurer = measurer
    self.side = side
    self.tree = tree
    stage =
      measurer.suite.stages.first { $0.id == side.stage }
      ?? .init(id: side.stage, title: side.stage)
    measuring = stage.measuring.fillingIn(measurer.suite.measuring)
    self.block = block
    self.run = run
    let current = measurer.folder.current
    out = (Platform.realPath(measurer.folder.path).map { "\($0)/current" }) ?? current
  }

  mutating func perform(_ report: (ExperimentEvent) -> Void) throws -> Result {
    let folder = measurer.folder
    try folder.clear()
    if !measuring.beforeEach.isEmpty {
      let result = command(measuring.beforeEach).run()
      if let fault = result.fault { return .failed(.before(fault), result.tail) }
    }
    Interruption.sleep(seconds: measuring.settle ?? 0)
    waitForQuiet(report)
    if Interruption.isRequested { return .interrupted }
    let date = Platform.now
    let before = MachineState.labels("before")
    let others = OtherPrograms()
    var program = command(
      measurer.command.isEmpty ? measuring.command : measurer.command)
    if measurer.readsOutput { program.outputPath = "\(folder.current)/output" }
    program.isSampled = true
    let result = program.run()
    sampling = (result.sampler?.cost ?? 0, result.sampler == nil ? 0 : result.duration)
    if result.hadSurvivors || result.killed > 0 {
      report(.survivors(stage: stage.id, run: run))
    }
    if Interruption.isRequested { return .interrupted }
    if let fault = result.fault { return .failed(fault, result.tail) }
    let share = others?.share(besides: result.cpuTime)
    let seconds = "\((result.duration * 1000).rounded() / 1000)"
    let shareText = share.map { [("other programs", "\(($0 * 1000).rounded() / 10)%")] } ?? []
    let labels =
      [("experiment", measurer.name), ("block", block.map { "\($0)" } ?? "warm-up")]
      + [("seed", "\(measurer.seed)"), ("exit status", "0"), ("seconds", seconds)]
      + shareText + before + MachineState.labels("after")
    let json = RunJSON(
      date: date, session: measurer.session, commit: commit.name, labels: labels + commit.labels)
    return try finish(json, result, disturbance(of: result, share), report)
  }

  private func command(_ words: [String]) -> CommandRun {
    let values = [
      "stage": stage.id, "variant": stage.variant ?? "", "run": run, "out": out,
      "commit": side.commit ?? "", "seed": "\(measurer.seed &+ UInt64(block ?? 0))",
    ]
    var environment = Platform.environment
    for (name, value) in values { environment["HITCHMARK_\(name.uppercased())"] = value }
    var command = CommandRun(
      words: words.map { $0.fillingIn(values) }, environment: environment,
      timeout: measuring.timeout ?? Self.defaultTimeout)
    command.folder = tree
    return command
  }

  private func waitForQuiet(_ report: (ExperimentEvent) -> Void) {
    guard let quiet = measurer.quiet else { return }
    let end = ContinuousClock.now + .seconds(Self.mostWaiting)
    var isReported = false
    while !Interruption.isRequested, let unrest = unrest(above: quiet) {
      if ContinuousClock.now >= end { return report(.notQuiet(unrest)) }
      if !isReported { report(.waiting(unrest)) }
      isReported = true
    }
  }

  /// Why a run should not begin now, observed for half a second; `nil` if the machine is quiet, or if the system does
  /// not show it.
  private func unrest(above quiet: Double) -> Disturbance? {
    guard let others = OtherPrograms() else { return nil }
    Interruption.sleep(seconds: 0.5)
    let share = others.share()
    if share > quiet { return .programs(share: share) }
    guard let now = Platform.temperature, let first = measurer.temperature else { return nil }
    let limit = first + Self.mostHeat
    return now > limit ? .heat(now, limit: limit) : nil
  }

  /// What disturbed a run; `nil` if nothing did.
  private func disturbance(of result: CommandRun.Result, _ share: Double?) -> Disturbance? {
    if result.slept > Self.mostSleep { return .sleep(result.slept) }
    guard let share, let quiet = measurer.quiet, share > quiet else { return nil }
    return .programs(share: share)
  }

  /// The commit of the side, or else the one that is checked out where the suite is, or where the command runs.
  private var commit: (name: String?, labels: [(String, String)]) {
    if let commit = side.commit { return (commit, []) }
    guard
      let tree = WorkTree(containing: measurer.folder.suite) ?? WorkTree(containing: "."),
      let commit = tree.commit("HEAD")
    else { return (nil, []) }
    if tree.isClean(tree.trackedFiles) { return (commit.id, []) }
    return (nil, [("work tree", "changed since \(commit.id.shortCommit)")])
  }

  // MARK: - Files

  /// Describes the run, adds the samples, and reads all of it as `ingest` will.
  private func finish(
    _ json: RunJSON, _ result: CommandRun.Result, _ disturbance: Disturbance?,
    _ report: (ExperimentEvent) -> Void
  ) throws -> Result {
    let path = measurer.folder.current
    let own = try? JSONTreeReader.read(
      Platform.content(of: "\(path)/run.json", limit: 1 << 24), dialect: .relaxed)
    var json = json
    do {
      if !Platform.exists("\(path)/run.json") || own != nil {
        try write(json.text(adding: own), to: "run.json")
      }
      var summary = try RunReadingAgain.summary(of: path)
      guard summary.values.contains(where: { $0.value.value.value != nil }) else {
        return .failed(.noTrace, result.tail)
      }
      if summary.description.device == Device() {
        json.device = measurer.device
        try write(json.text(adding: own), to: "run.json")
      }
      if let samples = try added(result.sampler?.table, to: path, summary, report) {
        summary = samples
      }
      var values: [Metric.ID: Double] = [:]
      for metric in measurer.metrics {
        guard let value = summary[metric.id]?.value.value else {
          if measurer.optional.contains(metric.id) { continue }
          let reason =
            summary[metric.id]?.value.reason
            ?? "neither the trace nor run.json contains a value of this metric"
          return .failed(.noValue(metric: metric.id, reason: reason), result.tail)
        }
        values[metric.id] = value
      }
      return .measured(values, disturbance)
    } catch {
      if Interruption.isRequested { return .interrupted }
      guard error is OutputFile.Fault else { return .failed(.unreadable(error), result.tail) }
      throw error
    }
  }

  /// Adds the samples of the process, unless the command left some, or they have another clock than the trace.
  ///
  /// - Returns: the run with them; `nil` if it is as before.
  private func added(
    _ table: String?, to path: String, _ before: RunSummary,
    _ report: (ExperimentEvent) -> Void
  ) throws -> RunSummary? {
    let file = "\(path)/resources.csv"
    guard let table, !Platform.exists(file) else { return nil }
    try write(table, to: "resources.csv")
    let after = try RunReadingAgain.summary(of: path)
    guard after.hasSamplesOutside, !before.hasSamplesOutside else { return after }
    // Hidden files are not read.
    _ = Platform.move(file, to: "\(path)/.resources.csv")
    if block == 1 { report(.otherClock(stage: stage.id, run: run)) }
    return nil
  }

  private func write(_ text: String, to name: String) throws {
    try OutputFile.write(text, to: name, below: measurer.folder.current)
  }
}

extension RunSummary {
  fileprivate var hasSamplesOutside: Bool { issues.contains { $0.kind == .samplesOutside } }
}

extension String {
  /// The text with each `{name}` replaced by its value; other braces stay.
  fileprivate func fillingIn(_ values: [String: String]) -> String {
    var text = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let value = values[String(rest[rest.index(after: open)..<close])]
      else {
        text += "{"
        rest = rest.dropFirst()
        continue
      }
      text += value
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
