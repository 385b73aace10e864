internal import Analysis
internal import Decoding
internal import Histories
internal import RunStore
internal import TraceReaders

/// Why a command could not do what it was asked: facts, of which `Wording/` makes sentences.
enum Failure: Error {
  /// A trace, or what describes it, could not be read.
  case trace(TraceError)
  /// The store could not be opened, read or changed.
  case store(StoreError)
  /// The store could not be written after so many runs were added; the paths of those that were not.
  case unfinished(StoreError, added: Int, missing: [String])
  /// A parameter makes no sense; `place` is the option or the suite that gave it.
  case parameter(ParameterError, place: String)
  /// A suite's description contradicts itself.
  case suite(SuiteError, suite: String)
  /// Something could not be written.
  case output(path: String, reason: String)
  /// Several formats, and no folder to put them in.
  case severalFormats(output: String?)
  /// A file name without an extension that says a format.
  case unknownExtension(path: String, known: [String])
  /// A document has no charts, and the format shows nothing else.
  case nothingToDraw(format: String)
  /// There is no folder for a new store.
  case noFolder(path: String)
  /// There is no metric of this id.
  case unknownMetric(String, nearest: String?)
  /// There is no suite of this name in the store.
  case unknownSuite(String, store: String, known: [String])
  /// No run is what was asked for; which part of that has no run, where it is one.
  case noRuns(store: String, MissingRuns?)
  /// There is no run of this number in the store.
  case unknownRun(String, store: String)
  /// A file has no process or swap chain of this name.
  case unknownStream(String, path: String, known: [String])
  /// A change of runs that changes nothing.
  case nothingToChange
  /// What was said of the columns of a file means nothing.
  case columns(ColumnMapFault)
  /// A file is to be read in two ways.
  case mapBesideFormat
  /// The two sides of a comparison are not to be had.
  case side(SideError)
  /// A work tree has no commit of this name.
  case unknownCommit(String, workTree: String)
  /// Nothing tells in which order commits came.
  case noOrder(store: String, OrderProblem)
  /// A file with the order of commits cannot be used.
  case orderFile(OrderFileFault, path: String)
  /// No run measured a commit of the history that was asked for.
  case nothingAlong(String, store: String, runs: Int)
  /// No run measured a commit of the part of a history that was asked for; the newest one before it.
  case nothingSince(newest: String, of: String, store: String)
  /// A check could not run.
  case check(CheckFailure)
  /// No run along the history has a value of what was asked for.
  case nothingKept(store: String)
  /// A stage was given for a file with several benchmarks, of which each is a stage.
  case benchmarks([String], path: String, stage: String)
  /// One name was given for several runs.
  case oneNameForSeveral(Int)
  /// Nothing below the paths is a run.
  case nothingToRead(paths: [String])
  /// An import could not do what it was asked.
  case importing(ImportFailure)
  /// A report cannot be made of what was asked for.
  case report(ReportFault)
  /// Some of what was asked for was refused; the words were said already.
  case refused(count: Int)
  /// The data of some runs has something against it, and that was not to be.
  case flawed(runs: Int, of: Int)
  /// The store is damaged; the words were said already.
  case damaged(findings: Int)

  /// The sentence for people.
  var message: String { complaint.text }
}

/// Why the order of commits is not known where git does not tell it.
enum OrderProblem {
  /// No run names a commit.
  case noCommits
  /// The commits that runs name do not all descend to one newest commit; why git was not asked, where there is
  /// a work tree.
  case severalTips(Int, GitFault?)
  /// Only git knows branches.
  case branchWithoutGit
  /// No run measured the commit that the history should begin after.
  case unknownStart(String)
}

/// Turns the errors of the modules into failures.
enum Attempt {
  static func reading<Value>(_ body: () throws(TraceError) -> Value) throws(Failure) -> Value {
    do throws(TraceError) {
      return try body()
    } catch {
      throw .trace(error)
    }
  }

  /// Reads a trace; a history among traces is named as such.
  static func readingTrace<Value>(
    _ body: () throws(TraceError) -> Value
  ) throws(Failure) -> Value {
    do throws(TraceError) {
      return try body()
    } catch {
      throw .trace(HistoryFormat.explaining(error))
    }
  }

  static func storing<Value>(_ body: () throws(StoreError) -> Value) throws(Failure) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }
}
