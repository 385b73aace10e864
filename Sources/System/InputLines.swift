#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The lines of standard input, as they arrive.
///
///     var lines = InputLines(limit: 1 << 20)
///     while true { switch lines.next(within: 100) { … } }
package struct InputLines {
  package enum Event: Equatable {
    /// A line without its line break.
    case line([UInt8])
    /// A line longer than the limit, which was dropped.
    case tooLong
    /// No line arrived in time.
    case nothing
    /// There are no more lines.
    case end
  }

  /// The most bytes of a line.
  private let limit: Int
  private var bytes: [UInt8] = []
  /// The number of bytes that contain no line break.
  private var searched = 0
  private var isDropping = false
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
    if hasEnded, !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
  }

  /// The next line that has arrived as a whole.
  private mutating func line() -> Event? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      if bytes.count > limit {
        isDropping = true
        bytes.removeAll()
        searched = 0
      }
      return nil
    }
    let line = Array(bytes[..<end])
    bytes.removeSubrange(...end)
    searched = 0
    defer { isDropping = false }
    return isDropping || line.count > limit ? .tooLong : .line(line)
  }
}

private func readInput(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(STDIN_FILENO, bytes, count)
}
