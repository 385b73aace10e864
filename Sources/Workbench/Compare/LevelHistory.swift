internal import Analysis
internal import Recordings
internal import RunStore

/// The levels of metrics along the commits up to a comparison's reference, from stored values.
struct LevelHistory {
  private let store: RunStore
  private let tree: WorkTree?
  /// The commits in an order file, oldest first; `nil` without one.
  private let order: [String]?
  private var windows: [String: CommitsUpTo?] = [:]
  /// Cached results of Git: whether a commit is an ancestor of another.
  private var ancestry: [[String]: Bool] = [:]

  /// Creates the history of a store's metric levels.
  ///
  /// - Parameter order: the commits, oldest first; `nil` to run Git.
  init(store: RunStore, order: [String]? = nil) {
    self.store = store
    self.order = order
    tree = order == nil ? MeasuredCommitNames(store: store).tree : nil
  }

  /// The levels of all metrics, for each request.
  ///
  /// - Parameter requests: comparisons whose sides share no session.
  /// - Returns: one dictionary per request; empty if there are no commits.
  mutating func levels(
    of requests: [ComparisonRequest]
  ) throws -> [[Metric.ID: Known<PresentLevel>]] {
    var levels = requests.map { _ in [Metric.ID: Known<PresentLevel>]() }
    var along: [String: [Int]] = [:]
    for (index, request) in requests.enumerated() {
      switch try prospect(of: request) {
      case .none: continue
      case .absent(let absence):
        for metric in request.metrics {
          levels[index][metric.id] = .withheld(because: absence.words)
        }
      case .commits(let reference): along[reference, default: []].append(index)
      }
    }
    for (commit, indices) in along.sorted(by: { $0.key < $1.key }) {
      guard let window = try window(upTo: commit) else { continue }
      let history = try history(of: indices.map { requests[$0] }, along: window)
      for index in indices {
        let place = requests[index].pair.reference.place
        for metric in requests[index].metrics {
          levels[index][metric.id] = history.level(of: metric.id, at: place)
        }
      }
    }
    return levels
  }

  /// The newest measured commits up to a request's reference, as runs name them.
  ///
  /// `nil` if the order is unknown, or the reference is not a single commit.
  mutating func recentCommits(
    upTo request: ComparisonRequest
  ) throws -> [String]? {
    guard let commit = Self.commit(of: request.reference),
      let window = try window(upTo: commit)
    else { return nil }
    return Array(window.measured.prefix(ComparisonConstants.mostPoints))
  }

  // MARK: - Availability

  private enum Prospect {
    case none
    /// There are commits, but they cannot be used.
    case absent(HistoryAbsence)
    case commits(upTo: String)
  }

  private mutating func prospect(of request: ComparisonRequest) throws -> Prospect {
    let sides = [request.reference, request.candidate]
    guard request.pair.isOfOneStage, sides.contains(where: { !$0.commits.isEmpty }),
      !request.sharesSessions
    else { return .none }
    for side in sides where Self.commit(of: side) == nil {
      return .absent(.noSingleCommit(side: side.name))
    }
    guard request.pair.segment == nil else { return .absent(.segment) }
    let environments = Set(sides.flatMap(\.runs).map { TrendEnvironment($0.description.device) })
    guard environments.count == 1 else { return .absent(.severalEnvironments) }
    guard let reference = Self.commit(of: request.reference),
      let candidate = Self.commit(of: request.candidate),
      let window = try window(upTo: reference), window.history.position(of: reference) != nil
    else { return .absent(.noOrder) }
    return isOlder(candidate, than: reference, in: window)
      ? .absent(.candidateIsOlder) : .commits(upTo: reference)
  }

  private static func commit(of side: ComparedSide) -> String? {
    let isNamed = side.runs.allSatisfy { $0.description.commit != nil }
    // If there are several names for one commit, the longest: the id, if any run has it.
    guard isNamed, let longest = side.commits.max(by: { $0.count < $1.count }),
      side.commits.allSatisfy({ longest.hasPrefix($0) })
    else { return nil }
    return longest
  }

  private mutating func window(upTo commit: String) throws -> CommitsUpTo? {
    if let known = windows[commit] { return known }
    let window =
      if let order {
        try CommitsUpTo(commit, along: order, in: store)
      } else {
        try CommitsUpTo(commit, in: tree, store)
      }
    windows[commit] = .some(window)
    return window
  }

  private mutating func isOlder(
    _ candidate: String, than reference: String, in window: CommitsUpTo
  ) -> Bool {
    let tip = window.history.position(of: reference)
    if let position = window.history.position(of: candidate) { return position != tip }
    let key = [candidate, reference]
    let isOlder = ancestry[key] ?? tree?.isAncestor(candidate, of: reference) ?? false
    ancestry[key] = isOlder
    return isOlder
  }

  // MARK: - The history

  private func history(
    of requests: [ComparisonRequest], along window: CommitsUpTo
  ) throws -> ReferenceHistory {
    let metrics = requests.flatMap(\.metrics).reduce(into: [Metric]()) { metrics, metric in
      if !metrics.contains(where: { $0.id == metric.id }) { metrics.append(metric) }
    }
    let environments = environments(of: requests)
    let earlier = try earlierRuns(in: environments, of: requests, along: window)
    var runs: [TrendRun] = []
    for request in requests {
      let place = request.pair.reference.place
      let earlier = earlier[place] ?? []
      let values = try values(of: request, for: earlier.map(\.id))
      for (index, run) in earlier.enumerated() {
        runs.append(
          TrendRun(
            suite: place.suite, stage: place.stage, description: run.description,
            environment: environments[place],
            values: values.compactMap { $0[index] }))
      }
    }
    return ReferenceHistory(of: runs, metrics: metrics, along: window.history)
  }

  private func environments(of requests: [ComparisonRequest]) -> [Place: TrendEnvironment] {
    let known = requests.map { request in
      let device = request.reference.runs.first?.description.device ?? Device()
      return (request.pair.reference.place, TrendEnvironment(device))
    }
    return Dictionary(known) { _, later in later }
  }

  /// The runs of the stages in their environments, from the newest commits back until each stage has enough of them.
  private func earlierRuns(
    in wanted: [Place: TrendEnvironment], of requests: [ComparisonRequest],
    along window: CommitsUpTo
  ) throws -> [Place: [(id: RunID, description: RunDescription)]] {
    let judged = Set(requests.flatMap { $0.pair.candidate.records.map(\.id) })
    var found: [Place: [(id: RunID, description: RunDescription)]] = [:]
    var commits: [Place: Set<String?>] = [:]
    let chunk = ComparisonConstants.mostPoints
    for start in stride(from: 0, to: window.measured.count, by: chunk) {
      var filter = RunFilter()
      filter.commits = Array(window.measured[start...].prefix(chunk))
      let history = try store.history(filter)
      let environments = history.devices.mapValues { TrendEnvironment($0) }
      for run in history.runs where !judged.contains(run.id) {
        let place = history.places[run.place]
        guard let environment = environments[run.device], wanted[place] == environment
        else { continue }
        let description = history.description(of: run)
        found[place, default: []].append((run.id, description))
        commits[place, default: []].insert(description.commit)
      }
      if wanted.keys.allSatisfy({ commits[$0, default: []].count >= chunk }) { break }
    }
    return found
  }

  /// The stored values of each metric that were computed with the parameters of both sides, in the order of the runs.
  private func values(
    of request: ComparisonRequest, for runs: [RunID]
  ) throws -> [[StoredMetric?]] {
    let wanted = Self.parameters(of: request)
    let kept = try store.metricTable(of: runs, only: Set(request.metrics.map(\.id)))
    return request.metrics.map { metric in
      kept.values(of: metric.id).map { value in
        value.flatMap { $0.parameters == wanted[metric.id] ? $0 : nil }
      }
    }
  }

  /// The parameters of both sides' values, if they are equal.
  private static func parameters(of request: ComparisonRequest) -> [Metric.ID: String] {
    let runs = request.reference.runs + request.candidate.runs
    var parameters: [Metric.ID: String] = [:]
    for metric in request.metrics {
      let texts = Set(
        runs.map { run in
          var texts = ParameterTexts(run.parameters)
          return texts.text(of: metric)
        })
      parameters[metric.id] = texts.count == 1 ? texts.first : nil
    }
    return parameters
  }
}

extension RunHistory {
  /// The metadata of a run that a trend needs.
  ///
  /// The session is its number as text, because levels only need to know which runs share a session.
  fileprivate func description(of run: Run) -> RunDescription {
    var description = RunDescription()
    description.commit = run.commit.map { commits[$0] }
    description.session = run.session.map { "\($0)" }
    description.device = devices[run.device] ?? Device()
    return description
  }
}

/// The commits up to one commit that runs measured, newest first.
///
/// The order is that of Git or an order file; without both, that of the parents in the store.
struct CommitsUpTo {
  /// The first parents up to the commit, oldest first, as far as requested.
  let history: CommitHistory
  /// The measured commits of the history, as runs name them, newest first.
  let measured: [String]

  /// The number of commits per call of Git.
  private static let chunk = 2000

  /// Uses the order file; `nil` if it does not contain the commit.
  ///
  /// - Parameters:
  ///   - commit: the newest commit, by its id or as runs name it.
  ///   - order: oldest first.
  init?(_ commit: String, along order: [String], in store: RunStore) throws {
    let whole = CommitHistory(name: "", commits: order)
    guard let position = whole.position(of: commit) else { return nil }
    let names = try store.commits()
    (history, measured) = Self.measured(names, along: order[...position].reversed())
  }

  /// Goes back until enough measured commits are found, or the history ends; `nil` if the order is unknown.
  ///
  /// - Parameters:
  ///   - commit: the newest commit, by its id or as runs name it.
  ///   - tree: preferred to the parents in the store.
  init?(_ commit: String, in tree: WorkTree?, _ store: RunStore) throws {
    let names = try store.commits()
    var newestFirst: [String] = []
    var found: (history: CommitHistory, measured: [String])?
    while let more = tree?.firstParents(of: commit, skipping: newestFirst.count, count: Self.chunk)
    {
      newestFirst += more
      let measured = Self.measured(names, along: newestFirst)
      found = measured
      if measured.measured.count >= ComparisonConstants.mostCommits || more.count < Self.chunk {
        break
      }
    }
    guard let found, !newestFirst.isEmpty else {
      let chain = try Self.chain(to: commit, in: store)
      guard chain.count > 1 else { return nil }
      (history, measured) = Self.measured(names, along: chain)
      return
    }
    (history, measured) = found
  }

  private static func measured(
    _ names: [String], along newestFirst: [String]
  ) -> (history: CommitHistory, measured: [String]) {
    let history = CommitHistory(name: newestFirst.first ?? "", commits: newestFirst.reversed())
    let placed = names.compactMap { name in history.position(of: name).map { ($0, name) } }
    return (history, placed.sorted { $0 > $1 }.map(\.1))
  }

  /// A commit and its first parents, newest first, as far as the store knows them.
  private static func chain(to commit: String, in store: RunStore) throws -> [String] {
    var chain: [String] = []
    var seen: Set<String> = []
    var next: String? = commit
    while let commit = next, seen.insert(commit).inserted,
      let parents = try store.parents(of: commit)
    {
      chain.append(commit)
      next = parents.first
    }
    return chain
  }
}
