internal import System
public import Units

/// Why a store could not be opened, read or changed.
///
/// The store is unchanged after an error, except that a merge keeps the runs of complete batches.
public enum StoreError: ExplainedError, Sendable, Equatable {
  /// The file does not exist or is empty, but a store is required.
  case missing(path: String)
  /// The file is not a store, and was not changed.
  case notAStore(path: String, found: Found)
  /// A later version of the program created the store; it was not changed.
  case newerVersion(path: String, found: Int, known: Int)
  /// The file or its folder cannot be written.
  case readOnly(path: String)
  case diskFull(path: String)
  /// Another process locked the store for longer than the limit.
  case busy(path: String)
  /// The file cannot be opened or read; the message is the system's or SQLite's.
  case io(path: String, message: String)
  /// The file is damaged, or its schema is not that of a store; the detail says what was found.
  case corrupt(path: String, detail: String)
  /// A part of a run, such as `present` or `counter cpu_load`, does not decode.
  case damagedRun(path: String, run: RunID, part: String, problem: PackingProblem)
  /// The store does not accept the data: a constraint of the schema is violated, or a value or run is too large.
  case refused(path: String, detail: String)
  case noSuchRun(path: String, run: RunID)
  /// The query is invalid or could not be finished. `message` is SQLite's, or names the exceeded memory limit, and
  /// `offset` is the byte in the query, from 0, if it is known.
  case query(message: String, offset: Int?)
  /// A query that would change something or access other files.
  case queryWrites
  /// The source of the rows failed, with its message.
  case source(Complaint)
  /// The text has several statements or none, but must have one query.
  case notOneQuery(found: Int)

  public enum Found: Sendable, Equatable {
    case directory
    /// A file that is not a database.
    case otherFile
    case otherDatabase(applicationID: Int32)
  }
}

extension StoreError {
  public var complaint: Complaint {
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
    case .source(let complaint): complaint
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
  package func complaint(afterAdding added: Int, without missing: [String]) -> Complaint {
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

/// Commands for messages, which work unchanged when pasted into a shell.
package enum Suggestion {
  /// A command on a store, in quotation marks.
  ///
  /// - Parameters:
  ///   - command: the words after the tool's name.
  ///   - store: the path of the store, which the command omits if it is the default store.
  package static func command(_ command: String, on store: String) -> String {
    let isDefault = store.isEmpty || store == DefaultStore.current
    return "“hitchmark \(command)\(isDefault ? "" : " --store \(store.shellWord)")”"
  }
}

/// The store of commands that name none.
package enum DefaultStore {
  /// The path unless the environment names another one.
  package static let path = "hitchmark.db"
  /// The variable of the environment that names the default store.
  package static let variable = "HITCHMARK_STORE"

  static var current: String {
    Platform.environment(variable).flatMap { $0.isEmpty ? nil : $0 } ?? path
  }
}
