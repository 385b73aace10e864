internal import Recordings
internal import Units

extension RunStore {
  /// Adds one run, unless a run of its digest is already there; then only those of its metric values
  /// are taken over that the store lacks, or has in an earlier revision.
  ///
  /// - Parameter draft: the run.
  /// - Returns: what became of it, and its id.
  /// - Throws: `StoreError`; the store is then as it was.
  public func add(_ draft: RunDraft) throws(StoreError) -> AddOutcome {
    try connection.transaction { () throws(StoreError) in
      if let run = try run(ofDigest: draft.digest) {
        try raiseMetrics(to: draft.metrics, of: run)
        return .alreadyThere(run)
      }
      return .added(try insert(draft))
    }
  }

  /// The run of a digest, to be asked before a trace is read for nothing; O(log n).
  ///
  /// - Parameter digest: of the trace's bytes and the stream within.
  /// - Returns: the run, or `nil` when the store has none of it.
  /// - Throws: `StoreError`.
  public func run(ofDigest digest: String) throws(StoreError) -> RunID? {
    try connection.integer("SELECT id FROM run WHERE digest = ?", [.text(digest)]).map(RunID.init)
  }

  /// Adds runs in one transaction: all of them, or none.
  ///
  /// - Parameters:
  ///   - drafts: the runs.
  ///   - others: runs to be removed before, such as those they stand for now.
  /// - Returns: what became of each, in their order.
  /// - Throws: `StoreError`; the store is then as it was.
  public func add(
    _ drafts: [RunDraft], inPlaceOf others: [RunID] = []
  ) throws(StoreError) -> [AddOutcome] {
    try connection.transaction { () throws(StoreError) in
      if !others.isEmpty { try remove(others) }
      var outcomes: [AddOutcome] = []
      for draft in drafts { outcomes.append(try add(draft)) }
      return outcomes
    }
  }

  private func insert(_ draft: RunDraft) throws(StoreError) -> RunID {
    guard draft.packed.isReadable else {
      throw .refused(
        path: path,
        detail: "run \"\(draft.name)\" has more than four million entries, nearly all of them equal")
    }
    let id = try insertRow(draft)
    let packed = draft.packed
    try insertLabels(packed.description.labels, of: id)
    try insertColumns(packed, of: id)
    try insertCounters(packed.counters, of: id)
    try insertMarkers(packed.markers, of: id)
    try insertIssues(packed.issues, of: id)
    try insertScalars(packed.description, of: id)
    try insert(packed.description.threads, of: id)
    try writeMetrics(draft.metrics, of: id)
    return id
  }

  private func insertRow(_ draft: RunDraft) throws(StoreError) -> RunID {
    let (packed, known) = (draft.packed, draft.packed.description)
    if let commit = known.commit { try put(draft.revision ?? Revision(), of: commit) }
    let place = try place(of: known)
    try connection.run(
      """
      INSERT INTO run (
        suite, stage, name, digest, content_digest, source, format, dialect, stream, revision, date,
        session, device, test_duration_ns, provenance, frames, duration_ns, withheld)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        SQLValue(draft.suite), SQLValue(draft.stage), .text(draft.name), .text(draft.digest),
        .text(packed.contentDigest), .text(packed.origin.source), .text(packed.origin.format),
        .text(packed.origin.dialect), SQLValue(packed.origin.stream), SQLValue(known.commit),
        SQLValue(known.date), SQLValue(place.session), .integer(place.device),
        SQLValue(known.testDuration), SQLValue(known.provenance), SQLValue(packed.frames.value),
        SQLValue(packed.duration), SQLValue(packed.frames.reason),
      ])
    return RunID(connection.lastInserted)
  }

  func insertLabels(_ labels: [String: String], of id: RunID) throws(StoreError) {
    for (key, value) in labels.sorted(by: { $0.key < $1.key }) {
      try connection.run(
        "INSERT OR REPLACE INTO label (run, key, value) VALUES (?, ?, ?)",
        [.integer(id.number), .text(key), .text(value)])
    }
  }

  private func insertColumns(_ packed: PackedRecording, of id: RunID) throws(StoreError) {
    for column in packed.columns {
      try connection.run(
        """
        INSERT INTO frame_column (run, signal, count, data) VALUES (?, ?, ?, ?)
        """,
        [
          .integer(id.number), .text(column.signal), SQLValue(column.count), .blob(column.data),
        ])
    }
    for (kind, count) in packed.unplaced.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try connection.run(
        "INSERT INTO unplaced_frames (run, kind, count) VALUES (?, ?, ?)",
        [.integer(id.number), .text(kind.name), SQLValue(count)])
    }
  }

  private func insertCounters(
    _ counters: [PackedRecording.PackedCounter], of id: RunID
  ) throws(StoreError) {
    for (index, counter) in counters.enumerated() {
      try connection.run(
        """
        INSERT INTO counter (
          run, ordinal, role, name, unit, unit_symbol, count, times, lengths, samples, decimals,
          is_percent)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(id.number), SQLValue(index + 1), .text(counter.role.name), .text(counter.name),
          .text(counter.unit.id), .text(counter.unit.symbol), SQLValue(counter.count),
          SQLValue(counter.samples.times), .blob(counter.samples.lengths),
          .blob(counter.samples.values), SQLValue(counter.samples.scale?.decimals),
          SQLValue(counter.samples.scale?.isPercent ?? false),
        ])
    }
  }

  private func insertMarkers(_ markers: [Marker], of id: RunID) throws(StoreError) {
    for (index, marker) in markers.enumerated() {
      try connection.run(
        """
        INSERT INTO marker (run, ordinal, start_ns, end_ns, name, is_activity)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(id.number), SQLValue(index + 1), .integer(marker.start), .integer(marker.end),
          .text(marker.name), SQLValue(marker.isActivity),
        ])
    }
  }

  private func insertIssues(_ issues: [ImportIssue], of id: RunID) throws(StoreError) {
    for (index, issue) in issues.enumerated() {
      try connection.run(
        "INSERT INTO import_issue (run, ordinal, kind, line, found, count) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .integer(id.number), SQLValue(index + 1), .text(issue.kind.rawValue),
          SQLValue(issue.line), SQLValue(issue.found), SQLValue(issue.count),
        ])
    }
  }

  private func insertScalars(_ known: RunDescription, of id: RunID) throws(StoreError) {
    for (index, scalar) in known.scalars.enumerated() {
      try connection.run(
        """
        INSERT INTO scalar (run, ordinal, name, value, unit, unit_symbol, lower_is_better)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(id.number), SQLValue(index + 1), .text(scalar.name), .real(scalar.value),
          .text(scalar.unit.id), .text(scalar.unit.symbol), SQLValue(scalar.lowerIsBetter),
        ])
    }
    for (metric, value) in known.reported.sorted(by: { $0.key < $1.key }) {
      try connection.run(
        "INSERT INTO reported_value (run, metric, value) VALUES (?, ?, ?)",
        [.integer(id.number), .text(metric), .real(value)])
    }
  }
}
