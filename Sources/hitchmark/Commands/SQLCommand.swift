internal import Arguments
internal import ClusterStore
internal import RunStore
internal import Units
internal import Workbench

enum SQLCommand {
  private static let query =
    Positional(
      "QUERY", .text,
      help: "one SQL query, which cannot change the store")
    as Positional<String>
  private static let format = Option(
    "format", .cases("FORMAT"), default: RowFormat.text,
    help: "write in this format")

  private static let onServer = Flag(
    "on-server",
    help: "run the query on the ClickHouse server, in its dialect")

  /// The maximum number of bytes that a query may use.
  private static let memory = 256 << 20

  static let command: Command<Action> = Command(
    "sql",
    abstract: "Query the stored runs, frames and counter samples with SQL.",
    discussion: """
      The most useful tables: run; frame(run, idx, time_ns, frame_time_ns, …), a row per frame; \
      frame_part_time(run, idx, part, kind, duration_ns), a row per function or wait in a frame; \
      counter_sample(run, counter, role, unit, idx, time_ns, value).

      Further columns of frame: kind, cpu_ns, gpu_ns, display_ns, latency_ns, animation_error_ns, work_ns, \
      overrun_ns, blame, and the phases of the work: input_ns, animation_ns, layout_ns, draw_ns, sync_ns, \
      issue_ns, swap_ns, ui_ns, render_ns. “SELECT sql FROM sqlite_schema” prints all tables.

      A query may use 256 MiB, and a value 64 MiB; its time is not limited. In CSV, text that a spreadsheet \
      would take for a formula gets an apostrophe. In JSON Lines, infinite numbers are "Infinity" and \
      "-Infinity".

      With --on-server, a query may take one minute, and its answer 64 MiB. Query the table run there with \
      FINAL, and only rows with removed = 0.
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
  ) throws -> ExitCode {
    if values[onServer] { return try runOnServer(values, console) }
    let store = try RunStore.open(anywhere: values[CommonOptions.store], access: .read)
    var rows = RowOutput(values[format], write: console.write)
    let columns = try store.query(values[query], memory: memory) { columns, row in
      rows.add(row.map(RowField.init), of: columns)
    }
    try rows.finish(columns: columns)
    return .fine
  }

  private static func runOnServer(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let format =
      switch values[format] {
      case .text: "TabSeparatedWithNames"
      case .csv: "CSVWithNames"
      case .jsonl: "JSONEachRow"
      }
    let answer = try ClusterStore(at: values[CommonOptions.store]).answer(
      to: values[query], format: format)
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
