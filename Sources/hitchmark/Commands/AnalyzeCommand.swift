internal import Analysis
internal import Arguments
internal import Decoding
internal import Documents
internal import Reports
internal import RunFolders
internal import Units
internal import Workbench

enum AnalyzeCommand {
  private static let paths = Positional(
    repeating: "PATH", .path,
    help: "captures or folders of runs; - is standard input")
  private static let traceFormat = TraceFormats.option("trace-format")
  private static let stream = Option(
    "stream", .text.named("NAME"),
    help: "show processes with NAME in their name, or “all”",
    details: "A window or a swap chain may be named too. Default: the stream with most frames.")
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), setting: "metrics",
    help: "print only these metrics, in this order")
  private static let all = Flag(
    "all",
    help: "also print all metrics, notes and missing values",
    details: "Missing values have their reasons.")

  static let command: Command<Action> = Command(
    "analyze",
    abstract: "Print the metrics of captures, without a store.",
    parameters: [
      paths, CommonOptions.formats, CommonOptions.output,
      CommonOptions.standalone, metrics, all,
      CommonOptions.segments, CutOptions.from, CutOptions.to, ForeignToolOption.option, stream,
      traceFormat, ColumnMaps.option,
      CommonOptions.strict,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example("hitchmark analyze run.csv", "print the metrics of one capture"),
      Example(
        "hitchmark analyze before.csv after.csv", "print two captures side by side"),
      Example("hitchmark analyze run.csv --format json", "print JSON"),
      Example(
        "hitchmark analyze run.csv --as presentmon", "print the figures that PresentMon would print"
      ),
      Example(
        "hitchmark analyze scroll/ --segments",
        "also print the metrics of each lap"),
      Example(
        "hitchmark analyze log.csv --map timestamp=time:s",
        "read a table whose column “time” has seconds"),
      Example(
        "hitchmark analyze run.csv --from 12s --to 1:30",
        "leave out the loading screen and the menu at the end"),
      Example("hitchmark analyze run.csv.zst", "read a compressed capture"),
      Example("unzip -p run.zip | hitchmark analyze -", "read a capture from standard input"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let cut = try CutOptions.cut(values)
    let plan = try TraceDiscovery.plan(values[paths]).cut(to: cut)
    let analysis = TraceAnalysis(
      plan: plan, format: try ColumnMaps.format(values, besides: values[traceFormat]),
      stream: values[stream],
      settings: try ForeignToolOption.settings(values),
      catalog: catalog(values),
      pooling: values[ForeignToolOption.option]?.pooling,
      needs: RunNeeds(
        charts: drawsCharts(values, runs: plan.runs.count),
        segments: values[CommonOptions.segments]))
    var (runs, skipped): ([AnalyzedRun], [any Error]) = ([], [])
    for error in plan.skipped { console.say(error.message) }
    var refused = plan.skipped.count
    try analysis.forEachRun { _, file in
      switch file {
      case .success(let file):
        runs += file.runs
        skipped += file.skipped
      case .failure(let error):
        console.say(error.message)
        refused += 1
      }
    }
    if runs.isEmpty, refused == 0 { throw Failure.nothingToRead(paths: values[paths]) }
    for line in skipped.skippedLines { console.say(line) }
    if !runs.isEmpty { try write(runs, values, console) }
    try CommonOptions.hold(runs.map(\.summary), to: values)
    return refused == 0 ? .fine : .couldNotRun
  }

  /// The metrics to compute: all, or those that the user named, their twins on the screen, which the table shows beside
  /// them, and those that describe a run.
  private static func catalog(_ values: ParsedValues) -> [Metric] {
    let named = Set(values[metrics] ?? [])
    let twins = Metric.all.filter { named.contains($0.id) }.compactMap(\.twinOnScreen)
    let ids = named.union(twins)
    let all = ForeignToolOption.catalog(values, named: Array(ids))
    guard !named.isEmpty, values[ForeignToolOption.option] == nil else { return all }
    return all.filter { ids.contains($0.id) || AnalysisReport.describing.contains($0.id) }
  }

  /// Whether the output has charts; it has none if the user names metrics or a tool.
  ///
  /// Text has charts only of a single run.
  private static func drawsCharts(_ values: ParsedValues, runs: Int) -> Bool {
    let formats = Renderer.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    return values[metrics] == nil && values[ForeignToolOption.option] == nil
      && formats.contains { format in
        format.traits.contains(.charts) || runs == 1 && format.traits.contains(.firstScreen)
      }
  }

  private static func write(
    _ runs: [AnalyzedRun], _ values: ParsedValues, _ console: Console
  ) throws {
    let ids = values[metrics] ?? []
    try MetricNames.check(ids, among: runs.map(\.summary))
    let tool = values[ForeignToolOption.option]
    let shown = ForeignToolOption.ids(values, named: ids)
    let formats = Renderer.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    let isOfFirstScreen = formats.allSatisfy { $0.traits.contains(.firstScreen) }
    let document =
      tool.map { ForeignToolReport.document(of: runs, as: $0, metrics: shown) }
      ?? AnalysisReport.document(
        of: runs, metrics: ids,
        extent: values[all] ? .all : isOfFirstScreen ? .brief : .folded,
        showsEveryRun: formats.contains { $0.traits.contains(.forPrograms) })
    let delivery = Delivery(
      document: document, name: "analysis",
      json: { AnalysisJSON.value(of: runs, metrics: shown, tool: tool) },
      isStandalone: values[CommonOptions.standalone])
    try delivery.write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
  }
}
