import Recordings
import Testing
import Units

@testable import RunStore

@Suite("Parts of frames in a store")
struct FramePartsTests {
  private let scratch: Scratch
  private let store: RunStore

  /// Adds a run with typical durations, one with parts of all frames, and one without parts.
  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add([
      Made.draft("a") { $0.timeline = .known(Self.lateFrames) },
      Made.draft("b") { $0.timeline = .known(Made.timelineWithParts) }, Made.draft("c"),
    ])
  }

  private static var lateFrames: FrameTimeline {
    var timeline = Made.timeline(frames: 3)
    timeline.parts = Made.parts?.limited(toFrames: { $0 == 2 }, typical: [7_000_000, 0])
    return timeline
  }

  private func timelines(of store: RunStore) throws -> [FrameTimeline?] {
    try store.runs().map { try store.recording(of: $0.id).timeline.value }
  }

  @Test("Parts come back exactly, with and without typical durations")
  func roundTrip() throws {
    let expected = [Self.lateFrames, Made.timelineWithParts, Made.timeline(frames: 3)]
    #expect(try timelines(of: store) == expected)
    #expect(expected.map { $0.parts?.typical } == [[7_000_000, 0], nil, nil])
    #expect(try store.verify() == [])
  }

  @Test("The content digest includes parts; the digest of a run without parts has not changed")
  func digest() throws {
    let digests = try store.runs().map(\.contentDigest)
    #expect(Set(digests).count == 3)
    #expect(digests[2] == "69e4811edf159d203984b59f19dd202b")
  }

  @Test("verify finds a changed duration")
  func changed() throws {
    let durations = PackedColumn.pack(2, as: .values) { [30_000_000, 4_000_001][$0] }
    try store.connection.run(
      "UPDATE frame_part_entries SET durations = ? WHERE run = 1", [.blob(durations)])
    #expect(try store.verify() == [.changedContent(run: RunID(1))])
  }

  @Test("A removed run leaves no parts")
  func removed() throws {
    try store.remove([RunID(1), RunID(2)])
    #expect(try store.number("SELECT count(*) FROM frame_part") == 0)
    #expect(try store.number("SELECT count(*) FROM frame_part_entries") == 0)
  }

  @Test("A merge copies parts")
  func merge() throws {
    let target = try RunStore.open(scratch.path("all.db"), access: .create)
    _ = try target.add(Made.draft("0"))
    _ = try target.merge(store)
    #expect(try timelines(of: target).dropFirst() == timelines(of: store)[...])
    #expect(try target.verify() == [])
  }

  // MARK: - The virtual table

  @Test("The duration of a part in a frame is a row")
  func rows() throws {
    let rows = try store.all("SELECT * FROM frame_part_time WHERE run = 2")
    let (work, wait) = (SQLValue.text("onBind"), SQLValue.text("waiting for a CPU"))
    func row(_ index: Int, _ part: SQLValue, _ kind: String, _ duration: Int) -> [SQLValue] {
      [SQLValue(2), SQLValue(index), part, .text(kind), SQLValue(duration)]
    }
    #expect(
      rows == [
        row(1, wait, "wait", 2_000_000), row(3, work, "slice", 30_000_000),
        row(3, wait, "wait", 4_000_000),
      ])
    #expect(try store.number("SELECT count(*) FROM frame_part_time") == 5)
    #expect(try store.number("SELECT count(*) FROM frame_part_time WHERE run = 3") == 0)
  }

  @Test("The query of docs/store.md adds up the durations of each part")
  func query() throws {
    let rows = try store.all(
      """
      SELECT part, kind, count(*) AS frames, sum(duration_ns) / 1e6 AS ms
      FROM frame_part_time WHERE run = 2
      GROUP BY part, kind ORDER BY ms DESC;
      """)
    #expect(
      rows == [
        [.text("onBind"), .text("slice"), .integer(1), .real(30)],
        [.text("waiting for a CPU"), .text("wait"), .integer(2), .real(6)],
      ])
  }

  // MARK: - Damage

  @Test(
    "Inconsistent rows are found",
    arguments: [
      ("UPDATE frame_part_entries SET count = 4", PackingProblem.wrongCount(found: 2, expected: 4)),
      ("UPDATE frame_part_entries SET count = -1", .outOfRange),
      ("UPDATE frame_part_entries SET count = 1 << 40", .outOfRange),
      ("UPDATE frame_part_entries SET frames = x'00'", .truncated),
      ("UPDATE frame_part_entries SET durations = zeroblob(40)", .notCompressed),
      ("DELETE FROM frame_part WHERE ordinal = 0", .absent),
      ("DELETE FROM frame_part WHERE ordinal = 1", .outOfRange),
      ("UPDATE frame_part SET kind = 'nap' WHERE ordinal = 0", .unknownName("nap")),
      ("UPDATE frame_part SET typical_ns = NULL WHERE ordinal = 0", .outOfRange),
      ("UPDATE frame_part SET typical_ns = -1 WHERE ordinal = 0", .outOfRange),
      ("UPDATE frame_part SET name = 'onBind', kind = 'slice'", .outOfRange),
    ])
  func damagedRows(sql: String, problem: PackingProblem) throws {
    try store.remove([RunID(2)])
    try store.connection.execute(sql)
    try expectDamage(problem)
  }

  private func expectDamage(_ problem: PackingProblem) throws {
    let finding = VerifyFinding.damaged(
      run: RunID(1), part: "list of the parts (functions, waits) of frames", problem: problem)
    #expect(try store.verify() == [finding])
    #expect(throws: StoreError.self) { try store.recording(of: RunID(1)) }
  }

  @Test(
    "Entries out of range or out of order are found",
    arguments: [
      ([2, 0], [0, 1], [1, 1]), ([2, 2], [1, 0], [1, 1]), ([2, 2], [0, 0], [1, 1]),
      ([-1, 2], [0, 0], [1, 1]), ([2, 3], [0, 0], [1, 1]), ([2, 1 << 31], [0, 0], [1, 1]),
      ([1, 2], [0, 2], [1, 1]), ([1, 2], [-1, 0], [1, 1]), ([1, 2], [0, 1 << 16], [1, 1]),
      ([1, 2], [0, 0], [0, 1]), ([1, 2], [0, 0], [1, .min]),
    ] as [([Int64], [Int64], [Int64])])
  func damagedEntries(frames: [Int64], parts: [Int64], durations: [Int64]) throws {
    try store.connection.run(
      "UPDATE frame_part_entries SET frames = ?, parts = ?, durations = ? WHERE run = 1",
      [
        .blob(PackedColumn.pack(2, as: .differences) { frames[$0] }),
        .blob(PackedColumn.pack(2, as: .values) { parts[$0] }),
        .blob(PackedColumn.pack(2, as: .values) { durations[$0] }),
      ])
    try expectDamage(.outOfRange)
  }

  @Test("A header that claims many entries in a few bytes is refused", arguments: [22, 40])
  func claim(exponent: UInt64) throws {
    // The frame's header gives the size of its content. The only block is empty.
    let size = (0..<8).map { UInt8(truncatingIfNeeded: (8 << exponent) >> (8 * UInt64($0))) }
    let bytes = [0x28, 0xB5, 0x2F, 0xFD, 0xE0] + size + [1, 0, 0]
    try store.connection.run(
      "UPDATE frame_part_entries SET count = ?, frames = ? WHERE run = 1",
      [.integer(Int64(1) << exponent), .blob(Array(repeating: 0, count: 24) + bytes)])
    try expectDamage(.outOfRange)
  }
}
