/// What is to be changed of a run's place and labels; what is `nil` stays.
public struct RunChange: Sendable, Equatable {
  /// Labels to set, in place of those of the same keys.
  public var labels: [String: String] = [:]
  /// Keys of labels to take away.
  public var removedLabels: [String] = []
  /// The suite to move the run to.
  public var suite: String?
  /// The stage to move the run to.
  public var stage: String?
  /// The name to give the run.
  public var name: String?

  /// Creates a change of nothing.
  public init() {}
}

extension RunStore {
  /// Changes runs' labels and where they belong, of all of them or of none.
  ///
  /// - Parameters:
  ///   - runs: the runs.
  ///   - change: what is to be changed of each.
  /// - Throws: `StoreError`; the store is then as it was.
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
  }

  /// Removes runs and everything that is kept of them, all of them or none.
  ///
  /// - Parameter runs: the runs.
  /// - Throws: `StoreError`; the store is then as it was.
  public func remove(_ runs: [RunID]) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for run in runs {
        try checkExistence(of: run)
        try connection.run("DELETE FROM run WHERE id = ?", [.integer(run.number)])
      }
      try removeUnused()
    }
  }

  /// Removes what only removed runs referred to.
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
