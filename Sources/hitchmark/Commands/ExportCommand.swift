internal import Arguments
internal import RunStore
internal import Workbench

enum ExportCommand {
  /// What can be exported, each with the query that gives its rows.
  private enum Subject: String, CaseIterable, Sendable {
    case frames
    case samples
    case metrics

    /// The columns; the runs are told apart by suite, stage and name, which outlive the store.
    var query: String {
      let run = "run.suite, run.stage, run.name AS run"
      return switch self {
      case .frames:
        """
        SELECT \(run), idx, time_ns, frame_time_ns, kind, cpu_ns, gpu_ns, display_ns, latency_ns, \
        animation_error_ns, work_ns, overrun_ns, ui_ns, render_ns, blame \
        FROM run JOIN frame ON frame.run = run.id
        """
      case .samples:
        """
        SELECT \(run), counter, role, unit, idx, time_ns, value \
        FROM run JOIN counter_sample ON counter_sample.run = run.id
        """
      case .metrics:
        """
        SELECT \(run), metric, metric_value.revision, value, reason \
        FROM run JOIN metric_value ON metric_value.run = run.id
        """
      }
    }

    var order: String {
      switch self {
      case .frames: "idx"
      case .samples: "counter, idx"
      case .metrics: "metric"
      }
    }
  }

  private static let subject =
    Positional("WHAT", .cases("WHAT"), help: "frames, samples or metrics.")
    as Positional<Subject>
  private static let format = Option(
    "format", .choice("FORMAT", of: [RowFormat.csv, .jsonl], name: \.rawValue),
    default: RowFormat.csv, help: "How rows are written: csv or jsonl.")

  static let command: Command<Action> = Command(
    "export",
    abstract: "Write frames, samples or metric values as CSV or JSON Lines.",
    parameters: [
      subject, CommonOptions.store, CommonOptions.suite, CommonOptions.stage, format,
    ],
    examples: [
      Example("hitchmark export frames --suite glmark2 > frames.csv", "every frame of a suite"),
      Example("hitchmark export metrics --format jsonl", "every metric value, a line each"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try Stores.open(values, .read)
    var rows = RowWriter(values[format], console: console)
    var columns: [String] = []
    let records = try Attempt.storing { () throws(StoreError) in
      try store.runs(CommonOptions.filter(values))
    }
    guard !records.isEmpty else { throw .noRuns(CommonOptions.filter(values), in: store) }
    // A run at a time, in the order of the report, so that no more than one is decoded at once.
    for record in records {
      let subject = values[subject]
      columns = try Attempt.storing { () throws(StoreError) in
        try store.query(
          "\(subject.query) WHERE run.id = \(record.id.number) ORDER BY \(subject.order)"
        ) { columns, row in rows.add(row.map(Field.init), of: columns) }
      }
    }
    try rows.finish(columns: columns)
    return .fine
  }
}
