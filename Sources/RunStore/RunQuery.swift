internal import CSQLite

extension RunStore {
  /// Runs one read-only SQL query on the store, and calls a function for each row as it is found.
  ///
  /// The query may use the tables of the schema, `frame`, `frame_part_time` and `counter_sample`. Statements that
  /// change something or access other files are refused. There is no limit of time.
  ///
  /// - Parameters:
  ///   - sql: one query.
  ///   - memory: the maximum number of bytes that SQLite may allocate; a single value may take a quarter of them. `nil`
  ///     for no limit. SQLite has one such limit per process, so it applies to other connections meanwhile.
  ///   - row: receives the column names and the values of a row.
  /// - Returns: the column names, also if there are no rows.
  /// - Throws: `StoreError`; `query` with SQLite's message if the query is invalid.
  @discardableResult
  public func query(
    _ sql: String, memory: Int? = nil,
    row: (_ columns: [String], _ values: [SQLValue]) throws(StoreError) -> Void
  ) throws(StoreError) -> [String] {
    try source?.fetchMetrics(of: nil)
    if Self.namesFrames(sql) { try source?.fetchFrames(of: nil) }
    sqlite3_set_authorizer(connection.handle, authorize, nil)
    defer { sqlite3_set_authorizer(connection.handle, nil, nil) }
    connection.limit.isOn = false
    defer { connection.limit.isOn = true }
    let ended = memory.map(connection.limitMemory)
    defer { ended?() }
    let statement = try connection.onlyStatement(in: sql)
    guard statement.isReadOnly else { throw .queryWrites }
    let columns = statement.columnNames
    do {
      try statement.forEachRow([]) { (current) throws(StoreError) in
        try row(columns, current.values)
      }
    } catch .io(_, let message) {
      // The message of a virtual table or function.
      throw .query(
        message: message == Connection.outOfMemory ? Self.memoryMessage(memory) : message,
        offset: nil)
    } catch .refused(_, let message) {
      throw .query(
        message: message == Connection.tooBig ? Self.memoryMessage(memory) : message, offset: nil)
    }
    return columns
  }

  /// Whether a query may read packed columns, which a source fetches only if they are needed.
  private static func namesFrames(_ sql: String) -> Bool {
    let text = sql.lowercased()
    return text.contains("frame") || text.contains("counter")
  }

  private static func memoryMessage(_ limit: Int?) -> String {
    guard let limit = limit.map({ $0 >> 20 }) else { return "the query takes too much memory" }
    return
      """
      the query takes more than \(limit) MiB of memory, or has a value of more than \(limit / 4) MiB; \
      select fewer or shorter values
      """
  }
}

extension Connection {
  /// SQLite's messages if a memory limit is exceeded.
  fileprivate static let (outOfMemory, tooBig) = ("out of memory", "string or blob too big")

  /// Limits SQLite's memory, and returns a function that removes the limit.
  fileprivate func limitMemory(to bytes: Int) -> () -> Void {
    let formerHeap = sqlite3_hard_heap_limit64(Int64(bytes))
    let formerLength = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes / 4))
    return { [handle] in
      sqlite3_hard_heap_limit64(formerHeap)
      _ = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, formerLength)
    }
  }

  /// Prepares the query of a text, which may have comments after the query but no other statement.
  fileprivate func onlyStatement(in sql: String) throws(StoreError) -> Statement {
    let found = try statements(in: sql, atMost: 2)
    guard let statement = found.first, found.count == 1 else {
      throw .notOneQuery(found: found.count)
    }
    return statement
  }

  private func statements(in sql: String, atMost limit: Int) throws(StoreError) -> [Statement] {
    var rest = Array(sql.utf8CString)
    var statements: [Statement] = []
    while statements.count < limit, rest.count > 1 {
      var handle: OpaquePointer?
      var left = 0
      let code = rest.withUnsafeBufferPointer { text in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(self.handle, text.baseAddress, -1, &handle, &tail)
        left = text.count
        if let start = text.baseAddress, let tail { left = start.distance(to: tail) }
        return code
      }
      guard code == SQLITE_OK else { throw queryFailure(code) }
      if let handle { statements.append(Statement(handle, of: self)) }
      rest.removeFirst(max(min(left, rest.count), 1))
    }
    return statements
  }

  private func queryFailure(_ code: Int32) -> StoreError {
    switch code & 0xFF {
    // `SQLITE_SCHEMA` is the error of a statement that may not create a table or view.
    case SQLITE_AUTH, SQLITE_SCHEMA: return .queryWrites
    case SQLITE_ERROR:
      let offset = Int(sqlite3_error_offset(handle))
      let message = String(cString: sqlite3_errmsg(handle))
      return .query(message: message, offset: offset < 0 ? nil : offset)
    default: return failure(code)
    }
  }
}

/// Allows reads, and the pragmas that describe the schema.
private let authorize:
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
    UnsafePointer<CChar>?, UnsafePointer<CChar>?
  ) -> Int32 = { _, action, first, _, _, _ in
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE:
      return SQLITE_OK
    case SQLITE_PRAGMA:
      return descriptivePragmas.contains(name(first)) ? SQLITE_OK : SQLITE_DENY
    case SQLITE_UPDATE:
      // SQLite requests this at the first use of a virtual table in a query. A real change of the schema fails the
      // check that the statement is read-only.
      return name(first) == "sqlite_master" ? SQLITE_OK : SQLITE_DENY
    default:
      return SQLITE_DENY
    }
  }

private func name(_ text: UnsafePointer<CChar>?) -> String {
  text.map { String(cString: $0).lowercased() } ?? ""
}

private let descriptivePragmas: Set<String> = [
  "compile_options", "foreign_key_list", "function_list", "index_info", "index_list", "index_xinfo",
  "module_list", "pragma_list", "table_info", "table_list", "table_xinfo",
]
