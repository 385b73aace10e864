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

  /// The two-sided p-value of the metric's change before adjustment; `nil` if there is no noise.
  public let pValue: Double?

  /// The degrees of freedom with which the noise of the metric was estimated; `nil` if there is no noise.
  public let degreesOfFreedom: Double?

  /// Whether the reference commit already differs from the commits before it, in the direction of the metric's change.
  ///
  /// The change may then be older, so it is never proved.
  public let isDoubtful: Bool

  /// The two levels of the metric between which the change is measured: the median of earlier commits, and the
  /// candidate's value.
  ///
  /// The levels are `nil` if the means of both sides are compared.
  public let levels: (reference: Double, candidate: Double)?

  /// The limitations of the comparison's evidence that reports mention, such as that the value of one run is an
  /// outlier.
  public let warnings: [String]

  /// The test of the change; `nil` if there is no noise.
  let test: TwoSampleComparison?

  /// Judges by a t or rank test.
  ///
  /// - Parameters:
  ///   - test: the result of the test.
  ///   - mode: the source of the noise.
  ///   - noHistory: why earlier commits were not used.
  ///   - isDoubtful: whether the reference is off the commits before it on the same side.
  ///   - levels: the levels of the effect, if they are not the means of the sides.
  init(
    _ test: TwoSampleComparison, _ mode: ComparisonMode, noHistory: String? = nil,
    isDoubtful: Bool = false, levels: (reference: Double, candidate: Double)? = nil
  ) {
    self.test = test
    self.levels = levels
    self.mode = mode
    self.noHistory = noHistory
    isRelative = test.scale == .logarithmic
    effect = test.effect
    pValue = test.pValue
    degreesOfFreedom = test.estimate.degreesOfFreedom
    self.isDoubtful = isDoubtful
    let doubt =
      "the reference also differs from the commits before it, so the change may have begun earlier"
    warnings = test.warnings.compactMap { $0.words(in: mode) } + (isDoubtful ? [doubt] : [])
  }

  /// Judges values without noise by their change.
  init(_ effect: Double, _ mode: ComparisonMode, on scale: Scale) {
    test = nil
    self.mode = mode
    noHistory = nil
    isRelative = scale == .logarithmic
    self.effect = effect
    pValue = nil
    degreesOfFreedom = nil
    isDoubtful = false
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
