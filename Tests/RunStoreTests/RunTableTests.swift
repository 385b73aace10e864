import Recordings
import Testing
import Units

@testable import RunStore

@Suite("The tables frame and counter_sample")
struct RunTableTests {
  private let scratch: Scratch
  private let store: RunStore

  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
  }

  /// Adds a run of five frames, each with another set of known values.
  private func addSmallRun() throws {
    var samples = SampleColumn()
    for value in [0.5, 0.5, nil, 0.25] { samples.appendWithFrame(value) }
    let timeline = FrameTimeline(
      presents: [100, 110, 130, 160, 200, 250],
      kinds: [.displayed, .dropped, .displayed, .displayed, .displayed],
      signals: [.gpuBusy: OptionalColumn([7, nil, 8, 9, 10])])
    var recording = Made.recording()
    recording.timeline = .known(timeline)
    recording.counters = [
      Counter(role: .cpu, name: "cpu_load", unit: .fraction, samples: samples),
      Counter(
        role: .memory, name: "ram", unit: .bytes,
        samples: SampleColumn(times: [90, 180], values: [1024, 2048])),
    ]
    _ = try store.add(
      RunDraft(suite: nil, stage: nil, name: "small", digest: "small", recording: recording))
  }

  @Test("Each frame is a row, numbered from 1, with NULL for missing values")
  func frames() throws {
    try addSmallRun()
    let rows = try store.all(
      "SELECT run, idx, time_ns, frame_time_ns, kind, cpu_ns, gpu_ns FROM frame WHERE run = 1")
    #expect(rows.count == 5)
    let one = SQLValue.integer(1)
    #expect(
      rows[0] == [one, one, .integer(110), .integer(10), .text("displayed"), .null, .integer(7)])
    #expect(
      rows[1] == [one, .integer(2), .integer(130), .integer(20), .text("dropped"), .null, .null])
  }

  @Test("Each sample is a row, at the end of its frame or at its own time")
  func samples() throws {
    try addSmallRun()
    let rows = try store.all("SELECT counter, role, unit, idx, time_ns, value FROM counter_sample")
    let cpu = [SQLValue.text("cpu_load"), .text("cpu"), .text("fraction")]
    let memory = [SQLValue.text("ram"), .text("memory"), .text("B")]
    #expect(
      rows == [
        cpu + [.integer(1), .integer(110), .real(0.5)],
        cpu + [.integer(2), .integer(130), .real(0.5)],
        cpu + [.integer(3), .integer(160), .null], cpu + [.integer(4), .integer(200), .real(0.25)],
        memory + [.integer(1), .integer(90), .real(1024)],
        memory + [.integer(2), .integer(180), .real(2048)],
      ])
  }

  @Test("The rows of twenty thousand frames add up correctly")
  func aggregates() throws {
    _ = try store.add(Made.draft("long", frames: 20_000))
    _ = try store.add(Made.draft("short", frames: 5))
    _ = try store.add(Made.draft("none") { $0.timeline = .withheld(because: "sampled") })
    #expect(try store.number("SELECT count(*) FROM frame") == 20_005)
    let sum: Int64 = 20_000 * 16_666_667
    #expect(try store.number("SELECT sum(frame_time_ns) FROM frame WHERE run = 1") == sum)
    let steps = try store.number(
      """
      SELECT count(*) FROM frame AS a JOIN frame AS b ON b.run = a.run AND b.idx = a.idx + 1
      WHERE a.run = 2 AND b.time_ns - a.time_ns = 16666667
      """)
    #expect(steps == 4)
  }

  @Test("Runs may be chosen by a subquery, a list, a join, or a text")
  func choosing() throws {
    for (name, frames) in [("a", 3), ("b", 4), ("c", 5)] {
      _ = try store.add(Made.draft(name, frames: frames))
    }
    let queries: [(String, Int64)] = [
      ("SELECT count(*) FROM frame WHERE run = (SELECT id FROM run WHERE name = 'b')", 4),
      ("SELECT count(*) FROM frame WHERE run IN (SELECT id FROM run WHERE name > 'a')", 9),
      ("SELECT count(*) FROM frame WHERE run IN (1, 3, 99)", 8),
      ("SELECT count(*) FROM run JOIN frame ON frame.run = run.id WHERE run.name = 'c'", 5),
      ("SELECT count(*) FROM frame a, frame b WHERE a.run = 1 AND b.run = 2", 12),
      ("SELECT count(*) FROM frame WHERE run = 99", 0),
      ("SELECT count(*) FROM frame WHERE run = 'a'", 0),
      ("SELECT count(*) FROM frame WHERE run = '2'", 4),
      ("SELECT count(*) FROM frame WHERE run = NULL", 0),
      ("SELECT count(*) FROM frame WHERE run = 1.5", 0),
      ("SELECT count(*) FROM frame WHERE run > 1", 9),
      ("SELECT count(DISTINCT frame.rowid) FROM frame", 12),
    ]
    for (query, count) in queries { #expect(try store.number(query) == count, "\(query)") }
  }

  @Test("A run that cannot be decoded gives an error with its number, and other runs are read")
  func damaged() throws {
    _ = try store.add([Made.draft("a"), Made.draft("b")])
    try store.connection.execute("UPDATE frame_column SET data = x'00' WHERE run = 1")
    #expect(try store.number("SELECT count(*) FROM frame WHERE run = 2") == 3)
    let error = StoreError.query(
      message: "run 1 is damaged: the stored present cannot be decoded", offset: nil)
    #expect(throws: error) { try store.all("SELECT * FROM frame") }
    #expect(throws: error) { try store.all("SELECT * FROM run, frame ON frame.run = run.id") }
  }

  @Test("The tables are read-only")
  func readOnly() throws {
    #expect(throws: StoreError.self) {
      try store.connection.execute("DELETE FROM frame WHERE run = 1")
    }
  }
}
