internal import CSQLite

extension Connection {
  /// Runs the body in a transaction that holds the write lock from its start: all of it or nothing.
  ///
  /// Within another transaction, the body joins it.
  func transaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      forgetRows()
      throw error
    }
  }

  /// Runs reads that all see one state of the store.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try run("BEGIN")
    defer { endSnapshot() }
    return try body()
  }

  /// Ends a snapshot with a prepared statement: for short runs, parsing "ROLLBACK" would take longer than reading.
  private func endSnapshot() {
    if sqlite3_get_autocommit(handle) == 0, (try? run("ROLLBACK")) == nil { rollBack() }
  }

  /// Rolls back, unless SQLite has already done so.
  ///
  /// Its errors are ignored, because the first error is already known.
  private func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}
