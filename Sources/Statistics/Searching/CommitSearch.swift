/// Finds the commit at which the level of a metric changed, by a binary search that allows for noise in the runs.
///
///     var search = CommitSearch(commits: 32)
///     while let position = search.next() { try search.add(measure(position), of: position) }
///     search.findings.likeliest  // the first commit at the new level
///
/// Position 0 is the good commit, and the last position is the bad one. The search keeps the probability of each commit
/// to be the first one at the new level, measures where a run is expected to give the most information per cost, and
/// ends when one commit has 95%. It may measure a commit again, or find that there is no change at all. The same runs
/// give the same answer.
///
/// Sources: Horstein, "Sequential transmission using noiseless feedback", IEEE Transactions on Information Theory 9
/// (1963), for the search; Lindley, "On a measure of the information provided by an experiment", Annals of Mathematical
/// Statistics 27 (1956), for the choice of the next run. `docs/statistics.md` explains the model of the noise.
public struct CommitSearch: Sendable {
  /// A run that a search for the commit that caused a change has measured: the commit, the value and the session.
  public struct Run: Sendable, Equatable {
    /// The position of the measured commit in the searched range of commits; 0 is the last commit before the range.
    public let position: Int
    /// The measured value of the run, as its logarithm if the search for a commit compares values by ratio.
    public let value: Double
    /// A number that the runs of one measurement session share; the metric's level may differ between sessions.
    public let session: Int
  }

  /// The number of commits that may have caused the change; their positions in the searched range are 1 to this number.
  public let commits: Int
  public let scale: Scale
  /// The runs that the search for a commit has measured, in the order of their measurement.
  public private(set) var runs: [Run] = []
  /// The positions, in the searched range, of the commits that cannot be measured, such as those that do not build.
  public private(set) var skipped: Set<Int> = []
  /// The result so far of the search: for each commit, the probability that it changed the metric.
  public private(set) var findings: SearchFindings

  private let prior: [Double]

  /// Starts a search, without any runs yet.
  ///
  /// - Parameters:
  ///   - commits: how many commits may have brought the change, at least 1; they have the positions 1 to `commits`.
  ///   - weights: how likely each of them is before any run, from position 1; `nil` if all are equally likely.
  public init(commits: Int, weights: [Double]? = nil, scale: Scale = .logarithmic) {
    precondition(
      commits > 0 && weights.map { $0.count == commits && $0.allSatisfy { $0 > 0 } } ?? true,
      "expected at least one commit, and for each commit a weight (probability before any run) above 0"
    )
    self.commits = commits
    self.scale = scale
    let weights = weights ?? [Double](repeating: 1, count: commits)
    let sum = weights.reduce(0, +)
    let none = StatisticalConstants.noChange
    prior = [none] + weights.map { (1 - none) * $0 / sum }
    findings = SearchFindings(of: [], prior: prior, skipped: [])
  }

  /// A copy of this search for a commit, without the measured runs; the copy compares values on another scale (ratios
  /// or differences).
  public func emptied(scale: Scale) -> CommitSearch {
    var search = CommitSearch(
      commits: commits, weights: Array(prior.dropFirst()), scale: scale)
    for position in skipped { search.skip(position) }
    return search
  }

  /// Adds a measured run to the search for the commit that caused a change; O(commits + runs · measured commits).
  ///
  /// - Throws: the errors of `Scale.sample`.
  public mutating func add(
    _ value: Double, of position: Int, session: Int = 0
  ) throws(SampleError) {
    precondition(
      (0...commits).contains(position),
      "expected the position of a commit within the searched range of commits"
    )
    let value = try scale.sample([value]).values[0]
    runs.append(Run(position: position, value: value, session: session))
    update()
  }

  /// Records that a commit cannot be measured, because it does not build or its benchmark command reports this.
  public mutating func skip(_ position: Int) {
    skipped.insert(position)
    update()
  }

  private mutating func update() {
    findings = SearchFindings(of: runs, prior: prior, skipped: skipped)
  }

  /// The position, in the searched range, of the commit that should be measured next; `nil` if the search has its
  /// answer or cannot continue.
  ///
  /// It cannot continue if the first or the last commit of the range cannot be measured, or if no run is expected to
  /// give information.
  ///
  /// - Parameters:
  ///   - session: the session of the run.
  ///   - cost: what a run of a position costs, above 0, such as the seconds to build and measure it.
  public func next(session: Int = 0, cost: (Int) -> Double = { _ in 1 }) -> Int? {
    guard !skipped.contains(0), !skipped.contains(commits) else { return nil }
    if let opening = opening(session) { return opening }
    if findings.isDecided { return unconfirmed }
    return MeasurementGain(findings, runs, skipped, session)?.best(cost: cost)
  }

  /// Whether the search for a commit has its answer: one commit, or no change, is probable enough, and the commits next
  /// to the change have enough runs.
  ///
  /// A commit counts together with the skipped commits right before it, because no run can tell them apart.
  public var isDecided: Bool { findings.isDecided && unconfirmed == nil }

  /// The commit right before or after the likeliest change that has the fewest runs, if those are too few.
  ///
  /// Noise with two modes looks like a clear change as long as there are few runs.
  private var unconfirmed: Int? {
    let measured = Set(runs.map(\.position)).subtracting(skipped).sorted()
    let change = findings.likeliest
    let sides =
      change == 0
      ? [0, commits]
      : [measured.last { $0 < change }, measured.first { $0 >= change }].compactMap(\.self)
    let counts = sides.map { side in (side, runs.count { $0.position == side }) }
    let fewest = counts.min { $0.1 < $1.1 }
    return fewest.flatMap { $0.1 < confirmingRuns ? $0.0 : nil }
  }

  private var confirmingRuns: Int {
    let halvings = Double(commits).logarithm / 2.0.logarithm
    let runs =
      StatisticalConstants.confirmingRuns
      + StatisticalConstants.confirmingRunsPerHalving * halvings
    return Int((runs - 1e-9).rounded(.up))
  }

  /// The end that a session has to measure first: runs of other sessions do not show its levels.
  private func opening(_ session: Int) -> Int? {
    let own = runs.filter { $0.session == session }
    let isFirst = (runs.first?.session ?? session) == session
    let least = isFirst ? StatisticalConstants.openingRuns : 1
    let good = own.count { $0.position == 0 }
    let bad = own.count { $0.position == commits }
    guard min(good, bad) < least else { return nil }
    // In the order good, bad, bad, good, so that a drift does not look like a change.
    return good < bad || (good == bad && good.isMultiple(of: 2)) ? 0 : commits
  }
}

/// The result of a search for the commit that caused a change: the probability of each commit, the size of the change
/// and the noise.
public struct SearchFindings: Sendable {
  /// The probabilities that there is no change (first) and that each commit caused the change, in the order of the
  /// commits.
  public let probabilities: [Double]
  let evidence: StepEvidence?
  private let skipped: Set<Int>

  init(of runs: [CommitSearch.Run], prior: [Double], skipped: Set<Int>) {
    evidence = StepEvidence(of: runs, prior: prior)
    var probabilities = prior
    for (range, factor) in evidence?.factors ?? [] {
      for position in range { probabilities[position] *= factor }
    }
    let sum = probabilities.reduce(0, +)
    self.probabilities = probabilities.map { $0 / sum }
    self.skipped = skipped
  }

  /// The change of the metric in the searched range of commits, in logarithms or in the metric's unit; `nil` if there
  /// are too few runs.
  public var change: Double? { evidence?.change }
  /// The standard deviation of single runs around the level of their commit, in logarithms or in the metric's unit.
  ///
  /// It is `nil` with too few runs.
  public var noise: Double? { evidence?.noise }
  /// The autocorrelation of the noise in successive runs of a search for a commit; `nil` if there are too few runs.
  public var autocorrelation: Double? { evidence?.autocorrelation }

  /// The most probable answer of the search: the position of the commit that changed the level, or 0 for no change.
  ///
  /// It is 0 while no single commit is more probable than no change, even if it is probable that some commit changed
  /// the level.
  public var likeliest: Int {
    probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 0
  }

  /// The positions of the smallest set of commits that contains the commit that caused the change with a probability of
  /// 95%, the likeliest first.
  ///
  /// Position 0 stands for no change.
  public var credibleSet: [Int] {
    let order = probabilities.indices.sorted {
      (probabilities[$1], $0) < (probabilities[$0], $1)
    }
    var sum = 0.0
    let rest = order.firstIndex { position in
      sum += probabilities[position]
      return sum >= StatisticalConstants.searchConfidence
    }
    return Array(order[...(rest ?? order.count - 1)])
  }

  /// Whether 95% are on one position, or on positions that no run can tell apart because commits are skipped.
  var isDecided: Bool {
    var sum = 0.0
    for (position, probability) in probabilities.enumerated() {
      // A change at the position after a skipped one may have come with the skipped one.
      let isJoined = position > 1 && skipped.contains(position - 1)
      sum = isJoined ? sum + probability : probability
      if sum >= StatisticalConstants.searchConfidence { return true }
    }
    return false
  }
}
