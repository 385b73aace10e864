public import Recordings

/// Where a run belongs, without what lies in tables of its own.
public struct RunPlacement: Sendable, Equatable {
  /// Its number in the store.
  public let id: RunID
  /// The suite it belongs to.
  public let suite: String?
  /// The stage of the suite.
  public let stage: String?
  /// The commit that it measured, as it was given.
  public let commit: String
  /// The session that it belongs to.
  public let session: String?
  /// What it was measured on.
  public let device: Device
}

// Questions about many runs that are answered by an index, without going through all runs.
extension RunStore {
  /// The suites that runs belong to, and the stages of each; O(stages · log runs).
  ///
  /// - Returns: both in the order of their bytes; runs without a suite or a stage are not among them.
  /// - Throws: `StoreError`.
  public func stages() throws(StoreError) -> [(suite: String, stages: [String])] {
    try connection.snapshot { () throws(StoreError) in
      let suites = try each(
        first: "SELECT min(suite) FROM run", next: "SELECT min(suite) FROM run WHERE suite > ?")
      var found: [(suite: String, stages: [String])] = []
      for suite in suites {
        let stages = try each(
          first: "SELECT min(stage) FROM run WHERE suite = ?",
          next: "SELECT min(stage) FROM run WHERE suite = ? AND stage > ?", suite)
        found.append((suite, stages))
      }
      return found
    }
  }

  /// Walks along an index from one distinct text to the next.
  private func each(
    first: String, next: String, _ fixed: String...
  ) throws(StoreError) -> [String] {
    var texts: [String] = []
    while true {
      let values = (fixed + texts.suffix(1)).map(SQLValue.text)
      let found = try connection.rows(texts.isEmpty ? first : next, values) {
        (row) throws(StoreError) in row.optionalText(row.only)
      }
      guard case let text?? = found.first else { return texts }
      texts.append(text)
    }
  }

  /// The commits that runs measured, as they were given; O(commits · log runs).
  ///
  /// - Returns: in the order of their bytes.
  /// - Throws: `StoreError`.
  public func commits() throws(StoreError) -> [String] {
    try connection.rows(
      """
      SELECT id FROM revision
      WHERE EXISTS (SELECT 1 FROM run WHERE run.revision = revision.id) ORDER BY id
      """
    ) { (row) throws(StoreError) in row.text("id") }
  }

  /// The commits among some that runs measured; O(n · log runs).
  ///
  /// - Parameter commits: as runs name them.
  /// - Returns: those that a run names, in the order of their bytes.
  /// - Throws: `StoreError`.
  public func commits(among commits: [String]) throws(StoreError) -> [String] {
    try connection.rows(
      """
      SELECT id FROM revision
      WHERE id IN (SELECT value FROM json_each(?))
        AND EXISTS (SELECT 1 FROM run WHERE run.revision = revision.id) ORDER BY id
      """, [SQLValue(list: commits)]
    ) { (row) throws(StoreError) in row.text("id") }
  }

  /// The commits that runs measured and that begin with a text; O(log commits) and what is found.
  ///
  /// - Parameter prefix: at least one character, such as of an abbreviated id.
  /// - Returns: in the order of their bytes.
  /// - Throws: `StoreError`.
  public func commits(beginningWith prefix: String) throws(StoreError) -> [String] {
    // No text that begins so comes after it with the last character there is.
    try connection.rows(
      """
      SELECT id FROM revision
      WHERE id >= ? AND id <= ?
        AND EXISTS (SELECT 1 FROM run WHERE run.revision = revision.id) ORDER BY id
      """, [.text(prefix), .text(prefix + "\u{10FFFF}")]
    ) { (row) throws(StoreError) in row.text("id") }
  }

  /// Where the runs of some commits belong; O(log runs) for each, and what is found.
  ///
  /// - Parameter commits: as runs name them.
  /// - Returns: in no order that means anything.
  /// - Throws: `StoreError`.
  public func placements(ofCommits commits: [String]) throws(StoreError) -> [RunPlacement] {
    try connection.snapshot { () throws(StoreError) in
      let devices = try connection.devices()
      return try connection.rows(
        """
        SELECT run.id, suite, stage, revision, session.name, device
        FROM json_each(?) AS wanted CROSS JOIN run ON run.revision = wanted.value
        LEFT JOIN session ON session.id = run.session
        """, [SQLValue(list: commits)]
      ) { (row) throws(StoreError) in
        RunPlacement(
          id: RunID(row.integer("id")), suite: row.optionalText("suite"),
          stage: row.optionalText("stage"),
          commit: row.text("revision"), session: row.optionalText("name"),
          device: devices[row.integer("device")] ?? Device())
      }
    }
  }
}
