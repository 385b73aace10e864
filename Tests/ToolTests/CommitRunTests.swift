import Foundation
import TestSupport
import Testing

/// A small repository whose commits change a real program.
struct ProgramRepository {
  let folder = TemporaryFolder()
  let path: URL
  private(set) var commits: [String] = []

  /// Each commit sets the frame time that the program reads from a file.
  ///
  /// - Parameter steps: frame times in microseconds, one per commit.
  init(_ steps: [Int]) throws {
    path = folder.url.appending(path: "app")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    let script = """
      set -e; git init -q; git config user.email a@example.org; git config user.name A
      cp ../bench.sh .; git add bench.sh
      n=0
      for step in \(steps.map(String.init).joined(separator: " ")); do
        n=$((n + 1)); echo $step > step; echo $n > number; git add step number
        git commit -q -m "Change $n"
      done
      git rev-list --reverse HEAD
      """
    // The noise of a run is up to ±1%, equal for all its frames, and depends on the run's number only.
    let bench = """
      echo "$HITCHMARK_COMMIT in $PWD" >> "$LOG"
      run=$(wc -l < "$LOG"); RANDOM=$((7919 * run + 17)); : $RANDOM
      step=$(cat built); noise=$((RANDOM % 200 - 100))
      step=$((step * (10000 + noise) / 10000))
      { echo timestamp_us; for i in {0..60}; do echo $((run + i * step)); done; } > "$1/frames.csv"
      """
    try folder.file("bench.sh", text: bench)
    try folder.file(
      "s/suite.json", text: #"{"metrics": ["frametime.p50"], "stages": [{"id": "a"}]}"#)
    let outcome = try Tool.shell(script, in: path)
    commits = outcome.output.split(separator: "\n").map(String.init)
  }

  /// Runs Hitchmark in the repository.
  func run(_ words: [String]) throws -> Tool.Outcome {
    let all = words.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    let log = folder.path("log")
    return try Tool.shell("LOG='\(log)' \"$HITCHMARK\" \(all)", in: path)
  }

  var suite: String { folder.path("s") }

  /// Work trees that are left in the folder for temporary files; should be empty.
  var leftTrees: [String] {
    let places = (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? ""
    return places.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      .map(String.init).filter { FileManager.default.fileExists(atPath: $0) }
  }

  func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(path))) ?? []).sorted()
  }
}

@Suite("Measuring commits with hitchmark run", .serialized)
struct CommitRunTests {
  private static let build = "cp step built"
  private static let command = ["--", "bash", "bench.sh", "{out}"]

  private func run(
    _ repository: ProgramRepository, _ options: [String]
  ) throws -> Tool.Outcome {
    try repository.run(
      ["run", repository.suite, "--store", "s.db"] + options + Self.command)
  }

  @Test("commits are built once each, interleaved, compared, and stored with their runs")
  func compares() throws {
    let repository = try ProgramRepository([16_000, 16_000, 14_000])
    let counting = "echo build >> \"$LOG.builds\"; \(Self.build)"
    let outcome = try run(
      repository, ["--commits", "HEAD~2,HEAD", "--build", counting, "--blocks", "8"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (before, after) = (repository.commits[0], repository.commits[2])
    let names = "\(before.prefix(12)) → \(after.prefix(12))"
    let improved = try Regex("\(names): frametime.p50 improved −1[12]\\.\\d%")
    #expect(outcome.errors.contains(improved), "\(outcome.errors)")
    let builds = try String(contentsOfFile: repository.folder.path("log.builds"), encoding: .utf8)
    #expect(builds == "build\nbuild\n")
    let query = "SELECT revision, count(*) > 2 FROM run GROUP BY 1 ORDER BY 1"
    let stored = try repository.run(["sql", query, "--store", "s.db", "--format", "csv"]).output
    let rows = stored.split(separator: "\n").dropFirst().map(String.init)
    #expect(rows == [before, after].sorted().map { "\($0),1" })
    #expect(repository.names("s/a").contains("1-\(before.prefix(12))"))
    #expect(repository.leftTrees.isEmpty)
    #expect(repository.names("app/.git/worktrees").isEmpty)
    let status = "git status --porcelain --untracked-files=no"
    #expect(try Tool.shell(status, in: repository.path).output.isEmpty)
  }

  @Test("each run is in the work tree of its commit, where no program of the repository ran")
  func trees() throws {
    let repository = try ProgramRepository([16_000, 15_000])
    _ = try Tool.shell(
      """
      mkdir hooks; printf '#!/bin/sh\\ntouch ../hooked\\n' > hooks/post-checkout; chmod +x hooks/post-checkout
      git config core.hooksPath hooks
      """, in: repository.path)
    let outcome = try run(
      repository,
      ["--commits", "HEAD~1,HEAD", "--build", Self.build, "--blocks", "1", "--until", "blocks"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: repository.folder.path("hooked")))
    let log = try String(contentsOfFile: repository.folder.path("log"), encoding: .utf8)
    for commit in repository.commits {
      #expect(log.contains("\(commit) in ") && log.contains("/\(commit.prefix(12))\n"))
    }
  }

  @Test("an experiment with commits is resumed with its plan, and changed options are refused")
  func resumes() throws {
    let repository = try ProgramRepository([16_000, 14_000])
    let spent = try run(
      repository,
      ["--commits", "HEAD~1,HEAD", "--build", Self.build, "--blocks", "4", "--budget", "0s"])
    #expect(spent.status == 3, "\(spent.errors)")
    let stranger = try repository.run(["run", repository.suite, "--store", "s.db", "--resume"])
    #expect(stranger.status == 2, "\(stranger.errors)")
    #expect(stranger.errors.contains("the command line has nothing"), "\(stranger.errors)")
    let resuming = ["--resume", "--build", Self.build]
    let other = try run(repository, resuming + ["--blocks", "5", "--order", "abba"])
    #expect(other.status == 2)
    #expect(
      other.errors.contains(
        "was planned with other values of --blocks, --order; leave these options out"))
    let resumed = try run(repository, resuming)
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(!resumed.errors.contains("block 1 of 4") && resumed.errors.contains("block 2 of 4"))
  }

  @Test(
    "wrong commits and builds that fail are refused",
    arguments: [
      ("HEAD", "true", "name at least two commits"),
      ("HEAD,HEAD~0,HEAD", "true", "name at least two commits"),
      ("HEAD,nowhere", "true", "nowhere"),
      (
        "HEAD~1,HEAD", "echo broken; exit 7",
        "failed: the build command exited with code 7\n  broken\n"
      ),
    ])
  func refused(commits: String, build: String, sentence: String) throws {
    let repository = try ProgramRepository([16_000, 14_000])
    let outcome = try run(repository, ["--commits", commits, "--build", build])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(repository.names("s/a").isEmpty && repository.leftTrees.isEmpty)
  }
}
