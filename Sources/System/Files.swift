#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Units

/// What exists at a path, after links are followed.
package enum PathKind {
  case nothing
  case file
  case folder
  /// A pipe, a socket or a device.
  case special
}

extension Platform {
  /// What exists at a path after links are followed; `nothing` also if the path is not accessible.
  package static func kind(of path: String) -> PathKind {
    switch fileType(path, afterLinks: true) {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case nil: .nothing
    default: .special
    }
  }

  package static func isPipe(_ path: String) -> Bool { fileType(path, afterLinks: true) == S_IFIFO }

  /// Whether a path leads to a disk or a part of one.
  static func isBlockDevice(_ path: String) -> Bool { fileType(path, afterLinks: true) == S_IFBLK }

  /// Whether a path itself is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    fileType(path, afterLinks: false) == S_IFLNK
  }

  /// Whether a path itself is a regular file.
  package static func isRegularFile(_ path: String) -> Bool {
    fileType(path, afterLinks: false) == S_IFREG
  }

  /// Whether there is anything at a path, even a link that leads nowhere.
  package static func exists(_ path: String) -> Bool { fileType(path, afterLinks: false) != nil }

  private static func fileType(_ path: String, afterLinks: Bool) -> mode_t? {
    var status = stat()
    let result = afterLinks ? stat(path, &status) : lstat(path, &status)
    return result == 0 && Confinement.allows(path) ? status.st_mode & S_IFMT : nil
  }

  /// Whether a file, or a link itself, belongs to the user or to the administrator.
  package static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_uid == geteuid() || status.st_uid == 0)
  }

  /// The size of a file in bytes, and when it was last changed in nanoseconds since 1970; `nil` if there is none.
  package static func stamp(of path: String) -> (size: Int64, modified: Int64)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    // Some file systems have times beyond 2262.
    return (Int64(status.st_size), Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// The size of a file in bytes; 0 if there is none.
  package static func size(of path: String) -> Int { Int(stamp(of: path)?.size ?? 0) }

  // MARK: - Paths

  /// The absolute form of a path, with links resolved; `nil` if nothing exists there.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The name of a folder or file, without the folders above it, after links and `..` in its path are resolved.
  ///
  /// If the path cannot be resolved, its last part as given.
  package static func resolvedName(of path: String) -> String {
    (realPath(path) ?? path).split(separator: "/").last.map(String.init) ?? path
  }

  /// The text of a symbolic link; `nil` if it cannot be read.
  static func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count - 1)
    guard count >= 0 else { return nil }
    return String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The paths of the files and folders that match a pattern with `*`, `?` or `[…]`, in natural order: `2` before `10`.
  ///
  /// Shells on Windows, and quotes around an argument, leave patterns to the program.
  package static func paths(matching pattern: String) -> [String] {
    guard pattern.contains(where: { "*?[".contains($0) }) else { return [] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(cString: $0) }
    }.filter(Confinement.allows).naturallySorted()
  }

  // MARK: - Folders

  /// The entries of a folder, without `.` and `..`, in byte order.
  package struct Listing {
    package var names: [String] = []
    /// The names that are not UTF-8, with `�` for wrong bytes; no path can be made of them.
    package var unusable: [String] = []
  }

  package static func list(_ folder: String) throws(FileFault) -> Listing {
    guard Confinement.allows(folder) else { throw .notFound }
    var listing = Listing()
    try forEachEntry(of: Array(folder.utf8CString)) { name in
      if let text = String(validatingCString: name) {
        listing.names.append(text)
      } else {
        listing.unusable.append(String(cString: name))
      }
    }
    listing.names.sort()
    listing.unusable.sort()
    return listing
  }

  /// The names in a folder, sorted; empty if it cannot be read.
  package static func names(in folder: String) -> [String] { (try? list(folder))?.names ?? [] }

  private static func forEachEntry(
    of folder: [CChar], _ body: (UnsafePointer<CChar>) -> Void
  ) throws(FileFault) {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
          if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { body(name) }
        }
      }
    }
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

  /// Removes an empty folder.
  ///
  /// - Returns: whether it existed and was empty.
  package static func removeEmptyFolder(_ path: String) -> Bool { rmdir(path) == 0 }

  /// Removes a file, but not a folder.
  ///
  /// - Returns: the reason for a failure; `nil` after success.
  package static func removeFile(_ path: String) -> String? { unlink(path) == 0 ? nil : lastError }

  /// Removes a file, or a folder with all that is in it; links are removed and not followed.
  package static func removeAll(_ path: String) { removeAll(Array(path.utf8CString)) }

  /// By bytes, because a name may not be UTF-8.
  private static func removeAll(_ path: [CChar]) {
    guard unlink(path) != 0 else { return }
    var names: [[CChar]] = []
    try? forEachEntry(of: path) { name in
      names.append(Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
    }
    for name in names { removeAll(path.dropLast() + [CChar(UInt8(ascii: "/"))] + name) }
    rmdir(path)
  }

  /// Renames a file or folder on the same file system.
  ///
  /// - Returns: why it failed, or `nil`.
  package static func move(_ path: String, to target: String) -> String? {
    rename(path, target) == 0 ? nil : lastError
  }

  /// Creates a symbolic link.
  ///
  /// - Returns: whether it was created.
  package static func makeLink(_ path: String, to target: String) -> Bool {
    symlink(target, path) == 0
  }

  // MARK: - Contents

  /// Appends bytes to a regular file, which is created if there is none; no link is followed.
  ///
  /// After a failure, the file is as long as before.
  ///
  /// - Returns: why it failed, or `nil`.
  package static func append(_ bytes: ArraySlice<UInt8>, to path: String) -> String? {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { return lastError }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return "it is a pipe, a socket or a device"
    }
    var failure = write(bytes, to: descriptor)
    if failure != nil { _ = ftruncate(descriptor, status.st_size) }
    if close(descriptor) != 0, failure == nil { failure = lastError }
    return failure
  }

  /// The first line of a small regular file without the line break; `nil` if there is none.
  package static func line(of path: String) -> String? {
    let line = content(of: path, limit: 4096).prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// The bytes of a regular file, up to a limit; empty if it cannot be read.
  package static func content(of path: String, limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = readBeginning(of: path, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Reads the beginning of a regular file; the number of bytes, 0 if it cannot be read.
  static func readBeginning(of path: String, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let file = try? OpenFile(path: path) else { return 0 }
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      guard let more = try? file.read(into: rest), more > 0 else { break }
      count += more
    }
    return count
  }

  // MARK: - Locks

  /// Holds a file locked until the process ends; `nil` if another process has it locked, or it cannot be created.
  package static func lock(_ path: String) -> Int32? {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  package static func unlock(_ descriptor: Int32) { close(descriptor) }
}
