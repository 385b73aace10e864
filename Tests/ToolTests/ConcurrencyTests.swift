import Foundation
import TestSupport
import Testing

/// Several processes that use one store, and processes that are killed.
///
/// No test depends on timing: the expectations hold whenever a process is killed.
@Suite("Several processes, and killed ones")
struct ConcurrencyTests {
  private let folder = TemporaryFolder()

  private func write(_ numbers: Range<Int>, into name: String) throws {
    for number in numbers { try NativeTrace(number).write(into: folder, "\(name)/") }
  }

  private func run(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(arguments + ["--store", "s.db"], in: folder.url)
  }

  /// Whether the store exists; records an issue if it does not open.
  private func hasStore() throws -> Bool {
    let listed = try run("runs", "list")
    if listed.status == 0 { return true }
    #expect(
      listed.errors
        == "s.db: the store does not exist; the command “hitchmark ingest PATH --store s.db” creates a store\n"
    )
    return false
  }

  /// Checks that the store is sound and that each of its runs is one of the traces, complete; returns their numbers.
  private func expectWholeRuns() throws -> [Int] {
    let verified = try run("verify")
    #expect(verified.status == 0, "\(verified.errors)")
    let query = """
      SELECT name, frames, (SELECT count(*) FROM frame WHERE frame.run = run.id),
        (SELECT count(*) FROM run_metric WHERE run_metric.run = run.id) FROM run ORDER BY 1
      """
    let listed = try run("sql", query, "--format", "csv")
    #expect(listed.status == 0, "\(listed.errors)")
    var metricCounts: Set<Substring> = []
    let numbers = try listed.output.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      let number = try #require(Int(fields[0]))
      let frames = "\(NativeTrace(number).frameCount)"
      #expect(fields[1] == frames && fields[2] == frames, "\(line)")
      metricCounts.insert(fields[3])
      return number
    }
    #expect(metricCounts.count <= 1)
    return numbers.sorted()
  }

  @Test("six ingests at once into a new store lose nothing and all succeed")
  func together() throws {
    for part in 0..<6 { try write(part * 8..<part * 8 + 20, into: "part\(part)") }
    let processes = try (0..<6).map { part in
      try Tool.start(["ingest", "part\(part)", "--store", "s.db"], in: folder.url)
    }
    var added = 0
    for outcome in try processes.map({ try $0.finish() }) {
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors == "")
      let (new, known) = try Self.counts(in: outcome)
      #expect(new + known == 20)
      added += new
    }
    #expect(added == 60)
    #expect(try expectWholeRuns() == Array(0..<60))
  }

  @Test("readers succeed while another process writes")
  func readers() throws {
    try write(0..<1, into: "first")
    try write(0..<150, into: "all")
    try #require(try run("ingest", "first").status == 0)
    let writer = try Tool.start(
      ["ingest", "all", "--store", "s.db", "--jobs", "1"], in: folder.url)
    for _ in 0..<5 {
      let listed = try run("runs", "list", "--format", "json")
      #expect(listed.status == 0, "\(listed.errors)")
      #expect(try run("export", "frames").status == 0)
    }
    #expect(try writer.finish().status == 0)
    #expect(try expectWholeRuns() == Array(0..<150))
  }

  /// In milliseconds: from before the store exists to after the last run.
  static let delays = [
    0, 4, 9, 15, 22, 30, 39, 49, 60, 72, 85, 99, 115, 140, 180, 240,
  ]

  @Test(
    "a killed ingest leaves only complete runs, and the next one adds the rest", arguments: delays)
  func killed(delay: Int) throws {
    try write(0..<200, into: "all")
    let process = try Tool.start(["ingest", "all", "--store", "s.db"], in: folder.url)
    usleep(UInt32(delay) * 1000)
    process.kill()
    let ended = try process.finish()
    #expect([0, 128 + SIGKILL].contains(ended.status))
    let before = try hasStore() ? try expectWholeRuns() : []
    if ended.status == 0 { #expect(before.count == 200) }
    let again = try run("ingest", "all")
    #expect(again.status == 0, "\(again.errors)")
    let (new, known) = try Self.counts(in: again)
    #expect((new, known) == (200 - before.count, before.count))
    #expect(try expectWholeRuns() == Array(0..<200))
  }

  @Test("an ingest that was killed several times finishes in the end", arguments: [11, 23, 42])
  func killedOften(seed: UInt32) throws {
    try write(0..<120, into: "all")
    var state = seed
    var count = 0
    for _ in 0..<8 {
      let process = try Tool.start(["ingest", "all", "--store", "s.db"], in: folder.url)
      state = state &* 1_664_525 &+ 1_013_904_223
      usleep(state >> 15)
      process.kill()
      _ = try process.finish()
      guard try hasStore() else { continue }
      let now = try expectWholeRuns().count
      #expect(now >= count)
      count = now
    }
    #expect(try run("ingest", "all").status == 0)
    #expect(try expectWholeRuns() == Array(0..<120))
  }

  /// How many runs an ingest added, and how many were already stored.
  private static func counts(in outcome: Tool.Outcome) throws -> (added: Int, known: Int) {
    let line = try #require(outcome.output.split(separator: "\n").last)
    let numbers = line.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    #expect(numbers.count == 3 && numbers[2] == 0, "\(line)")
    return (numbers[0], numbers[1])
  }
}
