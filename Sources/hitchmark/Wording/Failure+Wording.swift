// Errors are facts; this folder is the one place where they become sentences.

internal import Recordings
internal import Units
internal import Workbench

extension Failure {
  var message: String { complaint.text }

  var complaint: Complaint {
    switch self {
    case .trace(let error): error.complaint
    case .store(let error): error.complaint
    case .unfinished(let error, let added, let missing):
      error.complaint(afterAdding: added, without: missing)
    case .parameter(let error, .option(let option)): error.complaint(at: option)
    case .parameter(let error, .suite(let id)): error.complaint(at: "suite “\(id)”")
    case .suite(let error, let id): error.complaint(in: "suite “\(id)”")
    case .output(let path, let reason):
      Complaint(at: path, "the output cannot be written: \(reason)")
    case .severalFormats(let output):
      Complaint(
        at: output, "several formats cannot be written to one file",
        remedy: "name a folder with --output, or choose a single format")
    case .unknownExtension(let path, let known):
      Complaint(
        at: path, "the ending of the file name does not name an output format",
        wanted: "expected one of the endings \(known.map { ".\($0)" }.joined(separator: ", "))",
        remedy: "to keep the file name, name the format with --format")
    case .nothingToDraw(let format):
      Complaint(
        at: "--format \(format)", "this format shows only charts, and the output has no chart",
        remedy: "name a format that has tables, such as html")
    case .noFolder(let folder):
      Complaint(
        at: folder, "the folder of the store does not exist",
        remedy: "create the folder, or pass another path with --store")
    case .notAFolder(let path):
      Complaint(at: path, "there is no folder here", remedy: "name an existing folder")
    case .drafting(let fault): fault.complaint
    case .unknownMetric(let id, let nearest):
      Complaint(
        "Hitchmark has no metric “\(id)”", wanted: nearest.map { "did you mean “\($0)”" },
        remedy: "“hitchmark metrics” lists the metrics")
    case .unknownSuite(let suite, let store, let known):
      Complaint(
        at: store, "there is no suite “\(suite)” in this store",
        wanted: known.isEmpty
          ? "the store has no suites" : "the suites in the store are \(list(known))",
        remedy: known.isEmpty
          ? "“hitchmark init FOLDER” and “hitchmark ingest FOLDER” add a folder of stages as a suite"
          : "“hitchmark ingest” adds suites")
    case .noRuns(let store, let missing?): missing.complaint(at: store)
    case .noRuns(let store, nil):
      Complaint(
        at: store, "no run in this store matches all conditions of the command",
        remedy:
          "the command \(Suggestion.command("runs list", on: store)) lists all runs of the store")
    case .unknownRun(let run, let store):
      Complaint(
        at: store, "the store has no run “\(run)”",
        wanted:
          "expected the number of a run; the command \(Suggestion.command("runs list", on: store)) lists all runs"
      )
    case .unknownStream(let stream, let path, let known):
      Complaint(
        at: path, "the file has no stream (such as a process or a swap chain) “\(stream)”",
        wanted: known.isEmpty
          ? "the file has one stream without a name"
          : "the streams of frames in the file are \(list(known))",
        remedy: known.isEmpty ? "leave out --stream" : nil)
    case .nothingToChange:
      Complaint(
        "nothing to change is given",
        remedy: "pass --label, --remove-label, --suite, --stage or --name")
    case .columns(let fault): fault.complaint
    case .cut(let option, let found):
      Complaint(
        at: option, "“\(found)” is not a time since the start of the run",
        wanted: "expected a time such as 12s, 1500ms or 1:30")
    case .emptyCut:
      Complaint(
        at: "--to", "the end of the part is not after its start",
        remedy: "pass a later time than with --from")
    case .cutOfStoredRuns:
      Complaint(
        at: "--from", "the runs of the store are stored whole",
        remedy: "name captures, or ingest them with --from and --to")
    case .mapBesideFormat:
      Complaint(
        at: "--map",
        "this option cannot be combined with the option that names the trace format",
        remedy: "leave out --map, or leave out --trace-format (analyze) or --format (ingest)")
    case .side(let error): error.complaint
    case .unknownCommit(let name, let workTree):
      Complaint(
        at: workTree, "Git finds no commit “\(name)”",
        remedy: "in a shallow clone, fetch the commit with “git fetch --unshallow”")
    case .noOrder(let store, let problem): problem.complaint(at: store)
    case .orderFile(let fault, let path): fault.complaint(in: path)
    case .nothingAlong(let history, let store, let runs):
      Complaint(
        at: store, "none of \(counted(runs, "run")) in the store measured a commit of “\(history)”",
        remedy:
          """
          \(Suggestion.command("runs list", on: store)) shows the commits of runs; name the branch of these commits \
          with --branch, or their order with --order
          """
      )
    case .nothingSince(let newest, let history, let store):
      Complaint(
        at: store, "no run measured a commit of “\(history)” in the selected range",
        wanted: "the newest commit with runs, \(newest.shortCommit), is before the range",
        remedy: "start at an older commit, or ingest runs of newer commits")
    case .check(let error): error.complaint
    case .nothingKept(let store):
      Complaint(
        at: store, "no run has a value for these metrics",
        remedy: "--all shows all metrics that have values")
    case .benchmarks(let names, let path, let stage):
      Complaint(
        at: path,
        "all benchmarks of the file, \(list(names)), were assigned to one stage, “\(stage)”",
        remedy: "leave out --stage, or move the file out of the folder of the stage")
    case .oneNameForSeveral(let count):
      Complaint(
        at: "--run", "the option would give the same name to all \(count) runs",
        remedy: "leave out --run to name the runs after their files")
    case .nothingToRead(let paths):
      Complaint(
        at: paths.first, "found neither a trace nor a folder with traces",
        remedy: "“hitchmark formats” lists the trace formats")
    case .importing(let failure): failure.complaint
    case .flawed(let flawed, let all):
      Complaint(
        at: "--strict", "the data of \(flawed) of \(counted(all, "run")) has quality warnings",
        remedy: "see the section “Data quality” in the output")
    case .report(let fault): fault.complaint
    case .suiteDiffers(let suite, let path, let other):
      Complaint(
        at: path, "the description of suite “\(suite)” differs from the description in \(other)",
        wanted: "nothing was copied",
        remedy:
          "pass --suites keep to keep the stored description, or --suites replace to replace it")
    case .experiment(let fault): fault.complaint
    case .watchOfStream:
      Complaint(
        at: "--watch", "standard input cannot be watched for changes",
        remedy: "name files or folders to watch")
    case .configuration(let fault): fault.complaint
    case .damaged(let findings):
      Complaint("the store is damaged in \(counted(findings, "place")); see the messages above")
    }
  }
}

extension MissingRuns {
  fileprivate func complaint(at store: String) -> Complaint {
    Complaint(
      at: store, "no run has the \(kind.rawValue) “\(name)”",
      wanted: nearest.map { "did you mean “\($0)”" }
        ?? (known.isEmpty ? "no run has a \(kind.rawValue)" : "expected one of \(list(known))"),
      remedy:
        "the command \(Suggestion.command("runs list", on: store)) lists all runs of the store")
  }
}

extension OrderProblem {
  fileprivate func complaint(at store: String) -> Complaint {
    let remedy =
      "run the command in the work tree whose commits were measured, or pass the order of commits as --order FILE"
    return switch self {
    case .noCommits:
      Complaint(
        at: store, "no run has a commit", remedy: "ingest runs with --commit")
    case .severalTips(let count, nil):
      Complaint(
        at: store,
        """
        the order of commits is unknown: there is no Git work tree with commits, and the parents in the store \
        do not connect all commits
        """,
        wanted: "\(count) commits have no later one",
        remedy: remedy)
    case .severalTips(let count, let fault?):
      Complaint(
        at: store,
        """
        the order of commits is unknown: \(fault.words) in \(fault.workTree), and the parents in the store \
        do not connect all commits
        """,
        wanted: "\(count) commits have no later one",
        remedy:
          "run “git log” in the folder named above to see why Git fails, or pass the order of commits as --order FILE"
      )
    case .branchWithoutGit:
      Complaint(
        at: "--branch",
        "the current folder is in no Git work tree with commits, so the branch is unknown",
        remedy: remedy)
    case .unknownStart(let commit):
      Complaint(
        at: "--since", "no run measured a commit “\(commit)”",
        remedy: remedy)
    }
  }
}

/// The first few words, in quotation marks.
func list(_ words: [String]) -> String {
  let shown = words.prefix(8).map { "“\($0)”" }.joined(separator: ", ")
  return words.count > 8 ? "\(shown) and \(words.count - 8) more" : shown
}
