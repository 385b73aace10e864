internal import Statistics

/// The evidence of a comparison for the change of one metric: the size of the change, its certainty, and the method.
public struct ComparisonEvidence: Sendable {
  /// The source of the noise with which the metric's change was compared, such as the variation between earlier
  /// commits.
  public let mode: ComparisonMode

  /// Why the comparison did not estimate the metric's noise from earlier commits or earlier sessions; `nil` if it did,
  /// or if it did not try.
  ///
  /// The reason is about earlier sessions only if the noise comes from two separate groups of runs
  /// (`ComparisonMode.separate`).
  public let noHistory: String?

  /// Whether the change of the metric is a fraction of the reference; otherwise it is in the metric's unit.
  public let isRelative: Bool

  /// The typical change from reference to candidate, estimated by ranks so that outliers hardly count: a fraction, or
  /// in the metric's unit.
  ///
  /// If there is no noise, it is the exact change.
  public let effect: Double

  /// The 95% confidence interval of the metric's change; it contains only the change itself if there is no noise.
  public let interval: ClosedRange<Double>

  /// The 90% confidence interval of the metric's change; if it is within −x to x, the change is proved to be smaller
  /// than x.
  public let equivalenceInterval: ClosedRange<Double>

  /// The two-sided p-value of the metric's change before adjustment; `nil` if there is no noise.
  public let pValue: Double?

  /// The smallest increase of the metric that the comparison would have proved with a probability of 0.8; `nil` if
  /// unknown, or if there is no noise.
  public let smallestDetectableEffect: Double?

  /// The number of runs of each side, or of measurement sessions, that would prove a change as large as the metric's
  /// noise floor; `nil` if over 10,000 or unknown.
  ///
  /// The probability of the proof is 0.8. The number is also `nil` if there is no noise, or if a change as small as the
  /// noise floor is never proved because the noise between sessions is unknown.
  public let repetitionsNeeded: Int?

  /// The degrees of freedom with which the noise of the metric was estimated; `nil` if there is no noise.
  public let degreesOfFreedom: Double?

  /// Whether the reference commit already differs from the commits before it, in the direction of the metric's change.
  ///
  /// The change may then be older, so it is never proved.
  public let isDoubtful: Bool

  /// The range of changes that are not believed, because they may be mere differences between measurement sessions;
  /// `nil` unless only the runs of two different sessions show the noise.
  public let unbelieved: ClosedRange<Double>?

  /// The two levels of the metric between which the change is measured: the median of earlier commits, and the
  /// candidate's value.
  ///
  /// The levels are `nil` if the means of both sides are compared.
  public let levels: (reference: Double, candidate: Double)?

  /// The limitations of the comparison's evidence that reports mention, such as that the value of one run is an
  /// outlier.
  public let warnings: [String]

  /// Judges by a t or rank test.
  ///
  /// - Parameters:
  ///   - comparison: the result of the test.
  ///   - mode: the source of the noise.
  ///   - floors: the sizes below which a change does not matter or is not believed.
  ///   - noHistory: why earlier commits were not used.
  ///   - isDoubtful: whether the reference is off the commits before it on the same side.
  ///   - levels: the levels of the effect, if they are not the means of the sides.
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
    let doubt =
      "the reference also differs from the commits before it, so the change may have begun earlier"
    warnings = comparison.warnings.compactMap { $0.words(in: mode) } + (isDoubtful ? [doubt] : [])
    if mode == .separate {
      // If only large and certain changes are believed, the detectable effect must be as large
      // and certain.
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

/// The sizes that an effect is compared with: fractions of the reference, or differences.
struct EffectFloors {
  /// A smaller effect does not matter.
  let noise: Double
  /// A smaller effect is not believed across sessions.
  let believed: Double

  /// The floors of a metric.
  ///
  /// `reference` is the mean of the reference, in the metric's unit.
  init(of metric: Metric, isRelative: Bool, reference: Double) {
    let unit = isRelative ? 1 : reference.magnitude
    believed = ComparisonConstants.believedEffect * unit
    switch metric.noiseFloor {
    case .relative(let floor): noise = floor * unit
    case .absolute(let floor):
      noise = isRelative && reference != 0 ? floor / reference.magnitude : floor
    }
  }
}

extension ConfidenceInterval {
  fileprivate var range: ClosedRange<Double> { lower...upper }
}
