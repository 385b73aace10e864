internal import Recordings
internal import Statistics
internal import Units

/// The verdict of a comparison on one metric.
public enum ComparisonVerdict: String, Sendable {
  case improved
  case regressed
  /// Proved to have changed, and neither direction is better.
  case changed
  /// Proved to have changed by less than the noise floor.
  case unchanged
  /// The runs differ clearly, but a difference between sessions may be the reason.
  case suspect
  case inconclusive
}

/// What a comparison concludes about one metric, given all metrics that are judged with it.
///
/// The verdict follows from the interval and the noise floor alone; see `ChangeAnswer`.
public struct ChangeJudgment: Sendable {
  public enum Coverage: String, Sendable {
    /// The change of the program, differences between sessions included.
    case sessions
    /// The difference between these runs, of which a difference between their sessions may be a part.
    case runs
  }

  public let verdict: ComparisonVerdict
  /// The interval of the change: fractions of the reference, or differences in the metric's unit; one point without
  /// noise.
  public let interval: ClosedRange<Double>
  /// The confidence of the interval: at least 0.95, and higher the more metrics are judged; `nil` without noise.
  public let confidence: Double?
  public let coverage: Coverage
  /// The smallest increase that such runs would prove with a probability of 0.8; `nil` if unknown, or without noise.
  ///
  /// It is unknown if nothing shows how much sessions differ.
  public let smallestDetectableEffect: Double?
  /// The number of runs or sessions of each side that would prove a change as large as the noise floor with a
  /// probability of 0.8; `nil` if over 10,000 or unknown.
  public let repetitionsNeeded: Int?

  /// Judges values without noise: exact counts, or sides whose runs are all equal.
  init(
    _ evidence: ComparisonEvidence, floor: Double, polarity: Metric.Polarity, isMereStep: Bool
  ) {
    interval = evidence.effect...evidence.effect
    (confidence, smallestDetectableEffect, repetitionsNeeded) = (nil, nil, nil)
    // A floor is for noise, and an exact count has none.
    let isSmall =
      evidence.effect == 0 || evidence.mode != .exact && evidence.effect.magnitude < floor
    let isSeparate = evidence.mode == .equalRuns(sharesSessions: false)
    coverage = isSeparate ? .runs : .sessions
    verdict =
      switch (isSeparate, isSmall) {
      case (true, true): .inconclusive
      case (false, true): .unchanged
      case _ where isMereStep: .inconclusive
      case (true, false): .suspect
      case (false, false): polarity.verdict(on: evidence.effect)
      }
  }

  /// The judgment of an experiment; `nil` before its first look.
  init?(_ answer: BlockComparison) {
    guard let interval = answer.interval else { return nil }
    self.interval = interval
    (confidence, coverage) = (1 - ComparisonConstants.provedLevel, .sessions)
    verdict =
      switch answer.answer {
      case .improved: .improved
      case .regressed: .regressed
      case .changed: .changed
      case .unchanged: .unchanged
      case .undecided: .inconclusive
      }
    smallestDetectableEffect = nil
    repetitionsNeeded = answer.blocksNeeded(toSee: answer.floor)
  }

  /// Judges the test of a change.
  ///
  /// - Parameters:
  ///   - number: the position of the test in `family`, all tests of the comparison.
  ///   - isMereStep: whether the change is one refresh of the display, which the share of late frames does not confirm.
  init(
    _ test: TwoSampleComparison, of evidence: ComparisonEvidence, number: Int,
    in family: TestFamily,
    floors: EffectFloors, polarity: Metric.Polarity, isMereStep: Bool
  ) {
    let error = ComparisonConstants.provedLevel
    let found =
      evidence.mode == .separate
      ? Answer(ofRuns: test, level: family.level(of: number, error: error), floors: floors)
      : Answer(test, level: family.level(of: number, error: error), floors: floors)
    interval = found.interval.map(test.scale.effect).range
    confidence = found.interval.confidence
    coverage = found.coverage
    verdict =
      switch found.answer {
      case _ where isMereStep && found.answer != .unchanged: .inconclusive
      case .undecided: found.isSuspect ? .suspect : .inconclusive
      case .unchanged: .unchanged
      case .changed: evidence.isDoubtful ? .suspect : polarity.verdict(on: evidence.effect)
      }
    guard evidence.mode != .separate else {
      (smallestDetectableEffect, repetitionsNeeded) = (nil, nil)
      return
    }
    let level = family.detectionLevel(of: number, error: error)
    smallestDetectableEffect = test.smallestDetectableEffect(beyond: floors.noise, level: level)
    repetitionsNeeded = test.repetitionsNeeded(
      toSee: floors.noise, beyond: floors.noise, level: level)
  }

  /// What the interval of a test shows, on the scale of the test.
  private struct Answer {
    let answer: ChangeAnswer
    let interval: ConfidenceInterval
    let coverage: Coverage
    var isSuspect = false

    init(_ test: TwoSampleComparison, level: Double, floors: EffectFloors) {
      interval = test.intervalOnScale(confidence: 1 - level)
      answer = ChangeAnswer(of: interval, negligible: test.scale.negligible(within: floors.noise))
      coverage = .sessions
    }

    /// Judges runs of two sessions that may differ.
    ///
    /// Where the runs differ clearly, a difference is proved if sessions that vary twice as much as their runs would not
    /// explain it.
    init(ofRuns test: TwoSampleComparison, level: Double, floors: EffectFloors) {
      let level = min(level, StatisticalConstants.separateLevel)
      let negligible = test.scale.negligible(within: floors.noise)
      let runs = test.intervalOnScale(confidence: 1 - level)
      let areClear =
        test.pValue <= level && ChangeAnswer(of: runs, negligible: negligible) == .changed
      if areClear, let sessions = test.intervalBetweenSessions(reachingAtLeast: floors.believed),
        !sessions.contains(0)
      {
        (interval, coverage) = (sessions, .sessions)
        answer = ChangeAnswer(of: sessions, negligible: negligible)
      } else {
        (interval, coverage, answer, isSuspect) = (runs, .runs, .undecided, areClear)
      }
    }
  }
}

extension MetricComparison {
  /// The smallest change of the metric that matters: a fraction of the reference, or a difference in the metric's unit.
  public var noiseFloor: Double { floors.noise }

  var floors: EffectFloors {
    EffectFloors(
      of: metric, isRelative: evidence.value?.isRelative ?? true, reference: referenceMean ?? 0)
  }

  /// The verdict on the metric's change; `nil` if there is no evidence, or before `Comparison.adjust`.
  public var verdict: ComparisonVerdict? { judgment?.verdict }

  public var isProved: Bool {
    switch verdict {
    case .improved, .regressed, .changed: true
    case .unchanged, .suspect, .inconclusive, nil: false
    }
  }

  /// What an increase or decrease as estimated would be: better, worse or, if neither direction is better, changed;
  /// `nil` without a change.
  public var direction: ComparisonVerdict? {
    guard let effect = evidence.value?.effect, effect != 0 else { return nil }
    return metric.polarity.verdict(on: effect)
  }

  /// Whether the metric changed by at most one refresh, and the share of late frames did not
  /// follow.
  var isMereStep: Bool { isRefreshStep && !isStepBorneOut }

  /// Whether the interval excludes 0, but the change is a mere step of one refresh.
  public var isUnconfirmedStep: Bool {
    guard let judgment else { return false }
    return isMereStep && judgment.verdict == .inconclusive && !judgment.interval.contains(0)
  }

  /// The limitations of a metric's comparison that reports mention, such as a change that another metric must confirm.
  public var warnings: [String] {
    guard let evidence = evidence.value, let judgment else { return [] }
    if evidence.mode == .separate, judgment.verdict == .suspect, let test = evidence.test {
      return evidence.warnings + [disbelief(of: test)]
    }
    guard isUnconfirmedStep, let steps = metric.refreshSteps else { return evidence.warnings }
    return evidence.warnings + [
      """
      the change is at most one refresh of the display, so it counts as proved only if the metric \(steps.share) also \
      changed
      """
    ]
  }

  /// How much two sessions may differ without a change.
  private func disbelief(of test: TwoSampleComparison) -> String {
    let reach =
      test.intervalBetweenSessions(reachingAtLeast: floors.believed)
      .map { ($0.upper - $0.lower) / 2 } ?? 0
    let ends = [-reach, reach].map { test.scale.effect(of: $0) }.map { end in
      let text = { (value: Double, unit: Unit) in
        let sign = value > 0 ? "+" : value < 0 ? "−" : ""
        return sign + Quantity(value.magnitude, unit).text(significantDigits: 2)
      }
      if test.scale == .logarithmic { return text(end, .fraction) }
      return metric.unit == .fraction ? text(end * 100, .count) + " pp" : text(end, metric.unit)
    }
    return
      """
      two sessions may differ by \(ends[0]) to \(ends[1]) without a change, because nothing shows the \
      noise between sessions; measure both sides in one session, or each side in 3 sessions
      """
  }
}

extension Metric.Polarity {
  fileprivate func verdict(on effect: Double) -> ComparisonVerdict {
    if self == .neither { return .changed }
    return improves(effect) ? .improved : .regressed
  }
}

extension ConfidenceInterval {
  fileprivate var range: ClosedRange<Double> { lower...upper }
}

extension ComparisonWarning {
  /// The warning as a clause; `nil` if the mode already implies it.
  ///
  /// `mode` determines what the values of a side are.
  func words(in mode: ComparisonMode) -> String? {
    switch self {
    case .sessionsNotSeparable:
      """
      the two sides of the comparison were measured in different sessions, so a difference between the sessions may \
      look like a change
      """
    case .rankTestTooSmall: "too few runs for the rank test, so Welch's t test was used"
    case .ties: "some of the compared values are equal, so the rank test is approximate"
    case .noisierGroups(let groups):
      """
      the noise is pooled over stages, and \(groups.count) of them \(groups.count == 1 ? "is" : "are") \
      noisier than the others
      """
    case .unequalSpread:
      "the noise is pooled over all stages of the suite, but some of these stages are noisier than others"
    case .bimodal(let side, _): "\(mode.values(of: side)) have values in two separate groups"
    // Outliers among the earlier commits were clipped.
    case .outlying(.reference, _) where mode.isHistory: nil
    case .outlying(let side, let index):
      "\(mode.value(of: side)) #\(index + 1) is an outlier, but was not removed"
    case .estimatesDisagree where mode.isHistory: nil
    case .estimatesDisagree: "the values of a few runs are far from those of the other runs"
    }
  }
}

extension ComparisonMode {
  fileprivate var isHistory: Bool {
    if case .history = self { true } else { false }
  }

  private var isOfSessions: Bool {
    switch self {
    case .paired, .sessions, .earlierSessions: true
    case .exact, .equalRuns, .moderated, .history, .suite, .sameSession, .separate, .blocks: false
    }
  }

  fileprivate func values(of side: ComparisonWarning.Side) -> String {
    if isHistory, side == .reference { return "the commits before the candidate commit" }
    return "\(value(of: side))s"
  }

  fileprivate func value(of side: ComparisonWarning.Side) -> String {
    "the \(side == .reference ? "reference" : "candidate")'s \(isOfSessions ? "session" : "run")"
  }
}
