internal import Analysis
internal import Recordings
internal import RunStore
internal import TraceReaders

// The one place where errors become sentences.

extension Failure {
  var complaint: Complaint {
    switch self {
    case .trace(let error): error.complaint
    case .store(let error): error.complaint
    case .parameter(let error, let place): error.complaint(at: place)
    case .suite(let error, let suite): error.complaint(in: suite)
    case .output(let path, let reason):
      Complaint(at: path, "cannot be written: \(reason)")
    case .severalFormats(let output):
      Complaint(
        at: output, "several formats do not fit into one file",
        remedy: "name a folder with --output, or one format")
    case .unknownExtension(let path, let known):
      Complaint(
        at: path, "the name does not say which format is wanted",
        wanted: "wanted one of the endings \(known.map { ".\($0)" }.joined(separator: ", "))",
        remedy: "pass --format for another name")
    case .noFolder(let folder):
      Complaint(
        at: folder, "there is no such folder", wanted: "wanted one to put the store into",
        remedy: "make it, or name another place with --store")
    case .unknownMetric(let id, let nearest):
      Complaint(
        "there is no metric “\(id)”", wanted: nearest.map { "did you mean “\($0)”" },
        remedy: "“hitchmark metrics” lists them")
    case .unknownSuite(let suite, let store, let known):
      Complaint(
        at: store, "there is no suite “\(suite)” in this store",
        wanted: known.isEmpty ? "it has no suites" : "it has \(list(known))",
        remedy: "“hitchmark ingest” adds one")
    case .noRuns(let store):
      Complaint(
        at: store, "no run is what was asked for", remedy: "“hitchmark runs list” shows them")
    case .unknownRun(let run, let store):
      Complaint(
        at: store, "there is no run “\(run)”",
        wanted: "wanted a number that “hitchmark runs list” shows")
    case .unknownStream(let stream, let path, let known):
      Complaint(
        at: path, "the file has no run “\(stream)”",
        wanted: known.isEmpty ? "it has one run, without a name" : "it has \(list(known))",
        remedy: known.isEmpty ? "leave --stream out" : nil)
    case .nothingToChange:
      Complaint(
        "there is nothing to change", wanted: "wanted a label, a suite, a stage or a name",
        remedy: "see “hitchmark runs relabel --help”")
    case .unknownSide(let word, let hasStore, let stages):
      Complaint(
        at: word, "no trace, no stage and no commit with runs",
        wanted: !hasStore
          ? "there is no store to look in"
          : stages.isEmpty
            ? "the store has no stages" : "the stages are \(list(stages))",
        remedy: "see “hitchmark compare --help”")
    case .stageOfSeveral(let stage, let suites):
      Complaint(
        at: stage, "a stage of several suites", wanted: "they are \(list(suites))",
        remedy: "write \(suites[0])/\(stage), or pass --suite")
    case .nothingInCommon:
      Complaint(
        "the two sides have no stage in common", wanted: "wanted runs of one stage on both",
        remedy: "“hitchmark runs” lists them")
    case .unknownCommit(let name, let workTree):
      Complaint(
        at: workTree, "git knows no commit “\(name)”", wanted: "wanted an id, a tag or a branch",
        remedy: "in a shallow clone, fetch it first")
    case .noOrder(let store, let problem): problem.complaint(at: store)
    case .nothingAlong(let history, let store, let runs):
      Complaint(
        at: store, "none of \(counted(runs, "run")) measured a commit of “\(history)” asked for",
        wanted: "wanted runs with a commit that is on it",
        remedy: "“hitchmark runs list” shows commits; see “hitchmark ingest --help” on --commit")
    case .oneNameForSeveral(let count):
      Complaint(
        at: "--run", "one name for \(counted(count, "run"))", wanted: "wanted a single trace",
        remedy: "leave it out, and the runs are named by their files")
    case .nothingToRead(let paths):
      Complaint(
        at: paths.first, "nothing here is a trace, or a folder with traces",
        remedy: "“hitchmark formats” lists what can be read")
    case .refused(let count):
      Complaint("\(count) of the files could not be read")
    case .damaged(let findings):
      Complaint("the store is damaged in \(counted(findings, "place")); see above")
    }
  }
}

extension OrderProblem {
  fileprivate func complaint(at store: String) -> Complaint {
    let remedy = "run it in the work tree whose commits were measured"
    return switch self {
    case .noCommits:
      Complaint(
        at: store, "no run names a commit", wanted: "wanted runs of a history",
        remedy: "ingest them with --commit")
    case .severalTips(let count):
      Complaint(
        at: store, "nothing tells the order of commits: no git, and the stored parents leave gaps",
        wanted: "wanted one newest commit, and there are \(count)", remedy: remedy)
    case .branchWithoutGit:
      Complaint(
        at: "--branch", "there is no work tree to look for branches in", remedy: remedy)
    case .unknownStart(let commit):
      Complaint(
        at: "--since", "no run measured a commit “\(commit)”", wanted: "wanted one of the history",
        remedy: remedy)
    }
  }
}

private func list(_ words: [String]) -> String {
  let shown = words.prefix(8).map { "“\($0)”" }.joined(separator: ", ")
  return words.count > 8 ? "\(shown) and \(words.count - 8) more" : shown
}

// MARK: - Traces

extension TraceError {
  var complaint: Complaint {
    switch self {
    case .notFound(let path): Complaint(at: path, "no such file or folder")
    case .unreadable(let path, let reason): Complaint(at: path, "cannot be read: \(reason)")
    case .isDirectory(let path):
      Complaint(at: path, "is a folder", wanted: "wanted a trace file")
    case .noTraces(let path):
      Complaint(
        at: path, "no trace lies in this folder",
        remedy: "“hitchmark formats” lists what can be read")
    case .empty(let path):
      Complaint(at: path, "the file is empty", wanted: "wanted a trace")
    case .brokenArchive(let path):
      Complaint(
        at: path, "the compressed file is damaged from its beginning", wanted: "wanted a gzip file",
        remedy: "copy or compress it again")
    case .unrecognised(let path, let start, let nearest):
      Complaint(
        at: path,
        start.map { "no known trace format; it begins with “\($0)”" }
          ?? "no text and no known format",
        wanted: nearest.map { "nearest is \($0.format), which also needs \(list($0.missing))" },
        remedy: "“hitchmark formats” lists what can be read")
    case .notThisFormat(let path, let format, let missing):
      Complaint(
        at: path, "is no \(format) trace",
        wanted: missing.isEmpty ? nil : "missing are the columns \(list(missing))",
        remedy: "leave the format out to have it recognised")
    case .refused(let path, let refusal): refusal.complaint(at: path)
    case .noData(let path, let format, let line, let issue):
      Complaint(
        at: path, line: issue?.line ?? line,
        issue.map(\.message) ?? "a \(format) trace without a single usable row",
        wanted: issue == nil
          ? "wanted at least one below the header" : "no row of this \(format) trace could be used")
    case .malformed(let path, let line, let found, let wanted):
      Complaint(at: path, line: line, "found \(found)", wanted: "wanted \(wanted)")
    case .description(let path, let problem): problem.complaint(at: path)
    }
  }
}

extension TraceRefusal {
  func complaint(at path: String) -> Complaint {
    switch self {
    case .summary(let tool):
      Complaint(
        at: path, "averages that \(tool) wrote beside a trace", wanted: "wanted the trace itself")
    case .marked:
      Complaint(at: path, "the file asks to be left out (//Ignore=true)")
    case .secondTimeline:
      Complaint(
        at: path, "frames of its own beside the run's trace, which has more",
        remedy: "put it into a run folder of its own")
    case .semicolons(let format):
      Complaint(
        at: path, "a \(format) table whose columns are separated by semicolons",
        wanted: "wanted commas between columns and points in numbers",
        remedy: "export again with an English number format")
    }
  }
}

extension DescriptionProblem {
  func complaint(at path: String) -> Complaint {
    switch self {
    case .malformed(let line, let found, let wanted):
      Complaint(at: path, line: line, "found \(found)", wanted: "wanted \(wanted)")
    case .notJSON(let reason):
      Complaint(at: path, "is no JSON: \(reason)")
    case .unknownKey(let key, let nearest):
      Complaint(
        at: path, "the key “\(key)” means nothing here",
        wanted: nearest.map { "did you mean “\($0)”" }, remedy: "see docs/files.md")
    case .missingKey(let key):
      Complaint(at: path, "the key “\(key)” is missing", remedy: "see docs/files.md")
    case .wrongValue(let key, let found, let wanted):
      Complaint(at: path, "“\(key)” is \(found)", wanted: "wanted \(wanted)")
    case .unknownStage(let key, let stage, let known):
      Complaint(
        at: path, "“\(key)” names the stage “\(stage)”, which there is not",
        wanted: "the stages are \(list(known))")
    case .repeatedStage(let key, let stage):
      Complaint(at: path, "“\(key)” is a second stage with the id “\(stage)”")
    }
  }
}

// MARK: - The store

extension StoreError {
  var complaint: Complaint {
    switch self {
    case .missing(let path):
      Complaint(at: path, "there is no store", remedy: "“hitchmark ingest PATH” makes one")
    case .notAStore(let path, let found):
      Complaint(
        at: path, found.words, wanted: "wanted a Hitchmark store; it was left as it is",
        remedy: "name another file with --store")
    case .newerVersion(let path, let found, let known):
      Complaint(
        at: path, "the store has version \(found)",
        wanted: "this hitchmark knows versions to \(known); it was left as it is",
        remedy: "use a newer hitchmark")
    case .olderVersion(let path, let found, let known):
      Complaint(
        at: path, "the store has version \(found), and cannot be changed to \(known) here",
        remedy: "open it once where it can be written")
    case .readOnly(let path):
      Complaint(at: path, "the store or its folder is read-only; nothing was changed")
    case .diskFull(let path):
      Complaint(at: path, "the disk is full; the store is as it was", remedy: "make room")
    case .busy(let path):
      Complaint(
        at: path, "another process kept the store to itself for too long", remedy: "try again")
    case .io(let path, let message):
      Complaint(at: path, "the store cannot be opened or used: \(message.lowercased())")
    case .corrupt(let path, let detail):
      Complaint(
        at: path, "the store is damaged: \(detail)",
        remedy: "build it again from the recorded runs with “hitchmark ingest”")
    case .damagedRun(let path, let run, let part, _):
      Complaint(
        at: path, "run \(run.number) is damaged: its \(part) does not decode",
        remedy: "remove the run and ingest it again")
    case .refused(let path, let detail): Complaint(at: path, "the store refuses: \(detail)")
    case .noSuchRun(let path, let run): Complaint(at: path, "there is no run \(run.number)")
    case .query(let message, _): Complaint(at: "query", message)
    case .queryWrites:
      Complaint(
        at: "query", "it would change the store or reach outside it",
        wanted: "wanted a query that only reads")
    case .notOneQuery(let found):
      Complaint(
        at: "query", found == 0 ? "there is no statement" : "there is more than one statement",
        wanted: "wanted one query")
    }
  }
}

extension StoreError.Found {
  fileprivate var words: String {
    switch self {
    case .directory: "is a folder"
    case .otherFile: "is no SQLite database"
    case .otherDatabase: "is the SQLite database of another program"
    }
  }
}

extension VerifyFinding {
  /// The finding as a clause.
  var words: String {
    switch self {
    case .integrity(let message): "SQLite finds its file damaged: \(message)"
    case .danglingReference(let table, let row, let other):
      "row \(row.map(String.init) ?? "?") of \(table) refers to a row of \(other) that is not there"
    case .damaged(let run, let part, _): "run \(run.number): its \(part) does not decode"
    case .wrongFrameCount(let run, let recorded, let found):
      "run \(run.number): \(recorded ?? 0) frames were noted, and its columns have \(found ?? 0)"
    case .changedContent(let run): "run \(run.number): its columns are not those that were added"
    }
  }
}

// MARK: - Parameters and suites

extension ParameterError {
  func complaint(at place: String) -> Complaint {
    switch self {
    case .unknownParameter(let name):
      let known = ParameterKey.allCases.filter { $0 != .refreshRateSource }.map(\.rawValue)
      return Complaint(
        at: place, "there is no parameter “\(name)”", wanted: "known are \(list(known))")
    case .badValue(let key, let found, let expected):
      return Complaint(
        at: place, "“\(found)” is no value for \(key.rawValue)", wanted: "wanted \(expected.words)")
    }
  }
}

extension ParameterError.Expectation {
  fileprivate var words: String {
    switch self {
    case .rate: "a number of hertz above 0, up to 10000"
    case .duration: "a number of milliseconds, from 0 to an hour"
    case .fraction: "a fraction above 0 and below 1"
    case .pointWindow: "a length such as 1s or 500ms, “frame” or “fpscounter”"
    case .words(let words): "one of \(list(words))"
    }
  }
}

extension SuiteError {
  func complaint(in suite: String) -> Complaint {
    switch self {
    case .duplicateStage(let stage):
      Complaint(at: suite, "two stages have the id “\(stage)”")
    case .unknownStage(let stage, let role):
      Complaint(
        at: suite, "\(role.words) is the stage “\(stage)”, which there is not",
        remedy: "mend suite.json and ingest it again")
    case .unknownMetric(let metric):
      Complaint(
        at: suite, "a row of the tables is the metric “\(metric)”, which there is not",
        remedy: "“hitchmark metrics” lists them")
    }
  }
}

extension SuiteError.StageRole {
  fileprivate var words: String {
    switch self {
    case .baseline(let stage): "the baseline of stage “\(stage)”"
    case .best: "the best case"
    case .worst: "the worst case"
    case .endResult: "the end result"
    }
  }
}
