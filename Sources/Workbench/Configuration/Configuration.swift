internal import ClusterStore
package import Decoding
internal import Recordings
internal import RunFolders
internal import RunStore
internal import System
package import Units

/// The settings that apply to a folder, from the `hitchmark.json` files of its Git work tree and of the user.
///
/// A file in the work tree comes before the file of the user, key by key. The file of a work tree may be a stranger's:
/// `WorkTreeConfiguration` states what it may not do.
///
///     let configuration = try Configuration.inCurrentFolder()
///     configuration["suite"]?.word  // "scrolling"
package struct Configuration {
  /// The value of a setting in a `hitchmark.json` file.
  package struct Value: Equatable {
    /// The value of the setting as the user would write it on the command line.
    package let word: String
    /// The path of the file that contains the setting.
    package let path: String
  }

  /// Why a configuration file `hitchmark.json` cannot be used.
  package enum Fault: ExplainedError {
    /// The file cannot be read, or its contents are invalid.
    case file(TraceError)
    /// The file is a link or no regular file, or belongs to another user.
    case untrusted(path: String, UntrustedFile)
    /// The path of the store is not allowed in this file.
    case store(path: String, store: String, StoreProblem)
  }

  /// Why the `hitchmark.json` file of a Git work tree is not trusted, so that Hitchmark does not read it.
  package enum UntrustedFile: Sendable {
    case link, otherOwner, noFile
  }

  /// Why Hitchmark refuses the path of the store that a configuration file names.
  package enum StoreProblem: Sendable {
    /// In a work tree: outside of the folder of the file.
    case outside
    /// In a work tree: a link, a path below a link, or a database with a link in place of one of its extra files.
    case link
    /// In a work tree: within the repository of Git.
    case repository
    /// In a work tree: the address of a cluster, to which commands would send the user's password.
    case cluster
    /// In the file of the user: a relative path.
    case relative
  }

  private var values: [String: Value] = [:]
  /// What the file of the work tree sets and the command must not use, by setting: the file's path.
  package private(set) var ignored: [String: String] = [:]

  package init() {}

  /// The value of a setting of the configuration files; `nil` if no file contains the setting.
  package subscript(_ setting: String) -> Value? { values[setting] }

  /// Reads the settings for commands that run in the current folder from the configuration files.
  ///
  /// - Parameter judges: whether the command judges a change of the work tree, which may contain the file itself. What
  ///   the file says about the store, the suite and the metrics is ignored then.
  package static func inCurrentFolder(judges: Bool = false) throws(Fault) -> Configuration {
    var configuration = Configuration()
    let folder = Platform.realPath(".") ?? "."
    if let file = WorkTreeConfiguration(above: folder) {
      let contents = try file.contents()
      let store = try file.store(of: contents)
      configuration.add(contents, of: file.shownPath, store: store, judges: judges)
    }
    if let path = userFile, Platform.kind(of: path) != .nothing {
      let contents = try Self.contents(of: path)
      try configuration.add(contents, of: path, store: userStore(of: contents, in: path))
    }
    return configuration
  }

  static func contents(of path: String) throws(Fault) -> ConfigurationFile {
    do throws(TraceError) {
      return try ConfigurationFile(at: path)
    } catch {
      throw .file(error)
    }
  }

  private mutating func add(
    _ file: ConfigurationFile, of path: String, store: String?, judges: Bool = false
  ) {
    let metrics = file.metrics.isEmpty ? nil : file.metrics.joined(separator: ",")
    let all = [
      "store": store, "suite": file.suite, "metrics": metrics, "colors": file.colors,
    ]
    for case (let key, let word?) in all where values[key] == nil {
      if judges, key != "colors" {
        ignored[key] = path
        continue
      }
      values[key] = Value(word: word, path: path)
    }
  }

  /// The file in the user's configuration folder, as the XDG specification defines that folder.
  private static var userFile: String? {
    let folder =
      Platform.environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? Platform.environment("HOME").map { "\($0)/.config" }
    return folder.map { "\($0)/hitchmark/hitchmark.json" }
  }

  /// The store of the user's file: an absolute path, one below the home folder, or the address of a cluster.
  private static func userStore(
    of file: ConfigurationFile, in path: String
  ) throws(Fault) -> String? {
    guard let store = file.store else { return nil }
    if store.hasPrefix("~/"), let home = Platform.environment("HOME") {
      return home + store.dropFirst()
    }
    guard store.hasPrefix("/") || RunStore.isCluster(store) else {
      throw .store(path: path, store: store, .relative)
    }
    return store
  }
}

extension Configuration.Fault {
  package var complaint: Complaint {
    switch self {
    case .file(let error):
      var complaint = error.complaint
      if case .description(_, _, .unknownKey) = error {
        complaint.remedy = "the keys are store, suite, metrics and colors"
      }
      complaint.remedy = complaint.remedy ?? "fix the configuration file, or pass --no-config"
      return complaint
    case .untrusted(let path, let reason):
      return Complaint(
        at: path, reason.found,
        remedy: "pass --no-config, or replace the file by a copy that you own")
    case .store(let path, let store, let problem):
      let place = DescriptionFile.place(of: "store", in: path)
      return Complaint(
        at: path, problem.found(store), wanted: problem.wanted,
        remedy:
          "change it there, or pass --store or --no-config"
      ).placed(at: place)
    }
  }
}

extension Configuration.UntrustedFile {
  fileprivate var found: String {
    switch self {
    case .link: "the file is a symbolic link"
    case .otherOwner: "the file belongs to another user"
    case .noFile: "the path is not a regular file"
    }
  }
}

extension Configuration.StoreProblem {
  fileprivate func found(_ store: String) -> String {
    switch self {
    case .outside: "the store “\(store)” is outside of the folder of this file"
    case .link: "the store “\(store)” has a symbolic link in its path"
    case .repository: "the store “\(store)” is inside the folder .git of the repository"
    case .cluster:
      "the store “\(store)” is the address of a cluster, which this file cannot choose"
    case .relative: "the path of the store, “\(store)”, is relative"
    }
  }

  fileprivate var wanted: String? {
    self == .relative ? "expected one that begins with / or ~/" : nil
  }
}

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
