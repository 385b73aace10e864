#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The folder of a slice, which only the user can read; removed with its last reference.
final class SliceFolder {
  let path: String

  init() throws(StoreError) {
    guard let path = PrivateFolder.make() else {
      throw .io(path: "/tmp", message: SystemFault(errno).message)
    }
    self.path = path
  }

  deinit {
    for name in ["slice.db", "slice.db-wal", "slice.db-shm", "slice.db-journal"] {
      unlink("\(path)/\(name)")
    }
    rmdir(path)
  }
}
