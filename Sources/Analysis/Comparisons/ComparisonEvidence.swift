internal import Statistics

/// What the runs of two sides say of a change in one metric, and how that was found.
public struct ComparisonEvidence: Sendable {
  /// Where the noise was taken from.
  public let mode: ComparisonMode

  /// Why the commits before were not asked; `nil` where they were, or there are none to speak of.
  public let noHistory: String?

  /// Whether effects are fractions of the reference; else they are in the metric's unit.
  public let isRelative: Bool

  /// The typical change, by ranks.
  public let effect: Double

  /// The interval of the effect, of confidence 0.95; the effect alone where there is no noise.
  public let interval: ClosedRange<Double>

  /// The interval of confidence 0.9: the change is proved to be smaller than what holds it.
  public let equivalenceInterval: ClosedRange<Double>

  /// The two-sided p-value, not adjusted; `nil` where there is no noise, so that nothing is left to
  /// chance.
  public let pValue: Double?

  /// The smallest increase that would have been proved with a probability of 0.8; `nil` when unknown,
  /// and where there is no noise, so that any is.
  public let smallestDetectableEffect: Double?

  /// How many runs a side, or sessions, would see a change of the noise floor with that probability, as
  /// the mode says which; `nil` when 10,000 are not enough, or none are.
  public let repetitionsNeeded: Int?

  /// Degrees of freedom of the noise; `nil` where there is none.
  public let degreesOfFreedom: Double?

  /// Whether the reference itself lies off the commits before it, on the same side, so that the change may
  /// be older; it is then never proved.
  public let isDoubtful: Bool

  /// The effects that may be a difference between the two sessions; `nil` if something shows how much sessions differ.
  public let unbelieved: ClosedRange<Double>?

  /// The levels between which the effect is measured if they are not the means of the two sides: the median of the
  /// commits before, and the candidate's point; otherwise `nil`.
  public let levels: (reference: Double, candidate: Double)?

  /// What to know before relying on it, in clauses.
  public let warnings: [String]

  /// Judges by a t or a rank test.
  ///
  /// - Parameters:
  ///   - comparison: what was found.
  ///   - mode: where its noise was taken from.
  ///   - floors: what is too small to matter, and what is too small to be believed.
  ///   - noHistory: why the commits before were not asked.
  ///   - isDoubtful: whether the reference itself lies off the commits before it, on the same side.
  ///   - levels: what the effect lies between if it is not the means of the sides.
  init(
    _ comparison: TwoSampleComparison, _ mode: ComparisonMode, floors: EffectFloors,
    noHistory: String? = nil, isDoubtful: Bool = false,
    levels: (reference: Double, candidate: Double)? = nil
  ) {
    self.levels = levels
    unbelieved = comparison.reachOfSessions.map { reach in
      let ends = [-reach, reach].map(comparison.scale.effect)
      return min(ends[0], -floors.believed)...max(ends[1], floors.believed)
    }
    self.mode = mode
    self.noHistory = noHistory
    isRelative = comparison.scale == .logarithmic
    effect = comparison.effect
    interval = comparison.interval().range
    equivalenceInterval = comparison.interval(confidence: 0.9).range
    pValue = comparison.pValue
    degreesOfFreedom = comparison.estimate.degreesOfFreedom
    self.isDoubtful = isDoubtful
    let doubt = "the reference lies off the commits before it too, so that the change may be older"
    warnings = comparison.warnings.compactMap { $0.words(in: mode) } + (isDoubtful ? [doubt] : [])
    if mode == .separate {
      // Where a change has to be large and sure to be believed, so has one that is to be seen.
      let seen = comparison.smallestDetectableEffect(level: StatisticalConstants.separateLevel)
      let believed = unbelieved?.upperBound ?? floors.believed
      smallestDetectableEffect = seen.map { max($0, believed) }
      repetitionsNeeded =
        floors.noise < believed ? nil : comparison.repetitionsNeeded(toSee: floors.noise)
    } else {
      smallestDetectableEffect = comparison.smallestDetectableEffect
      repetitionsNeeded = comparison.repetitionsNeeded(toSee: floors.noise)
    }
  }

  /// Judges two counts without noise.
  init(_ comparison: ExactComparison, on scale: Scale) {
    mode = .exact
    noHistory = nil
    isRelative = scale == .logarithmic
    effect = comparison.effect(on: scale)
    interval = effect...effect
    equivalenceInterval = effect...effect
    pValue = nil
    smallestDetectableEffect = nil
    repetitionsNeeded = nil
    degreesOfFreedom = nil
    isDoubtful = false
    unbelieved = nil
    levels = nil
    warnings = []
  }
}

/// Sizes that an effect is held against, as effects are: a fraction of the reference, or a difference.
struct EffectFloors {
  /// What is smaller does not matter.
  let noise: Double
  /// What is smaller is not believed across sessions.
  let believed: Double

  /// The floors of a metric.
  ///
  /// - Parameters:
  ///   - metric: whose noise floor.
  ///   - isRelative: whether effects are fractions of the reference.
  ///   - reference: the reference's mean, in the metric's unit.
  init(of metric: Metric, isRelative: Bool, reference: Double) {
    let unit = isRelative ? 1 : reference.magnitude
    believed = ComparisonConstants.believedEffect * unit
    switch metric.noiseFloor {
    case .relative(let floor): noise = floor * unit
    case .absolute(let floor): noise = floor
    }
  }
}

extension ConfidenceInterval {
  fileprivate var range: ClosedRange<Double> { lower...upper }
}
