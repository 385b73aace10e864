#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the command line asks of the system it runs on, and the only place that names a C library.
enum Platform {
  /// The arguments behind the tool's name.
  static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// Number of processors that can work at once.
  static var processorCount: Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

  /// An environment variable, or `nil` when it is unset or empty.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a stream is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal on a stream, or `nil` when there is none.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes bytes to a stream, all of them.
  ///
  /// - Returns: why it failed, or `nil`.
  static func write(_ text: String, to descriptor: Int32) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
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
  }

  /// What the system says of the call that failed last.
  static var lastError: String { String(cString: strerror(errno)).lowercased() }

  /// What became of a path.
  enum Kind {
    case file
    case folder
    case nothing
  }

  /// What is at a path, links followed.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .nothing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// A path from the root without links, or `nil` when nothing is there.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Makes a folder and those above it.
  ///
  /// - Returns: why it failed, or `nil`.
  static func makeFolder(_ path: String) -> String? {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += part + "/"
      if mkdir(made, 0o777) != 0, errno != EEXIST, errno != EISDIR { return lastError }
    }
    return kind(of: path) == .folder ? nil : "a file is in the way"
  }

  /// Writes a file so that it is there whole or not at all: beside its place first, then renamed.
  ///
  /// - Returns: why it failed, or `nil`.
  static func replaceFile(_ path: String, with text: String) -> String? {
    let beside = part(of: path, by: process)
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else { return lastError }
    var failure = write(text, to: descriptor)
    if close(descriptor) != 0, failure == nil { failure = lastError }
    if failure == nil, rename(beside, path) != 0 { failure = lastError }
    if failure != nil { unlink(beside) }
    return failure
  }

  /// This process' number.
  static var process: Int32 { getpid() }

  private static func part(of path: String, by process: Int32) -> String {
    "\(path).\(process).part"
  }

  /// Removes what `replaceFile` left beside a file when its process was ended.
  static func removePart(of path: String, by process: Int32) { unlink(part(of: path, by: process)) }

  /// Removes a file, but no folder.
  ///
  /// - Returns: why it failed, or `nil`.
  static func removeFile(_ path: String) -> String? { unlink(path) == 0 ? nil : lastError }

  /// Removes a folder that nothing is in.
  ///
  /// - Returns: whether it was there and empty.
  static func removeEmptyFolder(_ path: String) -> Bool { rmdir(path) == 0 }

  /// Adds to the end of a file, which is made where there is none.
  ///
  /// - Returns: why it failed, or `nil`.
  static func append(_ text: String, to path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o666)
    guard descriptor >= 0 else { return lastError }
    let failure = write(text, to: descriptor)
    return close(descriptor) != 0 && failure == nil ? lastError : failure
  }

  /// Lets a write beyond a limit on the size of files fail as on a full disk, instead of ending the process.
  static func outliveFileSizeLimits() { signal(SIGXFSZ, SIG_IGN) }

  /// Lets the standard streams that came closed fail at every read and write, whatever is opened later.
  ///
  /// The system gives the lowest free number to what is opened next, so that a file, or an event queue of the
  /// runtime, would stand where standard output is written to. A stream that was closed is opened the wrong
  /// way round instead: the numbers are taken, and whoever uses them is told of a bad file descriptor.
  static func holdClosedStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// What became of a program.
  enum Ending {
    /// It ended with 0, and wrote this on standard output.
    case said(String)
    /// It cannot be run, or ended with anything else.
    case failed
    /// It said nothing for too long, and was ended.
    case silent
  }

  /// Runs a program to its end; it has nothing to read, and its complaints are not shown.
  ///
  /// - Parameters:
  ///   - words: the program, found on the `PATH`, and its arguments.
  ///   - seconds: how long it may say nothing, 1 or more.
  /// - Returns: what became of it.
  static func run(_ words: [String], patience seconds: Int) -> Ending {
    let line = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    // The number that the shell tells first is then the program's. Git must not lock what it only looks at, lest it
    // leaves the lock when it is ended.
    let script = "echo $$; export GIT_OPTIONAL_LOCKS=0; exec \(line) </dev/null 2>/dev/null"
    guard let stream = popen(script, "r") else { return .failed }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      guard isReadable(fileno(stream), within: seconds) else {
        // Whoever started this may have blocked gentler signals. Not waited for: what hangs may not end either.
        if let number = Int32(said(bytes).number) { kill(number, SIGKILL) }
        return .silent
      }
      let count = read(fileno(stream), &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += piece[..<count]
    }
    return pclose(stream) == 0 ? .said(said(bytes).rest) : .failed
  }

  /// The first line of an output, and what follows it.
  private static func said(_ bytes: [UInt8]) -> (number: String, rest: String) {
    let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return (
      String(decoding: first, as: UTF8.self),
      String(decoding: bytes.dropFirst(first.count + 1), as: UTF8.self)
    )
  }

  /// Waits until there is something to read on a stream, or its end.
  private static func isReadable(_ descriptor: Int32, within seconds: Int) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // In two halves, so that processes that were both stopped through one of them have the other to go on.
    var halves = 2
    while halves > 0 {
      let ready = poll(&waited, 1, Int32(clamping: seconds * 500))
      if ready > 0 || (ready < 0 && errno != EINTR) { return true }
      if ready == 0 { halves -= 1 }
    }
    return false
  }

  /// Ends the process.
  static func exit(with code: Int32) -> Never { platformExit(code) }
}

private func platformWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, start, count)
}

private func platformExit(_ code: Int32) -> Never { exit(code) }
