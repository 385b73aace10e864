package import Decoding
package import Histories
internal import Recordings
internal import RunFolders
internal import RunStore
internal import System
package import Units

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
  private(set) var commits = CommitDates()

  /// Drafts that are not written yet.
  private var drafts: [(draft: RunDraft, gap: CommitGap?)] = []

  /// How many runs a transaction adds: indexes grow at random places, and each transaction writes most of their pages.
  private static let lot = 20_000

  package init(
    storePath: String, isDryRun: Bool, overrides: ImportOverrides, options: HistoryOptions
  ) {
    self.overrides = overrides
    self.options = options
    reader = HistoryReader(options: options)
    writer = RunWriter(path: storePath, isDryRun: isDryRun, addsManyRuns: true)
  }

  /// The result of the import so far: the numbers of added runs and refused files, and the reasons for skipped files.
  package var outcome: IngestOutcome { writer.outcome }

  /// The store; `nil` in a rehearsal.
  var store: RunStore? { writer.store }

  var suites: [String] { described.all }

  /// Reads all history files of the import and stores their runs.
  ///
  /// Unreadable files are recorded; a failed write ends the import.
  package mutating func run(
    _ files: [HistoryFile], as format: HistoryFormat?, observer: TaskObserver
  ) throws {
    try writer.check()
    observer.progress(.addedRuns(0))
    try checkDirections(files, as: format)
    defer { observer.progress(.finished) }
    for (index, file) in files.enumerated() {
      observer.progress(.readingHistory(index + 1, of: files.count))
      switch read(file, as: format) {
      case .success(let history): try add(history, observer)
      case .failure(let error) where error.isNoHistory && !file.isNamed:
        if !error.isCompanion { writer.outcome.skip(error) }
      case .failure(let error):
        writer.outcome.refuse(error, observer: observer)
      }
    }
    try flush(observer)
    for problem in reader.problems {
      writer.outcome.refuse(problem, observer: observer)
    }
    try described.put(with: &writer)
  }

  /// Throws if directions are given for metrics that do not exist, before anything is written.
  private mutating func checkDirections(
    _ files: [HistoryFile], as format: HistoryFormat?
  ) throws {
    let asked = options.lessIsBetter.union(options.moreIsBetter).sorted()
    guard !asked.isEmpty else { return }
    var known: Set<String> = []
    for file in files {
      guard case .success(let history) = read(file, as: format) else { continue }
      known.formUnion(history.points.flatMap { $0.description.scalars.map(\.name) })
    }
    guard let name = asked.first(where: { !known.contains($0) }), !known.isEmpty else { return }
    let names = known.sorted()
    throw ImportFailure.unknownMetric(name, nearest: name.nearest(among: names), known: names)
  }

  private mutating func read(
    _ file: HistoryFile, as format: HistoryFormat?
  ) -> Result<History, HistoryError> {
    Result { () throws(HistoryError) in try reader.read(file, as: format) }
  }

  private mutating func add(_ history: History, _ observer: TaskObserver) throws {
    let stages = Set(history.points.map(\.stage))
    guard overrides.stage == nil || stages.count == 1 else {
      let failure = ImportFailure.oneStageForSeveral(stages.count, path: history.path)
      return writer.outcome.refuse(failure, observer: observer)
    }
    let maker = ImportedRuns(history, overrides: overrides)
    account.add(history)
    for point in history.points {
      let draft = maker.draft(of: point)
      described.add(draft, metrics: maker.metrics(of: point))
      if let commit = point.commit { commits.add(commit, measured: point.description.date) }
      drafts.append((draft, nil))
      if drafts.count == Self.lot { try flush(observer) }
    }
  }

  private mutating func flush(_ observer: TaskObserver) throws {
    defer { drafts.removeAll(keepingCapacity: true) }
    try writer.write(drafts, observer)
  }
}

/// What an import of benchmark histories read, and what it left out.
package struct ImportAccount {
  /// What an import read in one history format: the numbers of files and measurements, the stages, and the commits
  /// with their dates.
  package struct Reading {
    package let format: String
    package private(set) var files = 0
    package private(set) var points = 0
    package private(set) var stages: Set<String> = []
    package private(set) var commits: Set<String> = []
    /// The dates of the oldest and of the newest imported commit; `nil` if no commit has a date.
    package private(set) var dates: ClosedRange<Instant>?

    fileprivate init(format: String) { self.format = format }

    fileprivate mutating func add(_ history: History) {
      files += 1
      for point in history.points { add(point) }
    }

    private mutating func add(_ point: HistoryPoint) {
      points += 1
      stages.insert(point.stage)
      guard let commit = point.commit else { return }
      commits.insert(commit.id)
      guard let date = commit.date else { return }
      dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date)
    }
  }

  /// What the import read in each history format, in the order in which the formats first occurred.
  package private(set) var readings: [Reading] = []
  /// The data that the import left out: for each reason, the first case with its file, and the number of cases.
  package private(set) var omissions: [(omission: HistoryOmission, path: String, count: Int)] = []
  package private(set) var branches: Set<String> = []

  mutating func add(_ history: History) {
    let index = readings.firstIndex { $0.format == history.format } ?? readings.count
    if index == readings.count { readings.append(Reading(format: history.format)) }
    readings[index].add(history)
    for case let branch? in history.points.lazy.map({ $0.commit?.branch }) {
      branches.insert(branch)
    }
    for omission in history.omissions { add(omission, of: history.path) }
  }

  private mutating func add(_ omission: HistoryOmission, of path: String) {
    if let index = omissions.firstIndex(where: { $0.omission.reason == omission.reason }) {
      omissions[index].count += omission.count
    } else {
      omissions.append((omission, path, omission.count))
    }
  }
}

/// Why an import of other tools' benchmark histories could not run.
package enum ImportFailure {
  /// One stage was named for several benchmarks.
  package static func oneStageForSeveral(_ count: Int, path: String) -> Complaint {
    Complaint(
      at: path, "--stage names one stage, but the file has \(counted(count, "benchmark"))",
      remedy: "leave out --stage, so that each benchmark becomes a stage")
  }

  /// A direction was given for metrics that no history has.
  package static func unknownMetric(
    _ name: String, nearest: String?, known: [String]
  ) -> Complaint {
    Complaint(
      "the histories have no metric “\(name)”",
      wanted: nearest.map { "did you mean “\($0)”" }
        ?? "the metrics of the histories are \(quoted(known))",
      remedy: "nothing was imported")
  }

  /// Nothing below the paths is a history.
  package static func nothing(paths: [String]) -> Complaint {
    Complaint(
      at: paths.first, "found no file with a history of benchmark results",
      remedy:
        "“hitchmark formats --histories” lists the formats of benchmark histories that Hitchmark reads"
    )
  }
}

extension HistoryError {
  /// Whether the file is not a history or is empty, which is no error if it was found in a folder.
  var isNoHistory: Bool {
    switch self {
    case .unrecognized, .empty, .file(.empty): true
    default: false
    }
  }

  /// Whether the file only describes other files.
  var isCompanion: Bool {
    guard case .unrecognized(let path, _) = self else { return false }
    let name = path.split(separator: "/").last ?? ""
    return ["benchmarks.json", "machine.json", "asv.conf.json"].contains(name)
  }
}

/// A file that lists the imported commits in order, so that trends along these commits need no Git.
package struct WrittenOrder {
  package let path: String
  /// The number of commits that the written file lists in order.
  package let commits: Int
  /// The number of imported or stored commits that the written list of commits omits, because their date is unknown.
  package let undated: Int

  /// Writes a file that lists, oldest first, the commits of an import and of the stored runs in its suites; it omits
  /// undated commits unless no commit has a date.
  ///
  /// An existing file is replaced, unless there is no commit to list, as after a file that cannot be read.
  package init?(_ path: String, of work: HistoryImport) throws {
    var commits = work.commits
    if let store = work.store { try commits.add(from: store, suites: work.suites) }
    let (order, undated) = commits.inOrder
    guard !order.isEmpty else { return nil }
    try OutputFile.write(order.map { $0 + "\n" }.joined(), to: path)
    (self.path, self.commits, self.undated) = (path, order.count, undated)
  }
}

extension HistoryImport {
  /// Whether the Git work tree of the current folder does not know the newest imported commit.
  package var isOfUnknownCommits: Bool {
    guard let newest = commits.inOrder.commits.last else { return false }
    return WorkTree(containing: ".")?.commit(newest) == nil
  }
}
