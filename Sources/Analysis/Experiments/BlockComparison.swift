public import Recordings
internal import Statistics

/// A comparison of two versions of the program in one metric, for an experiment that runs both once per block and
/// judges the result after each block.
///
///     let design = BlockDesign(blocks: 8, questions: 1)
///     let found = BlockComparison(metric, candidate, against: reference, in: design)
///     found?.answer  // .improved
///
/// The error of the answers holds over all looks; see `SequentialDesign`.
public struct BlockComparison: Sendable {
  /// What the measured blocks of runs show about two versions of the program: improved, regressed, changed, unchanged
  /// or undecided.
  public enum Answer: String, Sendable {
    /// The change is proved, and it is for the better.
    case improved
    /// The change is proved, and it is for the worse.
    case regressed
    /// The change is proved, and neither direction is better.
    case changed
    /// It is proved that the change is smaller than the noise floor.
    case unchanged
    case undecided
  }

  /// With the noise floor that counts.
  public let metric: Metric
  public let blocks: Int
  /// How many times the comparison was judged so far; `nil` before the first time.
  public let look: Int?
  /// How many times it is judged at most.
  public let looks: Int
  /// The means of both sides, in the metric's unit.
  public let means: (reference: Double, candidate: Double)
  /// The change from reference to candidate: a fraction of the reference, or a difference in the metric's unit.
  public let effect: Double
  /// The 95% confidence interval of the change; `nil` before the first look.
  ///
  /// With a probability of at least 95%, the intervals of all looks contain the true change.
  public let interval: ClosedRange<Double>?
  /// Whether the change is a fraction of the reference; otherwise it is in the metric's unit.
  public let isRelative: Bool
  /// The smallest change that matters, as a fraction or in the metric's unit, as `effect`.
  public let floor: Double
  public let answer: Answer
  /// A smallest and a largest change; each holds with a probability of 95% over all looks.
  private let bounds: ClosedRange<Double>?
  private let scale: Scale
  private let deviation: Double?
  private let questions: Int

  /// Compares two versions of the program by one value of each per block of runs; `nil` without blocks, or if a value
  /// is not usable, such as infinity.
  ///
  /// - Parameters:
  ///   - metric: with the noise floor that counts.
  ///   - candidate: one value per block.
  ///   - reference: the values of the same blocks.
  ///   - design: the plan that all comparisons of the experiment share.
  public init?(
    _ metric: Metric, _ candidate: [Double], against reference: [Double], in design: BlockDesign
  ) {
    let scale = metric.scale(of: candidate + reference)
    let floor = metric.floor(on: scale, reference: reference)
    guard let after = try? scale.sample(candidate), let before = try? scale.sample(reference),
      let quantum = try? scale.quantum(of: candidate + reference),
      let found = try? design.sequential.estimate(
        zip(after.values, before.values).map { $0 - $1 },
        negligible: (scale.change(of: -floor) ?? -.infinity)...(scale.change(of: floor)
          ?? .infinity),
        quantum: quantum)
    else { return nil }
    (self.metric, self.scale, self.floor) = (metric, scale, floor)
    (blocks, look, looks) = (found.blocks, found.look, design.sequential.looks.count)
    means = (Moments.mean(of: reference) ?? 0, Moments.mean(of: candidate) ?? 0)
    (deviation, questions) = (found.deviation, design.sequential.questions)
    effect = scale.effect(of: found.change)
    interval = found.interval.map { scale.effect(of: $0.lower)...scale.effect(of: $0.upper) }
    bounds = found.bounds.map { scale.effect(of: $0.lower)...scale.effect(of: $0.upper) }
    isRelative = scale == .logarithmic
    answer =
      switch found.answer {
      case .undecided: .undecided
      case .unchanged: .unchanged
      case .changed where metric.polarity == .neither: .changed
      case .changed: metric.polarity.improves(found.change) ? .improved : .regressed
      }
  }

  // MARK: - A gate

  /// The largest change for the worse that is not ruled out, without its sign; 0 if every one is, and `nil` before the
  /// first look and for metrics without a direction.
  ///
  /// A larger change is ruled out with a probability of 95%.
  public var worstPossible: Double? {
    guard let bounds, metric.polarity != .neither else { return nil }
    let isUp = metric.polarity.improves(1)
    return max(0, isUp ? -bounds.lowerBound : bounds.upperBound)
  }

  /// Whether the change is proved to be for the worse, and is at least as large as the noise floor.
  public var isProvedWorse: Bool { answer == .regressed && effect.magnitude >= floor }

  /// Whether a change for the worse that matters is ruled out.
  public var isProvedNotWorse: Bool {
    metric.polarity == .neither ? answer != .undecided : worstPossible.map { $0 < floor } ?? false
  }

  /// How many blocks prove a change of a size, or its absence, in 80% of cases at the noise that was measured; `nil`
  /// above 200, and if the noise is unknown.
  public func blocksNeeded(toSee effect: Double) -> Int? {
    guard let deviation, let change = scale.change(of: effect), change > 0 else { return nil }
    guard deviation > 0 else { return StatisticalConstants.firstLook }
    return SequentialDesign.blocks(toSee: change, deviation: deviation, questions: questions)
  }

  /// How many blocks of runs (one run of each compared version) an experiment needs to prove changes of given sizes
  /// with a probability of 80%, given the noise.
  ///
  /// - Parameters:
  ///   - effects: the wanted changes: fractions or, for metrics that are fractions themselves and if a value is 0 or
  ///     below, differences in the metric's unit.
  ///   - groups: the values of runs that measured the same, such as the runs of one stage in one session.
  ///   - questions: how many comparisons share the error.
  /// - Returns: one number per effect, `nil` above 200; and `nil` if no group has two different values.
  public static func plan(
    toSee effects: [Double], of metric: Metric, noise groups: [[Double]], questions: Int
  ) -> [Int?]? {
    let scale = metric.scale(of: groups.flatMap(\.self))
    let samples = groups.compactMap { try? scale.sample($0) }
    let freedom = samples.reduce(0) { $0 + $1.degreesOfFreedom }
    let squares = samples.reduce(0) { $0 + $1.sumOfSquares }
    guard freedom > 0, squares > 0 else { return nil }
    // A block's difference has the noise of two runs.
    let deviation = (2 * squares / Double(freedom)).squareRoot()
    return effects.map { effect in
      scale.change(of: effect).flatMap {
        SequentialDesign.blocks(toSee: $0, deviation: deviation, questions: questions)
      }
    }
  }
}

/// The plan that all comparisons of an experiment share: when they are judged, and by how much evidence.
public struct BlockDesign: Sendable {
  fileprivate let sequential: SequentialDesign

  /// The fewest blocks after which a comparison is judged.
  public static let leastBlocks = StatisticalConstants.firstLook
  /// The most blocks that an experiment may plan.
  public static let mostBlocks = StatisticalConstants.mostBlocks

  /// - Parameters:
  ///   - blocks: the planned number of blocks, 2 to 200.
  ///   - questions: how many comparisons share the error.
  public init(blocks: Int, questions: Int) {
    sequential = SequentialDesign(blocks: blocks, questions: questions)
  }
}

extension Metric {
  /// The noise floor as a fraction on the logarithmic scale, otherwise in the metric's unit.
  fileprivate func floor(on scale: Scale, reference: [Double]) -> Double {
    let level = (Moments.mean(of: reference) ?? 0).magnitude
    switch (noiseFloor, scale) {
    case (.relative(let floor), .logarithmic), (.absolute(let floor), .linear): return floor
    case (.relative(let floor), .linear): return floor * level
    case (.absolute(let floor), .logarithmic): return level > 0 ? min(floor / level, 0.99) : 0
    }
  }
}

extension SuiteDescription {
  /// What decides an experiment by default, such as the average frame rate; always a row of the suite's tables.
  public var decidingMetric: Metric.ID? {
    ComparisonRows.ofTraces.dropFirst().first(where: tableRows.contains) ?? tableRows.first
  }
}

/// The rule for the order in which each block of an experiment's runs measures the stages.
///
///     BlockOrder.abba.stages(["a", "b"], inBlock: 2, seed: 1)  // ["b", "a"]
public enum BlockOrder: String, Sendable, CaseIterable {
  /// Drawn for each block from the seed, so that no drift favors a stage.
  case random
  /// As given, and reversed in every second block, so that a steady drift cancels.
  case abba
  /// As given, in every block.
  case asGiven = "as-given"

  /// The stages that one block of an experiment measures, in the order of measurement.
  ///
  /// - Parameters:
  ///   - stages: all stages.
  ///   - block: counted from 1.
  ///   - seed: equal seeds give equal orders.
  public func stages(_ stages: [String], inBlock block: Int, seed: UInt64) -> [String] {
    switch self {
    case .asGiven: return stages
    case .abba: return block.isMultiple(of: 2) ? stages.reversed() : stages
    case .random:
      var random = SplitMix64(seed: seed &+ UInt64(block) &* 0x9E37_79B9_7F4A_7C15)
      var order = stages.indices.map(Double.init)
      random.shuffle(&order)
      return order.map { stages[Int($0)] }
    }
  }
}
