internal import Recordings
package import RunStore
package import Units

// Workbench is the application without its command line. It ingests traces into a store, gets the values of runs,
// compares them, finds and judges changes, imports histories, writes sites and runs Git. It knows no options and prints
// nothing: functions take values, return results, and report facts to a `TaskObserver`. Tests therefore call it in
// their own process. The executable declares the commands and words the facts.

/// Why Hitchmark could not do what the user requested, unless another module says so.
///
/// The cases are what other code may expect. Everything else is only a message.
package enum Failure: ExplainedError {
  /// No run passes the filter; the condition that no run meets, if a single one is responsible.
  case noRuns(store: String, MissingRuns?)
  case noOrder(store: String, OrderProblem)
  case nothingAlong(String, store: String, runs: Int)
  /// No run along the history has a value of the requested metrics.
  case nothingKept(store: String)

  package var complaint: Complaint {
    switch self {
    case .noRuns(let store, let missing?): missing.complaint(at: store)
    case .noRuns(let store, nil):
      Complaint(
        at: store, "no run in this store matches all conditions of the command",
        remedy:
          "the command \(Suggestion.command("runs list", on: store)) lists all runs of the store")
    case .noOrder(let store, let problem): problem.complaint(at: store)
    case .nothingAlong(let history, let store, let runs):
      Complaint(
        at: store, "none of \(counted(runs, "run")) in the store measured a commit of “\(history)”",
        remedy:
          """
          \(Suggestion.command("runs list", on: store)) shows the commits of runs; name the branch of these commits \
          with --branch, or their order with --order
          """
      )
    case .nothingKept(let store):
      Complaint(
        at: store, "no run has a value for these metrics",
        remedy: "--all shows all metrics that have values")
    }
  }
}

extension Failure {
  /// Several formats, and no folder for their files.
  package static func severalFormats(output: String?) -> Complaint {
    Complaint(
      at: output, "several formats cannot be written to one file",
      remedy: "name a folder with --output, or choose a single format")
  }

  /// A file name without an extension that determines a format.
  package static func unknownExtension(path: String, known: [String]) -> Complaint {
    Complaint(
      at: path, "the ending of the file name does not name an output format",
      wanted: "expected one of the endings \(known.map { ".\($0)" }.joined(separator: ", "))",
      remedy: "to keep the file name, name the format with --format")
  }

  /// A document has no charts, and the format shows nothing else.
  package static func nothingToDraw(format: String) -> Complaint {
    Complaint(
      at: "--format \(format)", "this format shows only charts, and the output has no chart",
      remedy: "name a format that has tables, such as html")
  }

  package static func noFolder(path folder: String) -> Complaint {
    Complaint(
      at: folder, "the folder of the store does not exist",
      remedy: "create the folder, or pass another path with --store")
  }

  /// There is no folder at a path, or its path has a line break.
  package static func notAFolder(path: String) -> Complaint {
    Complaint(at: path, "there is no folder here", remedy: "name an existing folder")
  }

  package static func unknownMetric(_ id: String, nearest: String?) -> Complaint {
    Complaint(
      "Hitchmark has no metric “\(id)”", wanted: nearest.map { "did you mean “\($0)”" },
      remedy: "“hitchmark metrics” lists the metrics")
  }

  package static func unknownSuite(_ suite: String, store: String, known: [String]) -> Complaint {
    Complaint(
      at: store, "there is no suite “\(suite)” in this store",
      wanted: known.isEmpty
        ? "the store has no suites" : "the suites in the store are \(quoted(known))",
      remedy: known.isEmpty
        ? "“hitchmark init FOLDER” and “hitchmark ingest FOLDER” add a folder of stages as a suite"
        : "“hitchmark ingest” adds suites")
  }

  package static func unknownRun(_ run: String, store: String) -> Complaint {
    Complaint(
      at: store, "the store has no run “\(run)”",
      wanted:
        "expected the number of a run; the command \(Suggestion.command("runs list", on: store)) lists all runs"
    )
  }

  /// A file has no process, swap chain or benchmark of this name.
  package static func unknownStream(_ stream: String, path: String, known: [String]) -> Complaint {
    Complaint(
      at: path, "the file has no stream (such as a process or a swap chain) “\(stream)”",
      wanted: known.isEmpty
        ? "the file has one stream without a name"
        : "the streams of frames in the file are \(quoted(known))",
      remedy: known.isEmpty ? "leave out --stream" : nil)
  }

  /// A change of runs that contains no change.
  package static var nothingToChange: Complaint {
    Complaint(
      "nothing to change is given",
      remedy: "pass --label, --remove-label, --suite, --stage or --name")
  }

  /// The time of `--from` or `--to` is invalid.
  package static func cut(option: String, found: String) -> Complaint {
    Complaint(
      at: option, "“\(found)” is not a time since the start of the run",
      wanted: "expected a time such as 12s, 1500ms or 1:30")
  }

  /// `--to` is not after `--from`.
  package static var emptyCut: Complaint {
    Complaint(
      at: "--to", "the end of the part is not after its start",
      remedy: "pass a later time than with --from")
  }

  /// Stored runs are compared, and only traces can be cut.
  package static var cutOfStoredRuns: Complaint {
    Complaint(
      at: "--from", "the runs of the store are stored whole",
      remedy: "name captures, or ingest them with --from and --to")
  }

  /// Both a column map and a format are given for a file.
  package static var mapBesideFormat: Complaint {
    Complaint(
      at: "--map",
      "this option cannot be combined with the option that names the trace format",
      remedy: "leave out --map, or leave out --trace-format (analyze) or --format (ingest)")
  }

  package static func unknownCommit(_ name: String, workTree: String) -> Complaint {
    Complaint(
      at: workTree, "Git finds no commit “\(name)”",
      remedy: "in a shallow clone, fetch the commit with “git fetch --unshallow”")
  }

  /// No run measured a commit of the requested part of a history; the newest measured commit before it.
  package static func nothingSince(newest: String, of history: String, store: String) -> Complaint {
    Complaint(
      at: store, "no run measured a commit of “\(history)” in the selected range",
      wanted: "the newest commit with runs, \(newest.shortCommit), is before the range",
      remedy: "start at an older commit, or ingest runs of newer commits")
  }

  /// A stage was given for a file with several benchmarks, each of which is a stage.
  package static func benchmarks(_ names: [String], path: String, stage: String) -> Complaint {
    Complaint(
      at: path,
      "all benchmarks of the file, \(quoted(names)), were assigned to one stage, “\(stage)”",
      remedy: "leave out --stage, or move the file out of the folder of the stage")
  }

  /// One name was given for several runs.
  package static func oneNameForSeveral(_ count: Int) -> Complaint {
    Complaint(
      at: "--run", "the option would give the same name to all \(count) runs",
      remedy: "leave out --run to name the runs after their files")
  }

  /// Nothing below the paths is a run.
  package static func nothingToRead(paths: [String]) -> Complaint {
    Complaint(
      at: paths.first, "found neither a trace nor a folder with traces",
      remedy: "“hitchmark formats” lists the trace formats")
  }

  /// The data of some runs has flaws, and the user asked for flawless data.
  package static func flawed(runs flawed: Int, of all: Int) -> Complaint {
    Complaint(
      at: "--strict", "the data of \(flawed) of \(counted(all, "run")) has quality warnings",
      remedy: "see the section “Data quality” in the output")
  }

  /// Two stores to merge describe a suite differently; the paths of both stores.
  package static func suiteDiffers(_ suite: String, path: String, other: String) -> Complaint {
    Complaint(
      at: path, "the description of suite “\(suite)” differs from the description in \(other)",
      wanted: "nothing was copied",
      remedy:
        "pass --suites keep to keep the stored description, or --suites replace to replace it")
  }

  /// Standard input cannot be watched.
  package static var watchOfStream: Complaint {
    Complaint(
      at: "--watch", "standard input cannot be watched for changes",
      remedy: "name files or folders to watch")
  }

  /// The store is damaged; the findings were printed already.
  package static func damaged(findings: Int) -> Complaint {
    Complaint("the store is damaged in \(counted(findings, "place")); see the messages above")
  }
}

/// Why the order of commits is unknown when Git does not provide it.
package enum OrderProblem: Sendable {
  case noCommits
  /// The commits that runs name do not all descend to one newest commit; why Git was not run, if there is
  /// a work tree.
  case severalTips(Int, GitFault?)
  /// Only Git knows branches.
  case branchWithoutGit
  /// No run measured the commit that the history should start after.
  case unknownStart(String)
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

// This is the boundary at which errors of all modules become one thing: a message. A function of the application throws
// what it meets, and whoever shows or counts errors asks for their complaint.

extension Complaint {
  package init(of error: any Error) {
    let explained = error as? any ExplainedError
    assert(explained != nil, "\(type(of: error)) has no message beside its cases")
    self = explained?.complaint ?? Complaint("\(error)")
  }
}

extension Error {
  package var message: String { Complaint(of: self).text }
}

/// Why a request found no runs: a suite, stage or device that no run has.
///
/// Stages are searched in the requested suite, and devices among the runs that meet all other conditions.
package struct MissingRuns: Sendable {
  /// The kinds of names that select runs in a request: suite, stage or device.
  package enum Kind: String, Sendable {
    case suite
    case stage
    case device
  }

  package let kind: Kind
  /// The name in the user's request that no stored run has.
  package let name: String
  /// The suites, stages or devices that exist, one of which the user may have meant.
  package let known: [String]
  /// The existing suite, stage or device that the user probably meant.
  package var nearest: String? { name.nearest(among: known) }

  /// Finds the condition of a filter that no run meets.
  ///
  /// The conditions are checked in the order suite, stage, device, each among the runs that meet the earlier ones.
  /// `nil` if the suite and the stage have runs, and the filter names no device.
  init?(_ filter: RunFilter, in store: RunStore) throws(StoreError) {
    let places = try store.stages()
    if let suite = filter.suite, !places.contains(where: { $0.suite == suite }) {
      self.init(kind: .suite, name: suite, known: places.map(\.suite))
      return
    }
    let stages = places.filter { $0.suite == filter.suite ?? $0.suite }.flatMap(\.stages)
    if let stage = filter.stage, !stages.contains(stage) {
      self.init(kind: .stage, name: stage, known: stages)
      return
    }
    guard let device = filter.device else { return nil }
    var others = filter
    others.device = nil
    let known = try store.runs(others).compactMap(\.description.device.name)
    self.init(kind: .device, name: device, known: known)
  }

  private init(kind: Kind, name: String, known: [String]) {
    self.kind = kind
    self.name = name
    self.known = known.distinct
  }
}

extension MissingRuns {
  fileprivate func complaint(at store: String) -> Complaint {
    Complaint(
      at: store, "no run has the \(kind.rawValue) “\(name)”",
      wanted: nearest.map { "did you mean “\($0)”" }
        ?? (known.isEmpty ? "no run has a \(kind.rawValue)" : "expected one of \(quoted(known))"),
      remedy:
        "the command \(Suggestion.command("runs list", on: store)) lists all runs of the store")
  }
}

extension Failure {
  /// Creates the error for a request that matches no stored run, and explains which requested name is unknown.
  package static func noRuns(_ filter: RunFilter, in store: RunStore) -> Failure {
    .noRuns(store: store.path, (try? MissingRuns(filter, in: store)) ?? nil)
  }
}
