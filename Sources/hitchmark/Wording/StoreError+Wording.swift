internal import RunStore
internal import Units

extension StoreError {
  var complaint: Complaint {
    switch self {
    case .missing(let path):
      Complaint(
        at: path, "the store does not exist",
        remedy: "the command \(Suggestion.command("ingest PATH", on: path)) creates a store")
    case .notAStore(let path, let found):
      Complaint(
        at: path, found.words, wanted: "it was not changed",
        remedy: "pass another file with --store")
    case .newerVersion(let path, let found, let known):
      Complaint(
        at: path, "the format of the store has version \(found)",
        wanted:
          "this version of hitchmark reads stores up to version \(known); the file was not changed",
        remedy: "use a newer version of hitchmark")
    case .readOnly(let path):
      Complaint(
        at: path, "the store or its folder is read-only; nothing was changed",
        remedy: "make the store and its folder writable")
    case .diskFull(let path):
      Complaint(
        at: path, "the disk is full; the store was not changed",
        remedy: "free space; removing runs needs some too, as much as a copy of what is removed")
    case .busy(let path):
      Complaint(
        at: path, "another process still uses the store, so hitchmark stopped waiting",
        remedy: "try again")
    case .io(let path, let message):
      Complaint(at: path, "the store cannot be opened or used: \(message.lowercased())")
    case .corrupt(let path, let detail):
      Complaint(
        at: path, "the store is damaged: \(detail)",
        remedy: "rebuild the store from the recorded traces with “hitchmark ingest”")
    case .damagedRun(let path, let run, let part, _):
      Complaint(
        at: path, "run \(run.number) is damaged: the stored \(part) cannot be decoded",
        remedy: "remove the run and ingest it again")
    case .refused(let path, let detail):
      Complaint(at: path, "the store refused the change: \(detail)")
    case .noSuchRun(let path, let run): Complaint(at: path, "the store has no run \(run.number)")
    case .query(let message, _): Complaint(at: "query", message)
    case .clusterAddress(let fault): fault.complaint
    case .cluster(let path, let fault): fault.complaint(at: path)
    case .clusterWithoutTables(let path):
      Complaint(
        at: path, "the cluster has no tables for runs",
        remedy:
          "the command \(Suggestion.command("cluster init", on: path)) creates the tables for runs")
    case .clusterOfOlderVersion(let path, let found):
      Complaint(
        at: path, "the tables of the cluster have version \(found), which is too old",
        remedy:
          "the command \(Suggestion.command("cluster migrate", on: path)) updates the tables of the cluster"
      )
    case .clusterWithoutCodecs(let path, let found, let needed):
      Complaint(
        at: path,
        "the cluster runs ClickHouse \(found), which lacks the compression that the table of frames needs",
        remedy: "use ClickHouse \(needed) or later")
    case .clusterBehind(let path, let replica):
      Complaint(
        at: path, "server \(replica) does not have all rows of the cluster yet",
        remedy: "wait until ClickHouse has copied the rows to this server, and try again")
    case .clusterTooLarge(let path, let runs):
      Complaint(
        at: path, "the cluster has \(counted(runs, "run")), which is too many for one command",
        wanted: "the limit is 1,000,000", remedy: "name a suite with --suite")
    case .queryWrites:
      Complaint(
        at: "query", "the query would change the store or read other files",
        remedy: "query only what the store has")
    case .notOneQuery(let found):
      Complaint(
        at: "query",
        found == 0 ? "the query has no SQL statement" : "the query has more than one SQL statement",
        remedy: "pass a single one")
    }
  }
}

extension StoreError {
  /// The complaint of an ingest that ended early: how many runs were added, and the paths of those that were not.
  func complaint(afterAdding added: Int, without missing: [String]) -> Complaint {
    var complaint: Complaint = self.complaint
    if case .diskFull = self { complaint.found = "the disk is full" }
    let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
    if added > 0 {
      complaint.found += "; \(counted(added, "run")) \(added == 1 ? "was" : "were") added"
    }
    complaint.found += "; not added: " + missing.prefix(3).joined(separator: ", ") + more
    complaint.remedy = [complaint.remedy, "repeat the command"].compactMap(\.self)
      .joined(separator: ", then ")
    return complaint
  }
}

extension StoreError.Found {
  fileprivate var words: String {
    switch self {
    case .directory: "the path is a folder, and not a file"
    case .otherFile: "the file is not an SQLite database"
    case .otherDatabase: "the file is the SQLite database of another program"
    }
  }
}

extension VerifyFinding {
  var words: String {
    switch self {
    case .integrity(let message): "SQLite reports that the file of the store is damaged: \(message)"
    case .danglingReference(let table, let row, let other):
      """
      row \(row.map(String.init) ?? "?") of the table \(table) refers to a row of the table \(other) that does \
      not exist
      """
    case .damaged(let run, let part, _): "run \(run.number): the stored \(part) cannot be decoded"
    case .wrongFrameCount(let run, let recorded, let found):
      "run \(run.number): \(recorded ?? 0) frames were recorded, but the stored columns have \(found ?? 0) frames"
    case .changedContent(let run):
      "run \(run.number): the stored data differs from the data that was added"
    case .unreadable(let run, let message):
      "run \(run.number): SQLite cannot read its data: \(message)"
    }
  }
}
