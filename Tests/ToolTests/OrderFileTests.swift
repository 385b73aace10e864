import Foundation
import TestSupport
import Testing

/// `--order`: the order of commits from a file, without git.
@Suite("Order files")
struct OrderFileTests {
  private let folder = TemporaryFolder()

  init() throws {
    for (number, commit) in ["aaaaaaa1", "bbbbbbb2", "ccccccc3"].enumerated() {
      try NativeTrace(number).write(into: folder)
      let made = try run(
        "ingest", "\(number).csv", "--suite", "app", "--stage", "list", "--commit", commit)
      try #require(made.status == 0, "\(made.errors)")
    }
  }

  private func run(_ words: String...) throws -> Tool.Outcome { try run(words) }

  private func run(_ words: [String]) throws -> Tool.Outcome {
    // A folder above may be a work tree, whose git knows none of these commits.
    try Tool.run(
      words, in: folder.url,
      environment: ["HITCHMARK_STORE": "s.db", "GIT_CEILING_DIRECTORIES": folder.url.path])
  }

  @Test("a file gives the order; text after the ids is ignored")
  func order() throws {
    try folder.file(
      "o.txt",
      text: "# oldest first\nccccccc3  Begin\n\n aaaaaaa1\tGo on # with a remark\r\nbbbbbbb2\n")
    let trend = try run("trend", "--order", "o.txt", "--metrics", "frames")
    #expect(trend.status == 0, "\(trend.errors)")
    #expect(trend.output.contains("bbbbbbb2") && !trend.output.contains("ccccccc3"))
    let since = try run("trend", "--order", "o.txt", "--since", "aaaaaaa", "--metrics", "frames")
    #expect(since.output.contains("1 of 1 commits were measured"), "\(since.output)")
  }

  @Test("lines may end as on any system", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(_ end: String) throws {
    try folder.file(
      "o.txt", text: ["aaaaaaa1 Begin", "bbbbbbb2", "", "ccccccc3"].joined(separator: end) + end)
    let trend = try run("trend", "--order", "o.txt", "--metrics", "frames")
    #expect(trend.output.contains("3 of 3 commits were measured"), "\(trend.output)")
    try folder.file("o.txt", text: ["aaaaaaa1", "", " aaaaaaa1"].joined(separator: end))
    let twice = try run("trend", "--order", "o.txt", "--metrics", "frames")
    #expect(twice.status == 2 && twice.errors.contains("o.txt:3:2: "), "\(twice.errors)")
  }

  @Test("a trend of every stored metric, or of one device")
  func selection() throws {
    try folder.file("o.txt", text: "aaaaaaa1\nbbbbbbb2\nccccccc3\n")
    let all = try run("trend", "--order", "o.txt", "--all", "--details")
    #expect(all.output.contains("app/list frametime.p99") && all.output.contains("hitch.count"))
    let other = try run("trend", "--order", "o.txt", "--device", "none")
    #expect(other.status == 2 && other.errors.contains("no run has the device “none”"))
  }

  @Test("a comparison takes the noise from the earlier commits, in the order of the file")
  func comparison() throws {
    let ids = (0..<14).map { "c0ffee\(10 + $0)" }
    for (number, commit) in ids.enumerated() {
      try NativeTrace(10 + number).write(into: folder)
      let made = try run(
        "ingest", "\(10 + number).csv", "--suite", "app", "--stage", "list", "--commit", commit)
      try #require(made.status == 0, "\(made.errors)")
    }
    let words = ["compare", ids[12], ids[13], "--metrics", "frametime.p99", "--format", "json"]
    let without = try run(words)
    #expect(without.status == 0 && !without.output.contains("history"), "\(without.output)")
    try folder.file("o.txt", text: ids.joined(separator: " subject\n"))
    let along = try run(words + ["--order", "o.txt"])
    #expect(along.output.contains(#""mode": "history""#), "\(along.output)")
    #expect(along.output.contains(#""last": "\#(ids[12])""#))
    try folder.file(
      "o.txt", text: (Array(ids[..<12]) + [ids[13], ids[12]]).joined(separator: "\n"))
    let older = try run(words + ["--order", "o.txt"])
    #expect(older.status == 0 && !older.output.contains("history"), "\(older.output)")
    let none = try run(words + ["--order", "none.txt"])
    #expect(none.status == 2 && none.errors.hasPrefix("none.txt: no such file"))
  }

  @Test(
    "an error in a file is reported with its position",
    arguments: [
      (
        "# nothing\n",
        "o.txt: the file names no commit; expected one commit id per line, oldest first"
      ),
      (
        "aaaaaaa1\nbbbbbbb2\n  aaaaaaa1 again\n",
        "o.txt:3:3: commit “aaaaaaa1” is already in line 1; "
          + "remove one of the two lines"
      ),
    ])
  func faults(text: String, sentence: String) throws {
    try folder.file("o.txt", text: text)
    let outcome = try run("trend", "--order", "o.txt")
    #expect(outcome.status == 2 && outcome.errors == sentence + "\n", "\(outcome.errors)")
    #expect(try run("check", "--order", "o.txt").errors == sentence + "\n")
  }

  /// Runs the tool in an apparent work tree without a `git` on the path.
  private func runWithoutGit(_ words: String...) throws -> Tool.Outcome {
    _ = try folder.emptyFile(".git/HEAD")
    return try Tool.run(
      words + ["--order", "o.txt", "--metrics", "frames"], in: folder.url,
      environment: ["HITCHMARK_STORE": "s.db", "PATH": folder.url.path])
  }

  @Test("ranges are resolved with the file, without git")
  func ranges() throws {
    try folder.file("o.txt", text: "aaaaaaa1\nbbbbbbb2\nccccccc3\nddddddd4\n")
    let compared = try runWithoutGit("compare", "aaaaaaa1..ccccccc")
    #expect(
      compared.status == 0 && compared.output.contains("aaaaaaa1"),
      "\(compared.errors)")
    let trend = try runWithoutGit("trend", "--since", "aaaaaaa1..ccccccc3")
    #expect(trend.output.contains("2 of 2 commits were measured"), "\(trend.errors)\(trend.output)")
    let open = try runWithoutGit("trend", "--since", "aaaaaaa..")
    #expect(open.output.contains("2 of 3 commits were measured"), "\(open.errors)\(open.output)")
    let check = try runWithoutGit("check", "--compare", "aaaaaaa1..ccccccc3", "--details")
    #expect(
      check.status == 0 && check.output.contains("ccccccc3"), "\(check.errors)\(check.output)")
  }

  @Test(
    "a range that the file does not contain is an error with its ids",
    arguments: [
      (
        ["compare", "ccccccc3..aaaaaaa1"],
        "o.txt: commit “aaaaaaa1” is older than commit “ccccccc3”; "
          + "write aaaaaaa1..ccccccc3"
      ),
      (
        ["trend", "--since", "ccccccc3..aaaaaaa1"],
        "o.txt: commit “aaaaaaa1” is older than commit “ccccccc3”; "
          + "write aaaaaaa1..ccccccc3"
      ),
      (
        ["check", "--compare", "ccccccc3..aaaaaaa1"],
        "o.txt: commit “aaaaaaa1” is older than commit “ccccccc3”; "
          + "write aaaaaaa1..ccccccc3"
      ),
      (
        ["compare", "aaaaaaa1..bbbbbbc2"],
        "o.txt: the file has no commit “bbbbbbc2”; expected one of the commit ids in the file, from "
          + "aaaaaaa1 to ddddddd4, or at least 7 characters of an id; did you mean “bbbbbbb2”"
      ),
      (
        ["check", "--compare", "aaaaaaa1..bbbbbbc2"],
        "o.txt: the file has no commit “bbbbbbc2”; expected one of the commit ids in the file, from "
          + "aaaaaaa1 to ddddddd4, or at least 7 characters of an id; did you mean “bbbbbbb2”"
      ),
      (
        ["compare", "aaaaaaa1.."],
        "ddddddd4: no run measured commit ddddddd4; the nearest commit with runs is ccccccc3, "
          + "1 commit before; measure this commit, or compare another commit"
      ),
      (
        ["trend", "--since", "aaaaaaa1..ccccccc3", "--branch", "main"],
        "aaaaaaa1..ccccccc3: both the range and --branch main name the last commit to compare; "
          + "leave out --branch, or the commit at the end of the range"
      ),
    ])
  func badRanges(words: [String], sentence: String) throws {
    try folder.file("o.txt", text: "aaaaaaa1\nbbbbbbb2\nccccccc3\nddddddd4\n")
    let outcome = try run(words + ["--order", "o.txt"])
    #expect(outcome.status == 2 && outcome.errors == sentence + "\n", "\(outcome.errors)")
  }

  @Test("if Git cannot be run in the work tree, a warning appears and the stored parents are used")
  func storedParents() throws {
    let repository = try GitRepository()
    let trace = try repository.trace(frameTime: 10)
    #expect(try repository.ingest(trace).status == 0)
    for command in ["trend", "check"] {
      let outcome = try Tool.run(
        [command, "--store", repository.outside.path("runs.db")], in: repository.folder.url,
        environment: ["PATH": repository.outside.url.path])
      #expect(
        outcome.output.replacing("\n", with: " ").contains(
          "the commit history that the store contains"))
      #expect(
        outcome.errors.hasSuffix(
          ": Git cannot be run, so the current commit is unknown; the commits are "
            + "ordered by the parent commits that the store has for each run; run “git log” in the folder named above to see why "
            + "Git fails\n"
        ), "\(outcome.errors)"
      )
    }
  }

  @Test("an empty range after the newest commit is not reported as missing values")
  func nothingAfter() throws {
    try folder.file("o.txt", text: "aaaaaaa1\nbbbbbbb2\nccccccc3\n")
    let outcome = try run("trend", "--order", "o.txt", "--since", "ccccccc3")
    #expect(
      outcome.errors
        == "s.db: no run measured a commit of “o.txt” in the selected range; the newest commit with "
        + "runs, ccccccc3, is before the range; start at an older commit, or ingest runs of newer commits\n"
    )
  }

  @Test(
    "without git, the error does not deny that the folder is a work tree",
    arguments: [["--branch", "main"], ["--since", "main"]])
  func noGit(words: [String]) throws {
    try folder.file("alone/run.json", text: #"{"commit": "eeeeeee5", "reported": {"fps.avg": 60}}"#)
    #expect(try run("ingest", "alone", "--store", "alone.db").status == 0)
    _ = try folder.emptyFile(".git/HEAD")
    let outcome = try Tool.run(
      ["trend", "--store", "alone.db"] + words, in: folder.url,
      environment: ["PATH": folder.url.path])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("main: Git cannot be run in ")
        && outcome.errors.hasSuffix(
          "; run “git log” in the folder named above to see why Git fails\n"
        ),
      "\(outcome.errors)")
  }

  @Test("if git is needed for the order, the error shows why it cannot be run")
  func noGitForTheOrder() throws {
    try folder.file("bin/git", text: "#!/bin/sh\nexec sleep 600\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/git"))
    _ = try folder.emptyFile(".git/HEAD")
    for (path, fault) in [
      (folder.path("none"), "Git cannot be run"),
      (folder.path("bin") + ":/usr/bin:/bin", "Git did not answer for 1 s"),
    ] {
      let outcome = try Tool.run(
        ["check", "--store", "s.db"], in: folder.url,
        environment: ["PATH": path, "HITCHMARK_GIT_PATIENCE": "1"])
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix("s.db: the order of commits is unknown: \(fault) in ")
          && outcome.errors.hasSuffix(
            "3 commits have no later one; run “git log” in the folder named above to see why Git fails, or pass the order of commits as --order FILE\n"
          ),
        "\(outcome.errors)")
    }
  }

  @Test("errors: a start that is not in the file, --branch with --order, and a missing file")
  func contradictions() throws {
    try folder.file("o.txt", text: "aaaaaaa1\nbbbbbbb2\nccccccc3\n")
    let start = try run("trend", "--order", "o.txt", "--since", "ddddddd4")
    #expect(start.status == 2 && start.errors.hasPrefix("o.txt: the file has no commit “ddddddd4”"))
    let branch = try run("trend", "--order", "o.txt", "--branch", "main")
    #expect(branch.status == 2 && branch.errors.contains("leave out --branch or --order"))
    let none = try run("trend", "--order", "none.txt")
    #expect(none.status == 2 && none.errors.hasPrefix("none.txt: no such file"))
  }
}
