#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Functions of the operating system, such as for environment variables, files and terminals.
package enum Platform {
  /// The command-line arguments without the name of the tool.
  package static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

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
    return UInt64(figures.f_bavail) * UInt64(figures.f_frsize) < 1 << 20
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

  /// The operating system's message for the last failed system call.
  package static var lastError: String { String(cString: strerror(errno)).lowercased() }

  /// What exists at a path: a file, a folder or nothing.
  package enum Kind {
    case file
    case folder
    case nothing
  }

  /// What exists at a file path, such as a file or a folder, after symbolic links are followed.
  package static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .nothing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// The absolute form of a path, with links resolved; `nil` if nothing exists there.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Creates a folder and its parents.
  ///
  /// - Returns: the reason for a failure; `nil` after success.
  package static func makeFolder(_ path: String) -> String? {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += part + "/"
      if mkdir(made, 0o777) != 0, errno != EEXIST, errno != EISDIR { return lastError }
    }
    return kind(of: path) == .folder ? nil : "a file with the name of the folder exists"
  }

  /// Replaces a text file atomically, so that other processes see either the old or the new text.
  ///
  /// The text is written to a temporary file in the same folder, which is then renamed. Links are not followed: neither
  /// a link at the temporary file's random name, nor a link at `path`, which is itself replaced.
  ///
  /// - Returns: the reason for a failure; `nil` after success.
  package static func replaceFile(_ path: String, with text: String) -> String? {
    let temporary = temporaryFile(of: path, token: fileToken)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(temporary, flags, 0o666)
    guard descriptor >= 0 else { return lastError }
    var failure = write(text, to: descriptor)
    if close(descriptor) != 0, failure == nil { failure = lastError }
    if failure == nil, rename(temporary, path) != 0 { failure = lastError }
    if failure != nil { unlink(temporary) }
    return failure
  }

  /// The random part of the names of this process's temporary files: 16 hexadecimal digits.
  ///
  /// The names cannot be guessed, so no other user can create a file or link there first.
  package static let fileToken: String = {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }()

  private static func temporaryFile(of path: String, token: String) -> String {
    "\(path).\(token).part"
  }

  /// Removes the temporary file that remained of an atomic file replacement because the replacing process was killed.
  package static func removeTemporaryFile(of path: String, token: String) {
    unlink(temporaryFile(of: path, token: token))
  }

  /// Whether a file path itself is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether there is anything at a path, even a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a path itself is a regular file.
  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a file belongs to the user or to the administrator.
  static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_uid == geteuid() || status.st_uid == 0)
  }

  /// The size of a file in bytes, and when it was last changed in nanoseconds since 1970; `nil` if there is none.
  static func stamp(of path: String) -> (size: Int64, modified: Int64)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return (Int64(status.st_size), Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The time of day in seconds since 1970.
  static var secondsSince1970: Int64 { Int64(time(nil)) }

  /// Removes a file, but not a folder.
  ///
  /// - Returns: the reason for a failure; `nil` after success.
  package static func removeFile(_ path: String) -> String? { unlink(path) == 0 ? nil : lastError }

  /// Removes an empty folder.
  ///
  /// - Returns: whether it existed and was empty.
  package static func removeEmptyFolder(_ path: String) -> Bool { rmdir(path) == 0 }

  /// Appends text to a file, which is created if it does not exist.
  ///
  /// - Returns: the reason for a failure; `nil` after success.
  package static func append(_ text: String, to path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o666)
    guard descriptor >= 0 else { return lastError }
    let failure = write(text, to: descriptor)
    return close(descriptor) != 0 && failure == nil ? lastError : failure
  }

  /// Makes a write beyond a limit on file sizes fail like a write to a full disk, instead of ending the process.
  package static func outliveFileSizeLimits() { signal(SIGXFSZ, SIG_IGN) }

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

  /// Ends this process with an exit code.
  package static func exit(with code: Int32) -> Never { platformExit(code) }
}

private func platformWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, start, count)
}

private func platformExit(_ code: Int32) -> Never { exit(code) }
