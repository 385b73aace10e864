import Foundation
import TestSupport
import Testing

/// `hitchmark import`: from the history of another tool to a trend.
@Suite("import")
struct ImportTests {
  /// A data file of github-action-benchmark: one value per commit, in milliseconds.
  private static func data(_ values: [Double], commits: [String]) -> String {
    let entries = zip(values, commits).enumerated().map { index, entry in
      let (value, commit) = entry
      return """
        {"commit": {"id": "\(commit)", "message": "Commit \(index)",
          "timestamp": "2024-01-01T00:\(index < 10 ? "0" : "")\(index):00Z"},
         "date": \(1_704_067_200_000 + index * 60_000), "tool": "customSmallerIsBetter",
         "benches": [{"name": "scroll", "unit": "ms", "value": \(value)}]}
        """
    }
    return """
      window.BENCHMARK_DATA = {"lastUpdate": 1, "entries": {"List": [\(entries.joined(separator: ","))]}}
      """
  }

  /// 24 values with uniform noise of 1%; from the 13th on 10% larger.
  private static let values = (0..<24).map { index in
    let noise = Double((index * 7 + 3) % 11) / 11 - 0.5
    return 16 * (index < 12 ? 1 : 1.1) * (1 + 0.02 * noise)
  }

  private static let ids = (0..<24).map { index in
    String(repeating: index < 10 ? "0\(index)" : "\(index)", count: 20)
  }

  private static func run(_ words: String..., in folder: TemporaryFolder) throws -> Tool.Outcome {
    try Tool.run(words + ["--store", "s.db"], in: folder.url)
  }

  @Test(
    "the error for a history that is read as a trace names the command that reads the history",
    arguments: [
      "bencher/good-perf.json", "bencher/good-report.json", "bmf/good.json", "hyperfine/good.json",
      "github-action-benchmark/good-plain.json", "github-action-benchmark/good.js",
    ])
  func histories(name: String) {
    let path = "Tests/Fixtures/histories/\(name)"
    let outcome = InProcess.run(["analyze", path])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasSuffix("has no frames; “hitchmark import \(path)” reads this file\n"),
      "\(outcome.errors)")
  }

  @Test("a history is imported once; a second import adds only its new values")
  func grown() throws {
    let folder = TemporaryFolder()
    try folder.file("data.js", text: Self.data(Array(Self.values[..<20]), commits: Self.ids))
    let first = try Self.run("import", "data.js", in: folder)
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      first.output == """
        github-action-benchmark: 1 file, 20 points of 1 stage at 20 commits, 2024-01-01 to 2024-01-01
        the current folder is in no Git work tree that has the imported commits, so their order is unknown; --write-order PATH writes the imported commits, ordered by date, to a file for --order
        List: 20 runs added
        s.db: 20 runs added, 0 already stored, 0 refused

        """)
    let again = try Self.run("import", "data.js", in: folder)
    #expect(again.output.hasSuffix("s.db: 0 runs added, 20 already stored, 0 refused\n"))
    try folder.file("data.js", text: Self.data(Self.values, commits: Self.ids))
    let grown = try Self.run("import", "data.js", in: folder)
    #expect(grown.output.hasSuffix("s.db: 4 runs added, 20 already stored, 0 refused\n"))
    let verified = try Self.run("verify", in: folder)
    #expect(verified.status == 0, "\(verified.output)")
  }

  @Test(
    "a dry run prints the same as an import and writes nothing; an unreadable file also writes nothing"
  )
  func dryRun() throws {
    let folder = TemporaryFolder()
    try folder.file("data.js", text: Self.data(Self.values, commits: Self.ids))
    let outcome = try Self.run(
      "import", "data.js", "--dry-run", "--write-order", "o.txt", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("s.db: 24 runs would be added"))
    #expect(try folder.files().keys.sorted() == ["data.js"])
    try folder.file("data.js", text: "window.BENCHMARK_DATA = {\n  \"entries\": [}")
    let wrong = try Self.run("import", "data.js", in: folder)
    #expect(wrong.status == 2)
    #expect(wrong.errors == "data.js:2:15: found “}”; expected a JSON value or “]”\n")
    #expect(try folder.files().keys.sorted() == ["data.js"])
  }

  @Test("the order of the commits is written by date, and later imports extend it")
  func order() throws {
    let folder = TemporaryFolder()
    let backwards = (0..<24).reversed()
    // The dates increase with the position, so the history of the later half is imported first.
    try folder.file(
      "data.js",
      text: Self.data(backwards.map { Self.values[$0] }, commits: backwards.map { Self.ids[$0] }))
    let outcome = try Self.run("import", "data.js", "--write-order", "order.txt", in: folder)
    #expect(
      outcome.output.contains(
        "order.txt: 24 commits, oldest first; “hitchmark trend --order order.txt --store s.db” uses"
          + " this order"))
    let order = try String(contentsOf: folder.url.appending(path: "order.txt"), encoding: .utf8)
    #expect(order == Self.ids.reversed().map { $0 + "\n" }.joined())
    try folder.file(
      "more.csv", text: "time,commit,load_ms\n2023-06-01,early,5\n2024-06-01,late,6\n,never,7\n")
    let more = try Self.run(
      "import", "more.csv", "--suite", "List", "--write-order", "order.txt", in: folder)
    #expect(
      more.output.contains(
        "26 commits, oldest first; left out 1 commit without a date"))
    let joined = try String(contentsOf: folder.url.appending(path: "order.txt"), encoding: .utf8)
    #expect(joined == "early\n\(order)late\n")
  }

  @Test("in the measured repository, a trend needs no further options")
  func trend() throws {
    let repository = try GitRepository()
    var commits: [String] = []
    for index in Self.values.indices { commits.append(try repository.commit("Commit \(index)")) }
    try repository.outside.file("data.js", text: Self.data(Self.values, commits: commits))
    let store = repository.outside.path("s.db")
    let made = try Tool.run(
      ["import", repository.outside.path("data.js"), "--store", store], in: repository.folder.url)
    #expect(made.status == 0 && !made.output.contains("no work tree"), "\(made.output)")
    let outcome = try Tool.run(
      ["trend", "--store", store, "--format", "md"], in: repository.folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bad = commits[12].prefix(12)
    #expect(outcome.output.contains("to show the commit: git show \(bad)"), "\(outcome.output)")
    // Values of unknown magnitude have four significant digits and a unit prefix.
    #expect(outcome.output.contains(" ms | ") && outcome.output.contains("List/scroll time"))
  }

  @Test("files that name no commit need --commit, which git resolves if it knows the commit")
  func namedCommit() throws {
    let repository = try GitRepository()
    let commit = try repository.commit("Measured")
    try repository.outside.file("b.json", text: #"{"scroll": {"latency": {"value": 16500000}}}"#)
    let path = repository.outside.path("b.json")
    let store = ["--store", repository.outside.path("s.db")]
    let unnamed = try Tool.run(["import", path] + store, in: repository.folder.url)
    #expect(unnamed.status == 2)
    #expect(
      unnamed.errors.hasSuffix(
        "b.json: a file in the format bmf does not name the measured commit; pass --commit, "
          + "such as --commit HEAD\n"))
    for (name, kept) in [("HEAD", commit), ("1234abc", "1234abc")] {
      let outcome = try Tool.run(
        ["import", path, "--commit", name] + store, in: repository.folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let query =
        "SELECT count(*) AS n, max(subject) AS s FROM run JOIN revision ON revision.id = run.revision WHERE revision = '\(kept)'"
      let found = try Tool.run(["sql", query, "--format", "csv"] + store)
      #expect(found.output.contains(kept == commit ? "1,Measured" : "1,"), "\(found.output)")
    }
    let wrong = try Tool.run(
      ["import", path, "--commit", "nope"] + store, in: repository.folder.url)
    #expect(wrong.status == 2 && wrong.errors.contains("Git finds no commit “nope”"))
  }

  @Test(
    "directions can be given, and directions of unknown metrics are refused before anything is written"
  )
  func directions() throws {
    let folder = TemporaryFolder()
    try folder.file("t.csv", text: "commit,load,speed\na,1,2\nb,2,3\n")
    let wrong = try Self.run("import", "t.csv", "--more-is-better", "sped", in: folder)
    #expect(wrong.status == 2)
    #expect(
      wrong.errors == "t.csv: the table has no column “sped”; did you mean “speed”\n",
      "\(wrong.errors)")
    try folder.file("b.json", text: #"{"scroll": {"nodes": {"value": 7}}}"#)
    let unknown = try Self.run(
      "import", "b.json", "--commit", "a", "--less-is-better", "node", in: folder)
    #expect(
      unknown.errors
        == "hitchmark: the histories have no metric “node”; did you mean “nodes”; "
        + "nothing was imported\n")
    #expect(try folder.files().keys.sorted() == ["b.json", "t.csv"])
    let right = try Self.run(
      "import", "t.csv", "--more-is-better", "speed", "--less-is-better", "load", in: folder)
    #expect(right.status == 0, "\(right.errors)")
    let query = "SELECT DISTINCT name, lower_is_better FROM scalar ORDER BY name"
    let found = try Self.run("sql", query, "--format", "csv", in: folder)
    #expect(found.output.hasSuffix("load,1\nspeed,0\n"), "\(found.output)")
  }

  @Test("suites are described, so that their reports and comparisons work")
  func suites() throws {
    let folder = TemporaryFolder()
    try folder.file(
      "t.csv", text: "time,commit,load_ms,fps.avg\n2024-01-01,a,1.5,60\n2024-01-02,b,1.75,58\n")
    let made = try Self.run("import", "t.csv", "--suite", "table", in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let report = try Self.run("report", "table", "--format", "md", in: folder)
    #expect(report.status == 0, "\(report.errors)")
    #expect(
      report.output.contains("| load_ms   |             1.5 ms |            1.75 ms | 1.625 ms |"))
    // A name from the metric catalog gives a reported value of that metric.
    #expect(
      report.output.contains("| FPS (avg) |               60.0 |               58.0 |     59.0 |"))
    let shown = try Self.run("runs", "show", "1", in: folder)
    #expect(
      shown.output.contains("no frames: the run was imported from a history, which has no frames"))
  }

  @Test(
    "invalid input is refused with its position and a correction",
    arguments: [
      (
        "a.csv", "commit,load\na,1\n", ["--stage", "x", "--columns", "laod"],
        "a.csv: the table has no column “laod”; did you mean “load”"
      ),
      (
        "a.csv", "name,load\na,1\n", [],
        "a.csv: unknown history format; the file begins with “name, load”; "
          + "“hitchmark formats --histories” lists the formats of benchmark histories that Hitchmark reads"
      ),
      (
        "a.csv", "name,load\na,1\n", ["--as", "otava-csv"],
        "a.csv: the file is not a history in the format otava-csv; leave out --as, and hitchmark recognizes the format"
      ),
      (
        "a.csv", "commit,remark\na,b\n", [],
        "a.csv:1: no column contains only numbers; the columns of the table are "
          + "“commit”, “remark”; select columns with --columns"
      ),
      (
        "a.csv", "commit,load\n", [],
        "a.csv:1: no column contains only numbers; "
          + "the columns of the table are “commit”, “load”; select columns with --columns"
      ),
      (
        "a.csv", "commit,branch,load\na,main,1\n", ["--branch", "dev"],
        "a.csv: there are no measurements of branch “dev”; the branches in the history are “main”"
      ),
      (
        "a.csv", "commit,load\na,1\n", ["--branch", "dev"],
        "a.csv: there are no measurements of branch “dev”; the history names no branches"
      ),
      (
        "a.json", "{\"a\": {\"m\": {\"value\": 1}}, \"b\": {\"m\": {\"value\": 1}}}",
        ["--commit", "c", "--stage", "x"],
        "a.json: --stage names one stage, but the file has 2 benchmarks; "
          + "leave out --stage, so that each benchmark becomes a stage"
      ),
      (
        "a.js", "window.BENCHMARK_DATA = {\"lastUpdate\": 1, \"entries\": {}}", [],
        "a.js: the github-action-benchmark history has no measurements"
      ),
      (
        "a.json", "{\"a\": {\"m\":\n {\"value\": 1e400}}}", ["--commit", "c"],
        "a.json: the bmf history has no measurements; left out 1 value that is not a number; "
          + "first at a.json:2, “an infinite number”"
      ),
      (
        "a.json", "[{\"name\": \"b\", \"value\": 1}]", ["--commit", "c"],
        "a.json: unknown history format; the file begins with “name, value”; "
          + "“hitchmark formats --histories” lists the formats of benchmark histories that Hitchmark reads"
      ),
      ("a.json", "", [], "a.json: the file is empty"),
      (
        "a.json", "{\"commit_hash\": \"c\", \"version\": 9, \"results\": {}}", [],
        "a.json:1:33: the file has version 9 of the asv format; this version of hitchmark reads files up "
          + "to version 2; use a newer version of hitchmark"
      ),
    ] as [(String, String, [String], String)])
  func refused(name: String, text: String, words: [String], sentence: String) throws {
    let folder = TemporaryFolder()
    try folder.file(name, text: text)
    let outcome = try Tool.run(["import", name, "--store", "s.db"] + words, in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors == sentence + "\n")
    #expect(try folder.files().keys.sorted() == [name])
  }

  @Test("a folder is searched, other files are skipped, and a summary is printed")
  func folder() throws {
    let folder = TemporaryFolder()
    let fixtures = SharedMaterial.project.appending(path: "Tests/Fixtures/histories/asv").path
    let good = try Self.run("import", "\(fixtures)/good-results", in: folder)
    #expect(good.status == 0, "\(good.errors)")
    #expect(
      good.output.hasPrefix("asv: 2 files, 11 points of 6 stages at 2 commits"), "\(good.output)")
    #expect(
      good.output.contains("left out 1 result, measured with another version of the benchmark"))
    #expect(!good.output.contains("skipped"))
    let bad = try Self.run("import", "\(fixtures)/malformed-results", in: folder)
    #expect(bad.status == 2)
    #expect(
      bad.output.contains(
        "skipped \(fixtures)/malformed-results/lab/explanation.json: unknown history format"))
    #expect(
      bad.output.hasSuffix("s.db: 1 run added, 0 already stored, 3 refused\n"), "\(bad.output)")
    let nothing = TemporaryFolder()
    try nothing.file("notes.txt", text: "x")
    let empty = try Self.run("import", ".", in: nothing)
    #expect(
      empty.errors == ".: found no file with a history of benchmark results; "
        + "“hitchmark formats --histories” lists the formats of benchmark histories that Hitchmark reads\n"
    )
    let missing = try Self.run("import", "nowhere", in: nothing)
    #expect(missing.errors == "nowhere: no such file or folder\n")
  }

  @Test("an import of nothing keeps the order that an earlier one wrote")
  func keptOrder() throws {
    let folder = TemporaryFolder()
    try folder.file("order.txt", text: "c1\n")
    try folder.file("bad.json", text: "{")
    let outcome = try Self.run(
      "import", "bad.json", "--commit", "abc", "--write-order", "order.txt", in: folder)
    #expect(outcome.status == 2)
    #expect(try String(contentsOfFile: folder.path("order.txt"), encoding: .utf8) == "c1\n")
  }
}
