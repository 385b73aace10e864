public import Recordings

// RunStore stores recordings and metric values in one SQLite file, and reads them back without loss. It knows no formulas,
// no trace formats and no cluster: the file may be filled by a `RowSource`, as ClusterStore does. `docs/store.md`
// describes the tables and the packed columns.

/// A database of runs, called a store: one SQLite file.
///
/// It returns recordings exactly as they were added.
///
///     let store = try RunStore.open("runs.db", access: .create)
///     _ = try store.add(draft)
///     let runs = try store.runs(RunFilter(suite: "app"))
///
/// A store belongs to one thread; open it again for another thread. Any number of processes may open the same store.
/// Writers wait for each other, and readers never wait.
public final class RunStore {
  /// How a store is opened: for reading or for writing.
  public enum Access: Sendable {
    /// Read and change; the store is created if it does not exist.
    case create
    /// Read and change; the store must exist.
    case update
    /// Read only; the store must exist. Works in folders that cannot be written.
    case read
  }

  /// As the caller gave it: the path of the file, or the address of the source.
  public var path: String { source?.address ?? connection.path }

  /// The folder that contains the store's file; for a store with a source, the current folder.
  public var folder: String {
    guard source == nil else { return "." }
    return connection.path.lastIndex(of: "/").map { String(connection.path[...$0]) } ?? "."
  }

  package let connection: Connection
  /// Where the rows of the file come from; `nil` if the file is the store.
  package let source: (any RowSource)?
  /// Connections for other threads, which see the same state as `connection`.
  var companions: [Companion] = []

  /// Creates a store on the file of a connection, which a source may fill.
  package init(
    _ connection: Connection, filledBy source: (any RowSource)? = nil
  ) throws(StoreError) {
    try RunTable.register(on: connection)
    self.connection = connection
    self.source = source
  }

  /// Opens a store in an SQLite file, and migrates a file of an earlier version.
  ///
  /// `RunStore.open(anywhere:)` of ClusterStore also opens a store in a cluster.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public static func open(_ path: String, access: Access) throws(StoreError) -> RunStore {
    try open(path, access: access, patience: .seconds(30))
  }

  /// Opens a store with a limit for waiting for other writers.
  static func open(
    _ path: String, access: Access, patience: Duration, vfs: String? = nil
  ) throws(StoreError) -> RunStore {
    let opening = StoreOpening(path: path, access: access, patience: patience, vfs: vfs)
    return try RunStore(try opening.connect())
  }
}

/// The number by which a store identifies a run.
///
/// Numbers are never reused.
public struct RunID: Sendable, Hashable, Comparable {
  /// The number by which the store identifies the run, as an integer from 1.
  public let number: Int64

  /// Creates the id of a run from its number, which is at least 1.
  public init(_ number: Int64) { self.number = number }

  /// Orders the ids of runs by the time at which the runs were added.
  public static func < (left: RunID, right: RunID) -> Bool { left.number < right.number }
}

extension RunStore {
  /// Reads the frames, counters, markers, import issues and metadata of a run, with its current labels.
  ///
  /// O(frames + samples of counters). Metric values are read by `metricTable`.
  ///
  /// - Throws: `StoreError`; `damagedRun` if a part of it does not decode.
  public func recording(of run: RunID) throws(StoreError) -> Recording {
    try prepareFrames(of: [run])
    return try connection.snapshot { () throws(StoreError) in
      var filter = RunFilter()
      filter.ids = [run]
      guard let record = try runs(filter).first else { throw .noSuchRun(path: path, run: run) }
      return try recording(of: record)
    }
  }

  /// Reads the frames, counters, markers and import issues of a run whose properties the caller has read before.
  ///
  /// O(frames + samples of counters). Metric values are read by `metricTable`.
  ///
  /// - Throws: `StoreError`; `noSuchRun` if the run was removed meanwhile.
  public func recording(of record: RunRecord) throws(StoreError) -> Recording {
    try prepareFrames(of: [record.id])
    return try connection.snapshot { () throws(StoreError) in
      let decoder = RunDecoder(connection: connection)
      let reason = try decoder.withheldReason(of: record.id)
      let timeline: Known<FrameTimeline>
      if let reason {
        timeline = .withheld(because: reason)
      } else {
        var frames = try decoder.placedFrames(of: record.id)
        frames.parts = try decoder.parts(of: record.id, frames: frames.frameCount)
        timeline = .known(frames)
      }
      return Recording(
        origin: record.origin, timeline: timeline,
        counters: try decoder.counters(of: record.id, frames: timeline.value?.frameCount ?? 0),
        markers: try markers(of: record.id),
        description: record.description, issues: try issues(of: record.id, decoder),
        unplacedSignals: reason == nil ? [:] : try decoder.unplacedSignals(of: record.id))
    }
  }

  func markers(of run: RunID) throws(StoreError) -> [Marker] {
    try connection.rows(
      "SELECT start_ns, end_ns, name, is_activity FROM marker WHERE run = ? ORDER BY ordinal",
      [.integer(run.number)]
    ) { (row) throws(StoreError) in
      Marker(
        start: row.integer("start_ns"), end: row.integer("end_ns"), name: row.text("name"),
        isActivity: row.integer("is_activity") != 0)
    }
  }

  private func issues(
    of run: RunID, _ decoder: RunDecoder
  ) throws(StoreError) -> [ImportIssue] {
    try connection.rows(
      "SELECT kind, line, found, count FROM import_issue WHERE run = ? ORDER BY ordinal",
      [.integer(run.number)]
    ) { (row) throws(StoreError) in
      let name = row.text("kind")
      let kind = try decoder.decoding("issues", of: run) { () throws(PackingProblem) in
        guard let kind = ImportIssue.Kind(rawValue: name) else { throw .unknownName(name) }
        return kind
      }
      let count = try decoder.decoding("issues", of: run) { () throws(PackingProblem) in
        try row.count("count")
      }
      return ImportIssue(
        kind, line: row.optionalInteger("line").map(Int.init), found: row.optionalText("found"),
        count: count)
    }
  }
}

extension RunStore {
  /// Keeps up to 64 MiB of pages in memory instead of 8, for adding hundreds of thousands of small runs.
  ///
  /// Their indexes are then not read and written again for each transaction.
  public func keepIndexesInMemory() throws(StoreError) {
    try connection.execute("PRAGMA cache_size = -65536")
  }

  /// The path of the file with the rows.
  var file: String { connection.path }

  /// Fetches the frames of stored runs that the file lacks, so that every database connection of this process can read
  /// them.
  ///
  /// Only a file that a source fills lacks some.
  public func prepareFrames(of runs: [RunID]) throws(StoreError) {
    try source?.fetchFrames(of: runs)
  }
}
