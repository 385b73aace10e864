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
      { echo frame_time_ms; seq 1000; } > frames
      for run in $(seq 2000); do { cat frames; echo $run; } > $run.csv; done
      "$HITCHMARK" ingest *.csv --store s.db > /dev/null & tool=$!
      count() { "$HITCHMARK" sql "SELECT count(*) FROM run" --store s.db --format csv 2>&1 | tail -n 1; }
      # It works only for moments, so that it cannot end before its runs are counted. A batch has 128 runs: with a second
      # one in the store, the first has been counted.
      while kill -STOP $tool && ! [ "$(count)" -gt 128 ] 2> /dev/null; do kill -CONT $tool; sleep 0.02; done
      kill -TERM $tool; kill -CONT $tool; wait $tool; echo $?; count
      """, in: folder.url)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 2 && lines[0] == "143", "\(outcome)")
    // The signal may have come between the end of a batch and its count.
    let told = try #require(
      outcome.errors.firstMatch(of: /interrupted: at least ([0-9]+) runs were added; repeat/))
    let added = try #require(Int(told.1))
    let stored = try #require(Int(lines[1]))
    #expect(added >= 128 && added <= stored && stored - added <= 128, "\(outcome)")
  }

  @Test("merge says how many runs of which store it merged, and keeps them")
  func merge() throws {
    let outcome = try Tool.shell(
      """
      for run in $(seq 1000); do { echo frame_time_ms; seq $run $((run + 20)); } > $run.csv; done
      "$HITCHMARK" ingest *.csv --store other.db > /dev/null
      "$HITCHMARK" merge other.db --into s.db > /dev/null & tool=$!
      count() { "$HITCHMARK" sql "SELECT count(*) FROM run" --store s.db --format csv 2>&1 | tail -n 1; }
      while kill -STOP $tool && ! [ "$(count)" -ge 200 ] 2> /dev/null; do kill -CONT $tool; sleep 0.02; done
      kill -TERM $tool; kill -CONT $tool; wait $tool; echo $?; count
      """, in: folder.url)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 2 && lines[0] == "143", "\(outcome)")
    let told = try #require(
      outcome.errors.firstMatch(
        of: /interrupted: at least ([0-9]+) of 1000 runs of other\.db were merged, their/))
    let merged = try #require(Int(told.1))
    let stored = try #require(Int(lines[1]))
    #expect(merged > 0 && merged <= stored && stored - merged <= 100, "\(outcome)")
  }

  @Test("report --site says how many pages it wrote")
  func site() throws {
    let outcome = try Tool.shell(
      """
      for run in $(seq 300); do { echo frame_time_ms; seq $run $((run + 20)); } > $run.csv; done
      "$HITCHMARK" ingest *.csv --store s.db > /dev/null
      "$HITCHMARK" report --site site --store s.db & tool=$!
      while kill -STOP $tool && ! find site -name '*.html' 2> /dev/null | grep -q .; do
        kill -CONT $tool; sleep 0.02
      done
      kill -TERM $tool; kill -CONT $tool; wait $tool; echo $?; find site -name '*.html' | wc -l; find site -name '*.part'
      """, in: folder.url)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 2 && lines[0] == "143", "\(outcome)")
    let told = try #require(
      outcome.errors.firstMatch(of: /interrupted: at least ([0-9]+) pages? of the website/))
    let written = try #require(Int(told.1))
    let found = try #require(Int(lines[1]))
    #expect(written <= found && found - written <= 1, "\(outcome)")
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
