internal import Arguments
internal import ClusterStore
internal import RunStore
internal import Units
internal import Workbench

enum ClusterCommand {
  static let command: Command<Action> = Command(
    "cluster",
    abstract: "Create, inspect or migrate the store in a ClickHouse cluster.",
    discussion: """
      A cluster stores the runs of many computers; every --store accepts its address. \
      HITCHMARK_STORE_PASSWORD has the password, or HITCHMARK_STORE_PASSWORD_FILE names a file with it. \
      Without “?cluster=NAME” in the address, the tables are on one node.
      """,
    parameters: [CommonOptions.store],
    examples: [
      Example(
        "hitchmark cluster init --store clickhouse://localhost:8123/frames",
        "create the tables on this computer")
    ],
    subcommands: [
      Command(
        "init", abstract: "Create the database and tables in a ClickHouse cluster.",
        discussion: """
          Does nothing if they exist, so it can be repeated after an interruption.
          """,
        examples: [
          Example("hitchmark cluster init", "create the tables for runs in the ClickHouse cluster")
        ],
        action: Action(run: initialize)),
      Command(
        "status",
        abstract: "Show versions, shards, replicas, table sizes and bytes per frame.",
        examples: [Example("hitchmark cluster status", "show what the ClickHouse cluster stores")],
        action: Action(run: status)),
      Command(
        "migrate",
        abstract: "Add the tables and columns that this version needs.",
        discussion: """
          Changes no existing column and removes nothing.
          """,
        examples: [
          Example(
            "hitchmark cluster migrate",
            "after an update of hitchmark")
        ],
        action: Action(run: migrate)),
      Command(
        "frames",
        abstract: "Write a table with one row per frame, for SQL on the server.",
        discussion: """
          Creates the table “frame” and adds the rows that it lacks, so that “hitchmark sql --on-server” can \
          count the frames of many runs. Nothing else reads it: drop it at any time. Needs ClickHouse 23.4 \
          or newer.
          """,
        parameters: [CommonOptions.suite],
        examples: [
          Example(
            "hitchmark cluster frames --suite scrolling",
            "write the frames of one suite")
        ],
        action: Action(run: frames)),
    ])

  private static func store(_ values: ParsedValues) throws -> ClusterStore {
    try ClusterStore(at: values[CommonOptions.store])
  }

  private static func initialize(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try store(values)
    try store.create()
    try console.write(
      "\(values[CommonOptions.store]): the cluster has all tables for runs".harmless + "\n")
    return .fine
  }

  private static func migrate(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try store(values)
    let added = try store.migrate()
    let facts =
      added.isEmpty
      ? "the tables in ClickHouse are up to date" : "added \(added.joined(separator: ", "))"
    try console.write("\(values[CommonOptions.store]): \(facts)".harmless + "\n")
    return .fine
  }

  private static func frames(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    // A store in a file is refused before it is opened.
    _ = try store(values)
    let filter = RunFilter(suite: values[CommonOptions.suite])
    let store = try Stores.open(values, .read, for: filter)
    let runs = try store.runs(filter)
    guard !runs.isEmpty else { throw Failure.noRuns(filter, in: store) }
    let added = try store.publishFrames(of: filter) { run, count in
      console.progress("writing the frames of run \(run + 1) of \(count)")
    }
    console.progress("")
    let facts =
      added.runs == 0
      ? "the table “frame” already has all frames of the selected runs"
      : "added \(counted(added.frames, "frame")) of \(counted(added.runs, "run")) to the table “frame”"
    try console.write("\(values[CommonOptions.store]): \(facts)".harmless + "\n")
    return .fine
  }

  private static func status(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let store = try store(values)
    let status = try store.status()
    var lines = [
      "\(values[CommonOptions.store]): version \(status.version), ClickHouse \(status.serverVersion)"
    ]
    if status.version < status.knownVersion {
      lines.append(
        "this version of hitchmark needs tables of version \(status.knownVersion); run “hitchmark cluster migrate”"
      )
    }
    for (index, replicas) in status.shards.enumerated() {
      let note = replicas.count == 1 ? "; not replicated" : ""
      lines.append("shard \(index + 1): \(replicas.joined(separator: ", "))\(note)")
    }
    for table in status.tables {
      lines.append("\(table.name): \(counted(table.rows, "row")), \(counted(table.bytes, "byte"))")
    }
    var total = "\(counted(status.runs, "run")), \(counted(status.frames, "frame"))"
    if let bytes = status.bytesPerFrame {
      total += ", \(Quantity(bytes, .count).tableText) bytes of packed columns per frame"
    }
    try console.write((lines + [total]).map { $0.harmless + "\n" }.joined())
    return .fine
  }
}
