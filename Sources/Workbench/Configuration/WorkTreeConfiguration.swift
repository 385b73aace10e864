internal import RunFolders
internal import RunStore
internal import System

/// The `hitchmark.json` of a work tree.
///
/// A stranger may have written it. It must therefore not make Hitchmark write to a place outside its own folder, into
/// the repository of Git, or through a link. It is read only if it is a regular file of the user or of the administrator:
/// otherwise another user could put it above the user's folder, such as into `/tmp`.
struct WorkTreeConfiguration {
  private let folder: String
  private let isInCurrentFolder: Bool

  private static let name = "hitchmark.json"

  /// Finds the file in a folder, or in the nearest of its parents within the same work tree of Git.
  ///
  /// Without a work tree, only the folder itself is searched.
  ///
  /// - Parameter folder: an absolute path without links.
  init?(above folder: String) {
    let folders = Self.workTree(containing: folder)
    guard let found = folders.first(where: { Platform.exists("\($0)/\(Self.name)") }) else {
      return nil
    }
    (self.folder, isInCurrentFolder) = (found, found == folder)
  }

  /// The folder and its parents up to the topmost folder of the work tree.
  private static func workTree(containing folder: String) -> [String] {
    var folders = [folder]
    while !Platform.exists("\(folders[folders.count - 1])/.git") {
      guard let slash = folders[folders.count - 1].lastIndex(of: "/"),
        slash != folder.startIndex
      else { return [folder] }
      folders.append(String(folders[folders.count - 1][..<slash]))
    }
    return folders
  }

  /// The path for messages: short in the current folder.
  var shownPath: String { isInCurrentFolder ? Self.name : "\(folder)/\(Self.name)" }

  func contents() throws(Configuration.Fault) -> ConfigurationFile {
    let path = "\(folder)/\(Self.name)"
    if Platform.isLink(path) { throw .untrusted(path: shownPath, .link) }
    guard Platform.isRegularFile(path) else { throw .untrusted(path: shownPath, .noFile) }
    guard Platform.isOwn(path) else { throw .untrusted(path: shownPath, .otherOwner) }
    return try Configuration.contents(of: shownPath)
  }

  /// The path of the store, which is relative to the folder of the file.
  func store(of file: ConfigurationFile) throws(Configuration.Fault) -> String? {
    guard let store = file.store else { return nil }
    if let problem = problem(of: store) {
      throw .store(path: shownPath, store: store, problem)
    }
    return isInCurrentFolder ? store : "\(folder)/\(store)"
  }

  private func problem(of store: String) -> Configuration.StoreProblem? {
    if RunStore.isCluster(store) { return .cluster }
    let parts = store.split(separator: "/")
    if store.hasPrefix("/") || store.hasPrefix("~") || parts.isEmpty || parts.contains("..") {
      return .outside
    }
    // File systems of macOS and Windows ignore case.
    if parts.contains(where: { $0.lowercased() == ".git" }) { return .repository }
    var path = folder
    for part in parts {
      path += "/\(part)"
      if Platform.isLink(path) { return .link }
    }
    // SQLite writes these files next to the store.
    let isLinked = ["-wal", "-shm", "-journal"].contains { Platform.isLink(path + $0) }
    return isLinked ? .link : nil
  }
}
