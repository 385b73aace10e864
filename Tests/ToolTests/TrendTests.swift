import Foundation
import TestSupport
import Testing

/// `hitchmark trend` along the commits of real repositories.
@Suite("trend")
struct TrendTests {
  /// 36 commits on `main`, each measured twice with uniform noise of up to 2%; from the 21st on 10% slower.
  private final class Measured: Sendable {
    let repository: GitRepository
    let commits: [String]
    /// A commit that was measured and then undone; the tag `gone` keeps it.
    let gone: String

    init() throws {
      repository = try GitRepository()
      let outcome = try Tool.shell(
        """
        export GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.com
        export GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.com
        for number in $(seq 2 36); do
          git commit --quiet --allow-empty --message "Commit $number" || exit 1
        done
        git commit --quiet --allow-empty --message Gone && git tag gone && git reset -q HEAD~1
        """, in: repository.folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
      commits = try repository.git("rev-list", "--reverse", "main").components(separatedBy: "\n")
      gone = try repository.git("rev-parse", "gone")
      for (index, commit) in (commits + [gone]).enumerated() {
        for run in 0..<2 { try write(index, commit, run) }
      }
    }

    private func write(_ index: Int, _ commit: String, _ run: Int) throws {
      // SplitMix64's mixing function of the run's index.
      var bits = UInt64(2 * index + run + 1) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      let noise = (Double((bits ^ (bits >> 27)) >> 11) / 0x1p53 - 0.5) * 0.04
      let frameTime = 10 * (index < 20 ? 1 : 1.1) * (1 + noise)
      let folder = "runs/\(index)-\(run)"
      let frames = Array(repeating: "\(frameTime)", count: 8).joined(separator: "\n")
      try repository.outside.file("\(folder)/run.json", text: #"{"commit": "\#(commit)"}"#)
      try repository.outside.file("\(folder)/frames.csv", text: "frame_time_ms\n\(frames)\n")
    }

    func folders(_ indices: some Sequence<Int>) -> [String] {
      indices.flatMap { index in (0..<2).map { repository.outside.path("runs/\(index)-\($0)") } }
    }

    func ingest(_ folders: [String], into store: String) throws {
      let outcome = try Tool.run(
        ["ingest"] + folders
          + ["--store", repository.outside.path(store), "--suite", "app", "--stage", "scroll"])
      try #require(outcome.status == 0, "\(outcome.errors)")
    }

    func trend(
      _ store: String, _ words: String..., metric: String = "frametime.p50"
    ) throws -> Tool.Outcome {
      try Tool.run(
        ["trend", "--store", repository.outside.path(store), "--metrics", metric] + words,
        in: repository.folder.url)
    }
  }

  private static let measured = Result { try Measured() }

  @Test("a step of 10% is found between its commits, and the git command to show it is printed")
  func step() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(0..<36), into: "step.db")
    let outcome = try measured.trend("step.db", "--format", "md")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bad = measured.commits[20].prefix(12)
    #expect(outcome.output.contains("to show the commit: git show \(bad)"), "\(outcome.output)")
    #expect(outcome.output.contains("since \(bad)") && outcome.output.contains("; open."))
    #expect(outcome.output.contains("▲"))
  }

  @Test("charts are one file each in a folder, or all in one file")
  func pictures() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(0..<36), into: "pictures.db")
    let metrics = "frametime.p50,fps.avg"
    let folder = measured.repository.outside.path("pictures")
    let apart = try measured.trend(
      "pictures.db", "--format", "svg", "--output", folder + "/", metric: metrics)
    #expect(apart.status == 0, "\(apart.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/trend-charts")
    #expect(
      files.sorted() == [
        "chart-app-scroll-fps-avg.svg", "chart-app-scroll-frametime-p50.svg",
        "chart-heat-map-app-scroll.svg",
      ])
    let together = try measured.trend("pictures.db", "--format", "svg", metric: metrics)
    #expect(together.output.components(separatedBy: "role=\"img\"").count == 4)
  }

  @Test("pages have a heat map per stage, with a row for each of the newest commits")
  func heatMap() throws {
    let words = [
      "trend", "--suite", "trend-demo", "--order", "runs/trend-demo/commits.txt", "--format",
      "html",
    ]
    let page = try Tool.run(words + ["--store", try RecordedRuns.store()]).output
    for stage in ["detail", "list"] {
      #expect(page.contains("Longest frames of the newest commits, trend-demo/\(stage)"))
    }
    #expect(page.contains("30 runs, one row per run."))
  }

  @Test("any order of ingestion gives the same bytes")
  func shuffled() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(0..<36), into: "ordered.db")
    let some = (0..<36).map { ($0 * 23 + 5) % 36 }
    try measured.ingest(measured.folders(some.filter { $0 > 12 }), into: "shuffled.db")
    let partial = try measured.trend("shuffled.db", "--format", "json")
    try measured.ingest(measured.folders(some.filter { $0 <= 12 }), into: "shuffled.db")
    let ordered = try measured.trend("ordered.db", "--format", "json")
    let shuffled = try measured.trend("shuffled.db", "--format", "json")
    #expect(ordered.status == 0 && ordered.output == shuffled.output)
    #expect(partial.output != ordered.output)
  }

  @Test("the JSON fits its schema, and has the values of the tables")
  func json() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(0..<37), into: "json.db")
    let outcome = try measured.trend("json.db", "--format", "json")
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/trend.schema.json"))
    let document = try JSON(text: outcome.output)
    #expect(schema.complaints(about: document) == [])
    let finding = try #require(document["findings"]?.items.first)
    #expect(finding["state"] == .string("confirmed"))
    #expect(finding["commits"]?["good"] == .string(measured.commits[19]))
    #expect(finding["commits"]?["bad"] == .string(measured.commits[20]))
    #expect(finding["series"]?.items.first?["id"] == document["series"]?.items.first?["id"])
    let left = document["census"]?["left_out"]?.items.map { $0["reason"] }
    #expect(left == [.string("other-history")])
    try measured.ingest(measured.folders(0..<3), into: "few.db")
    let none = try JSON(text: try measured.trend("few.db", "--format", "json").output)
    #expect(schema.complaints(about: none) == [])
    #expect(
      none["series"]?.items.first?["not_judged"]
        == .string("the series has 3 points; a judgment needs at least 10"))
  }

  @Test("the schema rejects other JSON")
  func strictSchema() throws {
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/trend.schema.json"))
    let document = """
      {"schema": "hitchmark.trend/1", "findings": [{"state": "sure"}], "series": [{"id": 1}]}
      """
    let complaints = schema.complaints(about: try JSON(text: document))
    #expect(complaints.contains("$: census is missing"))
    #expect(complaints.contains("$.findings[0].state: enum is violated"))
    #expect(complaints.contains("$.series[0].id: type is violated"))
  }

  @Test("commits that were undone are left out with a reason; another branch has them")
  func rebasedAway() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(30..<37), into: "gone.db")
    let outcome = try measured.trend("gone.db", "--format", "md")
    let left = try #require(
      outcome.output.split(separator: "\n").first { $0.contains(measured.gone.prefix(12)) })
    #expect(
      left.contains(" 2 | the commits are not on the first-parent history of main"), "\(left)")
    let other = try measured.trend("gone.db", "--branch", "gone", "--format", "md")
    #expect(!other.output.contains("left out"))
    #expect(other.output.contains("the series has 7 points; a judgment needs at least 10"))
  }

  @Test("--since leaves out older commits, and counts them")
  func since() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(22..<26), into: "since.db")
    let outcome = try measured.trend(
      "since.db", "--since", measured.commits[23], "--format", "md")
    #expect(outcome.output.contains("2 of 12 commits were measured"), "\(outcome.output)")
    #expect(outcome.output.contains("the commits are older than the requested range of commits"))
    let unknown = try measured.trend("since.db", "--since", "v9")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("Git finds no commit “v9”"))
  }

  @Test("without a work tree, stored parents give the order if they form a chain")
  func storedParents() throws {
    let repository = try GitRepository()
    var commits: [String] = []
    for (index, frameTime) in [10.0, 30.0, 20.0].enumerated() {
      commits.append(try repository.commit("Commit \(index)"))
      let trace = try repository.trace("\(index).csv", frameTime: frameTime)
      if index != 1 {
        #expect(try repository.ingest(trace, "--commit", commits[index]).status == 0)
      }
    }
    let elsewhere = TemporaryFolder()
    let words = [
      "trend", "--store", repository.outside.path("runs.db"), "--metrics", "frametime.p50",
    ]
    let gap = try Tool.run(words, in: elsewhere.url)
    #expect(gap.status == 2)
    #expect(
      gap.errors.contains(
        "there is no Git work tree with commits, and the parents in the store do not connect all commits"
      ),
      "\(gap.errors)")
    let late = try repository.ingest(repository.folder.path("1.csv"), "--commit", commits[1])
    #expect(late.status == 0)
    let outcome = try Tool.run(words, in: elsewhere.url)
    #expect(
      outcome.output.contains("Along the commit history that the store contains"),
      "\(outcome.errors)")
    #expect(outcome.output.contains("▁█▅"), "\(outcome.output)")
    #expect(outcome.output.contains(commits[2].prefix(12)))
  }

  @Test("a range also gives the last commit, and a branch name without option gets a suggestion")
  func range() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(0..<36), into: "range.db")
    let outcome = try measured.trend("range.db", "--since", "HEAD~5..HEAD~2")
    #expect(outcome.output.contains("3 of 3 commits were measured"), "\(outcome.errors)")
    let open = try measured.trend("range.db", "--since", "HEAD~5..")
    let since = try measured.trend("range.db", "--since", "HEAD~5")
    #expect(open.output == since.output && since.status == 0, "\(open.errors)")
    let backwards = try measured.trend("range.db", "--since", "HEAD~2..HEAD~5")
    #expect(
      backwards.errors.hasSuffix(
        ": commit “HEAD~5” is older than commit “HEAD~2”; write HEAD~5..HEAD~2\n"
      ),
      "\(backwards.errors)")
    let word = try measured.trend("range.db", "main")
    #expect(word.errors.contains("“main”; did you mean “--branch main”?"), "\(word.errors)")
  }

  @Test(
    "the history follows the first parents of merges, and in a shallow clone the fetched commits")
  func mergeAndShallowClone() throws {
    let repository = try GitRepository()
    let first = try repository.git("rev-parse", "HEAD")
    try repository.git("checkout", "--quiet", "-b", "side")
    let side = try repository.commit("Side", changing: "other")
    try repository.git("checkout", "--quiet", "main")
    let main = try repository.commit("Main")
    try repository.git("merge", "--quiet", "--no-edit", "side")
    let merge = try repository.git("rev-parse", "HEAD")
    for (index, commit) in [merge, side, first, main].enumerated() {
      let trace = try repository.trace("\(index).csv", frameTime: 20 + Double(index))
      #expect(try repository.ingest(trace, "--commit", commit).status == 0)
    }
    let words = ["trend", "--store", repository.outside.path("runs.db"), "--format", "md"]
    let whole = try Tool.run(words + ["--metrics", "frametime.p50"], in: repository.folder.url)
    #expect(whole.output.contains("3 of 3 commits were measured"), "\(whole.errors)")
    // The oldest commit has the third trace, and the merge the first.
    #expect(whole.output.contains("▆█▁"), "\(whole.output)")
    let left = try #require(
      whole.output.split(separator: "\n").first { $0.contains(side.prefix(12)) })
    #expect(left.contains(" 1 | the commits are not on the first-parent history of main"))
    let clone = try GitRepository()
    try clone.git("fetch", "--quiet", "--depth=1", "file://\(repository.folder.url.path)", "main")
    try clone.git("checkout", "--quiet", "FETCH_HEAD")
    let shallow = try Tool.run(words, in: clone.folder.url)
    #expect(shallow.output.contains("1 of 1 commits were measured"), "\(shallow.output)")
    #expect(shallow.output.contains(" 3 | the commits are not on the first-parent history of HEAD"))
    #expect(
      shallow.errors.hasSuffix(
        ": the repository is a shallow clone with 1 commit of HEAD; the runs measured 3 other commits, which may "
          + "not have been fetched; fetch the whole history with “git fetch --unshallow”\n"),
      "\(shallow.errors)")
    let check = try Tool.run(["check"] + words.dropFirst(), in: clone.folder.url)
    #expect(check.errors == shallow.errors)
    let calibrate = try Tool.run(["calibrate"] + words.dropFirst(), in: clone.folder.url)
    #expect(calibrate.errors == shallow.errors)
    #expect(whole.errors.isEmpty)
  }

  @Test("without commits or without runs of the history, the error shows what to do")
  func nothing() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(36...36), into: "nothing.db")
    let none = try measured.trend("nothing.db")
    #expect(none.status == 2)
    #expect(
      none.errors.contains("none of 2 runs in the store measured a commit of “main”"),
      "\(none.errors)")
    let folder = TemporaryFolder()
    try folder.file("a.csv", text: "frame_time_ms\n10\n11\n")
    #expect(try Tool.run(["ingest", "a.csv", "--store", "s.db"], in: folder.url).status == 0)
    let outcome = try Tool.run(["trend", "--store", "s.db"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("s.db: no run has a commit"), "\(outcome.errors)")
  }

  @Test("an unknown metric is an error with a suggestion")
  func unknownMetric() throws {
    let measured = try Self.measured.get()
    try measured.ingest(measured.folders(0..<1), into: "metric.db")
    let alone = try measured.trend("metric.db")
    #expect(alone.output.contains("Warning: No series could be judged"))
    #expect(!alone.output.contains("No change point was found"))
    let outcome = try measured.trend("metric.db", metric: "fps.agv")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("did you mean “fps.avg”"), "\(outcome.errors)")
  }
}

/// Tests that `trend` and `check` call the same regressions open.
@Suite("open regressions")
struct OpenRegressionTests {
  private let folder = TemporaryFolder()

  /// Imports 100 commits whose value is a factor of ten, with noise of about 1%.
  private func history(_ factor: (Int) -> Double) throws -> [String] {
    let names = (0..<100).map { "c\($0 + 100)" }
    let rows = names.enumerated().map { position, name in
      let day =
        "2026-0\(1 + position / 28)-\(10 + position % 28 % 18)T\(10 + position % 28 / 18):00:00Z"
      let noise = Double((position * 37) % 21 - 10) / 1000
      return "\(day),\(name),\(10 * factor(position) * (1 + noise))"
    }
    try folder.file(
      "load.csv", text: (["time,commit,load_ms"] + rows).joined(separator: "\n") + "\n")
    try folder.file("order.txt", text: names.joined(separator: "\n") + "\n")
    let store = folder.path("s.db")
    let imported = InProcess.run(["import", folder.path("load.csv"), "--store", store])
    try #require(imported.status == 0, "\(imported.errors)")
    return ["--store", store, "--order", folder.path("order.txt")]
  }

  @Test("a regression that was never fixed stays open, however old")
  func neverFixed() throws {
    let words = try history { $0 < 40 ? 1 : 1.5 }
    let trend = InProcess.run(["trend"] + words)
    #expect(trend.output.hasPrefix("1 open regression: load"), "\(trend.output)\(trend.errors)")
    let check = InProcess.run(["check"] + words)
    #expect(check.status == 1 && check.output.contains("1 open"), "\(check.output)\(check.errors)")
  }

  @Test("a regression that was fixed is open in neither")
  func fixed() throws {
    let words = try history { (40..<60).contains($0) ? 1.5 : 1 }
    #expect(InProcess.run(["trend"] + words).output.hasPrefix("No open regression"))
    #expect(InProcess.run(["check"] + words).status == 0)
  }
}
