import Foundation
import TestSupport
import Testing

/// A suite of a stranger, which `hitchmark run` measures with a command that the user gives or has read.
@Suite("Measuring a stranger's suite", .serialized)
struct HostileSuiteTests {
  private let folder = TemporaryFolder()
  /// Writes frames into the folder of the run.
  private static let bench =
    "{ echo timestamp_ns; for i in {0..60}; do echo $((i * 16666000 + RANDOM)); done; }"

  private func suite(
    _ command: String = #"["bash", "bench.sh", "{out}"]"#, stages: String = #"{"id": "a"}"#
  ) throws {
    try folder.file(
      "s/suite.json",
      text: #"{"metrics": ["fps.avg"], "run": {"command": \#(command)}, "stages": [\#(stages)]}"#)
    try folder.file("bench.sh", text: "\(Self.bench) > \"$1/frames.csv\"\n")
  }

  private func run(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["run", "s", "--store", "s.db"] + options, in: folder.url)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path(name))
  }

  /// A saved plan with some values.
  private func plan(
    _ command: String = "[]", stages: String = #"["a"]"#, blocks: String = "2",
    first: String = "1", build: String = "null"
  ) throws {
    try folder.file(
      "s/.run/plan.json",
      text: """
        {"plan": 1, "name": "x", "stages": \(stages), "order": "random", "seed": "1",
        "blocks": \(blocks), "first_run": \(first), "metrics": [], "stops_early": false,
        "reads_output": false, "command": \(command), "commits": [], "build": \(build)}
        """)
  }

  // MARK: - Saved plans

  @Test(
    "a saved command runs only if the command line or suite.json names it",
    arguments: [(#"["touch", "ran"]"#, "null", "COMMAND"), ("[]", #""touch ran""#, "--build")])
  func command(command: String, build: String, option: String) throws {
    try suite()
    try plan(command, build: build)
    let outcome = try run("--resume")
    #expect(outcome.status == 2 && outcome.errors.contains("“touch ran” for \(option)"))
    #expect(!exists("ran"), "\(outcome.errors)")
    try plan(#"["bash", "bench.sh", "{out}"]"#)
    let resumed = try run("--resume")
    #expect(resumed.status == 0, "\(resumed.errors)")
    let again = try run("--resume", "--", "bash", "other.sh")
    #expect(again.status == 2 && again.errors.contains("“bash other.sh”"), "\(again.errors)")
  }

  @Test(
    "a plan with absurd numbers is refused",
    arguments: [
      ("100000000000", "1"), ("0", "1"), ("9223372036854775807", "1"),
      ("2", "9223372036854775807"), ("2", "-9223372036854775808"), ("1e300", "1"),
    ])
  func numbers(blocks: String, first: String) throws {
    try suite()
    try plan(blocks: blocks, first: first)
    let outcome = try run("--resume")
    #expect(outcome.status == 2 && outcome.errors.contains("cannot be resumed"))
  }

  @Test(
    "a folder whose name is no number of a run does not count",
    arguments: ["9223372036854775807", "9223372036854775806", "1000000000", "-5", "99999999999"])
  func folderNumbers(name: String) throws {
    try suite()
    try folder.file("s/a/\(name)/x.txt", text: "")
    let outcome = try run("--blocks", "1")
    #expect(outcome.status == 0 && exists("s/a/1/frames.csv"), "\(outcome.errors)")
  }

  // MARK: - Links and pipes

  @Test(
    "a folder of runs that is a link is refused",
    arguments: ["s/.run", "s/.run/current", "s/.run/failed", "s/.run/lock", "s/a"])
  func links(name: String) throws {
    try suite()
    try folder.file("victim/current/precious", text: "x")
    try FileManager.default.createDirectory(
      atPath: folder.path((name as NSString).deletingLastPathComponent),
      withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: folder.path("victim"))
    let outcome = try run("--blocks", "1")
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("\(name): it is a link"), "\(outcome.errors)")
    #expect(FileManager.default.subpaths(atPath: folder.path("victim"))?.count == 2)
  }

  @Test("a pipe in place of a file ends with an error and not in a wait")
  func pipes() throws {
    try suite(#"["bash", "-c", "bash bench.sh $0; mkfifo $0/$(cat name)", "{out}"]"#)
    for (name, status) in [("run.json", 2), ("t.csv", 0), ("resources.csv", 0)] {
      try folder.file("name", text: name)
      let outcome = try run("--blocks", "1")
      #expect(outcome.status == status, "\(name): \(outcome.errors)")
    }
    for (name, option) in [("s/.run/plan.json", "--resume"), ("s/suite.json", "--plan")] {
      unlink(folder.path(name))
      #expect(mkfifo(folder.path(name), 0o600) == 0)
      #expect(try run(option).status == 2)
    }
  }

  // MARK: - Processes

  @Test(
    "a signal that would end the process leaves no process, no half run and no work tree",
    arguments: [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
      SIGPROF, SIGABRT,
    ])
  func signals(number: Int32) throws {
    try suite(#"["bash", "-c", "sleep 600 & echo $! > pid; kill -\#(number) $PPID; sleep 600"]"#)
    let outcome = try run("--blocks", "1")
    #expect(outcome.status == 3, "\(number): \(outcome.errors)")
    try expectNoneLeft()
    #expect(!exists("s/.run/current"))
  }

  @Test(
    "no process survives, whatever its group, session and environment",
    arguments: [
      "setsid sleep 86399", "env -i setsid sleep 86399",
      "(trap '' TERM INT HUP; exec sleep 86399)",
      "env -i setsid bash -c 'trap \"\" TERM; sleep 86399 & wait'",
      "env -i setsid bash -c 'setsid bash -c \"sleep 86399\" & exit'",
    ])
  func survivors(start: String) throws {
    try suite(#"["bash", "start.sh", "{out}"]"#)
    try folder.file(
      "start.sh",
      text: """
        \(start) > /dev/null 2>&1 &
        until pgrep -f 'sleep 86399$' >> pid; do sleep 0.01; done
        bash bench.sh "$1"
        """)
    let outcome = try run("--blocks", "1")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #if os(Linux)
      try expectNoneLeft()
    #endif
  }

  private func expectNoneLeft() throws {
    let pids = try String(contentsOfFile: folder.path("pid"), encoding: .utf8)
    for pid in pids.split(separator: "\n").compactMap({ Int32($0) }) {
      let stat = try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
      #expect(!(stat ?? "").hasPrefix("sleep\0"), "process \(pid) is left")
    }
  }

  @Test("the password of the store does not reach the benchmark")
  func password() throws {
    try suite(#"["bash", "-c", "env > env.txt; exit 1"]"#)
    _ = try Tool.run(
      ["run", "s", "--store", "s.db", "--blocks", "1"], in: folder.url,
      environment: [
        "HITCHMARK_STORE_PASSWORD": "secret", "HITCHMARK_STORE_PASSWORD_FILE": "secret",
      ])
    let text = try String(contentsOfFile: folder.path("env.txt"), encoding: .utf8)
    #expect(text.contains("HITCHMARK_STAGE=a") && !text.contains("secret"))
  }
}
