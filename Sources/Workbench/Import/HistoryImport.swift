package import Histories
internal import Recordings
internal import RunFolders
internal import RunStore
internal import Units

/// Imports benchmark histories of other tools into a store, one file after the other.
///
/// Each point becomes a run without frames.
package struct HistoryImport {
  private let overrides: ImportOverrides
  private let options: HistoryOptions
  private var reader: HistoryReader
  private var writer: RunWriter
  private var described = ImportedSuites()
  package private(set) var account = ImportAccount()
  /// The commits of all points.
  private(set) var commits = CommitDates()

  /// The number of runs per transaction.
  private static let lot = 5000

  package init(
    storePath: String, isDryRun: Bool, overrides: ImportOverrides, options: HistoryOptions
  ) {
    self.overrides = overrides
    self.options = options
    reader = HistoryReader(options: options)
    writer = RunWriter(path: storePath, isDryRun: isDryRun)
  }

  /// The result of the import so far: the numbers of added runs and refused files, and the reasons for skipped files.
  package var outcome: IngestOutcome { writer.outcome }

  /// The store; `nil` in a rehearsal.
  var store: RunStore? { writer.store }

  /// The suites of all runs.
  var suites: [String] { described.all }

  /// Reads all history files of the import and stores their runs.
  ///
  /// Unreadable files are recorded; a failed write ends the import.
  package mutating func run(
    _ files: [HistoryFile], as format: HistoryFormat?, observer: TaskObserver
  ) throws(Failure) {
    try writer.check()
    try checkDirections(files, as: format)
    defer { observer.progress(.finished) }
    for (index, file) in files.enumerated() {
      observer.progress(.readingHistory(index + 1, of: files.count))
      switch read(file, as: format) {
      case .success(let history): try add(history, observer)
      case .failure(let error) where error.isNoHistory && !file.isNamed:
        if !error.isCompanion { writer.outcome.skip(.importing(.history(error))) }
      case .failure(let error):
        writer.outcome.refuse(.importing(.history(error)), observer: observer)
      }
    }
    for problem in reader.problems {
      writer.outcome.refuse(.importing(.history(problem)), observer: observer)
    }
    try described.put(with: &writer)
  }

  /// Throws if directions are given for metrics that do not exist, before anything is written.
  private mutating func checkDirections(
    _ files: [HistoryFile], as format: HistoryFormat?
  ) throws(Failure) {
    let asked = options.lessIsBetter.union(options.moreIsBetter).sorted()
    guard !asked.isEmpty else { return }
    var known: Set<String> = []
    for file in files {
      guard case .success(let history) = read(file, as: format) else { continue }
      known.formUnion(history.points.flatMap { $0.description.scalars.map(\.name) })
    }
    guard let name = asked.first(where: { !known.contains($0) }), !known.isEmpty else { return }
    let names = known.sorted()
    throw .importing(.unknownMetric(name, nearest: name.nearest(among: names), known: names))
  }

  private mutating func read(
    _ file: HistoryFile, as format: HistoryFormat?
  ) -> Result<History, HistoryError> {
    do throws(HistoryError) {
      return .success(try reader.read(file, as: format))
    } catch {
      return .failure(error)
    }
  }

  private mutating func add(_ history: History, _ observer: TaskObserver) throws(Failure) {
    let stages = Set(history.points.map(\.stage))
    guard overrides.stage == nil || stages.count == 1 else {
      let failure = ImportFailure.oneStageForSeveral(stages.count, path: history.path)
      return writer.outcome.refuse(.importing(failure), observer: observer)
    }
    let maker = ImportedRuns(history, overrides: overrides)
    account.add(history)
    var drafts: [RunDraft] = []
    for point in history.points {
      let draft = maker.draft(of: point)
      described.add(draft, metrics: maker.metrics(of: point))
      if let commit = point.commit { commits.add(commit, measured: point.description.date) }
      drafts.append(draft)
      guard drafts.count == Self.lot else { continue }
      try writer.write(drafts)
      drafts = []
    }
    try writer.write(drafts)
  }
}
