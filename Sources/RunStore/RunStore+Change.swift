/// Changes to the suite, stage (program version), name and labels of stored runs; `nil` leaves a property as it is.
public struct RunChange: Sendable, Equatable {
  /// The labels to add to stored runs; an existing label with the same name is replaced.
  public var labels: [String: String] = [:]
  /// The names of the labels to remove from stored runs.
  public var removedLabels: [String] = []
  /// The suite to which to move stored runs; `nil` to leave each run in its suite.
  public var suite: String?
  /// The stage (program version) to which to move stored runs; `nil` to leave each run in its stage.
  public var stage: String?
  /// The new name to give to stored runs; `nil` to keep their names.
  public var name: String?

  /// Creates an empty set of changes to stored runs.
  public init() {}
}

extension RunStore {
  /// Changes the suite, stage (program version), name and labels of stored runs; if one run cannot be changed, none is.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func change(_ runs: [RunID], _ change: RunChange) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for run in runs {
        try checkExistence(of: run)
        try connection.run(
          """
          UPDATE run SET suite = coalesce(?, suite), stage = coalesce(?, stage), name = coalesce(?, name)
          WHERE id = ?
          """,
          [
            SQLValue(change.suite), SQLValue(change.stage), SQLValue(change.name),
            .integer(run.number),
          ])
        for key in change.removedLabels {
          try connection.run(
            "DELETE FROM label WHERE run = ? AND key = ?", [.integer(run.number), .text(key)])
        }
        try insertLabels(change.labels, of: run)
      }
    }
    try slice?.publish(runs: runs, of: self)
  }

  /// Removes runs with all their data from the store; if one run cannot be removed, none is.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func remove(_ runs: [RunID]) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in try removeRows(of: runs) }
    try slice?.publish(runs: runs, of: self)
  }

  /// Removes runs within a transaction.
  func removeRows(of runs: [RunID]) throws(StoreError) {
    for run in runs {
      try checkExistence(of: run)
      try connection.run("DELETE FROM run WHERE id = ?", [.integer(run.number)])
    }
    try removeUnused()
  }

  /// Removes rows that only removed runs referred to.
  private func removeUnused() throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM session WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.session = session.id);
      DELETE FROM device WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.device = device.id);
      DELETE FROM environment WHERE NOT EXISTS (
        SELECT 1 FROM device WHERE device.environment = environment.id);
      DELETE FROM revision WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.revision = revision.id);
      """)
  }
}
