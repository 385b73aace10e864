package import Analysis
internal import Decoding
internal import Recordings
internal import RunFolders
package import RunStore
internal import System
internal import Units

/// The user's request for a check for regressions: which metrics and commits to check, and by which rules.
package struct CheckRequest {
  let filter: RunFilter
  /// The metrics to check besides those with limits; if empty, all in the tables of the suites.
  package var metrics: [Metric.ID] = []
  package var branch: String?
  package var base: String?
  /// The path of a file that lists the commits, oldest first; `nil` to get the order of commits from Git.
  package var orderFile: String?
  package var limits: [String] = []
  package var pairs: [String] = []
  /// The path of a suite file; the check uses its description of the suite, such as limits, in place of the stored one.
  package var suiteFile: String?
  package var acceptedFile: String?
  /// Whether the user accepts a known regression now, so that a missing acceptance file is created.
  package var accepts = false
  package var failOn: [CheckDoubt] = []
  /// How much worse than the metric's level the runs of a single session, such as one CI job, must be to prove a
  /// regression; `nil` to use the suites' rules.
  package var tripWire: TripWire?
  /// How many of the newest measured commits the check counts as new; `nil` for the default.
  package var window: Int?
  /// Whether the check also judges named segments of runs, such as laps, and not only whole runs.
  package var hasSegments = false
  /// The smallest changes that matter (noise floors) according to the user, which replace those of the suites.
  package var noiseFloors = NoiseFloorOptions()
  /// The options that led here, which commands in reports repeat.
  let options: AskedOptions

  package init(filter: RunFilter, options: AskedOptions) {
    self.filter = filter
    self.options = options
  }
}

/// Collects the input of a check for regressions: stored runs, limits, and accepted regressions.
package struct CheckGathering {
  private let request: CheckRequest
  private let store: RunStore
  private let runs: RunHistory
  private let suites: [SuiteDescription]
  /// The order of commits from a file; `nil` to run Git.
  private let order: OrderedCommits?
  /// Measures of the runs that are not metrics of the catalog.
  private let own: [OwnMeasure]

  /// Prepares to check the newest commits for regressions, from the runs of a store.
  ///
  /// - Parameter store: must be held still.
  /// - Throws: if there are no runs, or a file cannot be read.
  package init(_ request: CheckRequest, in store: RunStore) throws {
    self.request = request
    self.store = store
    runs = try store.history(request.filter)
    guard !runs.runs.isEmpty else { throw Failure.noRuns(request.filter, in: store) }
    order = try request.orderFile.map(OrderedCommits.init(at:))
    suites = try Self.suites(of: runs, in: store, file: request.suiteFile)
    let stored = try store.measures()
    own = suites.flatMap(\.measures) + stored
  }

  /// The descriptions of the suites that have runs; the file's description replaces that of the store.
  private static func suites(
    of runs: RunHistory, in store: RunStore, file: String?
  ) throws -> [SuiteDescription] {
    let ids = Set(runs.places.compactMap(\.suite))
    var suites = try store.suites().filter { ids.contains($0.id) }
    guard let file else { return suites }
    let own = try DescriptionFile.suite(at: file)
    guard ids.contains(own.id) else {
      throw CheckFailure.noRunsOfSuite(own.id, file: file, known: ids.sorted())
    }
    suites.removeAll { $0.id == own.id }
    return suites + [own]
  }

  /// Builds the input of a check for regressions: the trend of metrics along the commits, the limits, the accepted
  /// regressions and the options.
  ///
  /// - Throws: if it is invalid, or data cannot be read.
  package func question() throws -> CheckQuestion {
    let limits = try self.limits()
    let trend = try self.trend(limits: limits)
    var question = CheckQuestion(about: trend)
    question.limits = limits
    question.comparisons = try comparisons(at: trend.history)
    if let file = acceptedFile {
      question.acceptances = try CheckAcceptances.read(file, isAddedTo: request.accepts)
    }
    question.date = try trend.history.commits.last.flatMap { tip in
      try date(of: tip)
    }
    if request.base != nil, !trend.history.commits.isEmpty {
      let order = CommitOrder(branch: request.branch, since: request.base, file: order)
      question.inherited = try order.history(of: Set(runs.commits), in: store).start
    }
    question.failOn = Set(request.failOn)
    if let window = request.window { question.window = window }
    question.options = request.options
    return question
  }

  /// A warning about the history of commits in a check, such as that Git cannot be run or that the clone is shallow; `nil`
  /// if there is nothing to warn of.
  package func caveat(of question: CheckQuestion) throws -> HistoryCaveat? {
    try HistoryCaveat(
      about: question.trend.history,
      by: CommitOrder(branch: request.branch, since: nil, file: order), in: store)
  }

  /// The subject, author and date of the commits that the result of a check mentions.
  package func descriptions(of outcome: CheckOutcome) throws -> [String: CommitDescription] {
    try CommitOrder(branch: request.branch, since: nil, file: order)
      .descriptions(of: outcome.namedCommits, in: store)
  }

  /// Explains why frames were late before and after the worst changes that a check found.
  ///
  /// The explanations are by the ids of the findings.
  package func explanations(of outcome: CheckOutcome) throws -> [String: Explanation] {
    var explanations: [String: Explanation] = [:]
    for finding in outcome.findings.prefix(Self.mostExplained) where finding.state.fails {
      // Causes are those of whole runs.
      guard let commits = finding.commits,
        let item = finding.items.first(where: { $0.place.segment == nil })
      else { continue }
      explanations[finding.id] = try explanation(
        of: item, from: commits.good, to: commits.bad, in: outcome.history)
    }
    return explanations
  }

  /// The folders of the suites in which the check found changes, by suite id.
  ///
  /// A suite is left out if its folder no longer exists, or if its newest run is not from a folder of its stage there.
  package func folders(
    of outcome: CheckOutcome
  ) throws -> [String: CheckOutcome.SuiteFolder] {
    var folders: [String: CheckOutcome.SuiteFolder] = [:]
    for suite in Set(outcome.findings.flatMap { $0.items.compactMap(\.suite) }) {
      let newest = runs.runs.last { runs.places[$0.place].suite == suite }
      var filter = RunFilter(suite: suite)
      filter.ids = newest.map { [$0.id] } ?? []
      let found = try store.runs(filter)
      folders[suite] = found.first.flatMap { Self.folder(of: suite, around: $0) }
    }
    return folders
  }

  /// The suite's folder, if a run is below it in a folder of its stage; `nil` if there is none with this suite.
  private static func folder(
    of suite: String, around run: RunRecord
  ) -> CheckOutcome.SuiteFolder? {
    let parts = run.origin.source.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, String(parts[parts.count - 2]) == run.stage else { return nil }
    let path = parts.dropLast(2).joined(separator: "/")
    guard let description = try? DescriptionFile.suite(at: "\(path)/suite.json"),
      description.id == suite
    else { return nil }
    let stage = description.stages.first { $0.id == run.stage }
    let command = (stage?.measuring ?? .init()).fillingIn(description.measuring).command
    return CheckOutcome.SuiteFolder(path: path, hasCommand: !command.isEmpty)
  }

  private static let mostExplained = 3
  /// On each side of a change, the runs of so many commits are explained.
  private static let mostExplainedCommits = 4

  /// Compares the causes in the runs of the commits before and after a change; `nil` if a side has none.
  private func explanation(
    of item: CheckItem, from good: Int, to bad: Int, in history: CommitHistory
  ) throws -> Explanation? {
    let most = Self.mostExplainedCommits
    let before = history.commits[max(0, good - most + 1)...good]
    let after = history.commits[bad..<min(history.commits.count, bad + most)]
    var question = ComparisonQuestion()
    question.limits = RunFilter(suite: item.suite, stage: item.stage)
    question.catalog = Explanation.metrics
    question.needs.causes = true
    var runs = ComparedRuns(in: store, question)
    do {
      let answer = try runs.explain(
        (.commit(id: history.commits[bad], names: Array(after)), history.commits[bad]),
        against: (
          .commit(id: history.commits[good], names: Array(before)), history.commits[good]
        ))
      return answer.explanations.first.flatMap { $0.missing == nil ? $0 : nil }
    } catch is SideError {
      return nil
    }
  }

  /// The path of the acceptance file: the file that the user named, or else the file next to the suite's file.
  package var acceptedFile: String? {
    if let file = request.acceptedFile { return file }
    guard let beside = request.suiteFile.map(CheckAcceptances.beside) else { return nil }
    return Platform.kind(of: beside) == .file ? beside : nil
  }

  // MARK: - Limits

  private func limits() throws -> CheckLimits {
    do throws(LimitProblem) {
      return try CheckLimits(
        options: request.limits, suites: suites, named: metric, titles: titles)
    } catch {
      throw LimitChecks.failure(error, titles: titles, suiteFile: request.suiteFile)
    }
  }

  private func floors() throws -> [String?: [Metric]] {
    var floors: [String?: [Metric]] = [:]
    for suite in suites {
      do throws(LimitProblem) {
        floors[suite.id] = try Metric.withNoiseFloors(of: suite, named: metric)
      } catch {
        throw LimitChecks.failure(error, titles: titles, suiteFile: request.suiteFile)
      }
    }
    do throws(LimitProblem) {
      return try request.noiseFloors.over(
        floors, of: Set(runs.places.map(\.suite)), named: metric)
    } catch {
      throw LimitChecks.failure(error, titles: titles, suiteFile: request.suiteFile)
    }
  }

  private func metric(_ id: Metric.ID) -> Metric? { Metric.named(id, amongThoseOf: own) }

  private var tripWires: TripWires {
    let shares = suites.compactMap { suite in
      suite.thresholds.tripWire.map { (suite.id, TripWire(share: $0)) }
    }
    return TripWires(option: request.tripWire, suites: Dictionary(shares) { $1 })
  }

  private var titles: [String] {
    runs.places.map { $0.title ?? "" }
  }

  // MARK: - The trend

  private func trend(limits: CheckLimits) throws -> Trend {
    let history: CommitHistory
    do {
      history = try CommitOrder(branch: request.branch, since: nil, file: order)
        .history(of: Set(runs.commits), in: store)
    } catch Failure.noOrder(_, .noCommits) where hasComparisons {
      history = CommitHistory(name: "runs without commits", commits: [])
    }
    let trend = try TrendQuestion.trend(
      of: runs, in: store, along: history, metrics: .ofSuites(try rows(limits: limits)),
      floors: try floors(), tripWires: tripWires,
      window: request.window, hasSegments: request.hasSegments)
    guard !trend.series.isEmpty || hasComparisons else {
      if runs.commits.isEmpty { throw Failure.noOrder(store: store.path, .noCommits) }
      throw Failure.nothingAlong(history.name, store: store.path, runs: runs.runs.count)
    }
    return trend
  }

  /// The rows of each suite's tables, and the metrics with limits.
  private func rows(limits: CheckLimits) throws -> [String?: [Metric.ID]] {
    try checkRows()
    var rows: [String?: [Metric.ID]] = [:]
    for suite in Set(runs.places.map(\.suite)) {
      let own = suites.first { $0.id == suite }?.tableRows ?? ThesisConventions.rows
      let base = request.metrics.isEmpty ? own : request.metrics
      rows[suite] = base + limits.metrics(of: suite).filter { !base.contains($0) }
    }
    return rows
  }

  /// Throws if a row of a suite is not a metric.
  private func checkRows() throws {
    guard request.metrics.isEmpty else { return }
    for suite in suites {
      guard let index = suite.metrics.firstIndex(where: { metric($0) == nil }) else { continue }
      let problem = LimitProblem(
        origin: .suite(suite.id, key: "metrics[\(index)]"),
        fault: .unknownMetric(suite.metrics[index]))
      throw LimitChecks.failure(problem, titles: titles, suiteFile: request.suiteFile)
    }
  }

  private func date(of commit: String) throws -> String? {
    let tree = WorkTree(containing: ".") ?? WorkTree(containing: store.folder)
    if let date = tree?.commit(commit)?.revision.authorDate { return date }
    return try store.revision(commit)?.authorDate
  }

  // MARK: - Comparisons

  private var hasComparisons: Bool {
    !request.pairs.isEmpty || suites.contains { !$0.thresholds.comparisons.isEmpty }
  }

  private func comparisons(at history: CommitHistory) throws -> [Comparison] {
    guard hasComparisons else { return [] }
    let declared = try DeclaredComparisons(
      store: store, tip: history.commits.last, limits: request.filter, metrics: request.metrics,
      order: order, floors: request.noiseFloors, hasSegments: request.hasSegments)
    return try declared.all(of: suites, pairs: request.pairs)
  }
}

/// Reads and extends acceptance files, which list the known regressions that a check allows.
package enum CheckAcceptances {
  /// The path of the acceptance file, a list of known regressions, next to a suite's file.
  package static func beside(_ suiteFile: String) -> String {
    let folder = suiteFile.lastIndex(of: "/").map { String(suiteFile[...$0]) } ?? ""
    return folder + "accepted.txt"
  }

  /// Reads a file, in the order of its lines.
  ///
  /// - Parameter isAddedTo: whether the file may be missing, because lines will be added to it.
  /// - Throws: if the file is missing, or a line is invalid.
  static func read(_ file: String, isAddedTo: Bool) throws -> [Acceptance] {
    guard Platform.kind(of: file) != .nothing else {
      if isAddedTo { return [] }
      throw CheckFailure.noAcceptanceFile(file)
    }
    let text = try DescriptionFile.text(at: file)
    do throws(AcceptanceProblem) {
      return try AcceptanceFile.acceptances(in: text)
    } catch {
      throw error.complaint(in: file)
    }
  }

  /// Creates the lines with which an acceptance file allows a regression that a check found: one line for each series
  /// of values that got worse.
  ///
  /// - Parameters:
  ///   - id: the id of the finding, or a prefix.
  ///   - outcome: the outcome that contains the finding.
  ///   - until: the last day; `nil` for no expiry.
  /// - Throws: if no finding or several findings match, or the finding has nothing to accept.
  package static func lines(
    for id: String, in outcome: CheckOutcome, until: String?, reason: String
  ) throws -> String {
    let meant = outcome.findings.filter { !id.isEmpty && $0.id.hasPrefix(id) }
    guard let finding = meant.first, meant.count == 1 else {
      throw CheckFailure.unknownFinding(id, known: outcome.findings.map(\.id))
    }
    let commit = finding.commits.map { outcome.history.commits[$0.likeliest] } ?? outcome.tip
    let lines = finding.openItems.compactMap { item -> String? in
      guard let level = item.level, let commit else { return nil }
      return AcceptanceFile.line(
        series: item.name, commit: commit, until: until,
        level: Quantity(level, item.metric.unit).text(significantDigits: 4), reason: reason) + "\n"
    }
    guard !lines.isEmpty else {
      throw CheckFailure.nothingToAccept(id, isAccepted: finding.state == .accepted)
    }
    return lines.joined()
  }

  /// Creates the line with which an acceptance file allows everything that a check found open at the newest commit; `nil`
  /// if nothing is open.
  package static func baseline(
    of outcome: CheckOutcome, until: String?, reason: String
  ) -> String? {
    let isOpen = outcome.findings.contains { $0.cause != .comparison && !$0.openItems.isEmpty }
    guard isOpen, let tip = outcome.tip else { return nil }
    return AcceptanceFile.baseline(commit: tip, until: until, reason: reason) + "\n"
  }

  /// Reads from the lines of an acceptance file how bad each metric with a known regression may become.
  package static func levels(of lines: String) -> [String] {
    ((try? AcceptanceFile.acceptances(in: lines)) ?? []).compactMap(\.level)
  }

  /// Appends lines to an acceptance file, which is created if it does not exist.
  package static func add(_ lines: String, to file: String) throws {
    var text = ""
    if Platform.kind(of: file) != .nothing {
      text = try DescriptionFile.text(at: file)
      if let last = text.last, !last.isNewline { text += "\n" }
    }
    try OutputFile.write(text + lines, to: file)
  }
}
