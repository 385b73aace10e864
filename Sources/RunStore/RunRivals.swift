internal import Recordings
internal import Units

/// What a store has of a run already that is to be added.
public struct RunRivals: Sendable, Equatable {
  /// The run of the same bytes, where what is told of it differs from what the store keeps; else `nil`.
  public let contradicted: RunID?
  /// What is told otherwise; empty where nothing is.
  public let contradictions: [RunContradiction]
  /// Runs of other bytes that the same file held before: of its source, place, name, commit, date and session.
  public let earlier: [RunID]

  /// All runs that one would stand for, were it added anew.
  public var runs: [RunID] { [contradicted].compactMap(\.self) + earlier }
}

/// Something that is told of a run otherwise than a store keeps it.
public struct RunContradiction: Sendable, Equatable {
  /// What it is, as people read it.
  public let fact: String
  /// What the store keeps; `nil` for nothing.
  public let kept: String?
  /// What is told now.
  public let told: String
}

extension RunStore {
  /// The newest run, or `nil` in an empty store; O(log n).
  ///
  /// - Throws: `StoreError`.
  public var newestRun: RunID? {
    get throws(StoreError) {
      try connection.integer("SELECT id FROM run ORDER BY id DESC LIMIT 1").map(RunID.init)
    }
  }

  /// Finds what the store has already of runs that are to be added; O(log n) for each, and what is found.
  ///
  /// - Parameters:
  ///   - drafts: the runs.
  ///   - newest: later runs do not count, so that those that were added together are no rivals.
  /// - Returns: what there is, in the order of the drafts.
  /// - Throws: `StoreError`.
  public func rivals(
    of drafts: [RunDraft], upTo newest: RunID
  ) throws(StoreError) -> [RunRivals] {
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
        .text(draft.packed.origin.source), SQLValue(known.commit), SQLValue(known.date),
        SQLValue(known.session), .text(draft.digest), .integer(newest.number),
      ]
    ) { (row) throws(StoreError) in RunID(row.integer(0)) }
  }
}

extension RunDraft {
  /// What it tells otherwise than a record; what it does not mention is no contradiction.
  fileprivate func contradictions(
    of record: RunRecord, with markers: [Marker]
  ) -> [RunContradiction] {
    let kept = Dictionary(record.description.facts) { first, _ in first }
    let facts =
      [("suite", record.suite, suite), ("stage", record.stage, stage)]
      + stated.facts.map { ($0.name, kept[$0.name], $0.value) }
    var found = facts.compactMap { name, kept, told in
      told.flatMap { $0 == kept ? nil : RunContradiction(fact: name, kept: kept, told: $0) }
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
  /// Of things of which there are many.
  fileprivate static func others(_ fact: String, _ kept: Int, _ told: Int) -> RunContradiction {
    RunContradiction(
      fact: fact, kept: kept == 0 ? nil : "\(kept)",
      told: kept == told ? "\(told) others" : "\(told)")
  }
}

extension RunDescription {
  /// What is said of the run, each fact with a name of its own.
  fileprivate var facts: [(name: String, value: String)] {
    let single: [(String, String?)] = [
      ("commit", commit), ("date", date), ("session", session), ("device", device.name),
      ("os", device.os), ("cpu", device.cpu), ("gpu", device.gpu),
      ("refresh rate", device.refreshRate.map { "\($0) Hz" }),
      ("input lag", device.inputLag.map { "\($0) ns" }),
      ("duration of the test", testDuration.map { "\($0) ns" }), ("provenance", provenance),
    ]
    let named =
      device.properties.map { ($0, $1) } + labels.map { ("label \($0)", $1) }
      + reported.map { ("reported \($0)", "\($1)") }
      + scalars.map { ($0.name, "\($0.value) \($0.unit.symbol)") }
    return single.compactMap { name, value in value.map { (name, $0) } }
      + named.sorted { $0.0 < $1.0 }
  }
}
