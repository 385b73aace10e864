import Recordings
import Testing

@testable import RunStore

@Suite("Reading on several threads")
struct CompanionTests {
  private let scratch: Scratch
  private let store: RunStore

  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
    for number in 0..<60 {
      var recording = Made.recording()
      recording.description.commit = number % 7 == 0 ? nil : "c\(number / 10)"
      recording.description.session = number % 5 == 0 ? "s\(number % 3)" : nil
      recording.description.device.name = number % 2 == 0 ? "Even" : "Odd"
      let metrics = (0...number % 4).map { metric in
        StoredMetric(
          metric: "m\(metric)", revision: 1, parameters: metric == 2 ? "p\(number / 40)" : "",
          value: metric == 3 ? .withheld(because: "no \(metric)") : .known(Double(number + metric)))
      }
      _ = try store.add(
        RunDraft(
          suite: number % 3 == 0 ? nil : "app", stage: number % 3 == 2 ? "open" : nil,
          name: "run \(number % 11)", digest: "\(number)", recording: recording,
          metrics: number % 9 == 0 ? [] : metrics))
    }
    // Removed runs make the ranges uneven.
    try store.remove((5...20).map { RunID($0) })
  }

  private func reader(threads: Int) throws -> RunStore {
    let reader = try RunStore.open(scratch.path(), access: .read)
    try reader.holdStill(processors: threads, sharedFrom: 0)
    return reader
  }

  @Test("Any number of threads reads the same history", arguments: [2, 3, 7, 100])
  func history(threads: Int) throws {
    let (alone, together) = (try reader(threads: 1), try reader(threads: threads))
    #expect(together.companions.count == threads - 1)
    let (expected, found) = (try alone.history(), try together.history())
    #expect(found.runs == expected.runs && found.runs.count == 44)
    #expect(found.places == expected.places && found.commits == expected.commits)
    #expect(found.devices == expected.devices)
    #expect(try together.listedRuns() == alone.listedRuns())
  }

  @Test("Any number of threads reads the same values", arguments: [2, 3, 7])
  func values(threads: Int) throws {
    let (alone, together) = (try reader(threads: 1), try reader(threads: threads))
    let runs = try alone.history().runs.map(\.id)
    let (expected, found) = (try alone.metricTable(of: runs), try together.metricTable(of: runs))
    for metric in ["m0", "m1", "m2", "m3", "m4"] {
      #expect(found.values(of: metric) == expected.values(of: metric))
      let (one, other) = (expected.column(of: metric), found.column(of: metric))
      #expect(other.values == one.values && other.sources == one.sources)
      #expect(other.origins == one.origins)
    }
    for index in runs.indices {
      #expect(found.metrics(ofRunAt: index) == expected.metrics(ofRunAt: index))
      #expect(try found.metrics(ofRunAt: index) == store.metrics(of: runs[index]))
    }
  }

  @Test("Copies of runs have the same values as the original runs")
  func manyRuns() throws {
    let copies = 8_192
    try store.connection.execute(
      """
      CREATE TEMP TABLE copy AS
        WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < \(copies))
        SELECT 60 + v AS id, 21 + v % 40 AS original FROM n;
      INSERT INTO run SELECT copy.id, suite, stage, name, 'copy ' || copy.id, content_digest,
        source, format, dialect, stream, revision, date, session, device, test_duration_ns,
        provenance, frames, duration_ns, withheld FROM copy JOIN run ON run.id = original;
      INSERT INTO metric_value SELECT metric, copy.id, value, computation
        FROM copy JOIN metric_value ON run = original;
      INSERT INTO run_missing SELECT copy.id, missing_set FROM copy JOIN run_missing ON run = original;
      """)
    for threads in [1, 2, 5] {
      let reader = try reader(threads: threads)
      let runs = try reader.history().runs.map(\.id)
      try #require(runs.count == 44 + copies)
      let kept = try reader.metricTable(of: runs)
      let reversed = try reader.metricTable(of: runs.reversed())
      // Runs with many others between them are looked up one by one.
      let farApart = stride(from: runs.count - 1, through: 0, by: -10).map { $0 }
      let some = try reader.metricTable(of: farApart.map { runs[$0] })
      for metric in ["m0", "m1", "m2", "m3"] {
        let values = kept.values(of: metric)
        #expect(values == reversed.values(of: metric).reversed())
        #expect(farApart.map { values[$0] } == some.values(of: metric))
        #expect((44..<runs.count).allSatisfy { values[$0] == values[4 + ($0 - 43) % 40] })
      }
      #expect(kept.metrics(ofRunAt: copies) == kept.metrics(ofRunAt: 4 + (copies - 43) % 40))
    }
  }

  @Test("A filter leaves runs out, but all commits are listed")
  func filtered() throws {
    var filter = RunFilter(suite: "app")
    filter.device = "Odd"
    let reader = try reader(threads: 3)
    let (some, all) = (try reader.history(filter), try reader.history())
    let expected = all.runs.filter {
      all.places[$0.place].suite == "app" && all.devices[$0.device]?.name == "Odd"
    }
    #expect(some.runs.map(\.id) == expected.map(\.id) && !expected.isEmpty)
    #expect(some.commits == all.commits)
    #expect(some.runs.map { $0.commit } == expected.map { $0.commit })
    #expect(
      some.runs.map { some.places[$0.place] } == expected.map { all.places[$0.place] })
  }

  @Test("A connection that may see another state than the first is not used")
  func otherState() throws {
    let companion = try Companion(to: scratch.path())
    #expect(companion.holdStill())
    let late = try Companion(to: scratch.path())
    try store.remove([RunID(1)])
    #expect(!late.holdStill())
    // A connection that began before the removal still sees the run.
    #expect(try companion.connection.integer("SELECT count(*) FROM run") == 44)
  }

  @Test("A range is split into parts that together contain each number once")
  func stretches() {
    #expect((1...10).stretches(3) == [1...4, 5...8, 9...10])
    #expect((7...7).stretches(4) == [7...7])
    let wholes: [ClosedRange<Int64>] = [
      .min ... .max, .max - 5 ... .max, -5 ... .max, .min...0,
    ]
    for whole in wholes {
      let stretches = whole.stretches(2)
      #expect(stretches.first?.lowerBound == whole.lowerBound)
      #expect(stretches.last?.upperBound == whole.upperBound)
      for (one, next) in zip(stretches, stretches.dropFirst()) {
        #expect(one.upperBound + 1 == next.lowerBound)
      }
    }
  }

  @Test("A store whose runs have unusual numbers can be read")
  func oddNumbers() throws {
    try store.connection.execute(
      """
      PRAGMA foreign_keys = OFF;
      UPDATE run SET id = 9223372036854775807 WHERE id = 60;
      UPDATE run SET id = -9223372036854775808 WHERE id = 1;
      PRAGMA foreign_keys = ON;
      """)
    let reader = try RunStore.open(scratch.path(), access: .read)
    try reader.holdStill(processors: 3, sharedFrom: 1)
    let history = try reader.history()
    #expect(history.runs.count == 44)
    #expect(history.runs.first?.id == RunID(.min) && history.runs.last?.id == RunID(.max))
    #expect(try reader.metricTable(of: history.runs.map(\.id)).values(of: "m0").count == 44)
  }

  @Test("Few runs are read by one thread")
  func fewRuns() throws {
    let reader = try RunStore.open(scratch.path(), access: .read)
    try reader.holdStill(processors: 4)
    #expect(reader.companions.isEmpty)
  }
}
