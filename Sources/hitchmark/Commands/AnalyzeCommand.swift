internal import Analysis
internal import Arguments
internal import Documents
internal import Recordings
internal import Reports
internal import TraceReaders

enum AnalyzeCommand {
  private static let paths = Positional(
    repeating: "PATH", .path, help: "Trace files or folders of runs; - is standard input.")
  private static let traceFormat = Option(
    "trace-format", TraceFormats.type,
    help: "The format that the files have to have; recognised when not given.")
  private static let stream = Option(
    "stream", .text.named("NAME"),
    help:
      "Which process and swap chain of a file; all for all of them, else the one with most frames.")
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), help: "Only these metrics, in this order.")
  private static let all = Flag("all", help: "Show withheld metrics too, with their reasons.")

  static let command: Command<Action> = Command(
    "analyze",
    abstract: "Print the metrics of trace files, without a store.",
    parameters: [
      paths, CommonOptions.formats, CommonOptions.output, metrics, all, stream, traceFormat,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example("hitchmark analyze run.csv", "one trace"),
      Example("hitchmark analyze before.csv after.csv", "two, side by side"),
      Example("hitchmark analyze run.csv --format json", "for programs"),
      Example("zcat run.csv.gz | hitchmark analyze -", "from another program"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let plan = try Attempt.reading { () throws(TraceError) in
      try TraceDiscovery.plan(values[paths])
    }
    var runs: [AnalysedRun] = []
    var refused = 0
    for planned in plan.runs {
      do throws(Failure) {
        runs += try analyse(planned, in: plan, values)
      } catch .trace(let error) where error.isNoTrace && !planned.isNamed {
        continue
      } catch {
        console.say(error.message)
        refused += 1
      }
    }
    if runs.isEmpty, refused == 0 { throw .nothingToRead(paths: values[paths]) }
    if !runs.isEmpty { try write(runs, values, console) }
    return refused == 0 ? .fine : .couldNotRun
  }

  private static func analyse(
    _ planned: PlannedRun, in plan: TracePlan, _ values: ParsedValues
  ) throws(Failure) -> [AnalysedRun] {
    let reading = try Attempt.reading { () throws(TraceError) in
      try TraceReader.read(planned, as: values[traceFormat])
    }
    let suite = plan.suites.first { $0.id == planned.suite }
    let settings = try ParameterOptions.settings(
      values, suite: "suite “\(planned.suite ?? "")”", fixing: suite?.parameters ?? [:])
    let chosen = try choose(values[stream], among: reading.recordings, path: planned.path)
    let names = Streams(reading.recordings)
    return chosen.map { recording in
      let place = planned.stage.map { "\($0)/\(planned.name)" } ?? planned.name
      let name = chosen.count == 1 ? place : recording.origin.stream ?? place
      return AnalysedRun(
        RunSummary(of: recording, name: name, settings: settings),
        otherStreams: chosen.count == 1 ? names.other(than: recording) : [])
    }
  }

  private static func choose(
    _ stream: String?, among recordings: [Recording], path: String
  ) throws(Failure) -> [Recording] {
    guard let stream else { return Array(recordings.prefix(1)) }
    if stream == "all" { return recordings }
    let chosen = recordings.filter { $0.origin.stream?.contains(stream) ?? false }
    guard !chosen.isEmpty else {
      throw .unknownStream(stream, path: path, known: recordings.compactMap(\.origin.stream))
    }
    return chosen
  }

  private static func write(
    _ runs: [AnalysedRun], _ values: ParsedValues, _ console: Console
  ) throws(Failure) {
    let ids = values[metrics] ?? []
    try MetricNames.check(ids, among: runs.map(\.summary))
    let document = AnalysisReport.document(of: runs, metrics: ids, showsWithheld: values[all])
    let delivery = Delivery(
      document: document, name: "analysis", json: AnalysisJSON.value(of: runs, metrics: ids))
    try delivery.write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
  }
}

/// The runs of a file by their streams.
private struct Streams {
  private let all: [(stream: String, frames: Int)]

  init(_ recordings: [Recording]) {
    all = recordings.compactMap { recording in
      recording.origin.stream.map { ($0, recording.timeline.value?.frameCount ?? 0) }
    }
  }

  func other(than recording: Recording) -> [(stream: String, frames: Int)] {
    all.filter { $0.stream != recording.origin.stream }
  }
}

/// Trace formats on a command line.
enum TraceFormats {
  static let type: ValueType<TraceFormat> = .choice(
    "TRACE-FORMAT", of: TraceFormat.all, name: \.id, help: \.title)
}
