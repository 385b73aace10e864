import Foundation
import TestSupport
import Testing

/// A project with a small program whose frames take the microseconds in the file `step`, cloned as a CI job does.
private struct Project {
  let folder = TemporaryFolder()
  let branch: String

  /// Creates the repository `origin` with a branch `change`, and checks out their merge in `job`.
  ///
  /// - Parameters:
  ///   - script: changes the files of the branch.
  ///   - later: changes the target branch after the branch began.
  init(change script: String, later: String = "") throws {
    try folder.file("origin/step", text: "16000\n")
    try folder.file("origin/bench/record", text: Self.bench)
    try folder.file("origin/bench/app/suite.json", text: Self.suite)
    try folder.file("origin/.gitignore", text: "/built\n/report/\n/hitchmark.db*\n/bench/app/*/\n")
    let outcome = try Tool.shell(
      """
      set -e
      export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org
      cd origin; git init -q -b main; git add .; git commit -q -m "Begin"
      git checkout -q -b change; \(script)
      git add .; git commit -q --allow-empty -m "Draw shadows"
      git checkout -q main; \(later.isEmpty ? "true" : "\(later); git commit -q -a -m Later")
      git clone -q . ../job; cd ../job
      git checkout -q --detach origin/main; git merge -q --no-ff --no-edit origin/change
      git rev-parse origin/main
      """, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    branch = outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let suite = #"{"metrics": ["frametime.p50"], "stages": [{"id": "list"}]}"#

  /// The noise of a run is up to ±1%, equal for all its frames, and depends on the number of runs before.
  private static let bench = """
    echo "$PWD" >> "$LOG"
    awk -v step="$(cat built)" -v run="$(wc -l < "$LOG")" 'BEGIN {
      step *= 1 + ((run * 7919 % 199) - 99) / 9900
      print "timestamp_us"; for (i = 0; i < 60; i++) print run + i * step
    }' > "$HITCHMARK_OUT/frames.csv"
    """

  /// Runs the step of action.yml that measures.
  func measure(_ inputs: [String: String] = [:]) throws -> Tool.Outcome {
    let step = try #require(try CIDocument().actionSteps().first { $0.name == "Measure" })
    return try run(step, inputs)
  }

  func run(_ step: CIDocument.Step, _ inputs: [String: String]) throws -> Tool.Outcome {
    let tools = folder.url.appending(path: "tools")
    try? FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    try? FileManager.default.createSymbolicLink(
      atPath: tools.appending(path: "hitchmark").path, withDestinationPath: Tool.path)
    return try Tool.shell(
      "set -e; export PATH=\"\(tools.path):$PATH\"\n\(step.script)",
      in: folder.url.appending(path: "job"),
      environment: [
        "SUITE": "bench/app", "COMMAND": "sh bench/record", "BUILD": "cp step built",
        "BUDGET": "10m", "GITHUB_BASE_REF": "main", "LOG": folder.path("log"),
        "GITHUB_OUTPUT": folder.path("output"), "GITHUB_STEP_SUMMARY": folder.path("summary"),
      ].merging(inputs) { $1 })
  }

  func text(_ path: String) -> String {
    (try? String(contentsOfFile: folder.path(path), encoding: .utf8)) ?? ""
  }

  func report() throws -> JSON { try JSON(text: text("job/report/check.json")) }

  func rows(_ query: String) throws -> [String] {
    let store = folder.path("job/hitchmark.db")
    return try Tool.run(["sql", query, "--store", store, "--format", "csv"])
      .output.split(separator: "\n").dropFirst().map(String.init)
  }
}

@Suite("Measured pull requests", .serialized)
struct PullRequestTests {
  @Test("a pull request that is 10% slower fails, with all outputs, and both commits are stored")
  func slower() throws {
    let project = try Project(change: "echo 17600 > step")
    let outcome = try project.measure()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(project.text("output") == "status=1\n")
    let title = #/✗ Failed: list is (9|10)\.\d% slower\n/#
    #expect(outcome.output.contains(title), "\(outcome.output)")
    #expect(outcome.output.contains("::error title=hitchmark::✗ Failed"), "\(outcome.output)")
    #expect(project.text("summary").hasPrefix("<!-- hitchmark-check pullrequest.app -->\n## ✗"))
    #expect(project.text("job/report/check.xml").contains("<failure type=\"worse\""))
    let report = try project.report()
    #expect(report["decision"]?.text == "regressed" && report["end"]?.text == "decided")
    #expect(report["base"]?["commit"]?.text == project.branch)
    try schemaFits(report)
    let sides = try project.rows(
      "SELECT revision, count(*), count(DISTINCT session) FROM run GROUP BY 1")
    #expect(sides.count == 2 && sides.allSatisfy { $0.hasSuffix(",1") }, "\(sides)")
    #expect(sides.contains { $0.hasPrefix(project.branch) })
    let order = project.text("log").split(separator: "\n").map { $0.suffix(12) }
    #expect(order[0] == order[3] && order[1] == order[2] && order[0] != order[1], "A B B A")
  }

  @Test("3% is found with enough budget")
  func slightlySlower() throws {
    let project = try Project(change: "echo 16480 > step")
    let outcome = try project.measure()
    #expect(project.text("output") == "status=1\n", "\(outcome.output)\(outcome.errors)")
  }

  @Test("without a change it passes, also if the target branch became slower meanwhile")
  func unchanged() throws {
    let project = try Project(change: "echo x > other", later: "echo 17600 > step")
    let outcome = try project.measure()
    #expect(project.text("output") == "status=0\n", "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("✓ Passed: no metric is worse"), "\(outcome.output)")
    #expect(try project.report()["base"]?["commit"]?.text == project.branch)
  }

  @Test("a spent budget is undecided, says what is missing, and passes unless asked to fail")
  func undecided() throws {
    let project = try Project(change: "echo 17600 > step")
    let outcome = try project.measure(["BUDGET": "0s"])
    #expect(project.text("output") == "status=3\n", "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("at least 3 runs of each are needed"), "\(outcome.output)")
    #expect(outcome.output.contains("::warning title=hitchmark::○ Undecided"))
    let result = try #require(try CIDocument().actionSteps().first { $0.name == "Result" })
    for (fails, status) in [("false", 0), ("true", 3)] {
      let outcome = try project.run(result, ["MEASURED": "3", "FAIL_UNDECIDED": fails])
      #expect(outcome.status == status)
    }
  }

  @Test(
    "a build that breaks and a benchmark that crashes are errors that name the reason",
    arguments: [
      ("git rm -q step", "the build of ", "cannot be built"),
      ("echo 'echo out of memory; exit 9' > bench/record", "out of memory", "runs in a row failed"),
    ])
  func broken(change: String, cause: String, complaint: String) throws {
    let project = try Project(change: change)
    let outcome = try project.measure()
    #expect(project.text("output") == "status=2\n", "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains(cause) && outcome.errors.contains(complaint))
    #expect(project.text("summary") == "Hitchmark could not measure; the log says why.\n")
    let result = try #require(try CIDocument().actionSteps().first { $0.name == "Result" })
    #expect(try project.run(result, ["MEASURED": "2"]).status == 2)
  }

  @Test("a pull request can change neither the configuration nor the rules by which it is judged")
  func hostile() throws {
    let project = try Project(
      change: """
        echo 17600 > step
        echo '{"store": "other.db", "metrics": ["cpu.avg"]}' > hitchmark.json
        echo '{"metrics": ["cpu.avg"], "stages": [{"id": "list"}],
          "thresholds": {"noise_floors": {"frametime.p50": "90%"}}}' > bench/app/suite.json
        """)
    let outcome = try project.measure()
    #expect(project.text("output") == "status=1\n", "\(outcome.output)\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: project.folder.path("job/other.db")))
  }

  @Test(
    "wrong ranges and outputs without a pull request are refused",
    arguments: [
      (["--pull-request", "main"], "is not a range of commits"),
      (["--pull-request", "HEAD..HEAD"], "changes nothing"),
      (["--pull-request", "nowhere..HEAD"], "nowhere"),
      (["--format", "junit"], "--format junit needs --pull-request"),
      (["--summary", "x.md"], "--summary needs --pull-request"),
      (["--pull-request", "HEAD^..HEAD", "--commits", "HEAD^,HEAD"], "--pull-request"),
    ])
  func refused(options: [String], sentence: String) throws {
    let folder = TemporaryFolder()
    try folder.file("s/suite.json", text: #"{"stages": [{"id": "list"}]}"#)
    let outcome = InProcess.run(
      ["run", folder.path("s"), "--no-config"] + options + ["--", "true"])
    #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  private func schemaFits(_ report: JSON) throws {
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/pull-request.schema.json"))
    #expect(schema.complaints(about: report) == [])
  }
}
