internal import Arguments
internal import Histories
internal import Recordings
internal import RunFolders
internal import RunStore

/// Loads histories into a store, one file after the other: each of their points becomes a run without
/// frames.
struct HistoryImport {
  private let overrides: ImportOverrides
  private let options: HistoryOptions
  private let console: Console
  private var reader: HistoryReader
  private var writer: RunWriter
  private var described = ImportedSuites()
  private(set) var account = ImportAccount()
  /// The commits of all points.
  private(set) var commits = CommitDates()

  /// Runs are written together in lots of so many, so that a commit to disk serves many.
  private static let lot = 5000

  init(
    storePath: String, isDryRun: Bool, overrides: ImportOverrides, options: HistoryOptions,
    console: Console
  ) {
    self.overrides = overrides
    self.options = options
    self.console = console
    reader = HistoryReader(options: options)
    writer = RunWriter(path: storePath, isDryRun: isDryRun)
  }

  /// What became of the runs.
  var outcome: IngestOutcome { writer.outcome }

  /// The store; `nil` when nothing was to be written.
  var store: RunStore? { writer.store }

  /// The suites of all runs.
  var suites: [String] { described.all }

  /// Reads and writes all of it; what cannot be read is noted, what cannot be written ends it.
  mutating func run(_ files: [HistoryFile], as format: HistoryFormat?) throws(Failure) {
    try writer.check()
    try checkDirections(files, as: format)
    // Whatever ends it, what is said next begins on a line of its own.
    defer { console.progress("") }
    for (index, file) in files.enumerated() {
      console.progress("reading history \(index + 1) of \(files.count)")
      switch read(file, as: format) {
      case .success(let history): try add(history)
      case .failure(let error) where error.isNoHistory && !file.isNamed:
        if !error.isCompanion { writer.outcome.skip(error.complaint) }
      case .failure(let error): refuse(error)
      }
    }
    for problem in reader.problems { refuse(problem) }
    try described.put(with: &writer)
  }

  /// Refuses directions for metrics that there are not, before anything is written with others.
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

  private mutating func refuse(_ error: HistoryError) {
    writer.outcome.refuse(error.complaint.text, console: console)
  }

  private mutating func add(_ history: History) throws(Failure) {
    let stages = Set(history.points.map(\.stage))
    guard overrides.stage == nil || stages.count == 1 else {
      let failure = ImportFailure.oneStageForSeveral(stages.count, path: history.path)
      return writer.outcome.refuse(failure.complaint.text, console: console)
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
