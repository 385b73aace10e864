internal import Recordings
internal import Units

extension RunStore {
  /// Keeps the CPU time of threads that was told of a new run, within a transaction.
  func insert(_ list: ThreadList?, of id: RunID) throws(StoreError) {
    guard let list else { return }
    try connection.run(
      "INSERT INTO thread_list (run, cpu_ns, is_reported) VALUES (?, ?, ?)",
      [.integer(id.number), SQLValue(list.total), SQLValue(list.isReported)])
    for (index, thread) in list.threads.enumerated() {
      try connection.run(
        """
        INSERT INTO thread_time (run, ordinal, name, thread, is_main, cpu_ns, share)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(id.number), SQLValue(index + 1), .text(thread.name), SQLValue(thread.id),
          SQLValue(thread.isMain), SQLValue(thread.time), SQLValue(thread.share),
        ])
    }
  }
}

extension Connection {
  /// The CPU time of threads that was told of some runs, by the run.
  func threadLists(_ filter: RunFilter) throws(StoreError) -> [RunID: ThreadList] {
    let (condition, values) = filter.condition
    let runs = "run IN (SELECT id FROM run WHERE \(condition))"
    var lists: [RunID: ThreadList] = [:]
    try forEachRow("SELECT run, cpu_ns, is_reported FROM thread_list WHERE \(runs)", values) {
      (row) throws(StoreError) in
      lists[RunID(row.integer(0))] = ThreadList(
        threads: [], total: row.optionalInteger(1), isReported: row.integer(2) != 0)
    }
    guard !lists.isEmpty else { return lists }
    try forEachRow(
      """
      SELECT run, name, thread, is_main, cpu_ns, share
      FROM thread_time WHERE \(runs) ORDER BY run, ordinal
      """, values
    ) { (row) throws(StoreError) in
      lists[RunID(row.integer(0))]?.threads.append(
        ThreadList.Thread(
          name: row.text(1), id: row.optionalText(2), isMain: row.integer(3) != 0,
          time: row.optionalInteger(4), share: row.optionalReal(5)))
    }
    return lists
  }
}
