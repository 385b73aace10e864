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
    ) { (row) throws(StoreError) in RunID(row.integer("id")) }
  }
}

extension RunDraft {
  /// The facts that differ from those of a stored run; a fact that the draft lacks is no contradiction.
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
  /// Of things of which there are many.
  fileprivate static func others(_ fact: String, _ kept: Int, _ told: Int) -> RunContradiction {
    RunContradiction(
      fact: fact, kept: kept == 0 ? nil : "\(kept)",
      told: kept == told ? "\(told) others" : "\(told)")
  }
}

extension RunRecord {
  /// The facts that an ingest of the same bytes compares, each with a name of its own.
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
