#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The folder of a slice, which only the user can read; removed with its last reference.
package final class PrivateFolder {
  let path: String

  init() throws(StoreError) {
    guard let path = Self.make() else {
      throw .io(path: "/tmp", message: SystemFault(errno).message)
    }
    self.path = path
  }

  /// Creates a folder that only the user can open, in the first of the usual folders for temporary files in which that
  /// succeeds.
  ///
  /// - Returns: its path, or `nil` if no folder allows it; `errno` is then that of the last attempt.
  package static func make() -> String? {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    for parent in [named, "/tmp", "/var/tmp"] where !parent.isEmpty {
      var name = Array("\(parent)/hitchmark-XXXXXX".utf8CString)
      if mkdtemp(&name) != nil {
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    return nil
  }

  deinit {
    for name in ["slice.db", "slice.db-wal", "slice.db-shm", "slice.db-journal"] {
      unlink("\(path)/\(name)")
    }
    rmdir(path)
  }
}
