package import Decoding
internal import Recordings
package import RunFolders
internal import System

/// Repeats a function, such as one that looks for changed files, once per second until a signal asks this process to
/// end.
///
///     try Watch.run { if stamps(of: files) != seen { … } }
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

/// Finds runs and suites on disk that are new or changed, and that no tool is still writing.
///
/// A tool may still be writing a file. A run is therefore due only after its files were unchanged for two looks, or if
/// they were old at the first look.
///
///     var watch = IngestWatch(["captures/"])
///     let plan = try watch.look()  // what to read now
///     watch.markAsRead(plan)
package struct IngestWatch {
  /// What was seen of a run or of a `suite.json`.
  private struct Sight {
    var stamps: FileStamps
    /// The number of looks without a change.
    var quietLooks = 0
    var isRead = false
  }

  private let paths: [String]
  /// By the path of the run or file.
  private var sights: [String: Sight] = [:]
  private var isFirstLook = true

  /// The number of looks after which a file counts as complete.
  private static let quietLooks = 2

  package init(_ paths: [String]) { self.paths = paths }

  /// Checks the watched files, and returns the new or changed runs and suites that must be read now; may be none.
  ///
  /// - Throws: if a path does not exist or a `suite.json` is invalid. A folder without a trace is no error.
  package mutating func look() throws(TraceError) -> TracePlan {
    let plan: TracePlan
    do throws(TraceError) {
      plan = try TraceDiscovery.plan(paths)
    } catch .noTraces {
      return TracePlan()
    }
    defer { isFirstLook = false }
    let files = Set(plan.runs.map(\.path) + plan.suiteFiles.values)
    sights = sights.filter { files.contains($0.key) }
    for path in files { see(path) }
    return plan.keeping(runs: { isDue($0.path) }, suites: { isDue(plan.suiteFiles[$0] ?? "") })
  }

  /// Marks the given runs and suites as read; they are read again only if their files change.
  package mutating func markAsRead(_ plan: TracePlan) {
    let suites = plan.suites.compactMap { plan.suiteFiles[$0.id] }
    for path in plan.runs.map(\.path) + suites { sights[path]?.isRead = true }
  }

  private mutating func see(_ path: String) {
    let stamps = FileStamps(of: [path])
    if sights[path]?.stamps == stamps {
      sights[path]?.quietLooks += 1
    } else {
      let isOld = isFirstLook && stamps.newest + 2 < Platform.secondsSince1970
      sights[path] = Sight(stamps: stamps, quietLooks: isOld ? Self.quietLooks : 0)
    }
  }

  private func isDue(_ path: String) -> Bool {
    guard let sight = sights[path] else { return false }
    return sight.quietLooks >= Self.quietLooks && !sight.isRead
  }
}

extension TracePlan {
  /// Whether this list of runs and suites to read is empty.
  package var isEmpty: Bool { runs.isEmpty && suites.isEmpty }
}

/// Notices when the files of a store change.
///
///     var watch = StoreWatch("runs.db")
///     if watch.look() { /* write the pages again */ }
package struct StoreWatch {
  /// The store, and the file with changes that SQLite has not merged into it yet.
  private let files: [String]
  private var seen: FileStamps?
  private var shown: FileStamps?

  package init(_ path: String) { files = [path, "\(path)-wal"] }

  /// Checks whether the store has changed since the last reported change, and is no longer being written.
  ///
  /// `true` at the first look.
  package mutating func look() -> Bool {
    let stamps = FileStamps(of: files)
    defer { seen = stamps }
    guard stamps != shown, shown == nil || stamps == seen else { return false }
    shown = stamps
    return true
  }
}
