internal import Recordings

/// What a comparison of a metric comes to.
public enum ComparisonVerdict: String, Sendable {
  /// Better, beyond the noise and by more than the metric's noise floor.
  case improved
  /// Worse, beyond the noise and by more than the metric's noise floor.
  case regressed
  /// Proved to have changed by less than the noise floor, if at all.
  case unchanged
  /// Neither.
  case inconclusive
}

extension ComparisonVerdict {
  /// The adjusted p-value up to which a change is proved.
  public static let level = 0.05
  /// The p-value below which a change across sessions is believed, if it is large.
  public static let separateLevel = 0.01
  /// The change that is large enough for that, as a fraction.
  public static let separateEffect = 0.1
}

extension MetricComparison {
  /// The smallest change that matters: a fraction of the reference, or on the linear scale a difference
  /// in the metric's unit.
  public var noiseFloor: Double {
    switch (metric.noiseFloor, evidence.value?.isRelative ?? true) {
    case (.relative(let floor), false): floor * (referenceMean ?? 0).magnitude
    case (.relative(let floor), true), (.absolute(let floor), _): floor
    }
  }

  /// The verdict; `nil` without evidence, or where neither direction is better.
  public var verdict: ComparisonVerdict? {
    guard let evidence = evidence.value, let adjusted = adjustedPValue,
      metric.polarity != .neither
    else { return nil }
    let isProved =
      adjusted <= ComparisonVerdict.level && evidence.effect.magnitude >= noiseFloor
      && !evidence.interval.contains(0) && isBelieved(evidence)
    if isProved {
      return metric.polarity.improves(evidence.effect) ? .improved : .regressed
    }
    let (floor, proved) = (noiseFloor, evidence.equivalenceInterval)
    let isSame = proved.lowerBound > -floor && proved.upperBound < floor
    return isSame && evidence.mode != .separate ? .unchanged : .inconclusive
  }

  /// Across sessions, whose own differences pass for a change, only a large one is believed.
  private func isBelieved(_ evidence: ComparisonEvidence) -> Bool {
    guard evidence.mode == .separate else { return true }
    let relative =
      evidence.isRelative ? evidence.effect : (change ?? 0) / (referenceMean ?? .infinity)
    return relative.magnitude >= ComparisonVerdict.separateEffect
      && evidence.pValue < ComparisonVerdict.separateLevel
  }
}
