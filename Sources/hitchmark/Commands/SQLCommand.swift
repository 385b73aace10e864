internal import Arguments
internal import RunStore
internal import Units
internal import Workbench

enum SQLCommand {
  private static let query =
    Positional("QUERY", .text, help: "One SQL query, which cannot change the store.")
    as Positional<String>
  private static let format = Option(
    "format", .cases("FORMAT"), default: RowFormat.text,
    help: "The output format.")

  private static let onServer = Flag(
    "on-server",
    help:
      "Run the query on the ClickHouse server, in ClickHouse's SQL dialect, on the tables with all runs of the cluster."
  )

  /// The maximum number of bytes that a query may use.
  private static let memory = 256 << 20

  static let command: Command<Action> = Command(
    "sql",
    abstract: "Query the stored runs, frames and counter samples with SQL.",
    discussion: """
      The file schemas/store.sql describes the tables of a store. Each frame is a row of the table \
      frame(run, idx, time_ns, frame_time_ns, kind, cpu_ns, gpu_ns, display_ns, latency_ns, \
      animation_error_ns, work_ns, overrun_ns, blame). The columns input_ns, animation_ns, layout_ns, \
      draw_ns, sync_ns, issue_ns, swap_ns, ui_ns and render_ns are the durations of phases of the \
      work on a frame. Each part of a frame, such as a function or a wait, is a row \
      of the table frame_part_time(run, idx, part, kind, duration_ns). Each sample of a counter is a \
      row of the table counter_sample(run, counter, role, unit, idx, time_ns, value). A query may use \
      256 MiB of memory, and a single value of a row 64 MiB; the time of a query is not limited. In \
      CSV output, an apostrophe precedes text that a spreadsheet would evaluate as a formula. In JSON \
      Lines output, infinite numbers are written as "Infinity" and "-Infinity".

      With --on-server, a query may take at most one minute, and the answer to the query may have at \
      most 64 MiB. The page docs/scale.md describes the tables of a ClickHouse cluster. Query the \
      table run of a ClickHouse cluster with FINAL, and read only the rows with removed = 0.
      """,
    parameters: [query, CommonOptions.store, format, onServer],
    examples: [
      Example(
        "hitchmark sql \"SELECT run, max(frame_time_ns) / 1e6 FROM frame GROUP BY run\"",
        "print the longest frame of each run in milliseconds")
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    if values[onServer] { return try runOnServer(values, console) }
    let store = try Attempt.storing { () throws(StoreError) in
      try RunStore.open(values[CommonOptions.store], access: .read)
    }
    var rows = RowWriter(values[format], write: console.write)
    let columns = try Attempt.storing { () throws(StoreError) in
      try store.query(values[query], memory: memory) { columns, row in
        rows.add(row.map(Field.init), of: columns)
      }
    }
    try rows.finish(columns: columns)
    return .fine
  }

  private static func runOnServer(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let format =
      switch values[format] {
      case .text: "TabSeparatedWithNames"
      case .csv: "CSVWithNames"
      case .jsonl: "JSONEachRow"
      }
    let answer = try Attempt.storing { () throws(StoreError) in
      try ClusterStore(at: values[CommonOptions.store]).answer(to: values[query], format: format)
    }
    let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
    // Tabs separate columns, and all other control characters come from strangers.
    let safe = lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).harmless }
        .joined(separator: "\t")
    }
    try console.write(safe.joined(separator: "\n"))
    return .fine
  }
}
