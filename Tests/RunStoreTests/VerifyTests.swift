import Foundation
import Recordings
import TestSupport
import Testing

@testable import RunStore

@Suite("Verifying a store")
struct VerifyTests {
  private let scratch: Scratch
  private let store: RunStore

  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
    for seed: UInt64 in 1...3 {
      _ = try store.add(
        RunDraft(
          suite: nil, stage: nil, name: "\(seed)", digest: "\(seed)",
          recording: Made.anything(seed: seed)))
    }
    _ = try store.add(Made.draft("plain"))
  }

  @Test("An undamaged store has no findings, and progress is reported for each run")
  func sound() throws {
    var steps: [String] = []
    #expect(try store.verify { steps.append("\($0)/\($1)") } == [])
    #expect(steps == ["0/4", "1/4", "2/4", "3/4"])
  }

  @Test("A difference between the columns and the content digest is found")
  func changed() throws {
    let other = PackedTimeline.pack(presents: [0, 5, 9, 20])
    try store.connection.run(
      "UPDATE frame_column SET data = ? WHERE run = 4 AND signal = 'present'", [.blob(other)]
    )
    #expect(try store.verify() == [.changedContent(run: RunID(4))])
  }

  @Test("A difference between the number of frames and the columns is found")
  func frameCount() throws {
    try store.connection.execute("UPDATE run SET frames = 7 WHERE id = 4")
    #expect(try store.verify() == [.wrongFrameCount(run: RunID(4), recorded: 7, found: 3)])
  }

  @Test(
    "Data that cannot be decoded is found, with its table and run",
    arguments: [
      ("UPDATE frame_column SET data = x'01' WHERE run = 4", "present", PackingProblem.truncated),
      (
        "UPDATE frame_column SET data = zeroblob(40) WHERE run = 4", "present", .notCompressed
      ),
      ("DELETE FROM frame_column WHERE run = 4", "present", .absent),
      ("UPDATE frame_column SET count = -5 WHERE run = 4", "present", .outOfRange),
      (
        "UPDATE frame_column SET count = 5 WHERE run = 4", "present",
        .wrongCount(found: 4, expected: 5)
      ),
      (
        "INSERT INTO frame_column VALUES (4, 'taste', 3, x'00')", "taste", .unknownName("taste")
      ),
      (
        "INSERT INTO frame_column VALUES (4, 'kind', 2, x'00')", "kind",
        .wrongCount(found: 2, expected: 3)
      ),
      (
        "INSERT INTO import_issue VALUES (4, 1, 'gloom', NULL, NULL, 1)", "issues",
        .unknownName("gloom")
      ),
      ("INSERT INTO unplaced_frames VALUES (4, 'odd', 1)", "unplaced frames", .unknownName("odd")),
      (
        "INSERT INTO counter VALUES (4, 1, 'cpu', 'load', '', '', 5, NULL, x'', x'', 0, 0)",
        "counter load",
        .truncated
      ),
    ])
  func damaged(sql: String, part: String, problem: PackingProblem) throws {
    try store.connection.execute(sql)
    #expect(try store.verify() == [.damaged(run: RunID(4), part: part, problem: problem)])
  }

  @Test(
    "Samples with decreasing times or infinite values are found",
    arguments: [
      ([5, 3], [1, 2], PackingProblem.notIncreasing), ([3, 5], [-.infinity, 1], .outOfRange),
    ] as [([Int64], [Double?], PackingProblem)])
  func impossibleSamples(times: [Int64], values: [Double?], problem: PackingProblem) throws {
    let packed = PackedSamples(SampleColumn(times: times, values: values))
    try store.connection.run(
      "INSERT INTO counter VALUES (4, 1, 'cpu', 'load', '', '', 2, ?, ?, ?, ?, 0)",
      [
        SQLValue(packed.times), .blob(packed.lengths), .blob(packed.values),
        SQLValue(packed.scale?.decimals),
      ])
    #expect(
      try store.verify() == [.damaged(run: RunID(4), part: "counter load", problem: problem)])
  }

  @Test("A dangling reference is found")
  func dangling() throws {
    try store.connection.execute(
      "PRAGMA foreign_keys = 0; INSERT INTO label VALUES (99, 'k', 'v'); PRAGMA foreign_keys = 1")
    #expect(
      try store.verify() == [.danglingReference(table: "label", row: nil, to: "run")])
  }

  @Test("Metric values of a run that does not exist are found")
  func danglingValues() throws {
    let stored = StoredMetric(metric: "m", revision: 1, parameters: "", value: .known(1))
    try store.setMetrics([stored], of: RunID(4))
    #expect(try store.verify() == [])
    try store.connection.execute("UPDATE metric_value SET run = 99")
    #expect(
      try store.verify() == [.danglingReference(table: "metric_value", row: nil, to: "run")])
  }

  @Test(
    "Bytes overwritten anywhere in the file end in findings or an error, never in a crash",
    arguments: 0..<12)
  func overwritten(seed: UInt64) throws {
    try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try scratch.bytes()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      bytes[Int.random(in: 100..<bytes.count, using: &random)] = .random(
        in: 0...255, using: &random)
    }
    try scratch.write(bytes, to: "damaged.db")
    let path = scratch.path("damaged.db")
    guard let damaged = try? RunStore.open(path, access: .read) else { return }
    _ = try? damaged.verify()
    for run in (try? damaged.runs()) ?? [] { _ = try? damaged.recording(of: run.id) }
  }
}
