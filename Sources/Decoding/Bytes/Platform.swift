#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that is open for reading, and closed when this goes out of use.
struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let closesAtEnd: Bool
  private let path: String

  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameter path: the file.
  /// - Throws: when it is not there, is a directory, or may not be read.
  init(path: String) throws(TraceError) {
    self.path = path
    guard path != "-" else {
      descriptor = STDIN_FILENO
      closesAtEnd = false
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    closesAtEnd = descriptor >= 0
    guard descriptor >= 0 else { throw Self.failure(of: path) }
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Reads what is there next.
  ///
  /// - Parameter buffer: where the bytes go; not empty.
  /// - Returns: how many bytes were read, 0 at the end.
  /// - Throws: when the system says no.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    while true {
      let count = systemRead(descriptor, buffer)
      if count >= 0 { return count }
      if errno != EINTR { throw Self.failure(of: path) }
    }
  }

  private static func failure(of path: String) -> TraceError {
    switch errno {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EISDIR: .isDirectory(path: path)
    default: .unreadable(path: path, reason: String(cString: strerror(errno)).lowercased())
    }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// What lies at a path.
package enum PathKind {
  case file
  case directory
  /// Something that is neither, such as a device.
  case other

  /// Looks at a path, following links; `nil` when nothing is there.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .directory
    default: self = .other
    }
  }
}

/// The names in a directory, without `.` and `..`, in the order of their bytes.
///
/// - Parameter path: the directory.
/// - Returns: file names, not paths.
/// - Throws: when it cannot be listed.
package func directoryEntries(of path: String) throws(TraceError) -> [String] {
  guard let directory = opendir(path) else {
    throw .unreadable(path: path, reason: String(cString: strerror(errno)).lowercased())
  }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Copies, compares and searches bytes.
package enum Memory {
  /// Whether two stretches of bytes are equal.
  @inline(__always)
  package static func equal(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    memcmp(left, right, count) == 0
  }

  /// How many bytes stand before the zero that ends a text.
  @inline(__always)
  package static func length(of text: UnsafePointer<CChar>) -> Int { strlen(text) }

  /// Whether a byte occurs.
  @inline(__always)
  package static func contains(_ byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    memchr(start, Int32(byte), count) != nil
  }

  /// Where a byte occurs first, counted from `start`; `nil` when it does not.
  @inline(__always)
  package static func firstIndex(
    of byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int
  ) -> Int? {
    memchr(start, Int32(byte), count).map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
  }
}

/// Whether a path is a symbolic link itself.
///
/// - Parameter path: looked at without following the link.
/// - Returns: `false` also when nothing is there.
package func isSymbolicLink(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// The name of a folder or file, whatever path leads to it: the one of `..` is its own.
///
/// - Parameter path: of something that is there.
/// - Returns: the last part of the resolved path; of the path as given when it cannot be resolved.
package func resolvedName(of path: String) -> String {
  var resolved = path
  if let real = realpath(path, nil) {
    resolved = String(cString: real)
    free(real)
  }
  return resolved.split(separator: "/").last.map(String.init) ?? path
}
