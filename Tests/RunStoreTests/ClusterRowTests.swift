import ClickHouse
import Recordings
import Testing

@testable import RunStore

@Suite("Rows of a cluster")
struct ClusterRowTests {
  private let scratch: Scratch
  private let store: RunStore
  private let schema: ClusterSchema

  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
    schema = try ClusterSchema(store.connection)
  }

  @Test("Every table of the store is in the cluster")
  func tables() throws {
    let mapped =
      schema.run.parts.map(\.table) + schema.packed.map(\.table) + schema.suite.parts.map(\.table)
    // Columns of the row of a run or suite, and sets that runs share.
    let others = [
      "run", "suite", "device", "environment", "session", "revision", "metric", "computation",
      "reason", "metric_value", "run_missing", "missing_set", "missing_metric",
    ]
    #expect((mapped + others).sorted() == Connection.tables.sorted())
    #expect(schema.packed.map(\.table) == ["counter", "frame_column", "frame_part_entries"])
  }

  @Test("Every column of the table “run” is in the row of a run")
  func columns() throws {
    let names = Set(schema.runTable.columns.map(\.name))
    let stored = try store.all("SELECT name FROM pragma_table_info('run')").compactMap { row in
      if case .text(let name) = row[0] { name } else { nil }
    }
    // These are numbers that differ from store to store; the row has what they refer to.
    #expect(stored.filter { !names.contains($0) } == ["id", "session", "device"])
    #expect(
      names.isSuperset(of: ["session_name", "device_digest", "label.key", "revision_parents"]))
  }

  @Test("A table of a cluster is replicated and sharded by its key")
  func definitions() throws {
    let address = try ClusterAddress("clickhouse://localhost/frames?cluster=farm")
    let statements = ClusterSchema.metricSet.definitions(in: address)
    #expect(
      statements == [
        """
        CREATE TABLE IF NOT EXISTS frames.metric_set_data ON CLUSTER farm (`digest` String, \
        `metric` Array(String), `revision` Array(Int64), `parameters` Array(String)) ENGINE = \
        ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/frames/metric_set', '{replica}') \
        ORDER BY (`digest`)
        """,
        """
        CREATE TABLE IF NOT EXISTS frames.metric_set ON CLUSTER farm (`digest` String, \
        `metric` Array(String), `revision` Array(Int64), `parameters` Array(String)) ENGINE = \
        Distributed(farm, frames, metric_set_data, sipHash64(`digest`))
        """,
      ])
  }

  @Test("The table of frames on one node has codecs, and ignores repeated inserts")
  func frameTable() throws {
    let address = try ClusterAddress("clickhouse://localhost/frames")
    #expect(
      ClusterSchema.frames.definitions(in: address) == [
        """
        CREATE TABLE IF NOT EXISTS frames.frame (`digest` LowCardinality(String), \
        `packed` LowCardinality(String), `idx` Int64 CODEC(Delta, ZSTD(3)), \
        `frame_time_ns` Int64 CODEC(GCD, T64, ZSTD(3)), `kind` LowCardinality(String)) \
        ENGINE = ReplacingMergeTree() ORDER BY (`digest`, `packed`, `idx`) \
        SETTINGS non_replicated_deduplication_window = 1000
        """
      ])
  }

  private func drafts(_ seeds: ClosedRange<UInt64>) -> [RunDraft] {
    seeds.map { seed in
      var recording = Made.anything(seed: seed)
      recording.description.session = "night \(seed % 3)"
      recording.description.commit = "c\(seed % 4)"
      var draft = RunDraft(
        suite: "app", stage: "\(seed % 2)", name: "\(seed)", digest: "digest \(seed)",
        recording: recording)
      draft.metrics = [
        StoredMetric(
          metric: "fps.avg", revision: Int(seed % 2) + 1, parameters: "p\(seed % 5)",
          value: seed % 3 == 0 ? .withheld(because: "made up") : .known(Double(seed))),
        StoredMetric(metric: "frames", revision: 1, parameters: "", value: .known(-0.0)),
      ]
      return draft
    }
  }

  /// Sends all runs of the store through bytes into another store, without metrics and packed columns.
  private func copy(to other: RunStore) throws -> [PulledRun] {
    var rows = SentRows(store.connection, schema)
    var writer = PulledRowWriter(other.connection, schema)
    var pulled: [PulledRun] = []
    for run in try store.runs() {
      let values = try #require(try rows.values(of: run.id.number, packed: "p"))
      var row = RowWriter()
      row.add(UInt64(3))
      row.add(UInt8(0))
      row.add(run.id.number)
      row.append(values)
      try row.bytes.withUnsafeBytes { bytes in
        var reader = RowReader(bytes)
        let run = try PulledRun(&reader, schema)
        #expect(reader.isAtEnd)
        #expect(run.hash == values.hash)
        try writer.insert(run, id: run.number)
        pulled.append(run)
      }
    }
    return pulled
  }

  @Test("A run is the same after its row was sent and read")
  func roundTrip() throws {
    _ = try store.add(drafts(1...60))
    let other = try RunStore.open(scratch.path("other.db"), access: .create)
    let pulled = try copy(to: other)
    #expect(pulled.count == 60)
    func facts(_ store: RunStore) throws -> [[SQLValue]] {
      let columns = schema.runColumns.joined(separator: ", ")
      return try store.all("SELECT id, digest, \(columns) FROM run ORDER BY id")
    }
    #expect(try facts(other) == facts(store))
    #expect(try other.runs().map(\.description) == store.runs().map(\.description))
    for table in schema.run.parts.map(\.table) {
      let query = "SELECT * FROM \(table) ORDER BY 1, 2"
      #expect(try other.all(query) == store.all(query), "\(table) differs")
    }
    #expect(
      try other.all("SELECT * FROM revision ORDER BY 1")
        == store.all("SELECT * FROM revision ORDER BY 1"))
  }

  @Test("The values of metrics of some runs, or of all, come from the row")
  func values() throws {
    _ = try store.add(drafts(1...40))
    let other = try RunStore.open(scratch.path("other.db"), access: .create)
    var rows = SentRows(store.connection, schema)
    for run in try store.runs() { _ = try rows.values(of: run.id.number, packed: "") }
    var pending = PendingValues(other.connection)
    let sets = rows.takeSets(except: [])
    try sets.metrics.bytes.withUnsafeBytes { bytes in
      var reader = RowReader(bytes)
      while !reader.isAtEnd { try pending.add(MetricSet(&reader, hasReasons: false)) }
    }
    for run in try copy(to: other) {
      pending.add(run.metricValues, set: run.metricSet, of: run.number)
    }
    let query =
      "SELECT run, metric, revision, parameters, value FROM run_metric WHERE reason IS NULL"
    try pending.insert(["frames"], of: [7])
    #expect(try other.all(query + " ORDER BY 2") == store.all(query + " AND run = 7 ORDER BY 2"))
    try pending.insert(["frames"], of: nil)
    #expect(try other.number("SELECT count(*) FROM run_metric WHERE metric = 'frames'") == 40)
    try pending.insert(nil, of: nil)
    #expect(try other.all(query + " ORDER BY 1, 2") == store.all(query + " ORDER BY 1, 2"))
  }

  @Test("Later versions are greater, and first versions are the same on all hosts")
  func versions() {
    let first = RunNumbers.version(after: nil, hash: 0xABCD)
    #expect(first == RunNumbers.version(after: nil, hash: 0xABCD))
    #expect(first < RunNumbers.version(after: nil, hash: 0xABCE))
    let last = RunNumbers.version(after: nil, hash: .max)
    #expect(last < RunNumbers.version(after: first, hash: 0))
  }

  @Test("Numbers of runs ascend, and programs that use binary64 numbers can read them")
  func numbers() {
    var numbers = RunNumbers()
    let some = (0..<2000).map { _ in numbers.next() }
    #expect(some == some.sorted())
    #expect(Set(some).count == some.count)
    #expect(some.allSatisfy { $0 > 0 && $0 < ClusterSlice.firstOwn })
  }
}
