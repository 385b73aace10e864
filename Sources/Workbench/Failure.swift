package import Analysis
package import Decoding
internal import Histories
package import RunStore
package import TraceReaders

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
  /// A parameter is invalid.
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
  /// There is no folder for a new store.
  case noFolder(path: String)
  /// There is no folder at a path, or its path has a line break.
  case notAFolder(path: String)
  /// There is no metric of this id.
  case unknownMetric(String, nearest: String?)
  /// There is no suite of this name in the store.
  case unknownSuite(String, store: String, known: [String])
  /// No run passes the filter; the condition that no run meets, if a single one is responsible.
  case noRuns(store: String, MissingRuns?)
  /// There is no run of this number in the store.
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
  /// A work tree has no commit of this name.
  case unknownCommit(String, workTree: String)
  /// The order of commits is unknown.
  case noOrder(store: String, OrderProblem)
  /// A file with the order of commits cannot be used.
  case orderFile(OrderFileFault, path: String)
  /// No run measured a commit of the requested history.
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
  /// The description of a suite.
  case suite(String)
}

/// Why the order of commits is unknown when Git does not provide it.
package enum OrderProblem: Sendable {
  /// No run names a commit.
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
