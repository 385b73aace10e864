import Foundation
import TestSupport
import Testing

/// `hitchmark check` on real repositories.
@Suite("check")
struct CheckTests {
  private static let measured = Result { try CheckedHistory() }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
  }

  // MARK: - Decisions

  @Test("a check without a regression passes, and reports how much it judged")
  func passed() throws {
    let measured = try Self.measured.get()
    try measured.store("passed.db")
    let outcome = try measured.check("passed.db")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.contains("Passed. 2 of 2 series were judged."), "\(outcome.output)")
  }

  @Test("a suspect commit is measured again as --confirm requests, and the result decides")
  func confirmationLoop() throws {
    let measured = try Self.measured.get()
    for (store, again, status) in [("bad.db", 11.0, Int32(1)), ("good.db", 10.0, 0)] {
      try measured.store(store, scroll: 11.05)
      let silent = try measured.check(store)
      #expect(silent.status == 0 && silent.output.contains("Suspect: app/scroll/frametime.p50 at"))
      let file = measured.path("\(store).json")
      let asked = try measured.check(store, "--fail-on", "suspect", "--confirm", file)
      #expect(asked.status == 3)
      let wanted = try #require(try JSON(text: try text(file))["measurements"]?.items.first)
      #expect(wanted["suite"] == .string("app") && wanted["stages"] == .array([.string("scroll")]))
      #expect(wanted["commits"] == .array([.string(measured.commits[29])]))
      #expect(wanted["fresh_sessions"] == .number(1) && wanted["runs_a_session"] == .number(1))
      try measured.measure(again, session: "again", into: store)
      let answered = try measured.check(store, "--fail-on", "suspect", "--confirm", file)
      #expect(answered.status == status, "\(answered.output)")
      #expect(try JSON(text: try text(file))["measurements"] == .array([]))
      let word = status == 1 ? "Failed: 1 open." : "Passed: 1 dismissed."
      #expect(answered.output.contains(word), "\(answered.output)")
    }
  }

  @Test(
    "the suggested search names the suite's folder, and a command unless suite.json has one",
    arguments: [("own", #""run": {"command": ["true"]}, "#, "\n"), ("none", "", " -- COMMAND\n")])
  func search(name: String, run: String, ending: String) throws {
    let measured = try Self.measured.get()
    for index in stride(from: 0, to: 30, by: 2) {
      let level = index < 16 ? 10.0 : 11
      try measured.write(
        "\(name)/app/scroll/\(index)", index, CheckedHistory.noisy(level, index),
        session: "\(index)")
    }
    let suite = measured.path("\(name)/app")
    try measured.repository.outside.file(
      "\(name)/app/suite.json", text: #"{\#(run)"stages": [{"id": "scroll"}]}"#)
    try measured.ingest("\(name)/app", into: "\(name).db")
    let words = ["--metrics", "frametime.p50"]
    let outcome = try measured.check("\(name).db", words)
    #expect(outcome.status == 1, "\(outcome.errors)")
    let options = "\(suite) --stage scroll --metric frametime.p50"
    #expect(outcome.output.contains(" \(options)\(ending)"), "\(outcome.output)")
    try FileManager.default.removeItem(atPath: "\(suite)/suite.json")
    let without = try measured.check("\(name).db", words)
    #expect(without.output.contains(" app --stage scroll --metric frametime.p50\n"))
  }

  @Test("regressions that the base already has are inherited")
  func base() throws {
    let measured = try Self.measured.get()
    for index in 0..<30 {
      let level = index < 15 ? 10.0 : 11
      try measured.write(
        "base/\(index)", index, CheckedHistory.noisy(level, index), session: "\(index)")
    }
    try measured.ingest("base", into: "base.db", "--suite", "app", "--stage", "scroll")
    let words = ["--metrics", "frametime.p50"]
    #expect(try measured.check("base.db", words).status == 1)
    let inherited = try measured.check("base.db", words + ["--base", "HEAD~1"])
    #expect(inherited.status == 0 && inherited.output.contains("Inherited: "))
    #expect(try measured.check("base.db", words + ["--base", "HEAD~20"]).status == 1)
    let unknown = try measured.check("base.db", words + ["--base", "nope"])
    #expect(unknown.status == 2 && unknown.errors.contains("Git finds no commit “nope”"))
  }

  @Test("a commit without runs is reported as missing, and is undecided with --fail-on missing")
  func missing() throws {
    let measured = try Self.measured.get()
    let outcome = try measured.check("all.db")
    #expect(outcome.status == 0 && outcome.output.contains("Missing: app/scroll/frametime.p50 at"))
    #expect(outcome.output.contains("Warning: No series could be judged"), "\(outcome.output)")
    #expect(try measured.check("all.db", "--fail-on", "missing").status == 3)
    let other = try measured.check("all.db", "--fail-on", "suspect,inconclusive,environment")
    #expect(other.status == 0)
  }

  // MARK: - Limits and comparisons

  @Test("a limit of the command line or suite fails if the whole interval exceeds it")
  func limits() throws {
    let measured = try Self.measured.get()
    try measured.store("limits.db")
    let cases: [(limit: String, status: Int32)] = [
      ("frametime.p50 <= 25 ms", 0), ("scroll/frametime.p50<=9ms", 1),
      ("open/fps.avg >= 60 fps", 1),
      ("app/open/frametime.p50 ≤ 19.99 ms", 0),
    ]
    for (limit, status) in cases {
      #expect(try measured.check("limits.db", "--limit", limit).status == status, "\(limit)")
    }
    let undecided = try measured.check(
      "limits.db", "--limit", "open/frametime.p50 <= 20 ms", "--fail-on", "inconclusive")
    #expect(undecided.status == 3, "\(undecided.output)")
  }

  @Test("the suite's thresholds are those ingested, or those of --suite-file")
  func suiteThresholds() throws {
    let measured = try Self.measured.get()
    func suite(_ limit: String, _ rest: String = "") -> String {
      """
      {"metrics": ["frametime.p50"], "stages": [{"id": "scroll"}, {"id": "open"}], "thresholds": {
        "limits": [{"metric": "frametime.p50", "limit": "\(limit)", "stage": "open"}]\(rest)}}
      """
    }
    try measured.store("suite.db")
    let file = "thresholds/app/suite.json"
    try measured.repository.outside.file(file, text: suite("<= 15 ms"))
    #expect(try measured.check("suite.db").status == 0)
    #expect(try measured.check("suite.db", "--suite-file", measured.path(file)).status == 1)
    try measured.write("thresholds/app/open/x", 29, 20.01, session: "first")
    try measured.ingest("thresholds/app", into: "suite.db")
    #expect(try measured.check("suite.db").status == 1)
    try measured.repository.outside.file(
      file, text: suite("<= 25 ms", #", "comparisons": [{"from": "open", "to": "scroll"}]"#))
    let compared = try measured.check("suite.db", "--suite-file", measured.path(file))
    #expect(compared.status == 0 && compared.output.contains("1 comparison"), "\(compared.errors)")
  }

  @Test("a comparison that regressed fails the check; stages are compared at the newest commit")
  func comparisons() throws {
    let measured = try Self.measured.get()
    try measured.store("compare.db")
    for number in 0..<4 {
      for (stage, level) in [("scroll", 10.0), ("open", 20)] {
        let folder = "compare-\(stage)-\(number)"
        try measured.write(folder, 29, CheckedHistory.noisy(level, 900 + number), session: "first")
        try measured.ingest(folder, into: "compare.db", "--suite", "app", "--stage", stage)
      }
    }
    let worse = try measured.check("compare.db", "--compare", "scroll..open")
    #expect(worse.status == 1, "\(worse.output)\(worse.errors)")
    #expect(worse.output.contains("Open: scroll..open/frametime.p50"), "\(worse.output)")
    #expect(worse.output.contains("5 + 5"), "\(worse.output)")
    let better = try measured.check("compare.db", "--compare", "open..scroll")
    #expect(better.status == 0 && better.output.contains("Improved: open..scroll/frametime.p50"))
    let unknown = try measured.check("compare.db", "--compare", "open..nope")
    #expect(unknown.status == 2 && unknown.errors.hasPrefix("nope: "), "\(unknown.errors)")
  }

  @Test("series of several devices that are not judged have readable names")
  func unjudgedDevices() throws {
    let outcome = try Tool.run([
      "check", "--suite", "trend-demo", "--order", "runs/trend-demo/commits.txt", "--store",
      try RecordedRuns.store(), "--details",
    ])
    #expect(outcome.output.contains("  trend-demo/list (Bench 1)"))
    #expect(!outcome.output.contains("@Bench"), "\(outcome.output)")
  }

  @Test("a limit on the command line replaces the suite's limit for any stage")
  func limitOfTheCommandLine() throws {
    let measured = try Self.measured.get()
    try measured.store("given.db")
    let file = "given/app/suite.json"
    try measured.repository.outside.file(
      file,
      text: """
        {"metrics": ["frametime.p50"], "stages": [{"id": "scroll"}, {"id": "open"}], "thresholds": {
          "limits": [{"metric": "frametime.p50", "limit": "<= 15 ms", "stage": "open"}]}}
        """)
    let words = ["--suite-file", measured.path(file)]
    #expect(try measured.check("given.db", words).status == 1)
    #expect(
      try measured.check("given.db", words + ["--limit", "frametime.p50 <= 25 ms"]).status == 0)
  }

  @Test("a stage may have a name with a special meaning in YAML or JSON")
  func stageCalledNull() throws {
    let measured = try Self.measured.get()
    for stage in ["null", "true"] {
      for run in 0..<3 {
        let folder = "words/0/\(stage)/\(run)"
        try measured.write(
          folder, 29, CheckedHistory.noisy(stage == "null" ? 10 : 20, run), session: "1")
      }
    }
    try measured.repository.outside.file(
      "words/0/suite.json", text: #"{"stages": [{"id": "null"}, {"id": "true"}]}"#)
    try measured.ingest("words", into: "words.db")
    let limit = ["--stage", "null", "--limit", "null/frametime.p50 <= 9 ms"]
    let outcome = try measured.check("words.db", limit)
    #expect(outcome.status == 1 && outcome.output.contains("0/null/frametime.p50"))
    let compared = try measured.check("words.db", "--compare", "null..true")
    #expect(compared.status == 1, "\(compared.errors)")
  }

  @Test("the trip-wire, noise floors and the window are options")
  func options() throws {
    let measured = try Self.measured.get()
    try measured.store("tripled.db", scroll: 30)
    let tripped = try measured.check("tripled.db")
    #expect(tripped.status == 1 && tripped.output.contains("Open: app/scroll/frametime.p50 at"))
    #expect(try measured.check("tripled.db", "--no-trip-wire").status == 0)
    #expect(try measured.check("tripled.db", "--trip-wire", "300%").status == 0)
    let outside = measured.repository.outside
    try outside.file("trip/app/suite.json", text: #"{"thresholds": {"trip_wire": "300%"}}"#)
    let file = outside.path("trip/app/suite.json")
    #expect(try measured.check("tripled.db", "--suite-file", file).status == 0)
    #expect(try measured.check("tripled.db", "--noise-floor", "frametime.p50=30 ms").status == 0)
    for words in [
      ["--trip-wire", "0%"], ["--trip-wire", "x"], ["--noise-floor", "frametime.p50=-1%"],
      ["--noise-floor", "frametime.p5O=1%"], ["--window", "0"],
    ] {
      let outcome = try measured.check("tripled.db", words)
      #expect(outcome.status == 2 && outcome.errors.contains(words[0]), "\(outcome.errors)")
    }
    try measured.store("floor.db")
    for command in ["check", "trend"] {
      let outcome = try Tool.run(
        [
          command, "--store", measured.path("floor.db"), "--noise-floor", "frametime.p50=0%",
          "--window", "5", "--format", "json",
        ], in: measured.repository.folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test("a passed check shows which regressions it would have detected")
  func visible() throws {
    let measured = try Self.measured.get()
    try measured.store("visible.db")
    let outcome = try measured.check("visible.db", "--stage", "scroll")
    #expect(outcome.output.contains("1 of 1 series was judged."), "\(outcome.output)")
    #expect(outcome.output.contains("A regression of "), "\(outcome.output)")
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("and a regression of 18.2% would have failed the check at once"),
      "\(outcome.output)")
  }

  @Test("a suite.json alone gives thresholds to a suite whose runs are in the store")
  func thresholdsAlone() throws {
    let measured = try Self.measured.get()
    try measured.store("alone.db")
    try measured.repository.outside.file(
      "alone/app/suite.json",
      text: #"""
        {"thresholds": {"limits": [{"metric": "frametime.p50", "limit": "<= 15 ms", "stage": "open"}],
          "noise_floors": {"frametime.p50": "0%"}}}
        """#)
    #expect(try measured.check("alone.db").status == 0)
    try measured.ingest("alone/app/suite.json", into: "alone.db")
    let outcome = try measured.check("alone.db")
    #expect(outcome.status == 1 && outcome.output.contains("2 of 2 series"), "\(outcome.output)")
  }

  @Test("a finding names the subject, author and day of its most likely commit")
  func author() throws {
    let measured = try Self.measured.get()
    try measured.store("author.db", scroll: 30)
    for (format, words) in [
      ("text", "(T, 2026-03-30)"), ("md", "(T, 2026-03-30)"), ("junit", "by T, 2026-03-30"),
      ("github", "by T, 2026-03-30"), ("json", #""author": "T""#),
    ] {
      let outcome = try measured.check("author.db", "--format", format)
      let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains(words), "\(format): \(outcome.output)")
    }
  }

  // MARK: - Outputs

  @Test("several formats go into a folder; other files are written only on request")
  func outputs() throws {
    let measured = try Self.measured.get()
    try measured.store("outputs.db", scroll: 11.05)
    let folder = measured.path("report")
    let formats = "md,html,csv,json,latex,text,junit,github,action-smaller,action-bigger,bmf"
    let names = { try FileManager.default.contentsOfDirectory(atPath: $0).sorted() }
    let before = try names(measured.repository.folder.url.path)
    let outcome = try Tool.run(
      ["check", "--store", measured.path("outputs.db"), "--format", formats, "-o", folder + "/"],
      in: measured.repository.folder.url,
      environment: ["GITHUB_STEP_SUMMARY": measured.path("summary.md")])
    #expect(outcome.status == 0 && outcome.output == "", "\(outcome.errors)")
    #expect(
      try names(folder) == [
        "check.bigger.json", "check.bmf.json", "check.csv", "check.github.txt", "check.html",
        "check.json", "check.md", "check.smaller.json", "check.tex", "check.txt", "check.xml",
      ])
    #expect(try names(measured.repository.folder.url.path) == before)
    #expect(!FileManager.default.fileExists(atPath: measured.path("summary.md")))
    #expect(try text("\(folder)/check.md").hasPrefix("<!-- hitchmark-check -->\n"))
    #expect(try text("\(folder)/check.github.txt").hasPrefix("::warning title="))
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/check.schema.json"))
    #expect(schema.complaints(about: try JSON(text: try text("\(folder)/check.json"))) == [])
  }

  @Test("the summary is appended, and the file extension decides the format")
  func summary() throws {
    let measured = try Self.measured.get()
    try measured.store("summary.db")
    let file = try measured.repository.outside.file("step.md", text: "before\n").path
    let outcome = try Tool.run(
      ["check", "--store", measured.path("summary.db"), "--step-summary", "--suite", "app"],
      in: measured.repository.folder.url, environment: ["GITHUB_STEP_SUMMARY": file])
    #expect(outcome.status == 0 && outcome.output.contains("Passed."))
    #expect(try text(file).hasPrefix("before\n<!-- hitchmark-check app -->\n## "))
    for (name, start) in [
      ("x.xml", "<?xml"), ("x.bmf.json", "{\n  \"app/scroll\""), ("x.smaller.json", "[\n"),
      ("x.json", "{\n  \"schema\": \"hitchmark.check/1\""),
    ] {
      #expect(try measured.check("summary.db", "-o", measured.path(name)).status == 0)
      #expect(try text(measured.path(name)).hasPrefix(start), "\(name)")
    }
  }

  @Test("the same data gives the same bytes, whatever the order of ingestion")
  func sameBytes() throws {
    let measured = try Self.measured.get()
    try measured.store("one.db", scroll: 11.05)
    try measured.measure(11.05, session: "first", into: "two.db")
    try measured.measure(20.02, session: "first", into: "two.db", stage: "open")
    try measured.ingest("all/app", into: "two.db")
    for format in ["json", "md", "junit"] {
      let one = try measured.check("one.db", "--format", format)
      let two = try measured.check("two.db", "--format", format)
      #expect(one.status == 0 && one.output == two.output)
    }
  }

  @Test("a check sees a single state of the store, even while another process writes")
  func writtenMeanwhile() throws {
    let measured = try Self.measured.get()
    try measured.store("busy.db")
    for index in 0..<60 {
      try measured.write("many/\(index)", 29, 10.5 + Double(index) / 1e6, session: "m")
    }
    let writer = try Tool.start(
      [
        "ingest", measured.path("many"), "--store", measured.path("busy.db"), "--suite", "app",
        "--stage", "scroll",
      ], in: measured.repository.folder.url)
    for _ in 0..<4 {
      let outcome = try measured.check("busy.db", "--format", "json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let runs = try JSON(text: outcome.output)["series"]?.items.first?["level"]?["runs"]?.number
      // Each run is stored completely or not at all, and so are all runs of a transaction.
      #expect(runs == 1 || runs == 61, "\(String(describing: runs))")
    }
    #expect(try writer.finish().status == 0)
  }
}
