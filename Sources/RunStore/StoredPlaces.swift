internal import Recordings

/// The device, the session and the commit of the run that a transaction added last: the next run usually has the same.
struct WrittenRows {
  fileprivate var device: (device: Device, id: Int64, environment: Int64)?
  fileprivate var session: (name: String, environment: Int64, id: Int64)?
  fileprivate var commit: (id: String, revision: Revision)?
}

extension RunStore {
  /// The rows of the device and session of a run, which are added if they are new.
  func place(
    of known: RunDescription, after written: inout WrittenRows
  ) throws(StoreError) -> (device: Int64, session: Int64?) {
    let device = try device(known.device, after: &written)
    guard let name = known.session else { return (device.id, nil) }
    if let last = written.session, last.name == name, last.environment == device.environment {
      return (device.id, last.id)
    }
    let session = try session(name, in: device.environment)
    written.session = (name, device.environment, session)
    return (device.id, session)
  }

  private func device(
    _ device: Device, after written: inout WrittenRows
  ) throws(StoreError) -> (id: Int64, environment: Int64) {
    if let last = written.device, last.device == device { return (last.id, last.environment) }
    let (id, environment) = try self.device(device)
    written.device = (device, id, environment)
    return (id, environment)
  }

  /// The environment of a new device: that of a known device with the same properties.
  ///
  /// An earlier version may have computed the digest differently. If the digest is unknown, the properties themselves
  /// are compared.
  private func environment(of device: Device) throws(StoreError) -> Int64 {
    let facts = device.hardFacts
    let digest = ContentDigest.text(of: facts.map(\.value))
    if let id = try connection.integer(
      "SELECT id FROM environment WHERE digest = ?", [.text(digest)])
    {
      return id
    }
    let known = try connection.devices()
    if let alike = known.keys.sorted().first(where: { known[$0]?.hardFacts == facts }),
      let id = try connection.integer(
        "SELECT environment FROM device WHERE id = ?", [.integer(alike)])
    {
      return id
    }
    try connection.run("INSERT INTO environment (digest) VALUES (?)", [.text(digest)])
    return connection.lastInserted
  }

  private func session(_ name: String, in environment: Int64) throws(StoreError) -> Int64 {
    try connection.row(
      found: "SELECT id FROM session WHERE name = ? AND environment = ?",
      made: "INSERT INTO session (name, environment) VALUES (?, ?)",
      [.text(name), .integer(environment)])
  }

  private func device(
    _ device: Device
  ) throws(StoreError) -> (id: Int64, environment: Int64) {
    let digest = ContentDigest.text(of: device.facts)
    let known = try connection.rows(
      "SELECT id, environment FROM device WHERE digest = ?", [.text(digest)]
    ) { (row) throws(StoreError) in (row.integer("id"), row.integer("environment")) }
    if let known = known.first { return known }
    let environment = try environment(of: device)
    try connection.insert(
      device, into: Device.table, ["environment": .integer(environment), "digest": .text(digest)])
    let id = connection.lastInserted
    for (name, value) in device.properties.sorted(by: { $0.key < $1.key }) {
      try connection.insert(
        into: "device_property",
        ["device": .integer(id), "name": .text(name), "value": .text(value)])
    }
    return (id, environment)
  }

  /// Stores metadata of a commit, unless the run before has the same.
  func put(
    _ revision: Revision, of commit: String, after written: inout WrittenRows
  ) throws(StoreError) {
    if let last = written.commit, last.id == commit, last.revision == revision { return }
    try put(revision, of: commit)
    written.commit = (commit, revision)
  }

  /// Stores metadata of a commit.
  ///
  /// Values that are missing now keep their earlier values.
  func put(_ revision: Revision, of commit: String) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO revision (id, parents, author_date, subject, branch) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET
        parents = coalesce(excluded.parents, parents),
        author_date = coalesce(excluded.author_date, author_date),
        subject = coalesce(excluded.subject, subject),
        branch = coalesce(excluded.branch, branch)
      """,
      [
        .text(commit), SQLValue(revision.parents?.joined(separator: " ")),
        SQLValue(revision.authorDate), SQLValue(revision.subject), SQLValue(revision.branch),
      ])
  }
}

extension Device {
  /// All properties, in a fixed order.
  fileprivate var facts: [String?] {
    [name, os, cpu, gpu, refreshRate.map { String($0) }, inputLag.map { String($0) }]
      + properties.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
  }
}

// Queries about many runs that an index answers without a scan of all runs.
extension RunStore {
  /// The names of all suites and stages to which runs of the store belong; O(stages · log runs).
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
  /// A source may fetch the runs of one suite or stage only, but all commits, each of which a run measured.
  private var isMeasured: String {
    source?.isPart == true
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

  /// The commits that runs of some suites measured, each with its author date, or else with the dates of its runs.
  ///
  /// Passes one commit and date at a time, in the order in which runs were added; O(runs).
  public func forEachCommitDate(
    ofSuites suites: [String],
    _ body: (_ commit: String, _ date: String?, _ isAuthorDate: Bool) -> Void
  ) throws(StoreError) {
    try connection.forEachRow(
      """
      SELECT revision.id AS id, author_date,
        CASE WHEN author_date IS NULL THEN run.date END AS date, min(run.id) AS first
      FROM run JOIN revision ON revision.id = run.revision
      WHERE run.suite IN (SELECT value FROM json_each(?)) GROUP BY 1, 3 ORDER BY first
      """, [SQLValue(list: suites)]
    ) { (row) throws(StoreError) in
      let written = row.optionalText("author_date")
      body(row.text("id"), written ?? row.optionalText("date"), written != nil)
    }
  }
}
