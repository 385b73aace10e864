import ClickHouse
import Recordings
import Testing

@testable import ClusterStore
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

  /// The columns of the row of a run that are read, in the order of the row.
  private var pulledColumns: PulledColumns {
    PulledColumns(scalars: schema.ownScalars, parts: Array(schema.run.parts.dropLast()))
  }

  /// The numbers of all runs of the store, sorted.
  private func allRuns() throws -> [RunID] { try store.runs().map(\.id).sorted() }

  /// The rows of all runs of the store, in the order of their numbers.
  private func sentRows() throws -> (rows: [[UInt8]], source: SentRows) {
    var source = SentRows(store, schema)
    let runs = try allRuns()
    let values = try source.values(of: runs, packed: runs.map { _ in "p" })
    return (try values.map { try #require($0).bytes }, source)
  }

  /// Reads the row of a run as it is sent, which has more columns, in another order, than the rows that are read.
  private func pulled(
    _ bytes: [UInt8]
  ) throws -> (run: [UInt8], device: [SQLValue], properties: [[SQLValue]]) {
    try bytes.withUnsafeBytes { bytes in
      var reader = RowReader(bytes)
      let packed = try reader.text()
      _ = try reader.text()
      var values: ContiguousArray<Double> = []
      try reader.appendReals(reader.count(), to: &values)
      _ = try reader.text()
      var row = RowWriter()
      row.add(UInt64(3))
      row.add(UInt8(0))
      row.add(Int64(0))
      row.add(packed)
      for column in schema.ownScalars { column.write(try column.read(&reader), to: &row) }
      let device = try reader.values(schema.deviceScalars)
      _ = try reader.values(schema.run.scalars.suffix(schema.revisionColumns.count))
      let start = reader.position
      _ = try reader.lists(Array(schema.run.parts.dropLast()))
      let lists = Array(reader.bytes(from: start, to: reader.position))
      let properties = try reader.lists([schema.deviceProperties])[0]
      #expect(reader.isAtEnd)
      return (row.bytes + lists, device, properties)
    }
  }

  /// Sends all runs of the store through bytes into another store, without metrics, commits and packed columns.
  private func copy(to other: RunStore) throws {
    try other.connection.execute("PRAGMA foreign_keys = OFF")
    var writer = try PulledRowWriter(other.connection, schema)
    for (index, bytes) in try sentRows().rows.enumerated() {
      let (row, device, properties) = try pulled(bytes)
      try row.withUnsafeBytes { bytes in
        var reader = RowReader(bytes)
        let run = try PulledRun(&reader, pulledColumns)
        #expect(reader.isAtEnd)
        try writer.insert(run, id: Int64(index + 1), pulledColumns)
        guard case .text(let digest) = run.device else { return }
        try writer.insert(device: digest, device, properties: properties)
      }
    }
    #expect(writer.lackingDevices.isEmpty)
  }

  @Test("A run is the same after its row was sent and read")
  func roundTrip() throws {
    _ = try store.add(drafts(1...60))
    let other = try RunStore.open(scratch.path("other.db"), access: .create)
    try copy(to: other)
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
  }

  @Test("The row of a run does not depend on the other runs that are read with it")
  func batches() throws {
    _ = try store.add(drafts(1...60))
    let together = try sentRows().rows
    for (index, run) in try allRuns().enumerated().filter({ $0.offset % 7 == 0 }) {
      var source = SentRows(store, schema)
      let alone = try source.values(of: [run, RunID(1_000_000)], packed: ["p", ""])
      #expect(alone[0]?.bytes == together[index])
      #expect(alone[1] == nil)
    }
  }

  /// The values of all runs of the store, as a cluster sends them.
  private func pulledMetrics(numberedBy ids: [String: Int64]) throws -> PulledMetrics {
    var (rows, source) = try sentRows()
    var metrics = PulledMetrics()
    for (run, bytes) in zip(try store.runs().sorted { $0.id < $1.id }, rows) {
      var row = RowWriter()
      try bytes.withUnsafeBytes { bytes in
        var reader = RowReader(bytes)
        _ = try reader.text()
        let set = try reader.text()
        var values: ContiguousArray<Double> = []
        try reader.appendReals(reader.count(), to: &values)
        row.add(run.digest)
        row.add(set)
        row.add(try reader.text())
        row.addCount(values.count)
        for value in values { row.add(value) }
      }
      try row.bytes.withUnsafeBytes { bytes in
        var reader = RowReader(bytes)
        try metrics.read(&reader, numberedBy: ids)
      }
    }
    let sets = source.takeSets(except: [])
    #expect(metrics.unknownSets.count == sets.digests.count)
    for (rows, hasReasons) in [(sets.metrics, false), (sets.missing, true)] {
      try rows.bytes.withUnsafeBytes { bytes in
        var reader = RowReader(bytes)
        while !reader.isAtEnd { metrics.add(try MetricSet(&reader, hasReasons: hasReasons)) }
      }
    }
    #expect(metrics.unknownSets == [])
    return metrics
  }

  @Test("The values of metrics in memory are those of the store, and so are inserted ones")
  func values() throws {
    _ = try store.add(drafts(1...40))
    let ids = Dictionary(try store.runs().map { ($0.digest, $0.id.number) }) { first, _ in first }
    // The cluster sends a run that was added after the others were read, too.
    var metrics = try pulledMetrics(numberedBy: ids.filter { $0.value != 40 })
    let some = [RunID(7), RunID(40), RunID(3)]
    let few = metrics.table(of: some, only: ["frames"])
    let fewStored = try store.metricTable(of: some, only: ["frames"])
    #expect(few.metrics == ["frames"])
    #expect(few.metrics(ofRunAt: 0) == fewStored.metrics(ofRunAt: 0))
    #expect(few.metrics(ofRunAt: 1) == [])
    let all = try allRuns().filter { $0.number != 40 }
    let (table, stored) = (metrics.table(of: all, only: nil), try store.metricTable(of: all))
    for index in all.indices {
      #expect(table.metrics(ofRunAt: index) == stored.metrics(ofRunAt: index))
    }
    // A trend takes runs with different origins for runs with different parameters.
    let origins = table.column(of: "frames").origins
    #expect(Set(origins).count == origins.count)

    let other = try RunStore.open(scratch.path("other.db"), access: .create)
    try copy(to: other)
    let query = "SELECT * FROM run_metric"
    try metrics.insert([7], into: other.connection)
    #expect(
      try other.all(query + " ORDER BY 2") == store.all(query + " WHERE run = 7 ORDER BY 2"))
    #expect(metrics.table(of: [RunID(7)], only: nil).metrics(ofRunAt: 0) == [])
    try metrics.insert(nil, into: other.connection)
    #expect(
      try other.all(query + " ORDER BY 1, 2")
        == store.all(query + " WHERE run <> 40 ORDER BY 1, 2"))
  }

  @Test("The values of many runs are read in parts, each with a range of digests")
  func parts() {
    let digests = ["d", "b", "e", "a", "c"]
    #expect(ClusterSlice.parts(of: digests, atMost: 5) == ["1"])
    #expect(ClusterSlice.parts(of: digests, atMost: 3) == ["digest < 'd'", "digest >= 'd'"])
    #expect(
      ClusterSlice.parts(of: digests, atMost: 2) == [
        "digest < 'c'", "digest >= 'c' AND digest < 'e'", "digest >= 'e'",
      ])
  }

  @Test("A slice does not wait for the disk; any other store does", arguments: [true, false])
  func waiting(isTemporary: Bool) throws {
    let connection = try StoreOpening(
      path: scratch.path("other.db"), access: .create, patience: .seconds(1),
      isTemporary: isTemporary
    ).connect()
    #expect(try connection.integer("PRAGMA synchronous") == (isTemporary ? 0 : 2))
    #expect(try connection.integer("PRAGMA page_size") == (isTemporary ? 4096 : 1024))
  }

  @Test("Only the newest version of a run decides whether the run meets a condition")
  func selection() {
    let runs = RunSelection(table: "f.run", condition: "stage = '3'")
    #expect(
      runs.newestVersion == """
        (digest, version) IN (SELECT digest, max(version) FROM f.run \
        WHERE digest IN (SELECT digest FROM f.run WHERE stage = '3') GROUP BY digest) \
        AND removed = 0 AND (stage = '3')
        """)
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
