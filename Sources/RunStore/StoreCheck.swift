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
  /// SQLite cannot read a part of a run.
  case unreadable(run: RunID, message: String)
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
      let records = try self.runs().sorted { $0.id < $1.id }
      for (index, record) in records.enumerated() {
        progress(index, records.count)
        if let finding = try finding(of: record) { findings.append(finding) }
      }
      return findings
    }
  }

  /// The problem of each of some runs that cannot be read as it was added; O(frames).
  func findings(of runs: [RunID]) throws(StoreError) -> [RunID: VerifyFinding] {
    guard !runs.isEmpty else { return [:] }
    var filter = RunFilter()
    filter.ids = runs
    var findings: [RunID: VerifyFinding] = [:]
    for record in try self.runs(filter) { findings[record.id] = try finding(of: record) }
    return findings
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

  /// The problem of a run; `nil` if it can be read as it was added.
  private func finding(of record: RunRecord) throws(StoreError) -> VerifyFinding? {
    do {
      let recording = try recording(of: record)
      let frames = recording.timeline.value?.frameCount
      guard frames == record.frameCount else {
        return .wrongFrameCount(run: record.id, recorded: record.frameCount, found: frames)
      }
      let isSame = ContentDigest.text(of: recording) == record.contentDigest
      return isSame ? nil : .changedContent(run: record.id)
    } catch .damagedRun(_, let id, let part, let problem) {
      return .damaged(run: id, part: part, problem: problem)
    } catch .corrupt(_, let message) {
      return .unreadable(run: record.id, message: message)
    }
  }
}
