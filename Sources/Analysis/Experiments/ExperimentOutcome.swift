/// How an experiment ended, and its comparisons of stages (program versions) or commits.
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
  /// The number of blocks that were planned.
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

/// Two stages (program versions) or commits that an experiment compares by one metric.
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
