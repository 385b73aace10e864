package import Analysis
package import Decoding
internal import Histories
internal import Recordings
package import RunStore
package import TraceReaders
package import Units

// Workbench is the application without its command line. It ingests traces into a store, gets the values of runs,
// compares them, finds and judges changes, imports histories, writes sites and runs Git. It knows no options and prints
// no words: functions take values, return results, and report facts to a `TaskObserver`. Tests therefore call it in
// their own process. The executable declares the commands and words the facts.

/// Why Hitchmark could not do what the user requested.
package enum Failure: ExplainedError {
  /// A trace or its description could not be read.
  case trace(TraceError)
  /// The store could not be opened, read or changed.
  case store(StoreError)
  /// The store could not be written, possibly after some runs were added; `missing` are the paths of the others.
  case unfinished(StoreError, added: Int, missing: [String])
  case parameter(ParameterError, ParameterSource)
  /// A suite's description contradicts itself.
  case suite(SuiteError, suite: String)
  /// Something could not be written.
  case output(path: String, reason: String)
  /// Several formats, and no folder for their files.
  case severalFormats(output: String?)
  /// A file name without an extension that determines a format.
  case unknownExtension(path: String, known: [String])
  /// A document has no charts, and the format shows nothing else.
  case nothingToDraw(format: String)
  case noFolder(path: String)
  /// There is no folder at a path, or its path has a line break.
  case notAFolder(path: String)
  case unknownMetric(String, nearest: String?)
  case unknownSuite(String, store: String, known: [String])
  /// No run passes the filter; the condition that no run meets, if a single one is responsible.
  case noRuns(store: String, MissingRuns?)
  case unknownRun(String, store: String)
  /// A file has no process, swap chain or benchmark of this name.
  case unknownStream(String, path: String, known: [String])
  /// A change of runs that contains no change.
  case nothingToChange
  /// The `--map` option is invalid.
  case columns(ColumnMapFault)
  /// The time of `--from` or `--to` is invalid.
  case cut(option: String, found: String)
  /// `--to` is not after `--from`.
  case emptyCut
  /// Stored runs are compared, and only traces can be cut.
  case cutOfStoredRuns
  /// Both a column map and a format are given for a file.
  case mapBesideFormat
  /// A side of a comparison cannot be resolved.
  case side(SideError)
  case unknownCommit(String, workTree: String)
  case noOrder(store: String, OrderProblem)
  /// A file with the order of commits cannot be used.
  case orderFile(OrderFileFault, path: String)
  case nothingAlong(String, store: String, runs: Int)
  /// No run measured a commit of the requested part of a history; the newest measured commit before it.
  case nothingSince(newest: String, of: String, store: String)
  /// A check could not run.
  case check(CheckFailure)
  /// No run along the history has a value of the requested metrics.
  case nothingKept(store: String)
  /// A stage was given for a file with several benchmarks, each of which is a stage.
  case benchmarks([String], path: String, stage: String)
  /// One name was given for several runs.
  case oneNameForSeveral(Int)
  /// Nothing below the paths is a run.
  case nothingToRead(paths: [String])
  /// An import could not run.
  case importing(ImportFailure)
  /// A report or site cannot be made.
  case report(ReportFault)
  /// A suite or workflow cannot be drafted.
  case drafting(SuiteDraft.Fault)
  /// The data of some runs has flaws, and the user asked for flawless data.
  case flawed(runs: Int, of: Int)
  /// Two stores to merge describe a suite differently; the paths of both stores.
  case suiteDiffers(String, path: String, other: String)
  /// An experiment cannot run.
  case experiment(ExperimentFault)
  /// Standard input cannot be watched.
  case watchOfStream
  /// A `hitchmark.json` cannot be used.
  case configuration(Configuration.Fault)
  /// The store is damaged; the findings were printed already.
  case damaged(findings: Int)
}

extension Failure {
  package var message: String { complaint.text }

  package var complaint: Complaint {
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
          ? "the store has no suites" : "the suites in the store are \(quoted(known))",
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
          : "the streams of frames in the file are \(quoted(known))",
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
        "all benchmarks of the file, \(quoted(names)), were assigned to one stage, “\(stage)”",
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

/// Where the user set the value of a metric parameter, such as by an option or in a suite.
package enum ParameterSource: Sendable {
  /// An option, as written on the command line.
  case option(String)
  case suite(String)
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

/// Runs functions of other modules, such as those that read a store, and converts their errors to errors of the
/// application.
package enum Attempt {
  package static func reading<Value>(
    _ body: () throws(TraceError) -> Value
  ) throws(Failure) -> Value {
    do throws(TraceError) {
      return try body()
    } catch {
      throw .trace(error)
    }
  }

  /// Runs a function that reads a trace; if the file is a benchmark history instead, the error says so.
  package static func readingTrace<Value>(
    _ body: () throws(TraceError) -> Value
  ) throws(Failure) -> Value {
    do throws(TraceError) {
      return try body()
    } catch {
      throw .trace(HistoryFormat.explaining(error))
    }
  }

  package static func storing<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(Failure) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }
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
    var seen: Set<String> = []
    self.known = known.filter { seen.insert($0).inserted }
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
