import Foundation
import TestSupport
import Testing

/// Tests on real repositories which commit is stored with a run.
@Suite("Measured commits")
struct CommitTests {
  static let known = "SELECT id, parents, author_date, subject, branch FROM revision"
  static let commits = "SELECT coalesce(revision, 'none') FROM run ORDER BY id"

  @Test("a trace that git does not track belongs to the commit that is checked out")
  func headOfACleanTree() throws {
    let repository = try GitRepository()
    let first = try repository.git("rev-parse", "HEAD")
    let second = try repository.commit("Draw less")
    let outcome = try repository.ingest(try repository.trace(frameTime: 10))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try repository.rows(Self.known)
        == ["\(second),\(first),2026-01-02T03:04:05+00:00,Draw less,main"])
  }

  @Test("a run with uncommitted changes gets no commit, and a label records the changes")
  func dirtyTree() throws {
    let repository = try GitRepository()
    let head = try repository.git("rev-parse", "HEAD")
    try repository.folder.file("code", text: "changed")
    let outcome = try repository.ingest(try repository.trace(frameTime: 11))
    #expect(outcome.status == 0)
    let reason = "1 run has no commit: tracked files have changes that are in no commit"
    #expect(outcome.output.contains(reason), "\(outcome.output)")
    #expect(try repository.rows(Self.commits) == ["none"])
    #expect(
      try repository.rows("SELECT key, value FROM label")
        == ["work tree,changed since \(head.prefix(12))"])
  }

  @Test("changed files of a submodule, at any depth, count as changes of the work tree")
  func dirtySubmodule() throws {
    let (inner, middle, repository) = (
      try GitRepository(), try GitRepository(), try GitRepository()
    )
    try middle.addSubmodule(inner, at: "inner")
    try repository.addSubmodule(middle, at: "middle")
    try repository.git(
      "-c", "protocol.file.allow=always", "submodule", "update", "--init", "--recursive")
    let head = try repository.git("rev-parse", "HEAD")
    #expect(try repository.ingest(try repository.trace(frameTime: 20)).status == 0)
    #expect(try repository.rows(Self.commits) == [head])
    try repository.folder.file("middle/inner/code", text: "changed")
    #expect(try repository.ingest(try repository.trace(frameTime: 21)).status == 0)
    #expect(try repository.rows(Self.commits) == [head, "none"])
  }

  @Test("a submodule at another commit than the recorded one counts as a change")
  func movedSubmodule() throws {
    let (inner, repository) = (try GitRepository(), try GitRepository())
    try repository.addSubmodule(inner, at: "inner")
    try repository.git(
      "-C", "inner", "commit", "--quiet", "--allow-empty", "--message", "Another commit")
    #expect(try repository.ingest(try repository.trace(frameTime: 22)).status == 0)
    #expect(try repository.rows(Self.commits) == ["none"])
  }

  @Test("a split index is read like a normal one", arguments: [false, true])
  func splitIndex(isChanged: Bool) throws {
    let repository = try GitRepository()
    try repository.git("update-index", "--split-index")
    let head = try repository.commit("More", changing: "more")
    if isChanged { try repository.folder.file("more", text: "changed") }
    #expect(try repository.ingest(try repository.trace(frameTime: 23)).status == 0)
    #expect(try repository.rows(Self.commits) == [isChanged ? "none" : head])
  }

  @Test(
    "files that a sparse checkout leaves out do not count as removed", arguments: [false, true])
  func sparseCheckout(isChanged: Bool) throws {
    let repository = try GitRepository()
    try repository.commit("Inside", changing: "kept/file")
    let head = try repository.commit("Outside", changing: "left-out/file")
    try repository.git("sparse-checkout", "set", "--cone", "--sparse-index", "kept")
    #expect(!FileManager.default.fileExists(atPath: repository.folder.path("left-out/file")))
    if isChanged { try repository.folder.file("kept/file", text: "changed") }
    #expect(try repository.ingest(try repository.trace(frameTime: 24)).status == 0)
    #expect(try repository.rows(Self.commits) == [isChanged ? "none" : head])
  }

  @Test("a trace that is tracked in the work tree gets no commit, because it was recorded earlier")
  func trackedTrace() throws {
    let repository = try GitRepository()
    let path = try repository.trace(frameTime: 12)
    try repository.commit("Keep a recording")
    let outcome = try repository.ingest(path)
    #expect(outcome.status == 0)
    let reason = "1 run has no commit: Git tracks the recordings, so HEAD is not what they measured"
    #expect(outcome.output.contains(reason), "\(outcome.output)")
    #expect(try repository.rows(Self.commits) == ["none"])
    #expect(try repository.rows("SELECT key FROM label") == [])
  }

  @Test(
    "--commit accepts any name that git resolves",
    arguments: ["HEAD~1", "v1", "abbreviation", "main~1"])
  func namedCommit(name: String) throws {
    let repository = try GitRepository()
    let first = try repository.git("rev-parse", "HEAD")
    try repository.git("tag", "v1")
    try repository.commit("Second")
    let given = name == "abbreviation" ? String(first.prefix(9)) : name
    #expect(
      try repository.ingest(try repository.trace(frameTime: 13), "--commit", given).status == 0)
    #expect(try repository.rows(Self.commits) == [first])
  }

  @Test("a commit that git does not know is refused, and nothing is stored")
  func unknownCommit() throws {
    let repository = try GitRepository()
    let outcome = try repository.ingest(
      try repository.trace(frameTime: 14), "--commit", "deadbeef")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Git finds no commit “deadbeef”"))
    #expect(!FileManager.default.fileExists(atPath: repository.outside.path("runs.db")))
  }

  @Test("--commit refuses an option as its value")
  func optionAsCommit() throws {
    let repository = try GitRepository()
    let outcome = try repository.ingest(
      try repository.trace(frameTime: 15), "--commit=--output=stolen")
    #expect(outcome.status == 2)
    #expect(!FileManager.default.fileExists(atPath: repository.folder.path("stolen")))
  }

  @Test("the commit in run.json is not replaced")
  func describedCommit() throws {
    let repository = try GitRepository()
    try repository.folder.file("run/run.json", text: #"{"commit": "release-7"}"#)
    _ = try repository.trace("run/frames.csv", frameTime: 16)
    #expect(try repository.ingest(repository.folder.path("run")).status == 0)
    #expect(try repository.rows(Self.commits) == ["release-7"])
  }

  @Test("a tag in run.json is stored as its commit")
  func taggedCommit() throws {
    let repository = try GitRepository()
    let first = try repository.git("rev-parse", "HEAD")
    try repository.git("tag", "release-7")
    try repository.commit("Later")
    try repository.folder.file("run/run.json", text: #"{"commit": "release-7"}"#)
    _ = try repository.trace("run/frames.csv", frameTime: 16)
    #expect(try repository.ingest(repository.folder.path("run")).status == 0)
    #expect(try repository.rows(Self.commits) == [first])
  }

  @Test("a merge is stored with both parents, and a detached HEAD without a branch")
  func mergeOnADetachedHead() throws {
    let repository = try GitRepository()
    try repository.git("checkout", "--quiet", "-b", "side")
    let side = try repository.commit("Side", changing: "other")
    try repository.git("checkout", "--quiet", "main")
    let main = try repository.commit("Main")
    try repository.git("merge", "--quiet", "--no-edit", "side")
    try repository.git("checkout", "--quiet", "--detach")
    #expect(try repository.ingest(try repository.trace(frameTime: 17)).status == 0)
    let columns = try #require(try repository.rows(Self.known).first).split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(columns[1] == "\(main) \(side)")
    #expect(columns[4] == "")
  }

  @Test("a commit that was rebased away keeps its runs")
  func rebasedAway() throws {
    let repository = try GitRepository()
    let measured = try repository.commit("Before")
    #expect(try repository.ingest(try repository.trace(frameTime: 18)).status == 0)
    try repository.git("commit", "--quiet", "--amend", "--message", "After")
    #expect(try repository.ingest(try repository.trace("b.csv", frameTime: 19)).status == 0)
    let commits = try repository.rows(Self.commits)
    #expect(commits.count == 2 && commits[0] == measured && commits[1] != measured)
  }

  @Test("a shallow clone stores its tip, and refuses commits that it does not contain")
  func shallowClone() throws {
    let origin = try GitRepository()
    let first = try origin.git("rev-parse", "HEAD")
    let tip = try origin.commit("Tip")
    let clone = try GitRepository()
    try clone.git("fetch", "--quiet", "--depth=1", "file://\(origin.folder.url.path)", "main")
    try clone.git("checkout", "--quiet", "FETCH_HEAD")
    #expect(try clone.ingest(try clone.trace(frameTime: 20)).status == 0)
    #expect(try clone.rows(Self.commits) == [tip])
    let outcome = try clone.ingest(try clone.trace("b.csv", frameTime: 21), "--commit", first)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("in a shallow clone, fetch the commit with “git fetch --unshallow”"))
  }

  @Test("without git, a warning appears unless the commit is named")
  func withoutGit() throws {
    let repository = try GitRepository()
    let trace = try repository.trace(frameTime: 23)
    for (words, sentence) in [
      (
        ["--dry-run"],
        ": Git cannot be run, so the commit of 1 run is unknown; run “git log” "
          + "in the folder named above to see why Git fails, or name the commit with --commit\n"
      ), (["--commit", "c0ffee0"], ""),
    ] {
      let outcome = try Tool.run(
        ["ingest", trace, "--store", repository.outside.path("runs.db")] + words,
        in: repository.folder.url, environment: ["PATH": repository.outside.url.path])
      #expect(outcome.status == 0 && outcome.output.contains("1 run "))
      #expect(sentence.isEmpty ? outcome.errors.isEmpty : outcome.errors.hasSuffix(sentence))
    }
  }

  @Test("outside of a repository, the commit's name is stored as given")
  func noRepository() throws {
    let folder = TemporaryFolder()
    let trace = try folder.file("trace.csv", text: "frame_time_ms\n22\n16.7\n").path
    let store = folder.path("runs.db")
    let outcome = try Tool.run(
      ["ingest", trace, "--store", store, "--commit", "build 12"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rows = try Tool.run(["sql", Self.commits, "--store", store, "--format", "csv"])
    #expect(rows.output.hasSuffix("build 12\n"))
  }
}
