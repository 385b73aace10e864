internal import Recordings

/// A problem that the verification of a store found, such as a damaged run.
public enum VerifyFinding: Sendable, Equatable {
  /// A finding of SQLite's integrity check.
  case integrity(message: String)
  /// A row refers to a row that does not exist.
  case danglingReference(table: String, row: Int64?, to: String)
  /// A part of a run does not decode.
  case damaged(run: RunID, part: String, problem: PackingProblem)
  /// The recorded number of frames differs from that of the columns.
  case wrongFrameCount(run: RunID, recorded: Int?, found: Int?)
  /// The columns of a run differ from those that were added.
  case changedContent(run: RunID)
}

extension RunStore {
  /// Verifies a store: the file itself, references between rows, and that each run can be read as it was added;
  /// O(frames).
  ///
  /// - Parameter progress: called before each run with the number of checked runs and of all runs.
  /// - Returns: the problems of the file first, then those of the runs, in the order of the runs; empty for a sound
  ///   store.
  /// - Throws: `StoreError` if the file is too damaged to be checked.
  public func verify(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> [VerifyFinding] {
    try slice?.fetchMetrics(of: nil)
    try slice?.fetchFrames()
    return try connection.snapshot { () throws(StoreError) in
      var findings = try integrityFindings()
      let runs = try recordedRuns()
      let records = Dictionary(try self.runs().map { ($0.id, $0) }) { first, _ in first }
      for (index, run) in runs.enumerated() {
        progress(index, runs.count)
        guard let record = records[run.id] else { continue }
        findings += try self.findings(of: run, record)
      }
      return findings
    }
  }

  private func integrityFindings() throws(StoreError) -> [VerifyFinding] {
    let messages = try connection.rows("PRAGMA integrity_check") { (row) throws(StoreError) in
      row.text("integrity_check")
    }
    let broken = messages.filter { $0 != "ok" }.map { VerifyFinding.integrity(message: $0) }
    let dangling = try connection.rows(
      "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check"
    ) { (row) throws(StoreError) in
      VerifyFinding.danglingReference(
        table: row.text("table"), row: row.optionalInteger("rowid"), to: row.text("parent"))
    }
    // These rows have no foreign key.
    let values = try connection.rows(
      "SELECT DISTINCT run FROM metric_value WHERE run NOT IN (SELECT id FROM run)"
    ) { _ throws(StoreError) in
      VerifyFinding.danglingReference(table: "metric_value", row: nil, to: "run")
    }
    return broken + dangling + values.prefix(1)
  }

  /// The properties of a run that were recorded when it was added.
  private struct RecordedRun {
    let id: RunID
    let frames: Int?
    let digest: String
  }

  private func recordedRuns() throws(StoreError) -> [RecordedRun] {
    try connection.rows("SELECT id, frames, content_digest FROM run ORDER BY id") {
      (row) throws(StoreError) in
      RecordedRun(
        id: RunID(row.integer("id")), frames: row.optionalInteger("frames").map(Int.init),
        digest: row.text("content_digest"))
    }
  }

  private func findings(
    of run: RecordedRun, _ record: RunRecord
  ) throws(StoreError) -> [VerifyFinding] {
    do {
      let recording = try recording(of: record)
      let timeline = recording.timeline.value
      if timeline?.frameCount != run.frames {
        return [.wrongFrameCount(run: run.id, recorded: run.frames, found: timeline?.frameCount)]
      }
      let digest = ContentDigest.text(of: recording)
      return digest == run.digest ? [] : [.changedContent(run: run.id)]
    } catch .damagedRun(_, let id, let part, let problem) {
      return [.damaged(run: id, part: part, problem: problem)]
    }
  }
}
