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
