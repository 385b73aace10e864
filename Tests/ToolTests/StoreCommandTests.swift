import Foundation
import TestSupport
import Testing

/// What was ingested can be read again with every command.
@Suite("Commands on a store")
struct StoreCommandTests {
  private let folder = TemporaryFolder()

  init() throws {
    for number in 1...3 { try NativeTrace(number).write(into: folder, "t/") }
    let made = try run("ingest", "t", "--suite", "list", "--stage", "a")
    try #require(made.status == 0, "\(made.errors)")
  }

  private func run(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(words, in: folder.url, environment: ["HITCHMARK_STORE": "s.db"])
  }

  private func rows(_ query: String) throws -> [String] {
    let outcome = try run("sql", query, "--format", "csv")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .dropFirst().map(String.init)
  }

  @Test("equal reported values of two stages are one run of each, also if options place them")
  func reportedAlike() throws {
    let folder = TemporaryFolder()
    try folder.file("runs/0/run.json", text: #"{"reported": {"fps.avg": 60}}"#)
    for stage in ["a", "b", "b"] {
      let outcome = try Tool.run(
        ["ingest", "runs", "--suite", "s", "--stage", stage, "--store", "s.db"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let listed = try Tool.run(
      ["sql", "SELECT stage FROM run ORDER BY 1", "--format", "csv", "--store", "s.db"],
      in: folder.url)
    #expect(listed.output == "stage\na\nb\n")
  }

  @Test("an ingest reports what it did, and does nothing the second time")
  func idempotent() throws {
    let before = try Data(contentsOf: folder.url.appending(path: "s.db"))
    let again = try run("ingest", "t", "--suite", "list", "--stage", "a")
    #expect(again.status == 0)
    #expect(again.output == "s.db: 0 runs added, 3 already stored, 0 refused\n")
    #expect(try Data(contentsOf: folder.url.appending(path: "s.db")) == before)
    try NativeTrace(4).write(into: folder, "t/")
    let more = try run("ingest", "t", "--suite", "list", "--stage", "b")
    #expect(
      more.output == """
        list: 1 run added
        the new description of run 1 (stage: a → b), and of 2 more runs, was not stored; --replace \
        stores it
        s.db: 1 run added, 3 already stored, 0 refused

        """)
  }

  @Test("a dry run reads and reports, and writes nothing")
  func dryRun() throws {
    let outcome = try run("ingest", "t", "--dry-run", "--store", "other.db")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        without suite: 3 runs would be added
        other.db: 3 runs would be added, 0 already stored, 0 refused

        """)
    #expect(!FileManager.default.fileExists(atPath: folder.path("other.db")))
  }

  @Test("properties of a run from the command line are stored")
  func overrides() throws {
    try NativeTrace(9).write(into: folder)
    let outcome = try run(
      "ingest", "9.csv", "--suite", "s", "--stage", "g", "--run", "r", "--commit", "c0ffee",
      "--device", "phone", "--session", "monday", "--label", "a=1", "--label", "b=x=y")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let query = """
      SELECT suite, stage, run.name, revision, device.name, session.name FROM run
      JOIN device ON device.id = device JOIN session ON session.id = session
      WHERE run.id = 4
      """
    #expect(try rows(query) == ["s,g,r,c0ffee,phone,monday"])
    #expect(try rows("SELECT key, value FROM label ORDER BY key") == ["a,1", "b,x=y"])
  }

  @Test("runs are relabeled, moved and renamed")
  func relabel() throws {
    let set = try run("runs", "relabel", "1", "3", "--label", "driver=24.1", "--stage", "b")
    #expect(set.output == "changed 2 runs\n")
    #expect(try rows("SELECT id, stage, name FROM run ORDER BY id") == ["1,b,1", "2,a,2", "3,b,3"])
    #expect(try rows("SELECT * FROM label") == ["1,driver,24.1", "3,driver,24.1"])
    let more = try run(
      "runs", "relabel", "1", "--remove-label", "driver", "--name", "first", "--suite", "x")
    #expect(more.output == "changed 1 run\n")
    #expect(try rows("SELECT suite, stage, name FROM run WHERE id = 1") == ["x,b,first"])
    #expect(try rows("SELECT * FROM label") == ["3,driver,24.1"])
    #expect(try run("verify").output == "s.db: 3 runs, none is damaged\n")
  }

  @Test("stored values are computed again after the parameters of a suite changed")
  func recompute() throws {
    func suite(_ hertz: Int) throws {
      let text = #"{"stages": [{"id": "a"}], "parameters": {"refresh_rate_hz": \#(hertz)}}"#
      try folder.file("runs/list/suite.json", text: text)
      #expect(try run("ingest", "runs").status == 0)
    }
    try NativeTrace(7).write(into: folder, "runs/list/a/1/")
    try suite(60)
    let hitches = "SELECT value FROM run_metric WHERE run = 4 AND metric = 'hitch.count'"
    #expect(try rows(hitches) == ["0"])
    try suite(120)
    // Every frame of 16 ms takes two refreshes of 120 Hz.
    #expect(try rows(hitches) == ["0"])
    let changed = try run("runs", "recompute", "--jobs", "3")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(changed.output.hasPrefix("s.db: 4 runs computed, "))
    #expect(try rows(hitches) == ["27"])
    #expect(try run("runs", "recompute").output == "s.db: 4 runs computed, 0 values changed\n")
    #expect(try run("verify").output == "s.db: 4 runs, none is damaged\n")
    #expect(try run("runs", "recompute", "--suite", "nope").status == 2)
  }

  @Test("a change of several runs changes none if one of them does not exist")
  func relabelNone() throws {
    #expect(try run("runs", "relabel", "1", "9", "--name", "x").status == 2)
    #expect(try run("runs", "remove", "2", "9").status == 2)
    #expect(try rows("SELECT name FROM run ORDER BY id") == ["1", "2", "3"])
  }

  @Test("removing a run removes all its data, and the run can be added again")
  func remove() throws {
    #expect(try run("runs", "remove", "2").output == "removed 1 run\n")
    let tables = ["frame_column", "counter", "metric_value", "import_issue", "frame"]
    for table in tables {
      #expect(try rows("SELECT count(*) FROM \(table) WHERE run = 2") == ["0"], "\(table)")
    }
    #expect(try run("verify").output == "s.db: 2 runs, none is damaged\n")
    let again = try run("ingest", "t", "--suite", "list", "--stage", "a")
    #expect(again.output.hasSuffix("s.db: 1 run added, 2 already stored, 0 refused\n"))
    #expect(try rows("SELECT id, name FROM run ORDER BY name") == ["1,1", "4,2", "3,3"])
  }

  @Test("runs are listed and shown")
  func show() throws {
    let list = try run("runs", "list", "--format", "csv")
    #expect(list.status == 0)
    for number in 1...3 { #expect(list.output.contains("\(NativeTrace(number).frameCount)")) }
    let shown = try run("runs", "show", "2")
    #expect(shown.status == 0)
    for fact in ["Run 2", "suite: list", "stage: a", "name: 2", "format: native", "fps.avg"] {
      #expect(shown.output.contains(fact), "\(fact)")
    }
  }

  // MARK: - Exports

  @Test("exported frames are those of the traces, and those of sql")
  func frames() throws {
    let exported = try run("export", "frames").output.split(separator: "\n")
    let query = """
      SELECT suite, stage, name, idx, time_ns, frame_time_ns, kind, cpu_ns, gpu_ns, display_ns, \
      latency_ns, animation_error_ns, work_ns, overrun_ns, ui_ns, render_ns, blame FROM run JOIN frame ON frame.run = run.id ORDER BY name, idx
      """
    #expect(try rows(query) == exported.dropFirst().map(String.init))
    let made = (1...3).flatMap { number in
      let step = 16_000_000 + number * 1000
      return (1...NativeTrace(number).frameCount).map { index in
        let cpu = index % 7 * 1_000_000 + 500_000
        return "list,a,\(number),\(index),\(index * step),\(step),displayed,\(cpu),,,,,,,,,"
      }
    }
    #expect(exported.dropFirst().map(String.init) == made)
  }

  @Test("sql writes infinite numbers as words, and no formulas into CSV")
  func infinities() throws {
    let query =
      "SELECT 9e999 AS big, -9e999 AS small, '=1+1' AS formula, -1.5 AS number, ' @x' AS word"
    func rows(_ format: String) throws -> String {
      try run("sql", query, "--format", format).output
    }
    #expect(
      try rows("jsonl")
        == #"{"big":"Infinity","small":"-Infinity","formula":"=1+1","number":-1.5,"word":" @x"}"#
        + "\n")
    #expect(
      try rows("csv") == "big,small,formula,number,word\nInfinity,-Infinity,'=1+1,-1.5,' @x\n")
    #expect(try rows("text").contains("Infinity  -Infinity  =1+1"))
  }

  // Runs in a separate process, because SQLite's memory limit applies to the whole process.
  @Test(
    "sql ends a query that needs too much memory",
    arguments: [
      "SELECT hex(zeroblob(400000000))", "SELECT length(hex(zeroblob(100000000)))",
      "SELECT \((0..<300).map { _ in "hex(randomblob(1000000))" }.joined(separator: ", "))",
    ])
  func memory(query: String) throws {
    let outcome = try run("sql", query)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "query: the query takes more than 256 MiB of memory, or has a value of more than 64 MiB; "
        + "select fewer or shorter values\n")
  }

  @Test("exported samples are those of the file")
  func samples() throws {
    try folder.file(
      "r.csv", text: "timestamp_ms,frame_time_ms,cpu_percent\n16,16,\n20,,50\n32,16,\n40,,12.5\n")
    try #require(try run("ingest", "r.csv", "--suite", "s").status == 0)
    let exported = try run("export", "samples", "--suite", "s")
    #expect(
      exported.output == """
        suite,stage,run,counter,role,unit,idx,time_ns,value
        s,,r,cpu_percent,cpu,fraction,1,20000000,0.5
        s,,r,cpu_percent,cpu,fraction,2,40000000,0.125

        """)
  }

  @Test("exported metrics equal those of analyze, to the last digit")
  func metrics() throws {
    let analysis = try run("analyze", "t/2.csv", "--format", "json", "--all")
    let analyzed = try #require(try JSON(text: analysis.output)["runs"]?.items.first)
    let lines = try run("export", "metrics", "--format", "jsonl").output.split(separator: "\n")
    let exported = try lines.map { try JSON(text: String($0)) }
      .filter { $0["run"]?.text == "2" }
    for row in exported {
      let metric = try #require(row["metric"]?.text)
      if let value = row["value"]?.number {
        #expect(analyzed["metrics"]?[metric]?.number == value, "\(metric)")
      } else {
        #expect(analyzed["withheld"]?[metric]?.text == row["reason"]?.text, "\(metric)")
      }
    }
    let known = (analyzed["metrics"]?.members ?? []).map(\.name)
    #expect(known.count > 20)
    #expect(Set(known).isSubset(of: exported.compactMap { $0["metric"]?.text }))
  }

  @Test("exported metrics are the rows of the view run_metric", arguments: ["csv", "jsonl"])
  func metricView(format: String) throws {
    let rows = try run(
      "sql",
      """
      SELECT suite, stage, run.name AS run, metric, run_metric.revision, value, reason
      FROM run JOIN run_metric ON run_metric.run = run.id ORDER BY run.suite, run.stage, run.name, metric
      """, "--format", format)
    let exported = try run("export", "metrics", "--format", format)
    #expect(exported.output.split(separator: "\n").count > 100)
    #expect(exported.output == rows.output)
  }

  // MARK: - Damage

  @Test("verify finds a byte that changed in a packed column", arguments: [0, 4, 8])
  func damage(place: Int) throws {
    let hex = try #require(
      try rows("SELECT hex(data) FROM frame_column WHERE run = 2 AND signal = 'present'").first)
    let blob = Data(
      stride(from: 0, to: hex.count, by: 2).compactMap { offset in
        UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
      })
    try #require(blob.count > place)
    var store = try Data(contentsOf: folder.url.appending(path: "s.db"))
    let range = try #require(store.range(of: blob))
    store[range.lowerBound + place] ^= 0x10
    try folder.file("s.db", contents: store)
    let outcome = try run("verify")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("s.db: run 2: the stored "), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(
        "hitchmark: the store is damaged in 1 place; see the messages above\n"))
    #expect(try run("runs", "remove", "2").status == 0)
    #expect(try run("verify").status == 0)
  }
}
