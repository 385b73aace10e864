import Foundation
import TestSupport
import Testing

/// Checks that commands run in an untrusted repository start no program that the repository names.
@Suite("A hostile repository", .serialized)
struct HostileRepositoryTests {
  /// A way for a repository to name a program.
  struct Trap: Sendable, CustomTestStringConvertible {
    /// The configuration key, or another description.
    let name: String
    /// The text of `.git/config`; `PROGRAM` stands for a program that creates a marker, `ROOT` for the work tree.
    var configuration = ""
    /// Further files of the work tree, by path.
    var files: [String: String] = [:]
    /// A plain git command that starts the program, which proves that the trap works; empty if there is no proof.
    var proof: [String] = []

    var testDescription: String { name }
  }

  static let status = ["status", "--porcelain"]
  static let fetching = ["cat-file", "-e", "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"]
  static let every = [".git/info/attributes": "* filter=x diff=x merge=x\n"]

  static func section(_ header: String, _ lines: String...) -> String {
    "[\(header)]\n" + lines.map { "\t\($0)\n" }.joined()
  }

  /// A remote from which git fetches missing objects.
  static func promisor(_ url: String, _ lines: String...) -> String {
    section("extensions", "partialClone = origin")
      + section("protocol", "allow = always") + section("protocol \"ext\"", "allow = always")
      + section("remote \"origin\"", "url = \(url)", "promisor = true")
      + lines.map { "\t\($0)\n" }.joined()
  }

  static let traps: [Trap] = [
    Trap(
      name: "core.fsmonitor", configuration: section("core", "fsmonitor = PROGRAM"), proof: status),
    Trap(
      name: "filter.*.clean", configuration: section("filter \"x\"", "clean = PROGRAM"),
      files: [".gitattributes": "* filter=x\n"], proof: status),
    Trap(
      name: "filter.*.clean, required, by .git/info/attributes",
      configuration: section("filter \"x\"", "clean = PROGRAM", "required = true"), files: every,
      proof: status),
    Trap(
      name: "filter.*.process", configuration: section("filter \"x\"", "process = PROGRAM"),
      files: every, proof: status),
    Trap(
      name: "filter.*.smudge", configuration: section("filter \"x\"", "smudge = PROGRAM"),
      files: every, proof: ["cat-file", "--filters", "HEAD:code"]),
    Trap(
      name: "core.attributesFile",
      configuration: section("core", "attributesFile = ROOT/hostile")
        + section("filter \"x\"", "clean = PROGRAM"),
      files: ["hostile": "* filter=x\n"], proof: status),
    Trap(
      name: "gpg.program",
      configuration: section("log", "showSignature = true") + section("gpg", "program = PROGRAM"),
      proof: ["log", "-1"]),
    Trap(
      name: "gpg.openpgp.program",
      configuration: section("log", "showSignature = true")
        + section("gpg \"openpgp\"", "program = PROGRAM"), proof: ["show", "--no-patch"]),
    Trap(
      name: "gpg.ssh.program",
      configuration: section("log", "showSignature = true")
        + section("gpg", "format = ssh") + section("gpg \"ssh\"", "program = PROGRAM")),
    Trap(
      name: "a promisor remote, ext::", configuration: promisor("ext::PROGRAM"), proof: fetching),
    Trap(
      name: "core.sshCommand",
      configuration: promisor("ssh://localhost/x") + section("core", "sshCommand = PROGRAM"),
      proof: fetching),
    Trap(
      name: "core.gitProxy",
      configuration: promisor("git://localhost:1/x") + section("core", "gitProxy = PROGRAM"),
      proof: fetching),
    Trap(
      name: "remote.*.uploadpack", configuration: promisor("ROOT", "uploadpack = PROGRAM"),
      proof: fetching),
    Trap(
      name: "remote.*.vcs", configuration: promisor("PROGRAM", "vcs = ext"), proof: fetching),
    Trap(
      name: "credential.helper, core.askPass",
      configuration: promisor("http://localhost:1/x") + section("core", "askPass = PROGRAM")
        + section("credential", "helper = !PROGRAM")),
    Trap(
      name: "core.alternateRefsCommand",
      configuration: promisor("ROOT") + section("core", "alternateRefsCommand = PROGRAM"),
      files: [".git/objects/info/alternates": "ROOT/sub/.git/objects\n"]),
    Trap(
      name: "uploadpack.packObjectsHook",
      configuration: promisor("ROOT") + section("uploadpack", "packObjectsHook = PROGRAM")),
    Trap(
      name: "core.hooksPath", configuration: section("core", "hooksPath = ROOT/hostile"),
      files: ["hostile/post-index-change": "PROGRAM"], proof: status),
    Trap(
      name: "hooks", files: [".git/hooks/post-index-change": "PROGRAM"], proof: status),
    Trap(
      name: "diff.external", configuration: section("diff", "external = PROGRAM"),
      files: ["code": "changed"], proof: ["diff"]),
    Trap(
      name: "diff.*.command", configuration: section("diff \"x\"", "command = PROGRAM"),
      files: every.merging(["code": "changed"]) { $1 }, proof: ["diff"]),
    Trap(
      name: "diff.*.textconv", configuration: section("diff \"x\"", "textconv = PROGRAM"),
      files: every.merging(["code": "changed"]) { $1 }, proof: ["diff"]),
    Trap(
      name: "merge.*.driver", configuration: section("merge \"x\"", "driver = PROGRAM"),
      files: every),
    Trap(
      name: "pagers and editors",
      configuration: section(
        "core", "pager = PROGRAM", "editor = PROGRAM")
        + section("sequence", "editor = PROGRAM") + section("interactive", "diffFilter = PROGRAM")
        + section(
          "pager", "log = PROGRAM", "show = PROGRAM", "status = PROGRAM", "config = PROGRAM",
          "rev-list = PROGRAM", "rev-parse = PROGRAM", "ls-files = PROGRAM"),
      proof: ["-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "--allow-empty"]),
    Trap(
      name: "alias.*",
      configuration: section(
        "alias", "show = !PROGRAM", "log = !PROGRAM", "status = !PROGRAM", "rev-list = !PROGRAM",
        "config = !PROGRAM", "mine = !PROGRAM"), proof: ["mine"]),
    Trap(
      name: "trailer.*.command",
      configuration: section("trailer \"x\"", "command = PROGRAM", "cmd = PROGRAM", "key = x"),
      proof: ["interpret-trailers", "--trailer", "x: y", "code"]),
    Trap(
      name: "include.path", configuration: section("include", "path = ROOT/hostile"),
      files: ["hostile": "[core]\n\tfsmonitor = PROGRAM\n"], proof: status),
    Trap(
      name: "includeIf", configuration: section("includeIf \"gitdir:/\"", "path = ROOT/hostile"),
      files: ["hostile": "[core]\n\tfsmonitor = PROGRAM\n"], proof: status),
    Trap(
      name: "extensions.worktreeConfig",
      configuration: section("extensions", "worktreeConfig = true"),
      files: [".git/config.worktree": "[core]\n\tfsmonitor = PROGRAM\n"], proof: status),
    Trap(
      name: "core.worktree",
      configuration: section("core", "worktree = ROOT/sub", "fsmonitor = PROGRAM"), proof: status),
    Trap(
      name: "a submodule's own configuration",
      files: [
        "sub/.git/config": "[core]\n\tfsmonitor = PROGRAM\n[filter \"x\"]\n\tclean = PROGRAM\n",
        "sub/.git/info/attributes": "* filter=x\n",
      ], proof: status),
    Trap(
      name: "submodule.*.update, status.submoduleSummary",
      configuration: section("submodule \"sub\"", "update = !PROGRAM", "url = ext::PROGRAM")
        + section("status", "submoduleSummary = true") + section("submodule", "recurse = true"),
      files: [".gitmodules": "[submodule \"sub\"]\n\tpath = sub\n\tupdate = !PROGRAM\n"]),
  ]

  @Test("starts no program that its files name", arguments: traps)
  func trap(_ trap: Trap) throws {
    let repository = try HostileRepository.shared.get()
    try repository.set(trap)
    for command in HostileRepository.commands.prefix(3) {
      let outcome = try repository.run(command)
      #expect(outcome.status < 3, "\(command): \(outcome.errors)")
      #expect(repository.takeMarker() == false, "\(command)")
    }
    guard !trap.proof.isEmpty else { return }
    try repository.touch()
    repository.plainGit(trap.proof)
    #expect(repository.takeMarker(), "plain git \(trap.proof) should have started the program")
  }

  @Test("starts no program in any command if all traps are set")
  func everyCommand() throws {
    let repository = try HostileRepository.shared.get()
    // Traps that need another layout of the repository are tested separately.
    let traps = Self.traps.filter { !$0.name.contains("worktree") && $0.files["hostile"] == nil }
    var all = Trap(name: "all")
    for trap in traps {
      all.configuration += trap.configuration
      all.files.merge(trap.files) { $1 }
    }
    try repository.set(all)
    for command in HostileRepository.commands {
      let outcome = try repository.run(command)
      #expect(outcome.status <= 3, "\(command): \(outcome.errors)")
      #expect(repository.takeMarker() == false, "\(command)")
    }
  }

  @Test("is read through git by every command of this test")
  func commandsUseGit() throws {
    let repository = try HostileRepository.shared.get()
    try repository.set(Trap(name: "none"))
    for command in HostileRepository.commands {
      let outcome = try repository.run(command, countingCalls: true)
      #expect(try repository.takeCalls() > 0, "\(command): \(outcome.errors)")
    }
  }
}

/// A repository with a signed history, a submodule and a store of measurements.
///
/// Each test replaces its configuration.
final class HostileRepository: Sendable {
  static let shared = Result { try HostileRepository() }

  /// The commands that a user may run in an untrusted folder.
  static let commands: [[String]] = [
    ["ingest", "trace.csv", "--dry-run"],
    ["ingest", "trace.csv", "--commit", "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"],
    ["trend", "--all"], ["ingest", "trace.csv", "--dry-run", "--commit", "v1"], ["check"],
    ["calibrate", "--shuffles", "24"], ["compare", "HEAD~2", "HEAD"],
    ["compare", "HEAD~5..HEAD~3"], ["report", "--site", "site"],
  ]

  private let tree = TemporaryFolder()
  private let outside = TemporaryFolder()
  /// A copy of the files as created, from which `set` restores them.
  private let pristine: String

  private init() throws {
    pristine = outside.path("pristine")
    let outcome = try Tool.shell(
      """
      set -e
      unset ${!GIT_*}
      export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
      export GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.com
      export GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.com
      git init --quiet --initial-branch=main .
      git init --quiet --initial-branch=main sub
      echo inner > sub/inner
      git -C sub add inner
      git -C sub commit --quiet --message Inner
      echo text > code
      git add code sub 2> /dev/null
      git commit --quiet --message Begin
      tree=$(git write-tree)
      parent=$(git rev-parse HEAD)
      for number in $(seq -w 2 12); do
        parent=$(printf '%s\\n' "tree $tree" "parent $parent" \
          "author T <t@example.com> 17673228$number +0000" \
          "committer T <t@example.com> 17673228$number +0000" \
          'gpgsig -----BEGIN PGP SIGNATURE-----' ' ' ' abcd' ' -----END PGP SIGNATURE-----' \
          '' "Commit $number" | git hash-object -t commit -w --stdin)
      done
      git update-ref refs/heads/main $parent
      git tag v1
      printf 'frame_time_ms\\n16.6\\n16.7\\n' > trace.csv
      { echo commit,load_ms
        number=0
        for commit in $(git rev-list --reverse main); do
          for run in 1; do
            number=$((number + 1))
            echo "$commit,20.$((number * 7919 % 97))"
          done
        done
      } > "$OUTSIDE/history.csv"
      cp -a . "$OUTSIDE/pristine"
      mkdir "$OUTSIDE/bin"
      printf '#!/bin/sh\\necho call >> "%s/calls"\\nPATH="${PATH#*:}" exec git "$@"\\n' "$OUTSIDE" \
        > "$OUTSIDE/bin/git"
      printf '#!/bin/sh\\ntouch "%s/marker"\\nexit 1\\n' "$OUTSIDE" > "$OUTSIDE/program"
      chmod +x "$OUTSIDE/bin/git" "$OUTSIDE/program"
      "$HITCHMARK" import "$OUTSIDE/history.csv" --suite app --store "$OUTSIDE/runs.db"
      """, in: tree.url, environment: ["OUTSIDE": outside.url.path])
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Restores the repository, then sets a trap.
  func set(_ trap: HostileRepositoryTests.Trap) throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: tree.url.path) {
      try files.removeItem(atPath: tree.path(name))
    }
    let copy = try Tool.shell(
      "cp -a \"$PRISTINE\"/. .", in: tree.url, environment: ["PRISTINE": pristine])
    try #require(copy.status == 0, "\(copy.errors)")
    // In repositories of format 0, git ignores partial clones and extensions.
    let version = trap.configuration.contains("[extensions]") ? 1 : 0
    try tree.file(
      ".git/config",
      text: "[core]\n\trepositoryformatversion = \(version)\n" + filled(trap.configuration))
    for (name, text) in trap.files {
      let isProgram = text == "PROGRAM"
      let script = "#!/bin/sh\nexec \(outside.path("program"))\n"
      let file = try tree.file(name, text: isProgram ? script : filled(text))
      if isProgram {
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
    }
    try touch()
    _ = takeMarker()
  }

  private func filled(_ text: String) -> String {
    text.replacing("PROGRAM", with: outside.path("program")).replacing("ROOT", with: tree.url.path)
  }

  /// Changes the time of the tracked files, so that git has to compare their contents.
  func touch() throws {
    for name in ["code", "sub/inner"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now.addingTimeInterval(.random(in: -90_000 ... -1000))],
        ofItemAtPath: tree.path(name))
    }
  }

  /// Runs the tool in the work tree.
  func run(_ command: [String], countingCalls: Bool = false) throws -> Tool.Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Tool.run(
      command + ["--store", outside.path("runs.db")], in: tree.url,
      environment: countingCalls ? ["PATH": "\(outside.path("bin")):\(path)"] : [:])
  }

  /// Runs git as a user would.
  func plainGit(_ words: [String]) {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    _ = try? Tool.shell(
      "GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null git \(line)", in: tree.url)
  }

  /// Whether the trap's program was started since the last call.
  func takeMarker() -> Bool {
    (try? FileManager.default.removeItem(atPath: outside.path("marker"))) != nil
  }

  /// How many times git was started since the last call.
  func takeCalls() throws -> Int {
    let calls = (try? String(contentsOfFile: outside.path("calls"), encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(atPath: outside.path("calls"))
    return calls.count { $0 == "\n" }
  }
}
