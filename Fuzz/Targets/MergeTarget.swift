extension FuzzTarget {
  /// Stores with changed bytes, merged into a new store or into a sound one, which must be sound afterwards.
  static let merge = FuzzTarget(name: "merge") { bytes in
    let folder = ScratchFolder.shared
    let isWhole = bytes.starts(with: "SQLite format 3".utf8)
    let changed = folder.write(
      isWhole ? bytes : StoreChanges.changed(folder.baseStoreBytes, by: bytes), to: "source.db")
    defer { folder.removeStore("source.db") }
    let target = folder.path("target.db")
    defer { folder.removeStore("target.db") }
    let isNew = bytes.choice(of: 2) == 0
    if !isNew { folder.write(soundStore, to: "target.db") }
    folder.run("merge", changed, "--into", target, "--suites", "keep")
    guard !isNew || folder.has("target.db") else { return nil }
    guard folder.code(of: ["verify", "--store", target]) == 0 else {
      return "a merge of a changed store leaves a damaged one"
    }
    return nil
  }

  /// `Fuzz/store.db` with values of the present formulas.
  private static let soundStore: [UInt8] = {
    let folder = ScratchFolder.shared
    let path = folder.write(folder.baseStoreBytes, to: "sound.db")
    folder.run("runs", "recompute", "--store", path)
    return folder.read("sound.db")
  }()
}
