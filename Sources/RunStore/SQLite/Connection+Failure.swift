internal import CSQLite
internal import System

extension Connection {
  /// The facts of SQLite's last failure.
  func failure(_ code: Int32) -> StoreError {
    if code & 0xFF == SQLITE_BUSY, let lockFault {
      return .io(
        path: path,
        message: "its file system gives no locks (\(lockFault.message)); copy it to a local disk")
    }
    return Self.failure(code, on: handle, path: path)
  }

  /// The failure of a handle that is not a connection yet.
  static func failure(_ code: Int32, on handle: OpaquePointer?, path: String) -> StoreError {
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
    case SQLITE_FULL: return .diskFull(path: path)
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly(path: path)
    case SQLITE_INTERRUPT:
      return .corrupt(
        path: path,
        detail: "SQLite took more steps to run a statement than a store of this size needs")
    case SQLITE_CORRUPT: return .corrupt(path: path, detail: message)
    case SQLITE_NOTADB: return .notAStore(path: path, found: .otherFile)
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG:
      return .refused(path: path, detail: message)
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      // The system's error number may have been overwritten by now.
      let words = code == failedWrite ? "a write failed, maybe because the disk is full" : message
      return fault(SystemFault(sqlite3_system_errno(handle)), message: words, path: path)
    default: return .io(path: path, message: message)
    }
  }

  /// SQLite's `SQLITE_IOERR_WRITE`.
  private static let failedWrite = SQLITE_IOERR | 3 << 8

  private static func fault(_ fault: SystemFault, message: String, path: String) -> StoreError {
    if fault.isFull { return .diskFull(path: path) }
    if fault.isReadOnly || SystemFault(writingFolderOf: path).isReadOnly {
      return .readOnly(path: path)
    }
    return .io(path: path, message: fault.text ?? message)
  }
}
