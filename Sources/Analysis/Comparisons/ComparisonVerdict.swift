internal import Recordings
internal import Statistics
internal import Units

/// The verdict of a comparison on one metric: improved, regressed, unchanged or inconclusive.
public enum ComparisonVerdict: String, Sendable {
  /// Proved to be better, with an estimated change of at least the noise floor; without noise, any change for the
  /// better.
  case improved
  /// Proved to be worse, with an estimated change of at least the noise floor; without noise, any change for the worse.
  case regressed
  /// Proved to have changed by less than the noise floor.
  case unchanged
  /// None of these is proved.
  case inconclusive
}

extension MetricComparison {
  /// The smallest change of the metric that matters: a fraction of the reference, or a difference in the metric's unit.
  public var noiseFloor: Double { floors.noise }

  private var floors: EffectFloors {
    EffectFloors(
      of: metric, isRelative: evidence.value?.isRelative ?? true, reference: referenceMean ?? 0)
  }

  /// The verdict on the metric's change; `nil` if there is no evidence, or if neither higher nor lower values of the
  /// metric are better.
  ///
  /// If there is noise, the verdict is also `nil` before `Comparison.adjust` has adjusted the p-values.
  public var verdict: ComparisonVerdict? {
    guard let evidence = evidence.value, metric.polarity != .neither else { return nil }
    if evidence.mode == .exact {
      return evidence.effect == 0 ? .unchanged : direction(of: evidence)
    }
    guard adjustedPValue != nil else { return nil }
    if isProved(evidence), !isMereStep { return direction(of: evidence) }
    let (floor, proved) = (noiseFloor, evidence.equivalenceInterval)
    let isSame = proved.lowerBound > -floor && proved.upperBound < floor
    return isSame && evidence.mode != .separate ? .unchanged : .inconclusive
  }

  /// Whether the metric probably changed, although no verdict says so: the whole confidence interval is on one side of 0.
  public var isProbable: Bool {
    guard let evidence = evidence.value, verdict == .inconclusive || verdict == nil else {
      return false
    }
    return !evidence.interval.contains(0)
  }

  private func direction(of evidence: ComparisonEvidence) -> ComparisonVerdict {
    metric.polarity.improves(evidence.effect) ? .improved : .regressed
  }

  private func isProved(_ evidence: ComparisonEvidence) -> Bool {
    (adjustedPValue ?? 1) <= ComparisonConstants.provedLevel
      && evidence.effect.magnitude >= noiseFloor
      && !evidence.interval.contains(0) && isBelieved(evidence)
  }

  /// Whether the metric changed by at most one refresh, and the share of late frames did not
  /// follow.
  private var isMereStep: Bool { isRefreshStep && !isStepBorneOut }

  /// The limitations of a metric's comparison that reports mention, such as a change that another metric must confirm.
  public var warnings: [String] {
    guard let evidence = evidence.value else { return [] }
    if let disbelief { return evidence.warnings + [disbelief] }
    guard isMereStep, isProved(evidence), let steps = metric.refreshSteps else {
      return evidence.warnings
    }
    return evidence.warnings + [
      """
      the change is at most one refresh of the display, so it counts as proved only if the metric \(steps.share) also \
      changed
      """
    ]
  }

  /// Why a change across sessions is inconclusive although the runs alone would prove it; `nil` if
  /// it is not.
  private var disbelief: String? {
    guard verdict == .inconclusive, let evidence = evidence.value, let range = evidence.unbelieved,
      (adjustedPValue ?? 1) <= ComparisonConstants.provedLevel
    else { return nil }
    let ends = [range.lowerBound, range.upperBound].map { end in
      let text = { (value: Double, unit: Unit) in
        (value > 0 ? "+" : "") + Quantity(value, unit).text(significantDigits: 2)
      }
      if evidence.isRelative { return text(end, .fraction) }
      return metric.unit == .fraction ? text(end * 100, .count) + " pp" : text(end, metric.unit)
    }
    return
      """
      two sessions may differ by \(ends[0]) to \(ends[1]) without a change, because nothing shows the \
      noise between sessions; measure both sides in one session, or each side in 3 sessions
      """
  }

  /// Whether a change is large enough to be believed.
  ///
  /// Differences between sessions may look like a change.
  private func isBelieved(_ evidence: ComparisonEvidence) -> Bool {
    guard evidence.mode == .separate else { return !evidence.isDoubtful }
    let mayBeSessions = evidence.unbelieved?.contains(evidence.effect) ?? false
    return !mayBeSessions && (evidence.pValue ?? 1) < StatisticalConstants.separateLevel
  }
}
