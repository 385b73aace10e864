#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import CSystem

// System is the only module that calls the operating system: for files, processes, signals, terminals and clocks. All
// other code asks it, so that what may be read, replaced, waited for or killed is decided in one place.

/// Functions of the operating system, such as for environment variables, files and terminals.
package enum Platform {
  /// The command-line arguments without the name of the tool.
  package static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// What starts this program again from any folder: its file; without `/proc`, the word that started it.
  package static var program: String {
    let own = "/proc/self/exe"
    if kind(of: own) == .file { return own }
    let word = CommandLine.arguments[0]
    // Without a slash, it was found in PATH.
    return word.contains("/") ? realPath(word) ?? word : word
  }

  /// Makes a folder the current one, from which relative paths start.
  package static func enter(_ folder: String) { _ = chdir(folder) }

  /// The number of processors that are online, at least 1; usually without regard to limits of this process.
  package static var processorCount: Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

  /// An environment variable; `nil` if it is unset or empty.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether less than 1 MiB is free on the disk of a file or folder; `false` if that cannot be found out.
  package static func isDiskFull(at path: String) -> Bool {
    var figures = statvfs()
    guard statvfs(path, &figures) == 0 else { return false }
    let (bytes, isHuge) = UInt64(figures.f_bavail).multipliedReportingOverflow(
      by: UInt64(figures.f_frsize))
    return !isHuge && bytes < 1 << 20
  }

  /// Whether a standard stream, such as the output, is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width in columns of the terminal on a stream; `nil` without a terminal, or if the width is unknown.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of a text to a stream such as standard output.
  ///
  /// - Returns: the reason for a failure; `nil` after success.
  package static func write(_ text: String, to descriptor: Int32) -> String? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> String? {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> String? {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let written = platformWrite(descriptor, start, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        return lastError
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    return nil
  }

  /// Writes a message to standard error, such as progress.
  ///
  /// If nobody reads it, a signal that asks this process to end also ends the wait.
  package static func say(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty, isReady(STDERR_FILENO) {
        // A pipe that is ready takes so many bytes without a wait.
        let written = platformWrite(STDERR_FILENO, start, min(rest.count, 4096))
        if written < 0, errno != EINTR, errno != EAGAIN { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[max(written, 0)...])
      }
    }
  }

  /// Waits until a stream takes bytes; `false` if a signal asks this process to end before.
  private static func isReady(_ descriptor: Int32) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let ready = poll(&waited, 1, 100)
      // Writing will report an error.
      if ready > 0 || (ready < 0 && errno != EINTR) { return true }
      if Interruption.wasRequested { return false }
    }
  }

  /// The operating system's message for the last failed system call.
  package static var lastError: String { SystemFault.last.message.lowercased() }

  // MARK: - Clocks

  /// The time of day in seconds since 1970.
  package static var secondsSince1970: Int64 { Int64(time(nil)) }

  package static var millisecondsSince1970: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// The time of day in UTC, such as `2026-11-20T09:30:00Z`.
  package static var now: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }

  /// Nanoseconds of the monotonic clock, as most tracers use it.
  package static var monotonicTime: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// CPU time that this process used, in seconds.
  package static var ownCPUTime: Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// The average number of processes that wanted to run in the last minute; `nil` if it is unknown.
  package static var load: Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  // MARK: - Process

  /// Makes a write beyond a limit on file sizes fail like a write to a full disk, instead of ending the process.
  package static func outliveFileSizeLimits() { signal(SIGXFSZ, SIG_IGN) }

  /// Ends this process with a message if it may open so few files that the system's libraries cannot start threads.
  package static func checkFileLimit() {
    let (most, fewest) = (sysconf(Int32(_SC_OPEN_MAX)), 16)
    guard (0..<fewest).contains(most) else { return }
    say(
      """
      hitchmark: this process may have only \(most) open files; expected at least \(fewest), which “ulimit -n” sets

      """)
    exit(with: 2)
  }

  /// Gives new threads stacks of 8 MiB, whatever the limit of this process is.
  ///
  /// With `ulimit -s 256`, or with musl, they would be too small for the readers of traces.
  package static func useLargeStacks() {
    _ = csystem_set_stack_size(8 << 20)
  }

  /// Lets the calling thread sleep.
  package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Ends this process with a message if a file that is mapped into memory, such as a store, becomes shorter.
  ///
  /// Reading a page behind its new end is a signal and not an error.
  package static func reportShortenedFiles() {
    signal(SIGBUS) { _ in
      let message: StaticString = """
        hitchmark: a file became shorter while it was read, such as the store; nothing more was \
        written; run the command again, and “hitchmark verify” to check the store

        """
      SuddenEnd.removeFiles()
      _ = platformWrite(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(2)
    }
  }

  /// Reserves the file descriptors of standard streams that were closed when this process started, so that reading and
  /// writing them fails.
  ///
  /// The system assigns the lowest free descriptor to the next opened file, so a file or an event queue of the runtime
  /// could receive standard output. A closed stream is therefore opened in the wrong direction: its descriptor is in
  /// use, and reads and writes fail.
  package static func holdClosedStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  package static func exit(with code: Int32) -> Never { platformExit(code) }
}

private func platformWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, start, count)
}

private func platformExit(_ code: Int32) -> Never { exit(code) }
