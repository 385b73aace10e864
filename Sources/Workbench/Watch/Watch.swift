internal import System

/// Repeats a function, such as one that looks for changed files, once per second until a signal asks this process to
/// end.
///
///     try Watch.run { () throws(Failure) in if stamps(of: files) != seen { … } }
package enum Watch {
  /// Calls a function once per second until a signal asks this process to end.
  package static func run<Fault: Error>(_ look: () throws(Fault) -> Void) throws(Fault) {
    try Interruption.caught { () throws(Fault) in
      while !Interruption.isRequested {
        try look()
        Interruption.sleep(seconds: 1)
      }
    }
  }
}

/// The names, sizes and times of files: equal as long as no file has changed.
struct FileStamps: Equatable {
  private struct File: Equatable {
    let path: String
    let size: Int64
    let modified: Int64
  }

  private var files: [File] = []

  /// The stamps of files, and of all files in folders; missing files are left out.
  init(of paths: [String]) {
    for path in paths { add(path, depth: 0) }
  }

  /// When the last of the files was changed, in seconds since 1970; 0 if there is none.
  var newest: Int64 { (files.map(\.modified).max() ?? 0) / 1_000_000_000 }

  private mutating func add(_ path: String, depth: Int) {
    switch Platform.kind(of: path) {
    case .folder where depth < 8:
      for name in Platform.names(in: path) where !name.hasPrefix(".") {
        add("\(path)/\(name)", depth: depth + 1)
      }
    case .file:
      guard let stamp = Platform.stamp(of: path) else { return }
      files.append(File(path: path, size: stamp.size, modified: stamp.modified))
    case .folder, .special, .nothing: break
    }
  }
}
