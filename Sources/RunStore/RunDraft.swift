public import Recordings
internal import Units

/// A run that is ready to be added to a store.
///
/// Its columns are packed when the draft is created. This needs no store, so create drafts on many threads and add them
/// on one.
///
///     let draft = RunDraft(suite: "app", stage: "v1", name: "1", digest: digest, recording: recording)
///     let outcome = try store.add(draft)
public struct RunDraft: Sendable {
  /// The name of the suite to which the run belongs; `nil` for a run without a suite.
  public var suite: String?
  public var stage: String?
  public var name: String
  /// A hash of the trace's bytes, and of the process if it has several, by which a store recognizes the run.
  public let digest: String
  /// Metric values of the run that were computed before it is added to a store.
  public var metrics: [StoredMetric]
  /// Metadata of the commit that the run measured, such as its parents and date; `nil` if unknown.
  public var revision: Revision?
  /// The run's metadata as the user stated it, without what Hitchmark added, such as the checked-out commit.
  public var stated: RunDescription

  let packed: PackedRecording

  /// The path of the trace, as far as the store keeps it.
  package var source: String { packed.origin.source }

  /// The run as far as the user stated it.
  var run: RunRecord {
    var run = RunRecord()
    (run.suite, run.stage, run.name, run.digest) = (suite, stage, name, digest)
    run.description = stated
    return run
  }

  /// Creates a run to be added to a store, and compresses its recording; O(n) for n values in the recording.
  ///
  /// - Parameters:
  ///   - digest: of the trace's bytes and the stream in it. A store contains each digest once.
  ///   - metrics: metric values that are already computed, each metric once.
  ///   - revision: metadata of the commit.
  public init(
    suite: String?, stage: String?, name: String, digest: String, recording: Recording,
    metrics: [StoredMetric] = [], revision: Revision? = nil
  ) {
    self.suite = suite
    self.stage = stage
    self.name = name
    self.digest = digest
    self.metrics = metrics
    self.revision = revision
    stated = recording.description
    packed = PackedRecording(recording)
  }
}

/// Whether a run was added to a store, or the store had it already.
public enum AddOutcome: Sendable, Equatable {
  case added(RunID)
  /// The store already has a run with this digest; at most metric values of that run were added.
  case alreadyThere(RunID)

  /// The run that was added, or that was there.
  var run: RunID {
    switch self {
    case .added(let run), .alreadyThere(let run): run
    }
  }
}

/// The metadata of a commit, as known when a run of the commit was added to a store.
public struct Revision: Sendable, Equatable {
  /// The ids of the commit's parents, the first parent first; `nil` if unknown.
  public var parents: [String]?
  /// The author date of the commit in ISO 8601; `nil` if unknown.
  public var authorDate: String?
  /// The first line of the commit message; `nil` if unknown.
  public var subject: String?
  /// The branch on which the runs of the commit were measured; `nil` if unknown.
  public var branch: String?

  public init() {}
}

extension RunStore {
  /// Adds one run to the store.
  ///
  /// If the store has a run with this digest, only metric values are added that the store lacks or has in an earlier
  /// revision.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func add(_ draft: RunDraft) throws(StoreError) -> AddOutcome {
    try add([draft])[0]
  }

  /// Adds one run within a transaction; returns whether the store changed, too.
  private func addOne(
    _ draft: RunDraft, after written: inout WrittenRows
  ) throws(StoreError) -> (outcome: AddOutcome, isChange: Bool) {
    if let run = try run(ofDigest: draft.digest) {
      return (.alreadyThere(run), try raiseMetrics(to: draft.metrics, of: run))
    }
    return (.added(try insert(draft, after: &written)), true)
  }

  /// The stored run that was read from a trace with the given hash; `nil` if the store has none.
  ///
  /// Allows callers to skip a trace before reading it. O(log n).
  public func run(ofDigest digest: String) throws(StoreError) -> RunID? {
    try connection.integer("SELECT id FROM run WHERE digest = ?", [.text(digest)]).map(RunID.init)
  }

  /// Adds runs to the store in one transaction: either all of them or none.
  ///
  /// - Parameter others: runs to remove first, because the new ones replace them.
  /// - Returns: one outcome per draft, in order.
  /// - Throws: `StoreError`; the store is then unchanged.
  public func add(
    _ drafts: [RunDraft], inPlaceOf others: [RunID] = []
  ) throws(StoreError) -> [AddOutcome] {
    try source?.fetchRuns(like: drafts, withRivals: false)
    try source?.fetchMetrics(of: nil)
    let results = try connection.transaction { () throws(StoreError) in
      if !others.isEmpty { try removeRows(of: others) }
      var results: [(outcome: AddOutcome, isChange: Bool)] = []
      var written = WrittenRows()
      for draft in drafts { results.append(try addOne(draft, after: &written)) }
      return results
    }
    let changes = results.filter(\.isChange).map(\.outcome.run)
    try source?.publish(runs: others + changes, of: self)
    return results.map(\.outcome)
  }

  /// The stored runs of the same traces that are damaged; none for a store with a source.
  public func damagedRuns(like drafts: [RunDraft]) throws(StoreError) -> [RunID] {
    guard source == nil else { return [] }
    var known: [RunID] = []
    for draft in drafts {
      if let run = try run(ofDigest: draft.digest) { known.append(run) }
    }
    return try findings(of: known).keys.sorted()
  }

  private func insert(
    _ draft: RunDraft, after written: inout WrittenRows
  ) throws(StoreError) -> RunID {
    guard draft.packed.isReadable else {
      throw .refused(
        path: path,
        detail:
          """
          run "\(draft.name)" has over four million frames or samples with nearly equal values; the store accepts so \
          many only if their values differ more
          """
      )
    }
    let id = try insertRow(draft, after: &written)
    let packed = draft.packed
    try insertLabels(packed.description.labels, of: id)
    try insertColumns(packed, of: id)
    try insertCounters(packed.counters, of: id)
    if let parts = packed.parts { try insertParts(parts, of: id) }
    try insertMarkers(packed.markers, of: id)
    try insertIssues(packed.issues, of: id)
    try insertScalars(packed.description, of: id)
    try insert(packed.description.threads, of: id)
    try insertMetrics(draft.metrics, of: id)
    return id
  }

  private func insertRow(
    _ draft: RunDraft, after written: inout WrittenRows
  ) throws(StoreError) -> RunID {
    let (packed, known) = (draft.packed, draft.packed.description)
    if let commit = known.commit {
      try put(draft.revision ?? Revision(), of: commit, after: &written)
    }
    var run = draft.run
    run.description = known
    (run.origin, run.duration) = (packed.origin, packed.duration)
    (run.frameCount, run.withheldReason) = (packed.frames.value, packed.frames.reason)
    run.contentDigest = packed.contentDigest
    (run.deviceRow, run.sessionRow) = try place(of: known, after: &written)
    try connection.insert(run, into: RunRecord.table)
    return RunID(connection.lastInserted)
  }

  func insertLabels(_ labels: [String: String], of id: RunID) throws(StoreError) {
    for (key, value) in labels.sorted(by: { $0.key < $1.key }) {
      try connection.insert(
        into: "label", orReplace: true,
        ["run": .integer(id.number), "key": .text(key), "value": .text(value)])
    }
  }

  private func insertColumns(_ packed: PackedRecording, of id: RunID) throws(StoreError) {
    for column in packed.columns {
      try connection.insert(
        into: "frame_column",
        [
          "run": .integer(id.number), "signal": .text(column.signal),
          "count": SQLValue(column.count), "data": .blob(column.data),
        ])
    }
    for (kind, count) in packed.unplaced.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try connection.insert(
        into: "unplaced_frames",
        ["run": .integer(id.number), "kind": .text(kind.name), "count": SQLValue(count)])
    }
  }

  private func insertCounters(
    _ counters: [PackedRecording.PackedCounter], of id: RunID
  ) throws(StoreError) {
    for (index, counter) in counters.enumerated() {
      let samples = counter.samples
      try connection.insert(
        into: "counter",
        [
          "run": .integer(id.number), "ordinal": SQLValue(index + 1),
          "role": .text(counter.role.name), "name": .text(counter.name),
          "unit": .text(counter.unit.id), "unit_symbol": .text(counter.unit.symbol),
          "count": SQLValue(counter.count), "times": SQLValue(samples.times),
          "lengths": .blob(samples.lengths), "samples": .blob(samples.values),
          "decimals": SQLValue(samples.scale?.decimals),
          "is_percent": SQLValue(samples.scale?.isPercent ?? false),
        ])
    }
  }

  private func insertParts(_ packed: PackedParts, of id: RunID) throws(StoreError) {
    for (index, part) in packed.parts.enumerated() {
      try connection.insert(
        into: "frame_part",
        [
          "run": .integer(id.number), "ordinal": SQLValue(index), "name": .text(part.name),
          "kind": .text(part.kind.rawValue), "container": SQLValue(packed.containers[index]),
          "typical_ns": SQLValue(packed.typical?[index]),
        ])
    }
    try connection.insert(
      into: "frame_part_entries",
      [
        "run": .integer(id.number), "count": SQLValue(packed.count),
        "frames": .blob(packed.frames), "parts": .blob(packed.indexes),
        "durations": .blob(packed.durations),
      ])
  }

  private func insertMarkers(_ markers: [Marker], of id: RunID) throws(StoreError) {
    for (index, marker) in markers.enumerated() {
      try connection.insert(
        into: "marker",
        [
          "run": .integer(id.number), "ordinal": SQLValue(index + 1),
          "start_ns": .integer(marker.start), "end_ns": .integer(marker.end),
          "name": .text(marker.name), "is_activity": SQLValue(marker.isActivity),
        ])
    }
  }

  private func insertIssues(_ issues: [ImportIssue], of id: RunID) throws(StoreError) {
    for (index, issue) in issues.enumerated() {
      try connection.insert(
        into: "import_issue",
        [
          "run": .integer(id.number), "ordinal": SQLValue(index + 1),
          "kind": .text(issue.kind.rawValue), "line": SQLValue(issue.line),
          "found": SQLValue(issue.found), "count": SQLValue(issue.count),
        ])
    }
  }

  private func insertScalars(_ known: RunDescription, of id: RunID) throws(StoreError) {
    for (index, scalar) in known.scalars.enumerated() {
      try connection.insert(
        into: "scalar",
        [
          "run": .integer(id.number), "ordinal": SQLValue(index + 1), "name": .text(scalar.name),
          "value": .real(scalar.value), "unit": .text(scalar.unit.id),
          "unit_symbol": .text(scalar.unit.symbol),
          "lower_is_better": SQLValue(scalar.lowerIsBetter),
        ])
    }
    for (metric, value) in known.reported.sorted(by: { $0.key < $1.key }) {
      try connection.insert(
        into: "reported_value",
        ["run": .integer(id.number), "metric": .text(metric), "value": .real(value)])
    }
  }
}
