#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What lies at a path, told without opening it.
///
/// A process that closes a file loses every lock it has on it, those of its other connections too, so
/// nobody but SQLite may open a database.
enum FileKind: Equatable {
  case absent
  case directory
  /// Neither a file nor a folder: a pipe, a device.
  case special
  case unreadable(message: String)
  case file(isEmpty: Bool)

  /// The bytes of a file; 0 if there is none.
  static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  init(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = errno == ENOENT ? .absent : .unreadable(message: SystemFault(errno).message)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .directory
    case S_IFREG where access(path, R_OK) == 0: self = .file(isEmpty: status.st_size == 0)
    case S_IFREG: self = .unreadable(message: SystemFault(errno).message)
    default: self = .special
    }
  }
}

/// A number that the system gave for what went wrong.
struct SystemFault {
  private let number: Int32

  init(_ number: Int32) { self.number = number }

  /// Whether the file or its folder may not be written.
  var isReadOnly: Bool { number == EACCES || number == EPERM || number == EROFS }

  /// What keeps the folder of a file from being written, if anything does.
  ///
  /// SQLite, which tries more than once to open a file, is left with the number of its last attempt.
  init(writingFolderOf path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    number = access(folder, W_OK) == 0 ? 0 : errno
  }

  /// Whether there is no room left, or none that this user or process may take.
  var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

  /// The system's words, or `nil` when it gave no number.
  var text: String? { number == 0 ? nil : String(cString: strerror(number)) }

  /// The system's words.
  var message: String { text ?? "unknown fault" }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are the same as others.
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let own = baseAddress, let others = other.baseAddress else { return true }
    return memcmp(own, others, count) == 0
  }
}
