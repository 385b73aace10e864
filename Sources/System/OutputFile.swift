#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
package import Units

/// Writes the files that commands produce, such as reports, charts, pages, drafts and plans.
///
///     try OutputFile.write(text, to: "report.md")                      // the user's path
///     try OutputFile.write(text, to: "charts/fps.svg", below: "out")   // a name of the tool in the user's folder
///
/// A regular file is replaced at once: other processes see the old or the new text. It keeps its permissions and, as far
/// as the user may give files away, its owner. What is not a regular file, such as a pipe or a terminal, is written
/// directly and never replaced.
package enum OutputFile {
  /// Why a file cannot be written.
  package struct Fault: ExplainedError {
    let path: String
    let reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }

    package var complaint: Complaint {
      Complaint(at: path, "the output cannot be written: \(reason)")
    }
  }

  /// Writes a file at a path that the user named, and follows links to where they lead.
  ///
  /// A link of another user, as in `/tmp`, is refused: its owner would choose the file that is replaced.
  package static func write(_ text: String, to path: String) throws(Fault) {
    try checkConfinement(path)
    let (target, kind) = try destination(of: path)
    switch kind {
    case .nothing, .file: try replace(target, with: text, named: path)
    case .folder: throw Fault(path: path, reason: "it is a folder")
    case .special: try stream(text, to: target, named: path)
    }
  }

  /// Writes a file in a folder that the user named, and creates the folders between them.
  ///
  /// No link below the folder is followed: whoever filled the folder would choose the file that is replaced.
  ///
  /// - Parameter name: relative to the folder.
  package static func write(_ text: String, to name: String, below folder: String) throws(Fault) {
    try makeFolder(name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "", below: folder)
    let path = joined(folder, name)
    guard !Platform.exists(path) || Platform.isRegularFile(path) else {
      throw Fault(path: path, reason: reason(notToReplace: path))
    }
    try replace(path, with: text, named: path)
  }

  /// Creates a folder in a folder that the user named, and those between them; links are not followed.
  package static func makeFolder(_ name: String, below folder: String) throws(Fault) {
    try checkConfinement(folder)
    if !folder.isEmpty, let reason = Platform.makeFolder(folder) {
      throw Fault(path: folder, reason: reason)
    }
    var path = folder
    for part in name.split(separator: "/") {
      path = joined(path, String(part))
      guard !Platform.isLink(path) else {
        throw Fault(path: path, reason: reason(notToReplace: path))
      }
      if let reason = Platform.makeFolder(path) { throw Fault(path: path, reason: reason) }
    }
  }

  /// Appends to a file at a path that the user named; links are followed as by `write(_:to:)`.
  package static func append(_ text: String, to path: String) throws(Fault) {
    try checkConfinement(path)
    let (target, kind) = try destination(of: path)
    switch kind {
    case .nothing: try replace(target, with: text, named: path)
    case .file:
      if let reason = Platform.append(Array(text.utf8)[...], to: target) {
        throw Fault(path: path, reason: reason)
      }
    case .folder: throw Fault(path: path, reason: "it is a folder")
    case .special: try stream(text, to: target, named: path)
    }
  }

  private static func checkConfinement(_ path: String) throws(Fault) {
    if Confinement.isOn { throw Fault(path: path, reason: "this process may only read") }
  }

  private static func reason(notToReplace path: String) -> String {
    switch Platform.kind(of: path) {
    case _ where Platform.isLink(path):
      "it is a link, which is followed only if you name it yourself; remove it"
    case .folder: "it is a folder"
    default: "it is a pipe, a socket or a device"
    }
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  // MARK: - Links

  /// The most links in a row, as in Linux.
  private static let mostLinks = 40

  /// Where a path leads after its last link, and what is there.
  private static func destination(of path: String) throws(Fault) -> (path: String, kind: PathKind) {
    var target = path
    for _ in 0..<mostLinks {
      guard Platform.isLink(target) else { return (target, Platform.kind(of: target)) }
      // A link to an open file, such as /dev/stdout: the file may have no name any more.
      if Platform.realPath(folder(of: target))?.hasPrefix("/proc/") ?? false {
        return (target, .special)
      }
      guard Platform.isOwn(target) else {
        throw Fault(path: target, reason: "it is a link of another user")
      }
      guard let next = Platform.linkTarget(target) else {
        throw Fault(path: target, reason: Platform.lastError)
      }
      target = next.hasPrefix("/") ? next : joined(folder(of: target), next)
    }
    throw Fault(path: path, reason: "it leads through too many links")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: - Writing

  private static func replace(
    _ path: String, with text: String, named name: String
  ) throws(Fault) {
    let temporary = temporaryFile(of: path, token: token)
    let place = SuddenEnd.willCreate(temporary)
    defer { SuddenEnd.forget(place) }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(temporary, flags, 0o666)
    guard descriptor >= 0 else { throw Fault(path: name, reason: Platform.lastError) }
    var failure = Platform.write(text, to: descriptor)
    keepOwner(of: path, for: descriptor)
    if close(descriptor) != 0, failure == nil { failure = Platform.lastError }
    if failure == nil, rename(temporary, path) != 0 { failure = Platform.lastError }
    guard let failure else { return }
    unlink(temporary)
    throw Fault(path: name, reason: failure)
  }

  /// Gives an open file the owner and the permissions of the one that it replaces, if there is one.
  private static func keepOwner(of path: String, for descriptor: Int32) {
    var former = stat()
    guard stat(path, &former) == 0 else { return }
    _ = fchown(descriptor, former.st_uid, former.st_gid)
    // After the owner, whose change may take permissions away.
    _ = fchmod(descriptor, former.st_mode & 0o777)
  }

  /// Writes to a pipe, a terminal or another device.
  private static func stream(
    _ text: String, to path: String, named name: String
  ) throws(Fault) {
    guard !Platform.isBlockDevice(path) else { throw Fault(path: name, reason: "it is a disk") }
    while true {
      let descriptor = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if descriptor >= 0 {
        defer { close(descriptor) }
        // Only opening must not wait without end.
        _ = fcntl(descriptor, F_SETFL, O_APPEND)
        guard let reason = Platform.write(text, to: descriptor) else { return }
        throw Fault(path: name, reason: reason)
      }
      // A pipe that nobody reads yet.
      guard errno == ENXIO, Platform.isPipe(path), !Interruption.isRequested else {
        throw Fault(path: name, reason: Platform.lastError)
      }
      usleep(20_000)
    }
  }

  // MARK: - Temporary files

  /// The random part of the names of this process's temporary files: 16 hexadecimal digits.
  ///
  /// The names cannot be guessed, so no other user can create a file or link there first.
  package static let token = randomDigits()

  /// 16 hexadecimal digits.
  static func randomDigits() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Next to the file, with a name of at most 255 bytes.
  private static func temporaryFile(of path: String, token: String) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = String(decoding: path[start...].utf8.prefix(200), as: UTF8.self)
    return "\(path[..<start])\(name).\(token).part"
  }

  /// Removes the temporary file that a killed process left next to a file.
  package static func removeTemporaryFile(of path: String, token: String) {
    unlink(temporaryFile(of: path, token: token))
  }
}
