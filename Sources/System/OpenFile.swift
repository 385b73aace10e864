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

  /// The size of a regular file in bytes, which may change while it is read; 0 for a pipe.
  package var size: Int {
    var status = stat()
    return !waits && fstat(descriptor, &status) == 0 ? max(Int(status.st_size), 0) : 0
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

/// The lines of standard input, as they arrive.
///
///     var lines = InputLines(limit: 1 << 20)
///     while true { switch lines.next(within: 100) { … } }
package struct InputLines {
  package enum Event: Equatable {
    /// A line without its line break.
    case line([UInt8])
    /// The next bytes of a line longer than the limit.
    case part([UInt8])
    /// The end of a line longer than the limit.
    case endOfLongLine
    /// No line arrived in time.
    case nothing
    case end
  }

  /// The most bytes of a line.
  private let limit: Int
  private var bytes: [UInt8] = []
  /// The number of bytes that contain no line break.
  private var searched = 0
  /// Whether parts of the current line were returned.
  private var isLong = false
  private var hasEnded = false

  package init(limit: Int) { self.limit = limit }

  /// Waits for the next line.
  ///
  /// - Parameter milliseconds: how long, at most; a signal ends the wait, too.
  package mutating func next(within milliseconds: Int32) -> Event {
    if let event = line() { return event }
    guard !hasEnded else { return .end }
    var waited = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waited, 1, milliseconds) > 0 else { return .nothing }
    read()
    return line() ?? (hasEnded ? .end : .nothing)
  }

  private mutating func read() {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = readInput(&piece, piece.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    hasEnded = count <= 0
    bytes += piece.prefix(max(count, 0))
    // The last line may have no break.
    if hasEnded, !bytes.isEmpty || isLong { bytes.append(UInt8(ascii: "\n")) }
  }

  /// The next line that has arrived as a whole, or the next part of a long one.
  private mutating func line() -> Event? {
    let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
    searched = end ?? bytes.count
    // The line break stays, as the next event.
    if searched > limit || (isLong && searched > 0) {
      isLong = true
      return .part(taken(searched))
    }
    guard end != nil else { return nil }
    let line = taken(searched)
    bytes.removeFirst()
    defer { isLong = false }
    return isLong ? .endOfLongLine : .line(line)
  }

  private mutating func taken(_ count: Int) -> [UInt8] {
    let start = Array(bytes[..<count])
    bytes.removeSubrange(..<count)
    searched = 0
    return start
  }
}

private func readInput(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(STDIN_FILENO, bytes, count)
}
