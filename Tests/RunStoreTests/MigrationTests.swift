import Recordings
import Schemas
import Testing

@testable import RunStore

@Suite("Stores of an earlier version")
struct MigrationTests {
  private let scratch: Scratch
  private var path: String { scratch.path() }

  /// Makes a store of version 1 with a run.
  init() throws {
    scratch = try Scratch()
    _ = try RunStore.open(scratch.path(), access: .create).add(Made.draft("a"))
    try scratch.downgrade()
  }

  private func schema(_ connection: Connection) throws -> [String] {
    try connection.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name") {
      (row) throws(StoreError) in row.text("sql")
    }
  }

  private func version() throws -> Int64? {
    try Connection(path, mode: .update).integer("PRAGMA user_version")
  }

  @Test("The stores of these tests have the schema of version 1")
  func first() throws {
    let other = try Connection(scratch.path("first.db"), mode: .create)
    try other.execute(StoreMigrations.all[0])
    #expect(
      try schema(Connection(path, mode: .update)).filter { !$0.contains("sqlite_sequence") }
        == schema(other).filter { !$0.contains("sqlite_sequence") })
  }

  @Test(
    "Opening a store migrates it and keeps its runs",
    arguments: [RunStore.Access.read, .update, .create])
  func migrates(access: RunStore.Access) throws {
    let store = try RunStore.open(path, access: access)
    #expect(try version() == Int64(StoreOpening.version))
    #expect(try store.recording(of: RunID(1)) == Made.recording())
    #expect(try store.verify() == [])
    let new = try RunStore.open(scratch.path("new.db"), access: .create)
    #expect(try schema(store.connection) == schema(new.connection))
  }

  @Test("A migrated store accepts runs with parts of frames")
  func takesParts() throws {
    let store = try RunStore.open(path, access: .update)
    let draft = Made.draft("b") { $0.timeline = .known(Made.timelineWithParts) }
    #expect(try store.add(draft) == .added(RunID(2)))
    #expect(try store.recording(of: RunID(2)).timeline.value == Made.timelineWithParts)
  }

  @Test("A read-only store of version 1 is read without parts of frames, and can be merged")
  func readOnly() throws {
    let disk = try FaultyDisk(in: scratch.folder, at: 1, .isFull)
    let store = try RunStore.open(path, access: .read, patience: .zero, vfs: disk.name)
    #expect(disk.hasFailed)
    #expect(try store.recording(of: RunID(1)) == Made.recording())
    #expect(try store.number("SELECT count(*) FROM frame_part_time") == 0)
    #expect(try store.verify() == [])
    let target = try RunStore.open(scratch.path("all.db"), access: .create)
    let outcome = try target.merge(store)
    #expect((outcome.added, outcome.alreadyThere) == (1, 0))
    #expect(try version() == 1)
  }
}
