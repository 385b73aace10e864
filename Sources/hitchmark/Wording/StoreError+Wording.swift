internal import RunStore
internal import Units

extension StoreError {
  var complaint: Complaint {
    switch self {
    case .missing(let path):
      Complaint(
        at: path, "there is no store",
        remedy: "\(Suggestion.command("ingest PATH", on: path)) makes one")
    case .notAStore(let path, let found):
      Complaint(
        at: path, found.words, wanted: "wanted a Hitchmark store; it was left as it is",
        remedy: "name another file with --store")
    case .newerVersion(let path, let found, let known):
      Complaint(
        at: path, "the store has version \(found)",
        wanted: "this hitchmark knows versions to \(known); it was left as it is",
        remedy: "use a newer hitchmark")
    case .olderVersion(let path, let found, let known):
      Complaint(
        at: path, "the store has version \(found), and cannot be changed to \(known) here",
        remedy: "open it once where it can be written")
    case .readOnly(let path):
      Complaint(at: path, "the store or its folder is read-only; nothing was changed")
    case .diskFull(let path):
      Complaint(at: path, "the disk is full; the store is as it was", remedy: "free space")
    case .busy(let path):
      Complaint(
        at: path, "another process kept the store to itself for too long", remedy: "try again")
    case .io(let path, let message):
      Complaint(at: path, "the store cannot be opened or used: \(message.lowercased())")
    case .corrupt(let path, let detail):
      Complaint(
        at: path, "the store is damaged: \(detail)",
        remedy: "build it again from the recorded runs with “hitchmark ingest”")
    case .damagedRun(let path, let run, let part, _):
      Complaint(
        at: path, "run \(run.number) is damaged: its \(part) does not decode",
        remedy: "remove the run and ingest it again")
    case .refused(let path, let detail): Complaint(at: path, "the store refuses: \(detail)")
    case .noSuchRun(let path, let run): Complaint(at: path, "there is no run \(run.number)")
    case .query(let message, _): Complaint(at: "query", message)
    case .queryWrites:
      Complaint(
        at: "query", "it would change the store or reach outside it",
        wanted: "wanted a query that only reads")
    case .notOneQuery(let found):
      Complaint(
        at: "query", found == 0 ? "there is no statement" : "there is more than one statement",
        wanted: "wanted one query")
    }
  }
}

extension StoreError {
  /// The complaint of an ingest that ended early: how many runs were added, and the paths of those that were not.
  func complaint(afterAdding added: Int, without missing: [String]) -> Complaint {
    var complaint: Complaint = self.complaint
    if case .diskFull = self { complaint.found = "the disk is full" }
    let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
    complaint.found +=
      "; \(counted(added, "run")) \(added == 1 ? "was" : "were") added, and not "
      + missing.prefix(3).joined(separator: ", ") + more
    complaint.remedy = [complaint.remedy, "give the same command again"].compactMap(\.self)
      .joined(separator: ", then ")
    return complaint
  }
}

extension StoreError.Found {
  fileprivate var words: String {
    switch self {
    case .directory: "is a folder"
    case .otherFile: "is no SQLite database"
    case .otherDatabase: "is the SQLite database of another program"
    }
  }
}

extension VerifyFinding {
  /// The finding as a clause.
  var words: String {
    switch self {
    case .integrity(let message): "SQLite finds its file damaged: \(message)"
    case .danglingReference(let table, let row, let other):
      "row \(row.map(String.init) ?? "?") of \(table) refers to a row of \(other) that is not there"
    case .damaged(let run, let part, _): "run \(run.number): its \(part) does not decode"
    case .wrongFrameCount(let run, let recorded, let found):
      "run \(run.number): \(recorded ?? 0) frames were noted, and its columns have \(found ?? 0)"
    case .changedContent(let run): "run \(run.number): its columns are not those that were added"
    }
  }
}
