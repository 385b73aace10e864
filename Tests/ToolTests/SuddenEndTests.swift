import Foundation
import TestSupport
import Testing

/// What commands leave behind and say when a signal ends them.
@Suite("The end by a signal")
struct SuddenEndTests {
  private let folder = TemporaryFolder()

  @Test(
    "leaves neither Git nor its temporary folder",
    arguments: [
      "ingest runs --store s.db", "compare HEAD~1 HEAD --store base.db", "trend --store base.db",
      "report --site site --store base.db",
    ], ["TERM", "HUP", "USR1"])
  func git(command: String, signal: String) throws {
    let outcome = try Tool.shell(
      """
      mkdir runs bin tmp .git
      for run in 1 2 3; do
        mkdir runs/native-$run; echo "{\\"commit\\": \\"c$run\\"}" > runs/native-$run/run.json
        { echo frame_time_ms; seq $run $((run + 20)); } > runs/native-$run/frames.csv
      done
      "$HITCHMARK" ingest runs --store base.db > /dev/null
      printf '#!/bin/sh\\necho $$ >> "$PIDS"; exec sleep 600\\n' > bin/git; chmod +x bin/git
      rm runs/*/run.json
      export PIDS=$PWD/pids TMPDIR=$PWD/tmp PATH=$PWD/bin:$PATH
      "$HITCHMARK" \(command) > /dev/null & tool=$!
      until [ -s pids ]; do kill -0 $tool || exit 9; sleep 0.02; done
      kill -\(signal) $tool; wait $tool; echo $? $(kill -l $?); ls -A tmp; sleep 0.2
      for pid in $(cat pids); do grep -qz sleep /proc/$pid/cmdline && echo "git $pid is left"; done
      """, in: folder.url)
    #expect(
      outcome.output.hasSuffix(" \(signal)\n") && outcome.output.split(separator: "\n").count == 1,
      "\(outcome)")
  }

  @Test("ingest says how many runs it added, and keeps them")
  func ingest() throws {
    let outcome = try Tool.shell(
      """
      for run in $(seq 129); do { echo frame_time_ms; seq $run $((run + 20)); } > $run.csv; done
      mkfifo p; "$HITCHMARK" ingest *.csv p --store s.db & tool=$!
      count() { "$HITCHMARK" sql "SELECT count(*) FROM run" --store s.db --format csv 2>&1 | tail -n 1; }
      for _ in $(seq 200); do [ "$(count)" = 128 ] && break; sleep 0.05; done
      kill -TERM $tool; wait $tool; echo $?; count
      """, in: folder.url)
    #expect(outcome.output == "143\n128\n", "\(outcome)")
    #expect(
      outcome.errors.contains(
        "interrupted: 128 runs were added, and will be skipped if you repeat the command\n"),
      "\(outcome.errors)")
  }

  @Test("report --site says how many pages it wrote")
  func site() throws {
    let outcome = try Tool.shell(
      """
      for run in $(seq 300); do { echo frame_time_ms; seq $run $((run + 20)); } > $run.csv; done
      "$HITCHMARK" ingest *.csv --store s.db > /dev/null
      "$HITCHMARK" report --site site --store s.db & tool=$!
      until ls site/*/*/*.html > /dev/null 2>&1; do sleep 0.01; done
      kill -TERM $tool; wait $tool; echo $?; find site -name '*.html' | wc -l; find site -name '*.part'
      """, in: folder.url)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 2 && lines[0] == "143", "\(outcome)")
    let pages = lines[1] == "1" ? "1 page" : "\(lines[1]) pages"
    let verb = lines[1] == "1" ? "was" : "were"
    #expect(
      outcome.errors.contains(
        "interrupted: \(pages) of the website \(verb) written; repeat the command for the others\n"),
      "\(outcome.errors)")
  }

  @Test("a signal that is ignored stays ignored")
  func ignored() throws {
    let outcome = try Tool.shell(
      """
      mkfifo p; trap '' HUP; "$HITCHMARK" analyze p --metrics fps.avg & tool=$!
      sleep 0.3; kill -HUP $tool; { echo frame_time_ms; seq 20; } > p; wait $tool; echo $?
      """, in: folder.url)
    #expect(outcome.output.hasSuffix("\n0\n"), "\(outcome)")
  }
}
