/// What measuring both commits of a pull request in one session proved.
///
/// It fails if a metric is proved to be worse by at least its noise floor, and passes if that is ruled out for every
/// metric. In between, nothing is known.
package struct PullRequestOutcome: Sendable {
  package enum Decision: String, Sendable {
    case passed, regressed, undecided
  }

  /// A measured commit.
  package struct Side: Sendable {
    package let commit: String
    package let description: CommitDescription?

    package init(_ commit: String, _ description: CommitDescription? = nil) {
      (self.commit, self.description) = (commit, description)
    }
  }

  package let suite: String
  /// Where the pull request begins: the target branch, as far as it is merged into `head`.
  package let base: Side
  /// What the target branch would be after the merge.
  package let head: Side
  package let experiment: ExperimentOutcome
  /// The command that compares all metrics of both commits.
  package let compareCommand: String

  package init(
    suite: String, base: Side, head: Side, experiment: ExperimentOutcome, compareCommand: String
  ) {
    (self.suite, self.base, self.head) = (suite, base, head)
    (self.experiment, self.compareCommand) = (experiment, compareCommand)
  }

  package var decision: Decision { Self.decision(on: experiment.pairs) }

  /// The decision so far; an experiment that ends earlier would only make an undecided metric more certain.
  package static func decision(on pairs: [MeasuredPair]) -> Decision {
    let judged = pairs.compactMap(\.comparison)
    if judged.contains(where: \.isProvedWorse) { return .regressed }
    return !judged.isEmpty && judged.allSatisfy(\.isProvedNotWorse) ? .passed : .undecided
  }

  /// The metrics by how bad they are: proved worse first, then undecided, each by the size in noise floors.
  package var pairsByHarm: [MeasuredPair] {
    let keys = experiment.pairs.map { pair in
      pair.comparison.map { (rank: $0.rank, size: -$0.severity) } ?? (3, 0)
    }
    return experiment.pairs.indices.sorted { left, right in
      (keys[left].0, keys[left].1, left) < (keys[right].0, keys[right].1, right)
    }.map { experiment.pairs[$0] }
  }
}

extension BlockComparison {
  fileprivate var rank: Int { isProvedWorse ? 0 : isProvedNotWorse ? 2 : 1 }

  /// The size of the change, or of the largest that is possible for an undecided one, in noise floors.
  fileprivate var severity: Double {
    let size = isProvedWorse || isProvedNotWorse ? effect.magnitude : worstPossible ?? 0
    return floor > 0 ? size / floor : size
  }
}
