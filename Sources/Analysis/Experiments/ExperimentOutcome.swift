/// How an experiment ended, and its comparisons of stages or commits.
package struct ExperimentOutcome: Sendable {
  package enum End: String, Sendable {
    case decided
    case allBlocks = "all-blocks"
    case budgetSpent = "budget-spent"
    case interrupted
  }

  package let end: End
  /// The number of blocks that were measured; each has one run of every side.
  package let blocks: Int
  package let planned: Int
  package let pairs: [MeasuredPair]
  /// The mean duration of a block without builds; `nil` before the first block.
  package let secondsPerBlock: Double?
  /// The share of one processor's time that Hitchmark used to sample the benchmark's processes; `nil` if it sampled
  /// them for less than a second.
  package let samplingCost: Double?

  package init(
    end: End, blocks: Int, of planned: Int, pairs: [MeasuredPair], secondsPerBlock: Double?,
    samplingCost: Double? = nil
  ) {
    (self.end, self.blocks, self.planned, self.pairs) = (end, blocks, planned, pairs)
    (self.secondsPerBlock, self.samplingCost) = (secondsPerBlock, samplingCost)
  }
}

/// Two stages or commits that an experiment compares by one metric.
package struct MeasuredPair: Sendable {
  package let reference: String
  package let candidate: String
  /// The stage that was measured on both sides; of two stages, the candidate.
  package let stage: String
  package let metric: Metric
  /// What the measured blocks show; `nil` before the first block, and if runs have no value of the metric.
  package let comparison: BlockComparison?

  package init(
    reference: String, candidate: String, stage: String, metric: Metric,
    comparison: BlockComparison?
  ) {
    (self.reference, self.candidate, self.stage) = (reference, candidate, stage)
    (self.metric, self.comparison) = (metric, comparison)
  }

  /// Whether the experiment knows how the metric of the two sides differs.
  package var isDecided: Bool { comparison.map { $0.answer != .undecided } ?? false }
}

/// What measuring both commits of a pull request in one session proved.
///
/// It fails if a metric is proved to be worse by at least its noise floor, and passes if that is ruled out for every
/// metric. In between, nothing is known.
package struct PullRequestOutcome: Sendable {
  package enum Decision: String, Sendable {
    case passed, regressed, undecided
  }

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
