public import Recordings
internal import Statistics
internal import Units

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

  /// The evidence of an experiment, which its answer already judged.
  init(_ answer: BlockComparison) {
    test = nil
    mode = .blocks(answer.blocks)
    (noHistory, pValue, degreesOfFreedom, levels) = (nil, nil, nil, nil)
    (isRelative, effect) = (answer.isRelative, answer.effect)
    isDoubtful = false
    warnings = []
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

/// The reason why a comparison does not compare the values of a metric, even if both reference and candidate have
/// values.
public enum ComparisonRefusal: Sendable {
  /// Only some of the runs have generated frames; the user may compare their frame rates anyway.
  case generatedFrames
  /// The frame rates agree, as at a frame cap, so energy for frames says what power says.
  case equalFrameRates

  var reason: String {
    switch self {
    case .generatedFrames:
      "only some of the runs have generated frames; compare the metric \(GeneratedFrames.replacement) instead"
    case .equalFrameRates:
      "both sides have the same frame rate, as with a frame cap; compare the metric power.avg instead"
    }
  }

  /// `nil` if the metric compares the sides.
  init?(
    of metric: Metric, _ candidate: ComparedSide, against reference: ComparedSide,
    mixesGeneratedFrames: Bool
  ) {
    let generated = GeneratedFrames(among: reference.runs + candidate.runs)
    if !mixesGeneratedFrames, generated.prevents(metric) {
      self = .generatedFrames
    } else if metric.isOfEnergy, Self.haveEqualFrameRates(candidate, reference) {
      self = .equalFrameRates
    } else {
      return nil
    }
  }

  private static func haveEqualFrameRates(_ sides: ComparedSide...) -> Bool {
    let rates = sides.compactMap { Moments.median(of: $0.values(of: .averageFrameRate)) }
    guard rates.count == sides.count, let low = rates.min(), let high = rates.max() else {
      return false
    }
    return high < low * (1 + ComparisonConstants.leastAverageChange)
  }
}

extension Metric {
  fileprivate var isOfEnergy: Bool { id == "energy.frame" || id == "energy.fps_per_watt" }
}

/// Whether a comparison mixes runs with and without generated frames, which a driver or frame generator inserts.
///
/// A frame generator raises the frame rate of the display without rendering more frames. The frame
/// rates of such runs do not measure what those of other runs measure.
public struct GeneratedFrames: Sendable {
  /// Those two metrics.
  public static let metrics: [Metric.ID] = [factor, replacement]
  /// The frame rate of only what the application rendered, which can be compared with other runs.
  public static let replacement = "framegen.base_fps"
  /// Displayed frames per rendered frame; a value only for runs with generated frames.
  public static let factor = "framegen.factor"

  private let isMixed: Bool

  /// Examines whether a comparison mixes runs with generated frames and runs without generated frames.
  ///
  /// Runs that do not show whether they have generated frames do not matter, such as those without
  /// frames.
  public init(among runs: [RunSummary]) {
    isMixed =
      Set(runs.compactMap { $0[Self.factor].flatMap { Self.arePresent($0.value) } }).count > 1
  }

  /// Whether a run has generated frames, given its number of displayed frames per rendered frame; `nil` if unknown.
  public static func arePresent(_ factor: Known<Double>) -> Bool? {
    switch factor.reason {
    case nil, Withheld.unplacedGeneratedFrames.reason: true
    case Withheld.noGeneratedFrames.reason: false
    case .some: nil
    }
  }

  func prevents(_ metric: Metric) -> Bool {
    isMixed && metric.unit == .framesPerSecond && metric.id != Self.replacement
  }

  /// Inserts the id of the frame rate without generated frames into a list of metric ids, directly after the first
  /// frame rate that generated frames make incomparable.
  ///
  /// The list is unchanged if it has no such frame rate, or if it already contains the id.
  public func completed(_ metrics: [Metric.ID], named: (Metric.ID) -> Metric?) -> [Metric.ID] {
    guard !metrics.contains(Self.replacement),
      let first = metrics.firstIndex(where: { id in named(id).map(prevents) ?? false })
    else { return metrics }
    var completed = metrics
    completed.insert(Self.replacement, at: first + 1)
    return completed
  }
}
