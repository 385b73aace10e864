import Foundation
import TestSupport
import Testing

/// Pipes and devices among the files that commands read.
@Suite("Pipes and devices")
struct SpecialFileTests {
  private let folder = TemporaryFolder()

  private func pipe(_ name: String) throws {
    try folder.file("\(name).x", text: "")
    #expect(mkfifo(folder.path(name), 0o600) == 0)
  }

  private func run(_ script: String) throws -> Tool.Outcome {
    try Tool.shell("h() { timeout -s KILL 60 \"$HITCHMARK\" \"$@\"; }\n\(script)", in: folder.url)
  }

  @Test(
    "nothing waits for a pipe that the user did not name as a trace",
    arguments: [
      "analyze runs", "ingest runs --store s.db", "analyze suite", "ingest suite --store s.db",
      "analyze described", "init runs", "trend --order p --store base.db", "import runs",
      "check --accepted p --store base.db", "check --suite-file p --store base.db", "merge p",
      "verify --store p", "analyze /dev/zero", "import /dev/zero",
      "trend --order /dev/zero --store base.db", "compare runs suite",
    ])
  func unnamed(command: String) throws {
    try NativeTrace(1).write(into: folder, "runs/a/")
    try pipe("runs/b.csv")
    try pipe("suite/suite.json")
    try NativeTrace(1).write(into: folder, "described/")
    try pipe("described/run.json")
    try pipe("p")
    let outcome = try run("h ingest runs/a --store base.db >/dev/null; h \(command)")
    #expect(outcome.status < 128, "\(outcome.status) \(outcome.errors)")
  }

  @Test("a pipe that the user names is read, also if its writer comes later")
  func named() throws {
    try NativeTrace(1).write(into: folder, "t/")
    let outcome = try run(
      """
      mkfifo p; { sleep 0.2; cat t/*.csv > p; } & h analyze p --format csv > a
      h analyze <(cat t/*.csv) --format csv > b; cat t/*.csv | h analyze - --format csv > c
      # They differ in the name of the trace.
      for i in a b c; do sed -E "s/,(p|63|standard input),/,name,/" $i > $i.csv; done
      cmp a.csv b.csv && cmp b.csv c.csv && test -s a.csv
      """)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("waiting for a pipe ends with a signal", arguments: ["INT", "TERM"])
  func interrupted(signal: String) throws {
    let outcome = try run(
      """
      mkfifo p; "$HITCHMARK" ingest p --watch --store s.db & tool=$!
      sleep 0.7; kill -\(signal) $tool; wait $tool; echo $?
      """)
    #expect(outcome.output.hasSuffix("0\n"), "\(outcome.output)\(outcome.errors)")
  }

  @Test("a run whose command leaves a pipe in place of its output ends")
  func outputPipe() throws {
    try folder.file("s/suite.json", text: #"{"metrics": ["fps.avg"], "stages": [{"id": "a"}]}"#)
    let outcome = try run(
      "h run s --store s.db -- sh -c 'mkfifo {out}/output.txt; exit 1'; echo $?")
    #expect(outcome.output == "2\n" && outcome.errors.contains("3 runs in a row failed"))
  }

  @Test("a run ends with a signal, also if nobody reads its messages")
  func unreadMessages() throws {
    try folder.file("s/suite.json", text: #"{"metrics": ["fps.avg"], "stages": [{"id": "a"}]}"#)
    let outcome = try run(
      """
      mkfifo p; exec 3<>p; timeout -s KILL 1 head -c 10000000 /dev/zero >&3
      "$HITCHMARK" run s --store s.db --blocks 200 -- sh -c 'touch began; exit 1' 2>&3 & tool=$!
      until test -e began; do sleep 0.05; done; sleep 1; kill -TERM $tool
      for i in $(seq 100); do kill -0 $tool 2>/dev/null || break; sleep 0.1; done
      kill -KILL $tool 2>/dev/null; wait $tool; echo $?
      """)
    #expect(outcome.output == "3\n", "\(outcome)")
  }

  @Test("a file whose name is not UTF-8 is named in an error")
  func badName() throws {
    try NativeTrace(1).write(into: folder, "runs/")
    let outcome = try run("cp runs/*.csv $'runs/\\xff.csv' && h ingest runs --store s.db")
    #expect(outcome.errors.contains("its name is not UTF-8; rename it"), "\(outcome.errors)")
    #expect(outcome.output.contains("1 run added"), "\(outcome.output)")
  }
}
