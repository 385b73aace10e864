import Foundation
import Recordings
import Testing

@testable import RunStore

/// Changes of a store, each with the store that it begins with.
enum FaultyChange: String, CaseIterable, CustomTestStringConvertible {
  case create, ingest, replace, suite, recompute, remove, relabel, merge
  /// Opens a store for writing, with a log that an earlier process left.
  case reopen
  /// Opens a store of version 1.
  case migrate

  var testDescription: String { rawValue }

  private static func drafts(_ names: [String]) -> [RunDraft] {
    names.map { name in
      var draft = Made.draft(name, suite: "s", stage: "1") {
        $0.timeline = .known(Made.timelineWithParts)
        $0.description.commit = "commit of \(name)"
        $0.description.session = "night"
        $0.description.labels = ["name": name]
      }
      draft.metrics = [stored(60)]
      return draft
    }
  }

  private static func stored(_ value: Double) -> StoredMetric {
    StoredMetric(metric: "fps.avg", revision: 1, parameters: "p", value: .known(value))
  }

  /// The folder of the store that `merge` copies from, on a disk without faults: one run that the target has, and two more.
  private static let other = Result {
    let scratch = try Scratch()
    _ = try RunStore.open(scratch.path(), access: .create).add(drafts(["c", "f", "g"]))
    return scratch
  }

  /// Writes the store before the change into a folder.
  func prepare(_ scratch: Scratch) throws {
    guard self != .create else { return }
    guard self != .migrate else { return try prepareEarlierVersion(scratch) }
    let store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add(Self.drafts(["a", "b", "c"]))
    guard self == .reopen else { return }
    try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _ = try store.add(Self.drafts(["d"]))
    for name in ["store.db", "store.db-wal"] {
      try scratch.write(scratch.bytes(name), to: "copy-\(name)")
    }
    // The copy has the files that a killed process leaves. Closing the store would write the log back.
    withExtendedLifetime(store) {}
  }

  private func prepareEarlierVersion(_ scratch: Scratch) throws {
    _ = try RunStore.open(scratch.path(), access: .create).add(Made.draft("a"))
    try scratch.downgrade()
  }

  /// Makes the change on an open store.
  func make(in store: RunStore) throws {
    switch self {
    case .create, .reopen, .migrate: break
    case .ingest: _ = try store.add(Self.drafts(["d", "e"]))
    case .replace:
      var draft = Self.drafts(["a"])[0]
      draft.metrics = [Self.stored(59)]
      let other = RunDraft(
        suite: "s", stage: "1", name: "a", digest: "other", recording: Made.noisy(frames: 300))
      if try store.run(ofDigest: "other") == nil {
        _ = try store.add([other], inPlaceOf: [RunID(1)])
      }
    case .suite:
      var suite = SuiteDescription(id: "s", title: "A suite")
      suite.stages = [.init(id: "1", title: "one")]
      suite.metrics = ["fps.avg"]
      try store.put(suite)
    case .recompute:
      try store.setMetrics([(RunID(1), [Self.stored(61)]), (RunID(3), [Self.stored(62)])])
    case .remove:
      let runs = try store.runs().map(\.id).filter { $0.number < 3 }
      if !runs.isEmpty { try store.remove(runs) }
    case .relabel:
      var change = RunChange()
      (change.labels, change.stage) = (["kill": "1"], "2")
      try store.change([RunID(1), RunID(2)], change)
    case .merge:
      _ = try store.merge(RunStore.open(Self.other.get().path(), access: .read))
    }
  }
}

/// Makes every change of a store on a disk that fails at each of its operations in turn, as SQLite's own tests do.
@Suite("Faults of the disk")
struct FaultTests {
  /// All rows of all tables; `nil` if there is no store.
  private func content(_ path: String) throws -> [String: [String]]? {
    let store: RunStore
    do {
      store = try RunStore.open(path, access: .update)
    } catch {
      if case .missing = error { return nil }
      throw error
    }
    #expect(try store.verify() == [])
    var content: [String: [String]] = [:]
    for table in Connection.tables {
      content[table] = try store.all("SELECT * FROM \(table)").map { "\($0)" }.sorted()
    }
    return content
  }

  /// A folder with the store before a change.
  private func prepared(_ change: FaultyChange, _ template: Scratch) throws -> Scratch {
    let scratch = try Scratch()
    let prefix = change == .reopen ? "copy-" : ""
    for name in ["store.db", "store.db-wal"] {
      if let bytes = try? template.bytes(prefix + name) { try scratch.write(bytes, to: name) }
    }
    return scratch
  }

  private func open(_ scratch: Scratch, vfs: String? = nil) throws -> RunStore {
    try RunStore.open(scratch.path(), access: .create, patience: .milliseconds(10), vfs: vfs)
  }

  /// Makes a change on a disk that fails; returns whether the change was reported as successful.
  private func attempt(
    _ change: FaultyChange, in scratch: Scratch, at position: Int, _ fault: FaultyDisk.Fault
  ) throws -> (isReported: Bool, disk: FaultyDisk) {
    let disk = try FaultyDisk(in: scratch.folder, at: position, fault)
    // Errors are expected; the content of the store decides.
    let store = try? open(scratch, vfs: disk.name)
    var isReported = make(change, in: store)
    if !isReported, fault == .failsOnce || fault == .isFull {
      // Retry on the same connection after the fault.
      disk.makeSpace()
      isReported = make(change, in: store)
      #expect(isReported || store == nil, "\(change) at \(position) on the same connection")
    }
    return (isReported, disk)
  }

  private func make(_ change: FaultyChange, in store: RunStore?) -> Bool {
    store.map { (try? change.make(in: $0)) != nil } ?? false
  }

  @Test(
    "The store is as before or as after the change, and the change then succeeds",
    arguments: FaultyChange.allCases, FaultyDisk.Fault.allCases)
  func everyPosition(change: FaultyChange, fault: FaultyDisk.Fault) throws {
    let template = try Scratch()
    try change.prepare(template)
    let done = try prepared(change, template)
    let untouched = try prepared(change, template)
    let before = try content(untouched.path())
    try change.make(in: open(done))
    let after = try content(done.path())
    var position = 0
    while true {
      position += 1
      let scratch = try prepared(change, template)
      let (isReported, disk) = try attempt(change, in: scratch, at: position, fault)
      // Closing the connection wrote the log back, which can fail, too.
      guard disk.hasFailed else { break }
      try disk.restart()
      let found = try content(scratch.path())
      #expect(found == after || !isReported && found == before, "at operation \(position)")
      try change.make(in: open(scratch))
      #expect(try content(scratch.path()) == after, "again after operation \(position)")
    }
    #expect(position > 1)
  }
}
