internal import Analysis
internal import Arguments
internal import Documents
internal import Recordings
internal import Reports
internal import RunStore

enum ReportCommand {
  private static let suite =
    Positional("SUITE", .text, help: "The suite's name, as in runs/<suite>.")
    as Positional<String>
  private static let brief = Flag("brief", help: "Only the result and the closing comparisons.")

  static let command: Command<Action> = Command(
    "report",
    abstract: "Print the report of a suite: a table a stage, comparisons, verdicts.",
    parameters: [
      suite, CommonOptions.store, CommonOptions.formats, CommonOptions.output, brief,
      ForeignToolOption.option, CommonOptions.strict,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example("hitchmark report thesis", "on the terminal"),
      Example("hitchmark report thesis --brief", "the result only"),
      Example(
        "hitchmark report thesis --format md,html,csv,json --output reports/thesis",
        "report.md, report.html, …"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Attempt.storing { () throws(StoreError) in
      try RunStore.open(values[CommonOptions.store], access: .read)
    }
    let extent: SuiteReport.Extent = values[brief] ? .brief : .whole
    let formats = OutputFormat.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    // Text has no charts of a suite.
    let drawsCharts = extent == .whole && formats.contains { $0.renderer != nil }
    let summary = try summary(
      of: values[suite], in: store, values, keepsProfiles: drawsCharts)
    try Delivery(document: SuiteReport.document(of: summary, extent: extent), name: "report")
      .write(as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    try CommonOptions.hold(summary.stages.flatMap(\.runs), to: values)
    return .fine
  }

  private static func summary(
    of id: String, in store: RunStore, _ values: ParsedValues, keepsProfiles: Bool
  ) throws(Failure) -> SuiteSummary {
    var description = try description(of: id, in: store)
    let settings = try ParameterOptions.settings(of: description)
      .overridden(by: ForeignToolOption.settings(values))
    let catalogue = ForeignToolOption.catalogue(values, named: description.metrics)
    if let tool = values[ForeignToolOption.option] {
      description.metrics = tool.figures.map(\.id)
    }
    var runs: [String: [RunSummary]] = [:]
    try Attempt.storing { () throws(StoreError) in
      for record in try store.runs(RunFilter(suite: id)) {
        guard let stage = record.stage else { continue }
        let recording = try store.recording(of: record.id)
        runs[stage, default: []].append(
          RunSummary(
            of: recording, name: record.name, settings: settings, catalogue: catalogue,
            keepsProfile: keepsProfiles))
      }
    }
    do throws(SuiteError) {
      return try SuiteSummary(description, runs: runs, catalogue: catalogue)
    } catch {
      throw .suite(error, suite: "suite “\(id)”")
    }
  }

  /// What `suite.json` said; of a suite without one, its stages as they are found.
  private static func description(
    of id: String, in store: RunStore
  ) throws(Failure) -> SuiteDescription {
    let described = try Attempt.storing { () throws(StoreError) in try store.suite(id) }
    if let described { return described }
    let records = try Attempt.storing { () throws(StoreError) in
      try store.runs(RunFilter(suite: id))
    }
    guard !records.isEmpty else {
      let known = try Attempt.storing { () throws(StoreError) in
        Set(try store.suites().map(\.id) + store.runs().compactMap(\.suite))
      }
      throw .unknownSuite(id, store: store.path, known: known.sorted())
    }
    var suite = SuiteDescription(id: id)
    for case let stage? in records.map(\.stage)
    where !suite.stages.contains(where: { $0.id == stage }) {
      suite.stages.append(SuiteDescription.Stage(id: stage, title: stage))
    }
    return suite
  }
}
