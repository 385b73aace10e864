package import Analysis
package import Decoding
internal import Histories
internal import Recordings
package import RunStore
package import TraceReaders
internal import Units

// Workbench is the application without its command line. It ingests traces into a store, gets the values of runs,
// compares them, finds and judges changes, imports histories, writes sites and runs Git. It knows no options and prints
// no words: functions take values, return results, and report facts to a `TaskObserver`. Tests therefore call it in
// their own process. The executable declares the commands and words the facts.

/// Why Hitchmark could not do what the user requested.
///
/// `Failure+Wording.swift` turns each case into a message.
package enum Failure: Error {
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

extension Failure {
  /// Creates the error for a request that matches no stored run, and explains which requested name is unknown.
  package static func noRuns(_ filter: RunFilter, in store: RunStore) -> Failure {
    .noRuns(store: store.path, (try? MissingRuns(filter, in: store)) ?? nil)
  }
}
