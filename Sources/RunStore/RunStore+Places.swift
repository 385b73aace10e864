// Queries about many runs that an index answers without a scan of all runs.
extension RunStore {
  /// The names of all suites (experiments) and stages (program versions) to which runs of the store belong; O(stages ·
  /// log runs).
  ///
  /// Both are sorted by bytes. Runs without a suite or stage are left out.
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

  /// Steps through an index from one distinct text to the next.
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

  /// The condition that a run measured a commit.
  ///
  /// In a slice with the runs of one suite or stage, other runs are missing, but every commit is one that a run measured.
  private var isMeasured: String {
    slice?.isPart == true
      ? "TRUE" : "EXISTS (SELECT 1 FROM run WHERE run.revision = revision.id)"
  }

  /// The names of the commits that runs of the store measured, as the runs contain them, sorted; O(commits · log runs).
  public func commits() throws(StoreError) -> [String] {
    try connection.rows(
      """
      SELECT id FROM revision
      WHERE \(isMeasured) ORDER BY id
      """
    ) { (row) throws(StoreError) in row.text("id") }
  }

  /// Those of the given commits that runs of the store measured, sorted; O(n · log runs).
  public func commits(among commits: [String]) throws(StoreError) -> [String] {
    try connection.rows(
      """
      SELECT id FROM revision
      WHERE id IN (SELECT value FROM json_each(?))
        AND \(isMeasured) ORDER BY id
      """, [SQLValue(list: commits)]
    ) { (row) throws(StoreError) in row.text("id") }
  }

  /// The measured commits whose ids begin with a given prefix, sorted; O(log commits + results).
  ///
  /// - Parameter prefix: at least one character, such as an abbreviated id.
  public func commits(beginningWith prefix: String) throws(StoreError) -> [String] {
    // No text with the prefix sorts after the prefix followed by the largest character.
    try connection.rows(
      """
      SELECT id FROM revision
      WHERE id >= ? AND id <= ?
        AND \(isMeasured) ORDER BY id
      """, [.text(prefix), .text(prefix + "\u{10FFFF}")]
    ) { (row) throws(StoreError) in row.text("id") }
  }
}
