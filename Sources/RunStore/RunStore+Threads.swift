internal import Recordings
internal import Units

extension RunStore {
  /// Stores the CPU time per thread of a new run, within a transaction.
  func insert(_ list: ThreadList?, of id: RunID) throws(StoreError) {
    guard let list else { return }
    try connection.insert(
      into: "thread_list",
      [
        "run": .integer(id.number), "cpu_ns": SQLValue(list.total),
        "is_reported": SQLValue(list.isReported),
      ])
    for (index, thread) in list.threads.enumerated() {
      try connection.insert(
        into: "thread_time",
        [
          "run": .integer(id.number), "ordinal": SQLValue(index + 1), "name": .text(thread.name),
          "thread": SQLValue(thread.id), "is_main": SQLValue(thread.isMain),
          "cpu_ns": SQLValue(thread.time), "share": SQLValue(thread.share),
        ])
    }
  }
}

extension Connection {
  /// The CPU time per thread of some runs.
  func threadLists(_ filter: RunFilter) throws(StoreError) -> [RunID: ThreadList] {
    let (condition, values) = filter.condition
    let runs = "run IN (SELECT id FROM run WHERE \(condition))"
    var lists: [RunID: ThreadList] = [:]
    try forEachRow("SELECT run, cpu_ns, is_reported FROM thread_list WHERE \(runs)", values) {
      (row) throws(StoreError) in
      lists[RunID(row.integer("run"))] = ThreadList(
        threads: [], total: row.optionalInteger("cpu_ns"),
        isReported: row.integer("is_reported") != 0)
    }
    guard !lists.isEmpty else { return lists }
    try forEachRow(
      """
      SELECT run, name, thread, is_main, cpu_ns, share
      FROM thread_time WHERE \(runs) ORDER BY run, ordinal
      """, values
    ) { (row) throws(StoreError) in
      lists[RunID(row.integer("run"))]?.threads.append(
        ThreadList.Thread(
          name: row.text("name"), id: row.optionalText("thread"),
          isMain: row.integer("is_main") != 0,
          time: row.optionalInteger("cpu_ns"), share: row.optionalReal("share")))
    }
    return lists
  }
}
