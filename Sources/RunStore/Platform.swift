#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What lies at a path.
enum FileStart: Equatable {
  case absent
  case directory
  case unreadable(message: String)
  /// The first bytes, as many as were asked for or as there are.
  case bytes([UInt8])

  /// Reads the first bytes of a file and nothing else of it.
  init(of path: String, count: Int) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      self = errno == ENOENT ? .absent : .unreadable(message: SystemFault(errno).message)
      return
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = read(file, &bytes, count)
    if length < 0 {
      self = errno == EISDIR ? .directory : .unreadable(message: SystemFault(errno).message)
    } else {
      self = .bytes(Array(bytes.prefix(length)))
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

  /// Whether there is no room left.
  var isFull: Bool { number == ENOSPC || number == EDQUOT }

  /// The system's words, or `nil` when it gave no number.
  var text: String? { number == 0 ? nil : String(cString: strerror(number)) }

  /// The system's words.
  var message: String { text ?? "unknown fault" }
}
