internal import ClickHouse
internal import Recordings
public import RunStore
internal import Units

extension ClusterSchema {
  /// The frames of runs, one row each, numbered from 1.
  ///
  /// `hitchmark cluster frames` creates and fills the table. Only ClickHouse from version 23.4 knows its codecs.
  static let frames = ClusterTable(
    name: "frame",
    columns: [
      ClusterColumn(name: "digest", kind: .text, codedType: "LowCardinality(String)"),
      ClusterColumn(name: "packed", kind: .text, codedType: "LowCardinality(String)"),
      ClusterColumn(name: "idx", kind: .integer, codedType: "Int64 CODEC(Delta, ZSTD(3))"),
      ClusterColumn(
        name: "frame_time_ns", kind: .integer, codedType: "Int64 CODEC(GCD, T64, ZSTD(3))"),
      ClusterColumn(name: "kind", kind: .text, codedType: "LowCardinality(String)"),
    ], key: ["digest", "packed", "idx"],
    // A repeated insert of the same rows adds nothing, as in a replicated table.
    settings: " SETTINGS non_replicated_deduplication_window = 1000")

  /// The first version of ClickHouse that knows the codecs of the frames.
  static let firstVersionWithFrames = (major: 23, minor: 4)
}

/// A run with frames that the table `frame` lacks.
private struct RunWithoutFrameRows {
  let id: RunID
  let digest: String
  let packed: String
  /// The number of frames that the table has.
  let known: Int
}

extension ClusterSlice {
  /// The number of rows after which rows are sent.
  private static let rowsPerInsert = 500_000

  /// Creates the table `frame` if the cluster lacks it, and adds the frames that the table lacks.
  ///
  /// The rows of a run are sent in the order of its frames, so an interrupted call continues after the last frame that
  /// the table has.
  ///
  /// - Parameters:
  ///   - filter: the runs whose frames are added.
  ///   - observe: called before each run with its index and the number of runs.
  func publishFrames(
    of filter: RunFilter, observe: (_ run: Int, _ count: Int) -> Void
  ) throws(StoreError) -> (runs: Int, frames: Int) {
    try createFrameTable()
    try cluster.requireReplicas()
    let lacking = try runsWithoutFrameRows(filter)
    var writer = RowWriter()
    var (pending, sent) = (0, 0)
    func send() throws(StoreError) {
      try cluster.insert(writer, into: ClusterSchema.frames)
      sent += pending
      (writer, pending) = (RowWriter(), 0)
    }
    for (index, run) in lacking.enumerated() {
      observe(index, lacking.count)
      if index % Self.runsPerQuery == 0 {
        try fetchFrames(of: lacking.dropFirst(index).prefix(Self.runsPerQuery).map(\.id))
      }
      let timeline = try RunDecoder(connection: connection).placedFrames(of: run.id)
      for frame in run.known..<max(run.known, timeline.frameCount) {
        writer.add(run.digest)
        writer.add(run.packed)
        writer.add(Int64(frame + 1))
        writer.add(timeline.presents[frame + 1] &- timeline.presents[frame])
        writer.add((timeline.kinds?[frame] ?? .displayed).name)
        pending += 1
        if pending == Self.rowsPerInsert { try send() }
      }
    }
    try send()
    return (lacking.count, sent)
  }

  private func createFrameTable() throws(StoreError) {
    let version = try cluster.text(of: "SELECT version()").filter { !$0.isWhitespace }
    let numbers = version.split(separator: ".").compactMap { Int($0) }
    let needed = ClusterSchema.firstVersionWithFrames
    guard numbers.count >= 2, (numbers[0], numbers[1]) >= (needed.major, needed.minor) else {
      throw .source(
        Complaint(
          at: address,
          "the cluster runs ClickHouse \(version), which lacks the compression that the table of frames needs",
          remedy: "use ClickHouse \(needed.major).\(needed.minor) or later"))
    }
    for statement in ClusterSchema.frames.definitions(in: cluster.address) {
      try cluster.define(statement)
    }
  }

  /// The runs with frames that the table lacks, sorted by digest.
  private func runsWithoutFrameRows(
    _ filter: RunFilter
  ) throws(StoreError) -> [RunWithoutFrameRows] {
    var found: [[String]: Int] = [:]
    try cluster.rows(
      """
      SELECT digest, packed, max(idx) FROM \(cluster.name(ClusterSchema.frames.name))
      GROUP BY digest, packed
      """
    ) { (reader) throws(RowReader.Fault) in
      found[[try reader.text(), try reader.text()]] = Int(try reader.integer())
    }
    let (condition, values) = filter.condition
    let runs = try connection.rows(
      """
      SELECT id, digest, frames FROM run WHERE withheld IS NULL AND frames > 0 AND \(condition)
      ORDER BY digest
      """, values
    ) { (row) throws(StoreError) in
      (id: RunID(row.integer("id")), digest: row.text("digest"), frames: row.integer("frames"))
    }
    return runs.compactMap { run in
      let packed = known[run.id.number]?.packed ?? ""
      let count = found[[run.digest, packed]] ?? 0
      guard count < run.frames else { return nil }
      return RunWithoutFrameRows(id: run.id, digest: run.digest, packed: packed, known: count)
    }
  }
}

extension RunStore {
  /// Fills the table `frame` in ClickHouse with one row per frame, for those stored runs that the table lacks.
  ///
  ///     let store = try RunStore.open(anywhere: "clickhouses://db1/frames", access: .read)
  ///     try store.publishFrames(of: RunFilter()) { run, count in print("run \(run + 1) of \(count)") }.frames  // 36_000
  ///
  /// O(frames). Runs without a timeline have no rows.
  ///
  /// - Parameters:
  ///   - filter: the runs whose frames are added.
  ///   - observe: called before each run with its index and the number of runs.
  /// - Returns: the number of runs and of frames that were added.
  /// - Throws: `StoreError`, also for a store in a file, or if the version of ClickHouse is too old. The next call
  ///   continues.
  public func publishFrames(
    of filter: RunFilter, observe: (_ run: Int, _ count: Int) -> Void
  ) throws(StoreError) -> (runs: Int, frames: Int) {
    guard let slice = source as? ClusterSlice else { throw .noClusterAddress }
    return try slice.publishFrames(of: filter, observe: observe)
  }
}
