internal import System

/// The folder of a slice, which only the user can read; removed with its last reference.
final class SliceFolder {
  let path: String

  init() throws(StoreError) {
    guard let path = PrivateFolder.make() else {
      throw .io(path: "/tmp", message: SystemFault.last.message)
    }
    self.path = path
  }

  deinit { Platform.removeAll(path) }
}
