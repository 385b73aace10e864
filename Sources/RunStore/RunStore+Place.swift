internal import Recordings

extension RunStore {
  /// The rows that say where a run was measured, made when they are not there.
  func place(
    of known: RunDescription
  ) throws(StoreError) -> (device: Int64, session: Int64?) {
    let environment = try environment(of: known.device)
    let device = try device(known.device, in: environment)
    guard let session = known.session else { return (device, nil) }
    return (device, try self.session(session, in: environment))
  }

  private func environment(of device: Device) throws(StoreError) -> Int64 {
    let digest = ContentDigest.text(of: device.hardFacts.map(\.value))
    return try connection.row(
      found: "SELECT id FROM environment WHERE digest = ?",
      made: "INSERT INTO environment (digest) VALUES (?)", [.text(digest)])
  }

  private func session(_ name: String, in environment: Int64) throws(StoreError) -> Int64 {
    try connection.row(
      found: "SELECT id FROM session WHERE name = ? AND environment = ?",
      made: "INSERT INTO session (name, environment) VALUES (?, ?)",
      [.text(name), .integer(environment)])
  }

  private func device(_ device: Device, in environment: Int64) throws(StoreError) -> Int64 {
    let digest = ContentDigest.text(of: device.facts)
    if let id = try connection.integer(
      "SELECT id FROM device WHERE digest = ?", [.text(digest)])
    {
      return id
    }
    try connection.run(
      """
      INSERT INTO device (environment, digest, name, os, cpu, gpu, refresh_rate_hz, input_lag_ns)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(environment), .text(digest), SQLValue(device.name), SQLValue(device.os),
        SQLValue(device.cpu), SQLValue(device.gpu), SQLValue(device.refreshRate),
        SQLValue(device.inputLag),
      ])
    let id = connection.lastInserted
    for (name, value) in device.properties.sorted(by: { $0.key < $1.key }) {
      try connection.run(
        "INSERT INTO device_property (device, name, value) VALUES (?, ?, ?)",
        [.integer(id), .text(name), .text(value)])
    }
    return id
  }

  /// Keeps what is known of a commit; what is not told now stays as it was told before.
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
  /// Everything, in a fixed order.
  fileprivate var facts: [String?] {
    [name, os, cpu, gpu, refreshRate.map { String($0) }, inputLag.map { String($0) }]
      + properties.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
  }
}
