internal import Arguments
internal import RunStore
internal import Units
internal import Workbench

enum ClusterCommand {
  static let command: Command<Action> = Command(
    "cluster",
    abstract: "Create, inspect or migrate the tables for runs in a ClickHouse cluster.",
    discussion: """
      A ClickHouse cluster can store the runs of many computers. Each command with the option --store accepts the \
      address of the ClickHouse cluster as the value of --store. Hitchmark reads the password of the ClickHouse \
      cluster from the environment variable HITCHMARK_STORE_PASSWORD, or from the file that \
      HITCHMARK_STORE_PASSWORD_FILE names. Without the option “cluster” in the address of the ClickHouse cluster, the \
      tables for runs are on one node. The page docs/scale.md explains the tables of a ClickHouse cluster.
      """,
    parameters: [CommonOptions.store],
    examples: [
      Example(
        "hitchmark cluster init --store clickhouse://localhost:8123/frames",
        "create the tables on a ClickHouse node of this computer")
    ],
    subcommands: [
      Command(
        "init", abstract: "Create the database and tables of a store in a ClickHouse cluster.",
        discussion:
          "If the tables for runs exist, “hitchmark cluster init” does nothing. You can repeat “hitchmark cluster init” after an interruption.",
        examples: [
          Example("hitchmark cluster init", "create the tables for runs in the ClickHouse cluster")
        ],
        action: Action(run: initialize)),
      Command(
        "status",
        abstract:
          "Show the versions, shards, replicas, table sizes and bytes per frame of a ClickHouse cluster.",
        examples: [Example("hitchmark cluster status", "show what the ClickHouse cluster stores")],
        action: Action(run: status)),
      Command(
        "migrate",
        abstract:
          "Add to a ClickHouse cluster the tables and columns that this version of Hitchmark needs.",
        discussion: "“hitchmark cluster migrate” changes no existing column and removes nothing.",
        examples: [
          Example(
            "hitchmark cluster migrate",
            "migrate the tables in ClickHouse after an update of hitchmark")
        ],
        action: Action(run: migrate)),
      Command(
        "frames",
        abstract:
          "Write a table with one row per frame into a ClickHouse cluster, for SQL queries on the ClickHouse server.",
        discussion: """
          “hitchmark cluster frames” creates the table “frame” in the ClickHouse cluster, and adds one \
          row for each frame that the table lacks. With the table “frame”, “hitchmark sql --on-server” \
          can count the frames of many runs. No other command reads the table “frame”, so you can drop \
          the table at any time. “hitchmark cluster frames” needs ClickHouse 23.4 or later.
          """,
        parameters: [CommonOptions.suite],
        examples: [
          Example(
            "hitchmark cluster frames --suite scrolling",
            "write the frames of one suite into the table “frame” in ClickHouse")
        ],
        action: Action(run: frames)),
    ])

  private static func store(_ values: ParsedValues) throws(Failure) -> ClusterStore {
    try Attempt.storing { () throws(StoreError) in try ClusterStore(at: values[CommonOptions.store])
    }
  }

  private static func initialize(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try store(values)
    try Attempt.storing { () throws(StoreError) in try store.create() }
    try console.write(
      "\(values[CommonOptions.store]): the cluster has all tables for runs".harmless + "\n")
    return .fine
  }

  private static func migrate(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let store = try store(values)
    let added = try Attempt.storing { () throws(StoreError) in try store.migrate() }
    let facts =
      added.isEmpty
      ? "the tables in ClickHouse are up to date" : "added \(added.joined(separator: ", "))"
    try console.write("\(values[CommonOptions.store]): \(facts)".harmless + "\n")
    return .fine
  }

  private static func frames(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    // A store in a file is refused before it is opened.
    _ = try store(values)
    let filter = RunFilter(suite: values[CommonOptions.suite])
    let store = try Stores.open(values, .read, for: filter)
    let runs = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    guard !runs.isEmpty else { throw .noRuns(filter, in: store) }
    let added = try Attempt.storing { () throws(StoreError) in
      try store.publishFrames(of: filter) { run, count in
        console.progress("writing the frames of run \(run + 1) of \(count)")
      }
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
  ) throws(Failure) -> ExitCode {
    let store = try store(values)
    let status = try Attempt.storing { () throws(StoreError) in try store.status() }
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
