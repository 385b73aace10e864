internal import Recordings

extension RunStore {
  /// The rows of the device and session of a run, which are added if they are new.
  func place(
    of known: RunDescription
  ) throws(StoreError) -> (device: Int64, session: Int64?) {
    let (device, environment) = try device(known.device)
    guard let session = known.session else { return (device, nil) }
    return (device, try self.session(session, in: environment))
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
