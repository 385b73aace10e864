import TestSupport
import Testing

/// `--map` with each command that reads trace files.
@Suite("Columns named on the command line")
struct ColumnMapToolTests {
  private let folder = TemporaryFolder()

  init() throws {
    for (name, step) in [("fast", 10), ("slow", 20)] {
      let rows = (0...60).map { "\($0),\($0 * step),\($0 % 3 + 40)" }
      try folder.file("\(name).csv", text: "row,at,load\n" + rows.joined(separator: "\n") + "\n")
    }
  }

  private func run(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(words, in: folder.url, environment: ["HITCHMARK_STORE": "s.db"])
  }

  @Test func analyze() throws {
    let outcome = try run(
      "analyze", "fast.csv", "--map", "timestamp=at:ms", "--map", "cpu_percent=load", "--metrics",
      "fps.avg,cpu.avg")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(/fps\.avg +100\.0/))
    // (21 × 40% + 20 × 41% + 20 × 42%) / 61 = 2500% / 61.
    #expect(outcome.output.contains(/cpu\.avg +40\.98%/))
  }

  @Test func compare() throws {
    let outcome = try run("compare", "slow.csv", "fast.csv", "--map", "timestamp=at:ms")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("FPS (avg)"))
  }

  @Test func ingest() throws {
    #expect(try run("ingest", "fast.csv", "--map", "timestamp=at:ms", "--suite", "s").status == 0)
    let outcome = try run("sql", "SELECT format, dialect FROM run", "--format", "csv")
    #expect(outcome.output.contains("mapped,CSV"))
  }

  @Test(arguments: [
    (
      ["--map", "timestamp=att:ms"],
      "fast.csv: the file has no column “att”; did you mean “at”\n"
    ),
    (
      ["--map", "timestamp=at"],
      "hitchmark: --map timestamp=at: the time column has no unit; expected one of the units ns, us, ms, s;"
        + " write, for example, timestamp=at:ms\n"
    ),
    (
      ["--map", "timestamp=at:ms", "--trace-format", "native"],
      "--map: this option cannot be combined with the option that names the trace format; "
        + "leave out --map, or leave out --trace-format (analyze) or --format (ingest)\n"
    ),
  ])
  func refusals(words: [String], message: String) throws {
    let outcome = try Tool.run(["analyze", "fast.csv"] + words, in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix(message) || message.hasSuffix(outcome.errors))
  }
}
