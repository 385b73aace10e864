#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Units

/// A file that is open for reading.
///
/// It is closed when the value is destroyed.
struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let closesAtEnd: Bool
  private let path: String

  /// Opens a file for reading, or standard input for `-`.
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

  /// Reads the next bytes of the file into a buffer.
  ///
  /// - Parameter buffer: must not be empty.
  /// - Returns: the number of bytes, 0 at the end.
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

/// What exists at a file path, such as a file or a folder.
package enum PathKind {
  case file
  case directory
  /// A device, a socket or a pipe.
  case other

  /// Finds out what exists at a path after symbolic links are followed; `nil` if nothing exists there, or the path is
  /// not accessible.
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

/// The names of the files and folders in a directory, without `.` and `..`, in byte order.
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

/// The paths of the files and folders that match a pattern with `*`, `?` or `[…]`, in natural order: `2` before `10`.
///
/// Shells on Windows, and quotes around an argument, leave patterns to the program.
package func paths(matching pattern: String) -> [String] {
  guard pattern.contains(where: { "*?[".contains($0) }) else { return [] }
  var found = glob_t()
  defer { globfree(&found) }
  guard glob(pattern, 0, nil, &found) == 0 else { return [] }
  return (0..<Int(found.gl_pathc)).compactMap { index in
    found.gl_pathv[index].map { String(cString: $0) }
  }.naturallySorted()
}

/// Compares and searches bytes with the functions of the C library.
package enum Memory {
  /// Whether two ranges of bytes in memory are equal.
  @inline(__always)
  package static func equal(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    memcmp(left, right, count) == 0
  }

  /// The number of bytes in a C string before its terminating zero.
  @inline(__always)
  package static func length(of text: UnsafePointer<CChar>) -> Int { strlen(text) }

  /// Whether a range of memory contains a byte with a given value.
  @inline(__always)
  package static func contains(_ byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    memchr(start, Int32(byte), count) != nil
  }

  /// The offset of the first byte with a given value in a range of memory; `nil` if there is none.
  @inline(__always)
  package static func firstIndex(
    of byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int
  ) -> Int? {
    memchr(start, Int32(byte), count).map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
  }
}

/// Whether the file at a path is a symbolic link.
///
/// `false` if nothing exists there.
package func isSymbolicLink(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// The name of a folder or file, without the folders above it, after symbolic links and `..` in its path are resolved.
///
/// If the path cannot be resolved, its last part as given.
package func resolvedName(of path: String) -> String {
  var resolved = path
  if let real = realpath(path, nil) {
    resolved = String(cString: real)
    free(real)
  }
  return resolved.split(separator: "/").last.map(String.init) ?? path
}
