#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Why a file or folder cannot be opened or read.
package enum FileFault: Error, Equatable {
  case notFound
  case isFolder
  /// It is a device, a socket, or a pipe that the user did not name.
  case isSpecial
  /// A signal ended the wait for a pipe.
  case interrupted
  case other(reason: String)

  /// The fault of the last failed system call.
  static var last: FileFault {
    switch errno {
    case ENOENT, ENOTDIR: .notFound
    case EISDIR: .isFolder
    default: .other(reason: Platform.lastError)
    }
  }
}

/// A file that is open for reading.
///
/// It is closed when the value is destroyed.
package struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let closesAtEnd: Bool
  /// Whether reading may have to wait for another process.
  private let waits: Bool

  /// Opens a regular file, or standard input for `-`.
  ///
  /// - Parameter orPipe: whether the file may be a pipe, because the user named it. Its writer may come later.
  package init(path: String, orPipe: Bool = false) throws(FileFault) {
    closesAtEnd = path != "-"
    if path == "-" {
      (descriptor, waits) = (STDIN_FILENO, Self.kind(of: STDIN_FILENO) != S_IFREG)
    } else {
      (descriptor, waits) = try Self.open(path, orPipe: orPipe)
    }
  }

  private static func open(
    _ path: String, orPipe: Bool
  ) throws(FileFault) -> (descriptor: Int32, waits: Bool) {
    guard Confinement.allows(path) else { throw .notFound }
    // Opening a device can have an effect, such as winding a tape.
    if Platform.kind(of: path) == .special, !(orPipe && Platform.isPipe(path)) { throw .isSpecial }
    let descriptor = systemOpen(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    // Again, because another process may have replaced the file.
    switch kind(of: descriptor) {
    case S_IFREG: return (descriptor, false)
    case S_IFIFO where orPipe: return (descriptor, true)
    case let kind:
      close(descriptor)
      throw kind == S_IFDIR ? .isFolder : .isSpecial
    }
  }

  private static func kind(of descriptor: Int32) -> mode_t {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Reads the next bytes of the file into a buffer.
  ///
  /// - Parameter buffer: must not be empty.
  /// - Returns: the number of bytes, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int {
    while true {
      if waits { try wait() }
      let count = systemRead(descriptor, buffer)
      if count >= 0 { return count }
      if errno != EINTR, errno != EAGAIN { throw .last }
    }
  }

  /// Waits until there are bytes, or the writer of a pipe has closed it.
  private func wait() throws(FileFault) {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&waited, 1, 100)
      // Reading will report an error.
      if ready > 0 || (ready < 0 && errno != EINTR) { return }
      if Interruption.isRequested { throw .interrupted }
    }
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
