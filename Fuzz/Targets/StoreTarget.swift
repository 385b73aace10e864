extension FuzzTarget {
  /// Store files: a valid store with changed bytes, which several commands open and read.
  ///
  /// An input that begins like an SQLite database is a whole store. Any other input is a list of changes to
  /// `Fuzz/store.db`: three bytes for the position, one for the number of bytes, then those bytes.
  static let store = FuzzTarget(name: "store") { bytes in
    let folder = ScratchFolder.shared
    let isWhole = bytes.starts(with: "SQLite format 3".utf8)
    let store = folder.write(
      isWhole ? bytes : StoreChanges.changed(folder.baseStoreBytes, by: bytes), to: "store.db")
    // Each command takes milliseconds, so an input gets two of them, and always the same ones.
    let number = bytes.choice(of: slowShare * questions.count * slowQuestions.count)
    let isSlow = number % slowShare == 0
    let other =
      isSlow
      ? slowQuestions[number / slowShare % slowQuestions.count]
      : questions[number / slowShare % questions.count]
    for question in [["verify"], other] { folder.run(question + ["--store", store]) }
    folder.removeStore("store.db")
    return nil
  }

  /// One of so many inputs gets a slow command.
  private static let slowShare = 8

  /// The commands that take a few milliseconds.
  private static let questions = [
    ["runs", "list"], ["runs", "show", "1"], ["export", "frames"],
    ["export", "samples"], ["export", "metrics"],
    ["sql", "SELECT sum(duration_ns) FROM frame_part_time"],
  ]

  /// The commands that take longer.
  ///
  /// The order file stands in for Git.
  private static let slowQuestions = [
    ["report", "suite", "--format", "md"], ["report", "suite", "--brief", "--format", "json"],
    ["trend", "--all", "--order", ScratchFolder.shared.baseOrder, "--format", "json"],
    ["check", "--order", ScratchFolder.shared.baseOrder, "--format", "md"],
    ["compare", "suite/1", "suite/2"], ["runs", "recompute"],
  ]

}

/// A list of changes to a store.
enum StoreChanges {
  static func changed(_ store: [UInt8], by changes: [UInt8]) -> [UInt8] {
    var store = store
    var rest = changes[...]
    while rest.count > 4 {
      let position = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) } % store.count
      let count = Int(rest[rest.startIndex + 3]) % 64 + 1
      rest = rest.dropFirst(4)
      for (offset, byte) in rest.prefix(count).enumerated() where position + offset < store.count {
        store[position + offset] = byte
      }
      rest = rest.dropFirst(count)
    }
    return store
  }
}
