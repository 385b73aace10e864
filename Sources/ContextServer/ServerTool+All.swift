extension ServerTool {
  static let all = [
    ServerTool(
      name: "analyze", title: "Analyze captures",
      help: """
        Metrics of frame-time captures of games, Android, iOS and the web: frame rates, percentiles, hitches, latency, \
        data quality. Any of some forty formats is recognized by its content.
        """,
      command: ["analyze"],
      parameters: [
        ToolParameter(
          name: "paths", kind: .list, role: .positional,
          help: "Capture files, or folders of captures.", isRequired: true),
        metrics, refreshRate, from, to,
        ToolParameter(
          name: "segments", kind: .flag, role: .option("--segments"),
          help: "Also the metrics of each segment, such as a lap, that markers define."),
      ]),
    ServerTool(
      name: "compare", title: "Compare two sides",
      help: """
        Whether B is better or worse than A, per metric, with confidence intervals and a verdict. Use it instead of \
        comparing the numbers of two analyses.
        """,
      command: ["compare"],
      parameters: [
        side("a", "The reference: \(sides).", isRequired: true),
        side("b", "What is compared with A: \(sides)."),
        store, suite, stage, metrics, refreshRate, from, to,
      ]),
    ServerTool(
      name: "why", title: "Explain late frames",
      help: """
        What made frames late: the causes (CPU, GPU, functions, waits) with their shares of the hitch time; with B, how \
        much each changed from A to B.
        """,
      command: ["why"],
      parameters: [
        side("a", "What is explained, or the reference: \(sides).", isRequired: true),
        side("b", "What is compared with A: \(sides)."), store, suite, stage, refreshRate, from, to,
      ]),
    ServerTool(
      name: "trend", title: "Find changes in a history",
      help: "How metrics developed over the commits of a store, and the commits that changed them.",
      command: ["trend"],
      parameters: [
        store, suite, stage, metrics, order,
        ToolParameter(
          name: "device", kind: .text, role: .option("--device"), help: "Only runs on this device."),
        ToolParameter(
          name: "since", kind: .text, role: .option("--since"),
          help: "Only commits after this one, such as v1.0."),
      ]),
    ServerTool(
      name: "check", title: "Check the newest commit",
      help:
        "Whether the newest commit of a store has regressions or exceeds limits, as the check in CI decides.",
      command: ["check"],
      parameters: [
        store, suite, stage, metrics, order,
        ToolParameter(
          name: "limits", kind: .list, role: .repeatedOption("--limit"),
          help: "Further limits, such as \"frametime.p95 <= 16.7 ms\"."),
        ToolParameter(
          name: "base", kind: .text, role: .option("--base"),
          help: "The commit into which the newest will be merged; its regressions do not count."),
      ], hasPicture: false),
    ServerTool(
      name: "report", title: "Report on a suite",
      help:
        "The results of a suite (an experiment) of a store: its stages, their metrics and how they compare.",
      command: ["report"],
      parameters: [
        ToolParameter(
          name: "suite", kind: .text, role: .positional, help: "The name of the suite.",
          isRequired: true),
        store,
      ], textOptions: ["--brief"]),
    ServerTool(
      name: "metrics", title: "Explain metrics",
      help: "The formulas, units and sources of metrics; without words, a list of all metrics.",
      command: ["metrics"],
      parameters: [
        ToolParameter(
          name: "words", kind: .list, role: .positional,
          help: "Ids of metrics, or words to search for, such as \"latency\".")
      ], hasPicture: false),
    ServerTool(
      name: "formats", title: "List capture formats",
      help: "The formats of captures that can be read, and what each contains.",
      command: ["formats"], parameters: [], hasPicture: false),
    ServerTool(
      name: "query", title: "Query a store",
      help: """
        One SQL query on a store, which cannot change it. Tables: run (one row per run), run_metric (a value per run and \
        metric), frame(run, idx, time_ns, frame_time_ns, cpu_ns, gpu_ns, …), counter_sample. SELECT * FROM \
        pragma_table_info('run') lists columns.
        """,
      command: ["sql"],
      parameters: [
        ToolParameter(
          name: "sql", kind: .text, role: .positional, help: "The query, in SQLite's dialect.",
          isRequired: true),
        store,
      ], data: .jsonl, hasPicture: false),
  ]

  private static let sides =
    "a capture, a folder of captures, or a stage, commit or label:KEY=VALUE of the store"

  private static let store = ToolParameter(
    name: "store", kind: .store, role: .option("--store"),
    help: "The file with the stored runs. Default: hitchmark.db in the first folder.")
  private static let suite = ToolParameter(
    name: "suite", kind: .text, role: .option("--suite"), help: "Only runs of this suite.")
  private static let stage = ToolParameter(
    name: "stage", kind: .text, role: .option("--stage"), help: "Only runs of this stage.")
  private static let metrics = ToolParameter(
    name: "metrics", kind: .list, role: .option("--metrics"),
    help: "Only these metrics, such as fps.avg; the tool metrics lists them.")
  private static let order = ToolParameter(
    name: "order", kind: .text, role: .option("--order"),
    help: "A file with the commits in their order, if neither Git nor the store knows it.")
  private static let refreshRate = ToolParameter(
    name: "refresh_rate", kind: .number, role: .option("--refresh-rate"),
    help: "The refresh rate of the display in hertz, if the capture does not tell it.")
  private static let from = ToolParameter(
    name: "from", kind: .text, role: .option("--from"),
    help: "Leave out the frames before this time, such as 12s.")
  private static let to = ToolParameter(
    name: "to", kind: .text, role: .option("--to"),
    help: "Leave out the frames after this time, such as 1:30.")

  private static func side(
    _ name: String, _ help: String, isRequired: Bool = false
  ) -> ToolParameter {
    ToolParameter(
      name: name, kind: .text, role: .positional, help: help, isRequired: isRequired)
  }
}
