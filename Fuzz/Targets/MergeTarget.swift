extension FuzzTarget {
  /// Stores with changed bytes, merged into a new store and into a sound one: both must be sound afterwards.
  static let merge = FuzzTarget(name: "merge") { bytes in
    let folder = ScratchFolder.shared
    let isWhole = bytes.starts(with: "SQLite format 3".utf8)
    let changed = folder.write(
      isWhole ? bytes : StoreChanges.changed(folder.baseStoreBytes, by: bytes), to: "source.db")
    defer { folder.removeStore("source.db") }
    for start in [nil, folder.baseStoreBytes] {
      let target = folder.path("target.db")
      defer { folder.removeStore("target.db") }
      if let start {
        folder.write(start, to: "target.db")
        // The values in the file may be those of older formulas.
        folder.run("runs", "recompute", "--store", target)
      }
      folder.run("merge", changed, "--into", target, "--suites", "keep")
      guard start != nil || folder.has("target.db") else { continue }
      guard folder.code(of: ["verify", "--store", target]) == 0 else {
        return "a merge of a changed store leaves a damaged one"
      }
    }
    return nil
  }
}
