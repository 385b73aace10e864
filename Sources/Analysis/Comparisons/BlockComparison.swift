public import Recordings
internal import Statistics

/// A comparison of two versions of the program in one metric, for an experiment that runs both once per block and
/// judges the result after each block.
///
///     let found = BlockComparison(metric, candidate, against: reference, blocks: 8, questions: 1)
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
    /// Nothing is proved.
    case undecided
  }

  /// The metric in which the experiment compares two versions of the program.
  public let metric: Metric
  /// The number of blocks of runs in which the experiment has measured both compared versions of the program.
  public let blocks: Int
  /// How many times the experiment has judged the comparison so far; `nil` before the first time.
  public let look: Int?
  /// How many times the experiment plans to judge the comparison of the two versions of the program.
  public let looks: Int
  /// The change from the reference to the compared version of the program: a fraction of the reference, or a difference
  /// in the metric's unit.
  public let effect: Double
  /// The confidence interval of the change measured so far; `nil` before the comparison is judged for the first time.
  ///
  /// With a probability of at least 95%, the intervals of all judgments contain the true change.
  public let interval: ClosedRange<Double>?
  /// Whether the change between the two versions of the program is a fraction of the reference; otherwise it is in the
  /// metric's unit.
  public let isRelative: Bool
  /// The result of comparing the two versions of the program so far: improved, regressed, changed, unchanged or
  /// undecided.
  public let answer: Answer

  /// Compares two versions of the program by one value of each per block of runs; `nil` without blocks, or if a value
  /// is not usable, such as infinity.
  ///
  /// - Parameters:
  ///   - metric: with the noise floor that counts.
  ///   - candidate: one value per block.
  ///   - reference: the values of the same blocks.
  ///   - most: the planned number of blocks, 2 to 200.
  ///   - questions: how many comparisons share the error.
  public init?(
    _ metric: Metric, _ candidate: [Double], against reference: [Double], blocks most: Int,
    questions: Int
  ) {
    let scale = metric.scale(of: candidate + reference)
    let floor = metric.floor(on: scale, reference: reference)
    let design = SequentialDesign(
      blocks: most,
      negligible: (scale.change(of: -floor) ?? -.infinity)...(scale.change(of: floor) ?? .infinity),
      questions: questions)
    guard let after = try? scale.sample(candidate), let before = try? scale.sample(reference),
      let quantum = try? scale.quantum(of: candidate + reference),
      let found = try? design.estimate(
        zip(after.values, before.values).map { $0 - $1 }, quantum: quantum)
    else { return nil }
    self.metric = metric
    (blocks, look, looks) = (found.blocks, found.look, design.looks.count)
    effect = scale.effect(of: found.change)
    interval = found.interval.map { scale.effect(of: $0.lower)...scale.effect(of: $0.upper) }
    isRelative = scale == .logarithmic
    answer =
      switch found.answer {
      case .undecided: .undecided
      case .unchanged: .unchanged
      case .changed where metric.polarity == .neither: .changed
      case .changed: metric.polarity.improves(found.change) ? .improved : .regressed
      }
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
  /// The id of the metric that decides an experiment with this suite by default, such as the average frame rate; always
  /// one that the suite's tables show.
  public var decidingMetric: Metric.ID? {
    ComparisonRows.ofTraces.dropFirst().first(where: tableRows.contains) ?? tableRows.first
  }
}
