#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A folder that only the user can read, removed with its last reference.
final class TemporaryFolder {
  let path: String

  /// Creates a folder in the folder for temporary files.
  init() throws(StoreError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    let pattern = "\(parent ?? "/tmp")/hitchmark-XXXXXX"
    var bytes = Array(pattern.utf8CString)
    guard mkdtemp(&bytes) != nil else {
      throw .io(path: pattern, message: String(cString: strerror(errno)))
    }
    path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["slice.db", "slice.db-wal", "slice.db-shm", "slice.db-journal"] {
      unlink("\(path)/\(name)")
    }
    rmdir(path)
  }
}
