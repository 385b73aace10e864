import Foundation
import TestSupport
import Testing

/// Runs experiments with real processes.
///
/// No test depends on how fast they are.
@Suite("Measuring with hitchmark run", .serialized)
struct RunCommandTests {
  private let folder = TemporaryFolder()

  /// Writes a `suite.json` with a `run` object; if that is empty, the command is given on the command line.
  private func suite(_ run: String = "{}", stages: String = #"[{"id": "a"}, {"id": "b"}]"#) throws {
    try folder.file(
      "s/suite.json", text: #"{"metrics": ["fps.avg"], "run": \#(run), "stages": \#(stages)}"#)
  }

  /// A script that writes frames: 60 per second, and in stage “b” more by a percentage.
  ///
  /// Runs of one stage differ by less than 0.1%.
  private func bench(faster percent: Int) throws -> [String] {
    let script = """
      step=16666000; side=0
      if [ "$1" = b ]; then step=$((step * 100 / (100 + \(percent)))); side=10; fi
      step=$((step + $3 * 7 % 5 * 2000 + $3 * 20 + side)); echo "run $3 of $1"
      { echo timestamp_ns; for i in {0..120}; do echo $((i * step)); done; } > "$2/frames.csv"
      """
    try folder.file("bench.sh", text: script)
    return ["bash", "bench.sh", "{stage}", "{out}", "{run}"]
  }

  private func run(_ options: [String], _ command: [String]) throws -> Tool.Outcome {
    try Tool.run(
      ["run", "s", "--store", "s.db"] + options + (command.isEmpty ? [] : ["--"] + command),
      in: folder.url)
  }

  private func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(path))) ?? []).sorted()
  }

  private func stored() throws -> String {
    let query = "SELECT stage, name, frames FROM run ORDER BY 1, 2"
    return try Tool.run(["sql", query, "--store", "s.db", "--format", "csv"], in: folder.url).output
  }

  // MARK: - Answers

  @Test("stops as soon as a change is proved, and compares the stored runs")
  func decides() throws {
    try suite()
    let outcome = try run(["--blocks", "8"], try bench(faster: 5))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("stopped after "))
    #expect(outcome.errors.contains(" blocks of 8: a → b: fps.avg improved +5."))
    #expect(outcome.output.contains("FPS (avg)"))
    #expect(names("s/a") == names("s/b") && names("s/a").count < 8)
    #expect(try stored().contains("a,1,120\n"))
  }

  @Test("stages without a difference have the verdict unchanged")
  func unchanged() throws {
    try suite()
    let outcome = try run(["--blocks", "8"], try bench(faster: 0))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("fps.avg unchanged"))
  }

  @Test("measures all blocks of a single stage, and does not count warm-ups")
  func singleStage() throws {
    try suite(stages: #"[{"id": "a"}]"#)
    let outcome = try run(["--blocks", "2", "--warmup", "1"], try bench(faster: 0))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(names("s/a") == ["1", "2"])
    #expect(names("s/.run/warm-up/a") == ["warm-up-1"])
    #expect(try stored() == "stage,name,frames\na,1,120\na,2,120\n")
    let description = try String(contentsOfFile: folder.path("s/a/2/run.json"), encoding: .utf8)
    #expect(description.contains(#""block": "2""#) && description.contains(#""seconds": "#))
  }

  @Test("a budget ends an experiment with exit code 3, and --resume continues its plan")
  func budgetAndResume() throws {
    try suite()
    let command = try bench(faster: 5)
    let spent = try run(["--blocks", "4", "--budget", "0s"], command)
    #expect(spent.status == 3, "\(spent.errors)")
    #expect(
      spent.errors.contains(
        "the time of --budget was used up after 1 block of 4; --resume continues the experiment"))
    #expect(names("s/a") == ["1"])
    let resumed = try run(["--resume"], command)
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(!resumed.errors.contains("block 1 of 4") && resumed.errors.contains("block 2 of 4"))
    let again = try run(["--blocks", "1", "--until", "blocks"], command)
    #expect(again.status == 0, "\(again.errors)")
    #expect(names("s/a").count == names("s/b").count && names("s/a").count >= 4)
  }

  @Test("a resumed experiment compares the metrics with which it began")
  func resumedMetrics() throws {
    try suite()
    let command = try bench(faster: 5)
    let first = try run(
      ["--metric", "frametime.p95", "--blocks", "3", "--until", "blocks"], command)
    let resumed = try run(["--resume"], command)
    for outcome in [first, resumed] {
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("b is faster than a: p95 "), "\(outcome.output)")
      #expect(!outcome.output.contains("FPS"), "\(outcome.output)")
    }
  }

  @Test("a plan is made from the noise of stored runs")
  func plan() throws {
    try suite()
    let missing = try run(["--plan"], ["true"])
    #expect(missing.status == 2 && missing.errors.contains("--blocks 3 --until blocks"))
    #expect(try run(["--blocks", "3", "--until", "blocks"], try bench(faster: 0)).status == 0)
    let plan = try run(["--plan"], ["true"])
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(plan.output.hasPrefix("to detect a change of fps.avg by 1% in 80% of cases, "))
    #expect(plan.output.hasSuffix("(The noise was estimated from 6 runs of 1 session.)\n"))
    #expect(try run(["--plan", "--commits", "a,b"], ["true"]).status == 2)
    // A session with one run shows no noise, so it does not count.
    try folder.file("one.csv", text: "timestamp_ns\n0\n16000000\n32000000\n")
    let words = ["--suite", "s", "--stage", "a", "--session", "other", "--store", "s.db"]
    #expect(try Tool.run(["ingest", "one.csv"] + words, in: folder.url).status == 0)
    let later = try run(["--plan"], ["true"])
    #expect(try stored().contains("a,one,2\n"))
    #expect(later.output.hasSuffix("(The noise was estimated from 6 runs of 1 session.)\n"))
  }

  @Test("standard output is a trace on request, and placeholders are filled in")
  func standardOutput() throws {
    try suite(
      #"{"command": ["bash", "-c", "echo timestamp_ms; seq 0 16 {seed}00 # {other} $HITCHMARK_STAGE"]}"#
    )
    let outcome = try run(
      ["--from-stdout", "--stages", "a", "--seed", "9", "--blocks", "1"], [])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stored() == "stage,name,frames\na,1,62\n")
  }

  @Test("a trace that is already stored is not stored again, and a message reports it")
  func sameTrace() throws {
    try suite(stages: #"[{"id": "a"}]"#)
    // Without its own samples, the run would get those of the sampler, which differ from run to run.
    let script = """
      cd "$HITCHMARK_OUT"; echo timestamp_ms > t.csv; seq 0 16 1600 >> t.csv
      printf 'timestamp_ms,cpu_percent\\n0,1\\n16,2\\n' > resources.csv
      """
    let outcome = try run(["--blocks", "2"], ["bash", "-c", script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("a/2: the store already has a run with the same bytes"))
    #expect(try stored() == "stage,name,frames\na,1,100\n")
  }

  @Test("run.json of the command is completed, and scalars are enough")
  func ownDescription() throws {
    try folder.file(
      "s/suite.json",
      text: #"""
        {"measures": {"layout": {"unit": "ms", "better": "lower"}}, "metrics": ["layout"],
         "stages": [{"id": "a"}]}
        """#)
    let script =
      #"echo '{"scalars": {"layout": 3}, "labels": {"build": "x"}}' > "$HITCHMARK_OUT/run.json""#
    let outcome = try run(["--blocks", "1"], ["bash", "-c", script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try String(contentsOfFile: folder.path("s/a/1/run.json"), encoding: .utf8)
    #expect(text.contains(#""layout": 3"#) && text.contains(#""build": "x""#))
    #expect(text.contains(#""session": "#))
  }

  // MARK: - Faults

  @Test(
    "three failed runs in a row end the experiment; their folders are kept, but not stored",
    arguments: [
      ("exit 7", "the command exited with code 7"),
      ("echo last words; kill -SEGV $$", "the command was ended by signal 11\n  last words"),
      (
        "echo hi > $HITCHMARK_OUT/x.bin",
        "the command wrote no file in a known trace format into the output folder {out}"
      ),
      ("printf 'timestamp_ms\\nabc\\n' > $HITCHMARK_OUT/x.csv", "x.csv:2: a field is not a number"),
      (
        "printf '{\"scalars\": 3}' > $HITCHMARK_OUT/run.json",
        "run.json:2:3: “scalars” is 3; expected an object"
      ),
      ("sleep 60", "the command took longer than 0.2 s"),
    ])
  func failures(script: String, sentence: String) throws {
    try suite(#"{"timeout_s": 0.2}"#, stages: #"[{"id": "a"}]"#)
    let outcome = try run([], ["bash", "-c", script])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("a/1 failed: ") && outcome.errors.contains(sentence))
    #expect(outcome.errors.contains("s/.run/failed: 3 runs in a row failed"), "\(outcome.errors)")
    #expect(names("s/.run/failed/a").count == 3 && names("s/a").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path("s.db")))
  }

  @Test("processes that outlive the command are ended, also if they started their own session")
  func survivors() throws {
    try suite(stages: #"[{"id": "a"}]"#)
    let script = """
      echo timestamp_ms > "$HITCHMARK_OUT/t.csv"; seq 0 16 1600 >> "$HITCHMARK_OUT/t.csv"
      sleep 600 & echo $! > pids
      setsid sleep 600 & echo $! >> pids
      """
    let outcome = try run(["--blocks", "1"], ["bash", "-c", script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "a/1: hitchmark ended processes that the command had left running"))
    let pids = try String(contentsOfFile: folder.path("pids"), encoding: .utf8)
    for pid in pids.split(separator: "\n").compactMap({ Int32($0) }) {
      #expect(!Self.isAlive(pid), "process \(pid)")
    }
    #expect(try stored() == "stage,name,frames\na,1,100\n")
  }

  @Test("a process that ended before the command was not left running")
  func endedOrphan() throws {
    try suite(stages: #"[{"id": "a"}]"#)
    let script = """
      (true &)
      echo timestamp_ms > "$HITCHMARK_OUT/t.csv"; seq 0 16 1600 >> "$HITCHMARK_OUT/t.csv"
      sleep 0.2
      """
    let outcome = try run(["--blocks", "1"], ["bash", "-c", script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("left running"), "\(outcome.errors)")
  }

  /// Whether a process exists and is not a zombie.
  private static func isAlive(_ pid: Int32) -> Bool {
    guard kill(pid, 0) == 0 else { return false }
    let state = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return !(state?.contains(") Z ") ?? false)
  }

  @Test("a large output does not fill the memory, and only its last lines are kept")
  func muchOutput() throws {
    try suite(stages: #"[{"id": "a"}]"#)
    let outcome = try run([], ["bash", "-c", "seq 1 200000; exit 3"])
    #expect(
      outcome.errors.contains("a/1 failed: the command exited with code 3\n  199998\n  199999\n"))
    let kept = try Data(contentsOf: folder.url.appending(path: "s/.run/failed/a/1-1/output.txt"))
    #expect(kept.count <= 4096)
  }

  @Test("a run with changed files has a label instead of a commit")
  func changedWorkTree() throws {
    try suite(stages: #"[{"id": "a"}]"#)
    try folder.file("work.txt", text: "1")
    let git = "git -c user.name=a -c user.email=a"
    let commit = "git init -q . && git add work.txt && \(git) commit -q -m one"
    #expect(try Tool.shell(commit, in: folder.url).status == 0)
    // The command changes a file that Git tracks, so that the second run measures other files than the commit.
    let script =
      "echo timestamp_ms > $1/t.csv; seq 0 16 $((1600 + 16 * $2)) >> $1/t.csv; echo $2 > work.txt"
    let outcome = try run(["--blocks", "2"], ["bash", "-c", script, "", "{out}", "{run}"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let runs = try ["1", "2"].map {
      try String(contentsOfFile: folder.path("s/a/\($0)/run.json"), encoding: .utf8)
    }
    for run in runs {
      #expect(
        run.contains(#""work tree": "changed since "#) && !run.contains(#""commit": "#), "\(run)")
    }
  }

  @Test("a run waits for a store that another program locks")
  func busyStore() async throws {
    try suite(stages: #"[{"id": "a"}]"#)
    #expect(try run(["--blocks", "1"], try bench(faster: 0)).status == 0)
    // The lock begins before the second run is stored, and ends a moment later.
    let lock = """
      import sqlite3, time
      store = sqlite3.connect("s.db", isolation_level=None)
      store.execute("BEGIN EXCLUSIVE")
      open("locked", "w").close()
      time.sleep(1)
      """
    try folder.file("lock.py", text: lock)
    let script = """
      setsid env -u HITCHMARK_OUT python3 lock.py < /dev/null > /dev/null 2>&1 &
      while [ ! -e locked ]; do sleep 0.02; done
      echo timestamp_ms > "$1/t.csv"; seq 0 16 1600 >> "$1/t.csv"
      """
    let outcome = try run(["--blocks", "1"], ["bash", "-c", script, "", "{out}"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stored().hasSuffix("a,2,100\n"))
  }

  @Test("an interruption ends the command, keeps complete runs, and lets the plan be resumed")
  func interruption() throws {
    try suite()
    _ = try bench(faster: 5)
    // The second run interrupts the experiment, and would otherwise hang.
    let script = """
      if [ -e once ]; then echo $$ > pid; kill -INT $PPID; sleep 600; fi
      touch once; bash bench.sh "$@"
      """
    try folder.file("twice.sh", text: script)
    let command = ["bash", "twice.sh", "{stage}", "{out}", "{run}"]
    let outcome = try run(["--blocks", "4"], command)
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("interrupted after 0 blocks of 4; --resume continues the experiment"))
    let pid = try String(contentsOfFile: folder.path("pid"), encoding: .utf8)
    #expect(!Self.isAlive(try #require(Int32(pid.dropLast()))))
    #expect(names("s/a").count + names("s/b").count == 1 && !names("s/.run").contains("current"))
    #expect(try stored().split(separator: "\n").count == 2)
    let resumed = try run(["--resume"], command)
    #expect(resumed.errors.contains("interrupted"))
    try folder.file("twice.sh", text: #"bash bench.sh "$@""#)
    #expect(try run(["--resume"], command).status == 0)
  }

  @Test("a second experiment on a suite that is being measured is refused")
  func locked() throws {
    try suite(stages: #"[{"id": "a"}]"#)
    let inner = #""$0" run s --store s.db --blocks 1 -- true; echo $? > status; exit 1"#
    let outcome = try run([], ["bash", "-c", inner, Tool.path])
    #expect(outcome.errors.contains("another “hitchmark run” measures this suite"))
    #expect(try String(contentsOfFile: folder.path("status"), encoding: .utf8) == "2\n")
  }

  @Test(
    "wrong input is refused before anything is measured",
    arguments: [
      (["--stages", "c"], "the suite has no stage “c”; the stages of the suite are “a”, “b”"),
      (["--metric", "fps.avgg"], "Hitchmark has no metric “fps.avgg”; did you mean “fps.avg”"),
      (["--resume"], "the suite has no experiment to resume; leave out --resume"),
    ])
  func wrongInput(options: [String], sentence: String) throws {
    try suite()
    let outcome = try run(options, ["true"])
    #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(names("s/a").isEmpty)
  }

  @Test("a suite without a command, and a folder without a suite, are refused")
  func nothingToRun() throws {
    try suite()
    #expect(try run([], []).errors.contains("no command measures the stage “a”"))
    let outcome = try Tool.run(["run", ".", "--", "true"], in: folder.url)
    #expect(outcome.status == 2 && outcome.errors.contains("the folder has no suite.json"))
  }

  @Test("the steps of docs/measure.md give the documented results")
  func guide() throws {
    let page = try CIDocument(pages: ["measure"])
    for file in page.blocks("file") { try folder.file(file.value, text: file.text) }
    let steps = page.blocks("step").map(\.text).joined()
    let script = "set -e\nhitchmark() { \"$HITCHMARK\" \"$@\"; }\n" + steps
    let outcome = try Tool.shell(script, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("before → after: fps.avg improved +"))
    #expect(outcome.output.contains("to detect a change of fps.avg by 5% in 80% of cases, "))
  }
}
