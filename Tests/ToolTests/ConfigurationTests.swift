import Foundation
import TestSupport
import Testing

@Suite("hitchmark.json")
struct ConfigurationTests {
  private let folder = TemporaryFolder()

  init() throws {
    for (stage, numbers) in [("a", [1, 2]), ("b", [3, 4])] {
      for number in numbers {
        try NativeTrace(number).write(into: folder, "work/runs/app/\(stage)/\(number)/")
      }
    }
    try folder.file("work/runs/app/suite.json", text: #"{"stages": [{"id": "a"}, {"id": "b"}]}"#)
    try FileManager.default.createDirectory(
      atPath: folder.path("work/.git"), withIntermediateDirectories: true)
  }

  /// Runs the tool in a folder below `work`, with the user's configuration in `home`.
  private func run(
    _ words: [String], in place: String = "", _ variables: [String: String] = [:]
  ) throws -> Tool.Outcome {
    let home = ["XDG_CONFIG_HOME": folder.path("home"), "HOME": folder.path("home")]
    return try Tool.run(
      words, in: folder.url.appending(path: "work").appending(path: place),
      environment: home.merging(variables) { $1 })
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path(name))
  }

  @Test("sets the store, the suite and the metrics, also in a folder below")
  func settings() throws {
    try folder.file(
      "work/hitchmark.json",
      text: """
        // Defaults of this project.
        {"store": "perf.db", "suite": "app", "metrics": ["fps.avg", "frametime.p50"],}
        """)
    #expect(try run(["ingest", "."], in: "runs").status == 0)
    #expect(exists("work/perf.db") && !exists("work/runs/perf.db"))
    let report = try run(["report", "--format", "json"])
    #expect(report.status == 0 && report.output.contains("hitchmark.report/1"), "\(report.errors)")
    let comparison = try run(["compare", "app/a", "app/b", "--format", "csv"])
    #expect(comparison.output.contains("fps.avg"), "\(comparison.errors)")
    #expect(!comparison.output.contains("frametime.p95"))
  }

  @Test("has less priority than the command line and the environment; --no-config ignores it")
  func order() throws {
    try folder.file("work/hitchmark.json", text: #"{"store": "file.db"}"#)
    #expect(try run(["ingest", "runs"], ["HITCHMARK_STORE": "environment.db"]).status == 0)
    #expect(try run(["ingest", "runs", "--store", "option.db"]).status == 0)
    #expect(exists("work/environment.db") && exists("work/option.db") && !exists("work/file.db"))
    #expect(try run(["ingest", "runs", "--no-config"]).status == 0)
    #expect(exists("work/hitchmark.db") && !exists("work/file.db"))
  }

  @Test("the file of the work tree overrides the user's file, key by key")
  func user() throws {
    try folder.file("work/hitchmark.json", text: #"{"suite": "app"}"#)
    try folder.file(
      "home/hitchmark/hitchmark.json", text: #"{"suite": "other", "store": "~/all.db"}"#)
    #expect(try run(["ingest", "runs"]).status == 0)
    #expect(exists("home/all.db"))
    #expect(try run(["report"]).status == 0)
    try folder.file("home/hitchmark/hitchmark.json", text: #"{"store": "all.db"}"#)
    let relative = try run(["report"])
    #expect(relative.status == 2)
    #expect(
      relative.errors.hasSuffix(
        "hitchmark.json:1:2: the path of the store, “all.db”, is relative; expected one that begins with "
          + "/ or ~/; change it there, or pass --store or --no-config\n"
      ),
      "\(relative.errors)")
  }

  @Test(
    "of a work tree cannot name a store elsewhere, in Git's folder or behind a link",
    arguments: [
      ("/tmp/x.db", "outside of the folder of this file"),
      ("clickhouse://localhost/frames", "the address of a cluster"),
      ("clickhouses://db1:8443/frames?cluster=farm", "the address of a cluster"),
      ("../x.db", "outside of the folder of this file"),
      ("a/../../x.db", "outside"), ("~/x.db", "outside"), (".git/x.db", "the folder .git"),
      ("sub/.GIT/hooks/x", "the folder .git"), ("link/x.db", "a symbolic link"),
      ("dangling.db", "a symbolic link"),
      ("linked.db", "a symbolic link"),
    ])
  func strangers(store: String, found: String) throws {
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path("work/link"), withDestinationPath: folder.url.path)
    try files.createSymbolicLink(
      atPath: folder.path("work/dangling.db"), withDestinationPath: folder.path("x.db"))
    try files.createSymbolicLink(
      atPath: folder.path("work/linked.db-wal"), withDestinationPath: folder.path("x.db"))
    try folder.file("work/hitchmark.json", text: "{\n  \"store\": \"\(store)\"}")
    let outcome = try run(["ingest", "runs"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("hitchmark.json:2:3: the store “"), "\(outcome.errors)")
    #expect(outcome.errors.contains(found), "\(outcome.errors)")
    #expect(try files.contentsOfDirectory(atPath: folder.url.path).sorted() == ["work"])
    #expect(try run(["ingest", "runs", "--no-config"]).status == 0)
  }

  @Test("is not searched above the work tree, and outside of one only in the folder itself")
  func place() throws {
    try folder.file("hitchmark.json", text: #"{"store": "above.db"}"#)
    #expect(try run(["ingest", "runs"]).status == 0)
    #expect(exists("work/hitchmark.db") && !exists("above.db"))
    try FileManager.default.removeItem(atPath: folder.path("work/.git"))
    try folder.file("work/hitchmark.json", text: #"{"store": "here.db"}"#)
    #expect(try run(["ingest", "app"], in: "runs").status == 0)
    #expect(exists("work/runs/hitchmark.db") && !exists("work/here.db"))
    #expect(try run(["ingest", "runs"]).status == 0)
    #expect(exists("work/here.db"))
  }

  @Test("is read only if it is a regular file of the user")
  func owner() throws {
    try folder.file("home/other.json", text: "{}")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("work/hitchmark.json"), withDestinationPath: "../home/other.json")
    let linked = try run(["ingest", "runs"])
    #expect(
      linked.status == 2 && linked.errors.hasPrefix("hitchmark.json: the file is a symbolic link; ")
    )
    guard geteuid() == 0 else { return }
    try FileManager.default.removeItem(atPath: folder.path("work/hitchmark.json"))
    try folder.file("work/hitchmark.json", text: "{}")
    #expect(chown(folder.path("work/hitchmark.json"), 4321, 4321) == 0)
    let foreign = try run(["ingest", "runs"])
    #expect(foreign.status == 2)
    #expect(
      foreign.errors == "hitchmark.json: the file belongs to another user; "
        + "pass --no-config, or replace the file by a copy that you own\n")
  }

  @Test(
    "is refused with its position if it is invalid",
    arguments: [
      (
        #"{"stor": "x.db"}"#,
        "hitchmark.json:1:2: unknown key “stor”; did you mean “store”; the keys are"
      ),
      (#"{"metrics": "fps"}"#, "hitchmark.json:1:2: “metrics” is "),
      (#"{"colors": "blue"}"#, "hitchmark.json: colors is “blue”; expected "),
      ("{", "hitchmark.json:1:2: "),
    ])
  func invalid(text: String, start: String) throws {
    try folder.file("work/hitchmark.json", text: text)
    let outcome = try run(["formats"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(start), "\(outcome.errors)")
    #expect(try run(["formats", "--no-config"]).status == 0)
    #expect(try run(["--help"]).status == 0)
    #expect(try run(["--version"]).status == 0)
  }

  @Test("what the file of a work tree says about the runs to judge is ignored by check")
  func check() throws {
    #expect(try run(["ingest", "runs"]).status == 0)
    try folder.file("work/order.txt", text: "c1\n")
    let plain = try run(["check", "--order", "order.txt"])
    try folder.file(
      "work/hitchmark.json",
      text: #"{"store": "other.db", "suite": "none", "metrics": ["duration"], "colors": "never"}"#)
    for words in [["check"], ["--color", "never", "check"]] {
      let judged = try run(words + ["--order", "order.txt"])
      #expect(judged.status == plain.status && judged.output == plain.output)
      #expect(
        judged.errors.hasPrefix("hitchmark.json: check ignores ")
          && ["“store”", "“suite”", "“metrics”"].allSatisfy(judged.errors.contains),
        "\(judged.errors)")
    }
    // The user's own file is no part of the change.
    try folder.file("home/hitchmark/hitchmark.json", text: #"{"suite": "nothing"}"#)
    let own = try run(["check", "--order", "order.txt"])
    #expect(own.status == 2 && own.errors.contains("nothing"), "\(own.errors)")
  }

  @Test("sets colors, and --color overrides it")
  func colors() throws {
    try folder.file("work/hitchmark.json", text: #"{"colors": "always"}"#)
    let words = ["compare", "runs/app/a", "runs/app/b"]
    #expect(try run(words).output.contains("\u{1B}["))
    #expect(try !run(words + ["--color", "never"]).output.contains("\u{1B}["))
  }
}
