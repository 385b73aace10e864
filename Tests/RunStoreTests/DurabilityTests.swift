import Foundation
import Recordings
import Synchronization
import Testing

@testable import RunStore

@Suite("Many writers, and writers that fail")
struct DurabilityTests {
  private let scratch: Scratch
  private var path: String { scratch.path() }

  init() throws { scratch = try Scratch() }

  @Test("Concurrent connections that add different and equal runs neither lose nor duplicate any")
  func manyWriters() throws {
    let failures = Mutex<[String]>([])
    let path = path
    DispatchQueue.concurrentPerform(iterations: 6) { writer in
      do {
        for round in 0..<8 {
          let store = try RunStore.open(path, access: .create)
          _ = try store.add(Made.draft("own \(writer) \(round)"))
          _ = try store.add([Made.draft("shared \(round)"), Made.draft("shared too \(round)")])
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let store = try RunStore.open(path, access: .read)
    #expect(try store.runs().count == 6 * 8 + 2 * 8)
    #expect(try store.verify() == [])
    #expect(try scratch.names().first == "store.db")
  }

  @Test("A reader sees one state while others write")
  func reader() throws {
    let writer = try RunStore.open(path, access: .create)
    _ = try writer.add(Made.draft("a"))
    let reader = try RunStore.open(path, access: .read)
    let counts = try reader.connection.snapshot { () throws(StoreError) in
      let before = try reader.runs().count
      _ = try writer.add(Made.draft("b"))
      return (before, try reader.runs().count)
    }
    #expect(counts == (1, 1))
    #expect(try reader.runs().count == 2)
  }

  @Test("A writer that waits too long throws the error that the store is busy")
  func busy() throws {
    let first = try RunStore.open(path, access: .create)
    let second = try RunStore.open(path, access: .update, patience: .milliseconds(20))
    try first.connection.transaction { () throws(StoreError) in
      #expect(throws: StoreError.busy(path: path)) { try second.add(Made.draft("a")) }
      _ = try first.add(Made.draft("b"))
    }
    #expect(try second.add(Made.draft("a")) == .added(RunID(2)))
  }

  @Test("If one run of a batch cannot be written, none is")
  func batch() throws {
    let store = try RunStore.open(path, access: .create)
    let twice = StoredMetric(metric: "m", revision: 1, parameters: "", value: .known(.nan))
    let bad = RunDraft(
      suite: nil, stage: nil, name: "bad", digest: "bad", recording: Made.recording(),
      metrics: [twice])
    let error = #expect(throws: StoreError.self) {
      try store.add([Made.draft("good"), bad, Made.draft("later")])
    }
    let isRefused = if case .refused = error { true } else { false }
    #expect(isRefused)
    #expect(try store.runs() == [])
    #expect(try store.number("SELECT count(*) FROM frame_column") == 0)
    #expect(try store.verify() == [])
  }

  @Test("On a full disk the store stays as it was, and works again when there is space")
  func fullDisk() throws {
    let store = try RunStore.open(path, access: .create)
    _ = try store.add(Made.draft("before"))
    let before = try store.runs()
    let pages = try #require(try store.connection.integer("PRAGMA page_count"))
    try store.connection.execute("PRAGMA max_page_count = \(pages + 2)")
    let big = RunDraft(
      suite: nil, stage: nil, name: "big", digest: "big", recording: Made.noisy(frames: 50_000))
    #expect(throws: StoreError.diskFull(path: path)) { try store.add([Made.draft("x"), big]) }
    #expect(try store.runs() == before)
    #expect(try store.verify() == [])
    try store.connection.execute("PRAGMA max_page_count = \(pages + 2_000)")
    #expect(try store.add(big) == .added(RunID(2)))
  }

  @Test("A checkpoint interrupted by the end of the process is repeated at the next opening")
  func halfCheckpoint() throws {
    let store = try RunStore.open(path, access: .create)
    let draft = RunDraft(
      suite: nil, stage: nil, name: "big", digest: "big", recording: Made.noisy(frames: 20_000))
    try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _ = try store.add(draft)
    let before = try scratch.bytes()
    let log = try scratch.bytes("store.db-wal")
    try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let after = try scratch.bytes()
    #expect(after.count > before.count)
    for access in [RunStore.Access.read, .update, .create] {
      try scratch.write(after.prefix(1024) + before.dropFirst(1024), to: "killed.db")
      try scratch.write(log, to: "killed.db-wal")
      let killed = try RunStore.open(scratch.path("killed.db"), access: access)
      #expect(try killed.runs().map(\.name) == ["big"])
      #expect(try killed.verify() == [])
    }
  }
}
