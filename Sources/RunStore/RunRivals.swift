internal import Recordings
internal import Units

/// Stored runs that conflict with a run to be added: from the same trace with other metadata, or from an earlier
/// version of its file.
public struct RunRivals: Sendable, Equatable {
  /// The stored run from the same trace as the run to be added, if their metadata differ; otherwise `nil`.
  public let contradicted: RunID?
  /// The differences in metadata between the run to be added and a stored run from the same trace; may be empty.
  public let contradictions: [RunContradiction]
  /// Runs from earlier versions of the file: equal in suite, stage, name, path, commit, date and session.
  public let earlier: [RunID]

  /// All runs that the new one would replace: of the same trace, or of an earlier version of its file.
  public var runs: [RunID] { [contradicted].compactMap(\.self) + earlier }
}

/// A property, such as the device, in which the metadata of a new run and of a stored run differ.
public struct RunContradiction: Sendable, Equatable {
  /// The name of the property that differs between a new run and a stored run, such as the device.
  public let fact: String
  /// The stored run's value; `nil` if it has none.
  public let kept: String?
  /// The new run's value of the property that differs between the new run and the stored run.
  public let told: String
}

extension RunStore {
  /// The run that was added to the store last; `nil` in an empty store.
  ///
  /// For a store with a source, whose runs are fetched later, it is the largest number that these runs can have. O(log n).
  public var newestRun: RunID? {
    get throws(StoreError) {
      if let source { return source.firstOwn }
      return try connection.integer("SELECT id FROM run ORDER BY id DESC LIMIT 1").map(RunID.init)
    }
  }

  /// Finds the stored runs that conflict with runs to be added, such as runs of the same trace; O(log n) per run.
  ///
  /// - Parameter newest: later runs are ignored, so that runs of the same ingest are not related to each other.
  /// - Returns: one result per draft, in order.
  public func rivals(
    of drafts: [RunDraft], upTo newest: RunID
  ) throws(StoreError) -> [RunRivals] {
    try source?.fetchRuns(like: drafts, withRivals: true)
    var kept: [RunID?] = []
    for draft in drafts {
      kept.append(try run(ofDigest: draft.digest).flatMap { $0 <= newest ? $0 : nil })
    }
    var filter = RunFilter()
    filter.ids = kept.compactMap(\.self)
    let records = try runs(filter).map { ($0.id, $0) }
    let recordOfRun = Dictionary(records) { first, _ in first }
    var rivals: [RunRivals] = []
    for (draft, id) in zip(drafts, kept) {
      var contradictions: [RunContradiction] = []
      if let id, let record = recordOfRun[id] {
        contradictions = draft.contradictions(of: record, with: try markers(of: id))
      }
      rivals.append(
        RunRivals(
          contradicted: contradictions.isEmpty ? nil : id, contradictions: contradictions,
          earlier: try earlier(than: draft, upTo: newest)))
    }
    return rivals
  }

  private func earlier(than draft: RunDraft, upTo newest: RunID) throws(StoreError) -> [RunID] {
    let known = draft.packed.description
    return try connection.rows(
      """
      SELECT run.id FROM run LEFT JOIN session ON session.id = run.session
      WHERE suite IS ? AND stage IS ? AND run.name = ? AND source = ? AND revision IS ? AND date IS ?
        AND session.name IS ? AND digest <> ? AND run.id <= ?
      ORDER BY run.id
      """,
      [
        SQLValue(draft.suite), SQLValue(draft.stage), .text(draft.name),
        .text(draft.source), SQLValue(known.commit), SQLValue(known.date),
        SQLValue(known.session), .text(draft.digest), .integer(newest.number),
      ]
    ) { (row) throws(StoreError) in RunID(row.integer("id")) }
  }
}

extension RunDraft {
  /// The facts that differ from those of a stored run.
  ///
  /// A fact that the draft lacks is no difference.
  fileprivate func contradictions(
    of record: RunRecord, with markers: [Marker]
  ) -> [RunContradiction] {
    let kept = Dictionary(record.comparedFacts) { first, _ in first }
    var found = run.comparedFacts.compactMap { name, told in
      told == kept[name] ? nil : RunContradiction(fact: name, kept: kept[name], told: told)
    }
    if packed.markers != markers {
      found.append(.others("markers", markers.count, packed.markers.count))
    }
    if let threads = stated.threads, threads != record.description.threads {
      let count = record.description.threads?.threads.count ?? 0
      found.append(.others("threads", count, threads.threads.count))
    }
    return found
  }
}

extension RunContradiction {
  fileprivate static func others(_ fact: String, _ kept: Int, _ told: Int) -> RunContradiction {
    RunContradiction(
      fact: fact, kept: kept == 0 ? nil : "\(kept)",
      told: kept == told ? "\(told) others" : "\(told)")
  }
}

extension RunRecord {
  /// The facts that an ingest of the same bytes compares, each with a unique name.
  fileprivate var comparedFacts: [(name: String, value: String)] {
    let named =
      description.device.properties.map { ($0, $1) }
      + description.labels.map { ("label \($0)", $1) }
      + description.reported.map { ("reported \($0)", "\($1)") }
      + description.scalars.map { ($0.name, "\($0.value) \($0.unit.symbol)") }
    return Self.table.facts(of: self, for: .compared)
      + Device.table.facts(of: description.device, for: .compared)
      + named.sorted { $0.0 < $1.0 }
  }
}

/// Changes to the suite, stage, name and labels of stored runs; `nil` leaves a property as it is.
public struct RunChange: Sendable, Equatable {
  /// The labels to add to stored runs; an existing label with the same name is replaced.
  public var labels: [String: String] = [:]
  public var removedLabels: [String] = []
  /// The suite to which to move stored runs; `nil` to leave each run in its suite.
  public var suite: String?
  /// The stage to which to move stored runs; `nil` to leave each run in its stage.
  public var stage: String?
  /// The new name to give to stored runs; `nil` to keep their names.
  public var name: String?

  /// Creates an empty set of changes to stored runs.
  public init() {}
}

extension RunStore {
  /// Changes the suite, stage, name and labels of stored runs; if one run cannot be changed, none is.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func change(_ runs: [RunID], _ change: RunChange) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for run in runs {
        try checkExistence(of: run)
        try connection.run(
          """
          UPDATE run SET suite = coalesce(?, suite), stage = coalesce(?, stage), name = coalesce(?, name)
          WHERE id = ?
          """,
          [
            SQLValue(change.suite), SQLValue(change.stage), SQLValue(change.name),
            .integer(run.number),
          ])
        for key in change.removedLabels {
          try connection.run(
            "DELETE FROM label WHERE run = ? AND key = ?", [.integer(run.number), .text(key)])
        }
        try insertLabels(change.labels, of: run)
      }
    }
    try source?.publish(runs: runs, of: self)
  }

  /// Removes runs with all their data from the store; if one run cannot be removed, none is.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func remove(_ runs: [RunID]) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in try removeRows(of: runs) }
    try source?.publish(runs: runs, of: self)
  }

  func removeRows(of runs: [RunID]) throws(StoreError) {
    for run in runs {
      try checkExistence(of: run)
      try connection.run("DELETE FROM run WHERE id = ?", [.integer(run.number)])
    }
    try removeUnused()
  }

  /// Removes rows that only removed runs referred to.
  private func removeUnused() throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM session WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.session = session.id);
      DELETE FROM device WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.device = device.id);
      DELETE FROM environment WHERE NOT EXISTS (
        SELECT 1 FROM device WHERE device.environment = environment.id);
      DELETE FROM revision WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.revision = revision.id);
      """)
  }
}
