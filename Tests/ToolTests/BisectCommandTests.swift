import Foundation
import TestSupport
import Testing

/// Runs `hitchmark bisect` in a small repository whose commits change a real program.
@Suite("Searching a commit with hitchmark bisect", .serialized)
struct BisectCommandTests {
  private static let build = "cp step built"
  private static let command = ["--", "bash", "bench.sh", "{out}"]

  /// A repository of `count` commits; from the position `change` on, frames take 8% longer.
  private func repository(change: Int = 21, of count: Int = 32) throws -> ProgramRepository {
    try ProgramRepository((0..<count).map { $0 >= change ? 17_280 : 16_000 })
  }

  private func bisect(
    _ repository: ProgramRepository, _ options: [String] = [], range: String? = nil,
    build: String = BisectCommandTests.build, command: [String] = BisectCommandTests.command
  ) throws -> Tool.Outcome {
    let range = range ?? "\(repository.commits[0])..HEAD"
    return try repository.run(
      ["bisect", range, repository.suite, "--store", "s.db", "--build", build] + options + command)
  }

  // MARK: - Answers

  @Test("finds the commit among 32, builds each once, stores every run and leaves nothing behind")
  func finds() throws {
    let repository = try repository()
    let counting = "echo $HITCHMARK_COMMIT >> \"$LOG.builds\"; \(Self.build)"
    let outcome = try bisect(repository, build: counting)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let wanted = repository.commits[21].prefix(12)
    #expect(outcome.errors.contains("% \(wanted) “Change 22” · "), "\(outcome.errors)")
    #expect(outcome.output.contains(/frametime.p50 changed by \+[78]\.\d%/), "\(outcome.output)")
    let builds = try String(contentsOfFile: repository.folder.path("log.builds"), encoding: .utf8)
      .split(separator: "\n")
    #expect(Set(builds).count == builds.count && builds.count < 15)
    let runs = repository.names("s/a")
    #expect(runs.contains("1-\(repository.commits[0].prefix(12))") && runs.count < 40)
    let query = "SELECT count(*), count(DISTINCT revision) FROM run"
    let stored = try repository.run(["sql", query, "--store", "s.db", "--format", "csv"]).output
    #expect(stored.hasSuffix("\n\(runs.count),\(builds.count)\n"))
    #expect(outcome.errors.contains("\(builds.count) builds, \(runs.count) runs, "))
    #expect(repository.leftTrees.isEmpty && repository.names("app/.git/worktrees").isEmpty)
    #expect(!repository.names("s/.run").contains("current"))
  }

  @Test("commits that do not build or whose command exits with 125 are skipped")
  func skips() throws {
    let repository = try repository()
    let build = "n=$(cat number); [ $n -lt 15 -o $n -gt 17 ] || exit 125; \(Self.build)"
    let script = "[ $(cat number) != 26 ] || exit 125; bash bench.sh \"$0\""
    let outcome = try bisect(
      repository, ["--format", "json"], build: build,
      command: ["--", "bash", "-c", script, "{out}"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("“Change 22” · "), "\(outcome.errors)")
    #expect(outcome.errors.contains(" is skipped\n"))
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/bisect.schema.json"))
    let json = try JSON(text: outcome.output)
    #expect(schema.complaints(about: json) == [])
    #expect(json["end"] == .string("decided") && json["suite"] == .string("s"))
    #expect(json["suspects"]?.items.first?["commit"] == .string(repository.commits[21]))
    #expect(json["skipped"]?.items.isEmpty == false)
    let skipped = repository.commits[14...16].map { $0.prefix(12) }
    #expect(repository.names("s/a").allSatisfy { run in !skipped.contains { run.hasSuffix($0) } })
  }

  @Test("if the commit of the change is skipped, the answer names it together with the next commit")
  func skippedChange() throws {
    let repository = try repository(change: 9, of: 16)
    let build = "[ $(cat number) != 10 ] || exit 125; \(Self.build)"
    let outcome = try bisect(repository, build: build)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("with one of 2 commits. Runs cannot tell them apart"))
    #expect(outcome.output.contains("Change 10") && outcome.output.contains("Change 11"))
    #expect(
      outcome.output.contains(
        "Commits that could not be measured: \(repository.commits[9].prefix(12))."))
  }

  @Test("a range without a change and a range of one commit have an answer")
  func ends() throws {
    let without = try bisect(try repository(change: 99, of: 6))
    #expect(without.status == 0, "\(without.errors)")
    #expect(
      without.output.contains(
        "The metric does not differ between the two ends of the range of commits."))
    let one = try repository(change: 1, of: 2)
    let outcome = try bisect(one)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(/changed by \+[78]\./) && outcome.output.contains("Change 2"))
  }

  @Test("the number of runs is limited, and --resume continues with the same plan")
  func resumes() throws {
    let repository = try repository()
    let spent = try bisect(repository, ["--max-runs", "7", "--format", "md"])
    #expect(spent.status == 3, "\(spent.errors)")
    #expect(
      spent.output.contains(
        "The budget of the search was spent before one commit was found to be the cause with a probability of 95%"
      ))
    #expect(repository.names("s/a").count == 7)
    let range = "\(repository.commits[0])..HEAD"
    let start = ["bisect", range, repository.suite, "--store", "s.db", "--resume"]
    let foreign = try repository.run(start)
    #expect(foreign.status == 2)
    #expect(foreign.errors.contains("“bash bench.sh {out}” for COMMAND"), "\(foreign.errors)")
    let other = try bisect(repository, ["--resume", "--metric", "fps.avg"])
    #expect(other.status == 2)
    #expect(other.errors.contains("planned with other values of --metric"), "\(other.errors)")
    let resumed = try bisect(repository, ["--resume"])
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(resumed.errors.hasPrefix("searching 31 commits, continuing after 7 runs\n"))
    #expect(!resumed.errors.contains("run 7:") && resumed.errors.contains("run 8:"))
    #expect(resumed.errors.contains("“Change 22” · "))
  }

  @Test("an interruption keeps complete runs, and leaves no process and no work tree behind")
  func interruption() throws {
    let repository = try repository()
    let script = """
      if [ $(ls "$LOG".d 2>/dev/null | wc -l) = 3 ]; then
        sleep 600 & echo $! > "$LOG.pid"; kill -INT $PPID; sleep 600
      fi
      mkdir -p "$LOG.d"; touch "$LOG.d/$HITCHMARK_RUN"; bash bench.sh "$0"
      """
    let outcome = try bisect(repository, command: ["--", "bash", "-c", script, "{out}"])
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(
      outcome.output.split(separator: "\n").joined(separator: " ").contains(
        "The search was interrupted before one commit was found to be the cause with a probability of 95%; "
          + "--resume continues the search."
      ))
    #expect(repository.names("s/a").count == 3 && repository.leftTrees.isEmpty)
    let text = try String(contentsOfFile: repository.folder.path("log.pid"), encoding: .utf8)
    let pid = try #require(Int32(text.dropLast()))
    let state = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    #expect(kill(pid, 0) != 0 || state?.contains(") Z ") ?? false)
  }

  // MARK: - Faults

  @Test(
    "wrong ranges and suites are refused before anything is built",
    arguments: [
      ("HEAD", [], "“HEAD” is not a range of commits; expected a range GOOD..BAD"),
      ("HEAD~1...HEAD", [], "is not a range of commits"),
      ("..HEAD", [], "is not a range of commits"),
      ("HEAD..HEAD~1", [], "“HEAD” is not an ancestor of “HEAD~1”; pass the older commit first"),
      ("HEAD..HEAD", [], "are the same commit"),
      ("nowhere..HEAD", [], "nowhere"),
      ("HEAD~1..HEAD", ["--stage", "b"], "the suite has no stage “b”"),
      ("HEAD~1..HEAD", ["--metric", "fps.avgg"], "did you mean “fps.avg”"),
      ("HEAD~1..HEAD", ["--resume"], "the suite has no experiment to resume"),
    ])
  func refused(range: String, options: [String], sentence: String) throws {
    let repository = try repository(change: 2, of: 3)
    let outcome = try bisect(repository, options, range: range, build: "touch \"$LOG.built\"")
    #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: repository.folder.path("log.built")))
  }

  @Test("builds and commands that always fail end the search with exit code 2")
  func broken() throws {
    let repository = try repository(change: 2, of: 3)
    let build = try bisect(repository, build: "echo no compiler; exit 1")
    #expect(build.status == 2)
    #expect(
      build.errors.contains("failed: the build command exited with code 1\n  no compiler\n"),
      "\(build.errors)")
    #expect(build.errors.contains("is an end of the range, but cannot be measured"))
    let nothing = try bisect(repository, command: ["--", "true"])
    #expect(nothing.status == 2)
    #expect(
      nothing.errors.contains(
        "the command wrote no file in a known trace format into the output folder {out}"))
    #expect(nothing.errors.contains("3 runs in a row failed"))
    #expect(repository.names("s/a").isEmpty && repository.leftTrees.isEmpty)
  }

  @Test("three failed builds in a row end the search; fewer are skipped")
  func brokenInside() throws {
    let repository = try repository()
    let build = "n=$(cat number); [ $n = 1 -o $n = 32 ] || exit 1; \(Self.build)"
    let outcome = try bisect(repository, build: build)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("3 builds in a row failed"), "\(outcome.errors)")
    let names = repository.names("s/a")
    #expect(names.count == 4)
  }

  @Test("uncommitted changes give a note, and the error in a shallow clone shows what to fetch")
  func trees() throws {
    let repository = try repository(change: 1, of: 3)
    try Data("20000\n".utf8).write(to: repository.path.appending(path: "step"))
    let dirty = try bisect(repository)
    #expect(dirty.status == 0, "\(dirty.errors)")
    #expect(
      dirty.errors.hasPrefix(
        "the work tree has uncommitted changes, but hitchmark measures only commits\n"))
    #expect(dirty.output.contains("Change 2"))
    _ = try Tool.shell("git clone -q --depth 1 file://$PWD/app shallow", in: repository.folder.url)
    let clone = repository.folder.url.appending(path: "shallow")
    let words = "\"$HITCHMARK\" bisect \(repository.commits[0])..HEAD ../s --store s.db -- true"
    let shallow = try Tool.shell(words, in: clone)
    #expect(shallow.status == 2)
    let advice =
      "shallow clone without the commit “\(repository.commits[0])”; fetch the other commits with “git fetch --unshallow”"
    #expect(shallow.errors.contains(advice), "\(shallow.errors)")
  }

  @Test("a suite with several stages requires --stage, and the search requires a repository")
  func places() throws {
    let repository = try repository(change: 1, of: 2)
    try repository.folder.file("s/suite.json", text: #"{"stages": [{"id": "a"}, {"id": "b"}]}"#)
    let several = try bisect(repository)
    #expect(
      several.errors.contains(
        "a bisection measures one stage, but the suite has 2; name one with --stage: “a”, “b”"
      ))
    let outside = try Tool.run(["bisect", "a..b", "s", "--", "true"], in: repository.folder.url)
    #expect(
      outside.status == 2 && outside.errors.contains("the current folder is not in a Git work tree")
    )
  }
}
