internal import Statistics

/// The newest commits of a stage that are all at one level of a metric, up to a comparison's reference.
public struct PresentLevel: Sendable, Equatable {
  /// A value a commit, oldest first; the reference's is the last.
  public let values: [Double]
  /// The commits of the values.
  public let commits: [String]
  /// Whether the level before it was another; else the history begins here.
  public let followsChange: Bool
  /// The values of the runs of each commit and session, by which what never varies is known.
  public let repeats: [[Double]]

  /// Creates a level.
  ///
  /// - Parameters:
  ///   - values: a value a commit, oldest first, at least one.
  ///   - commits: as many.
  ///   - followsChange: whether the level before it was another.
  ///   - repeats: the values of the runs of each commit and session.
  public init(
    values: [Double], commits: [String], followsChange: Bool = false, repeats: [[Double]] = []
  ) {
    self.values = values
    self.commits = commits
    self.followsChange = followsChange
    self.repeats = repeats
  }

  /// The commits that a prediction is made of: the last 30, or as many as there are.
  var predicting: ArraySlice<String> { commits.suffix(StatisticalConstants.mostHistory) }
}

/// Why the commits before do not tell the noise of a comparison.
public enum HistoryAbsence: Sendable, Equatable {
  /// The runs of a side do not all name one commit.
  case noSingleCommit(side: String)
  /// The sides were measured in different environments, or one of them in several.
  case severalEnvironments
  /// Nothing tells which commits came before the reference.
  case noOrder
  /// The candidate is among the commits up to the reference.
  case candidateIsOlder
  /// The reference has no kept value that was computed as the candidate's.
  case otherFormula
  /// The present level has too few commits.
  case tooFew(commits: Int, sinceChange: Bool)
  /// The commits before do not differ at all.
  case noSpread
}

extension HistoryAbsence {
  /// The reason in a clause.
  public var words: String {
    switch self {
    case .noSingleCommit(let side): "the runs of \(side) do not name one commit"
    case .severalEnvironments: "the runs come from several environments"
    case .noOrder: "nothing tells which commits came before"
    case .candidateIsOlder: "the candidate is not newer than the reference"
    case .otherFormula: "the reference's kept value was computed otherwise"
    case .tooFew(let commits, let sinceChange):
      "\(commits) commit\(commits == 1 ? "" : "s") "
        + (sinceChange ? "since its level changed" : "up to the reference")
        + ", and \(StatisticalConstants.leastHistory) are needed"
    case .noSpread: "the commits before do not differ at all"
    }
  }
}
