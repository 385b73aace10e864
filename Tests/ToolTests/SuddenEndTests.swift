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
