#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An error number of the system.
package struct SystemFault {
  private let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static var last: SystemFault { SystemFault(errno) }

  /// Why a regular file cannot be read, or why it is unknown what is at a path; `nil` if there is no such reason.
  ///
  /// The file is not opened: if a process closes a file, it loses all its locks on the file, including those of other
  /// connections. Only SQLite may therefore open a database.
  package init?(reading path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG, Confinement.allows(path), access(path, R_OK) != 0
      else { return nil }
    } else if errno == ENOENT {
      return nil
    }
    number = errno
  }

  /// Whether the file or its folder cannot be written.
  package var isReadOnly: Bool { number == EACCES || number == EPERM || number == EROFS }

  /// The reason why the folder of a file cannot be written, if there is one.
  ///
  /// SQLite makes several attempts to open a file, and reports only the error of the last one.
  package init(writingFolderOf path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    number = access(folder, W_OK) == 0 ? 0 : errno
  }

  /// Whether the file system has no locks, as on some network mounts.
  package var isWithoutLocks: Bool { number == ENOLCK || number == ENOTSUP || number == ENOSYS }

  /// Whether the disk, a quota or a file size limit is exhausted.
  package var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

  /// The system's message; `nil` if there is no error number.
  package var text: String? { number == 0 ? nil : String(cString: strerror(number)) }

  package var message: String { text ?? "unknown fault" }
}

/// A new folder for temporary files that only the user can open, in the first suitable place such as `/tmp`.
package struct PrivateFolder: Sendable {
  package let path: String
  private let place: Int?

  /// Creates the folder; `nil` if no place allows it, and `errno` is then that of the last attempt.
  ///
  /// - Parameter names: the files in it that a signal that ends this process removes, too.
  package init?(for names: [String] = []) {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    for parent in [named, "/tmp", "/var/tmp"] where !parent.isEmpty {
      let path = "\(parent)/hitchmark-\(OutputFile.randomDigits())"
      let place = SuddenEnd.willCreate(path, with: names)
      if mkdir(path, 0o700) == 0 {
        (self.path, self.place) = (path, place)
        return
      }
      let number = errno
      SuddenEnd.forget(place)
      errno = number
    }
    return nil
  }

  /// Removes the folder and all that is in it.
  package func remove() {
    Platform.removeAll(path)
    SuddenEnd.forget(place)
  }
}
