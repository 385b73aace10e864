/// Why a store could not be opened, read or changed: facts, of which others make sentences.
///
/// After any of them the store is as it was before the call.
public enum StoreError: Error, Sendable, Equatable {
  /// There is no file, or an empty one, where a store has to exist.
  case missing(path: String)
  /// The file is something else, and was left alone.
  case notAStore(path: String, found: Found)
  /// The store was made by a later version of the program, and was left alone.
  case newerVersion(path: String, found: Int, known: Int)
  /// The store is of an earlier version and cannot be brought up to date, because it is opened for reading.
  case olderVersion(path: String, found: Int, known: Int)
  /// The file or its folder cannot be written.
  case readOnly(path: String)
  /// There is no room left on the disk.
  case diskFull(path: String)
  /// Another process kept the store to itself for longer than we wait.
  case busy(path: String)
  /// The file cannot be opened or read; in the system's or SQLite's words.
  case io(path: String, message: String)
  /// SQLite found its file damaged; in its words.
  case corrupt(path: String, detail: String)
  /// A part of a run, such as `present` or `counter 2`, does not decode.
  case damagedRun(path: String, run: RunID, part: String, problem: PackingProblem)
  /// A rule of the schema forbids what was to be written; in SQLite's words.
  case refused(path: String, detail: String)
  /// There is no run of this number.
  case noSuchRun(path: String, run: RunID)
  /// A query that SQLite cannot make sense of or not finish; in its words, with the byte of the query, from 0,
  /// where it knows one.
  case query(message: String, offset: Int?)
  /// A query that would change something, or reach outside the store.
  case queryWrites
  /// More than one statement, or none, where one query belongs.
  case notOneQuery(found: Int)

  /// What lies where a store was expected.
  public enum Found: Sendable, Equatable {
    /// A folder.
    case directory
    /// A file of no database.
    case otherFile
    /// An SQLite database with this application id, made by another program.
    case otherDatabase(applicationID: Int32)
  }
}
