public import Recordings
internal import Statistics

/// The comparison of two sides in one metric.
public struct MetricComparison: Sendable {
  /// The metric whose values are compared.
  public let metric: Metric
  /// The values of the metric in the reference, one per run.
  ///
  /// Runs without a value are left out.
  public let reference: [Double]
  /// The values of the metric in the candidate, one per run.
  public let candidate: [Double]
  /// How trustworthy the metric's values in the reference are: as trustworthy as their least trustworthy input.
  public let referenceBasis: MetricValue.Basis
  /// How trustworthy the metric's values in the candidate are: as trustworthy as their least trustworthy input.
  public let candidateBasis: MetricValue.Basis
  /// The evidence about a change of the metric, or why there is none.
  public let evidence: Known<ComparisonEvidence>
  /// Why the values of the sides are not compared; `nil` if they are.
  public let refusal: ComparisonRefusal?
  /// The p-value of the metric's change, adjusted for all metrics that are judged together; `nil` without evidence
  /// or noise.
  public internal(set) var adjustedPValue: Double?
  /// Whether the metric follows the longest frame times and changed by at most one refresh of the display.
  public let isRefreshStep: Bool
  /// Whether the share of late frames changed in the same direction, so that a step of one refresh
  /// counts.
  var isStepBorneOut = false

  /// The mean of the candidate minus the mean of the reference, in the metric's unit; `nil` if a
  /// side has no value.
  public var change: Double? {
    guard let after = Moments.mean(of: candidate), let before = Moments.mean(of: reference) else {
      return nil
    }
    return after - before
  }

  /// The relative change of the metric's mean if possible, otherwise the difference in its unit.
  ///
  /// Used for a change that was not judged.
  public var plainChange: (effect: Double, isRelative: Bool)? {
    guard refusal == nil, let change, let before = referenceMean else { return nil }
    guard before > 0, metric.scale(of: reference + candidate) == .logarithmic else {
      return (change, false)
    }
    return (change / before, true)
  }

  /// The mean of the metric in the reference; `nil` without values.
  public var referenceMean: Double? { Moments.mean(of: reference) }

  /// The mean of the metric in the candidate; `nil` without values.
  public var candidateMean: Double? { Moments.mean(of: candidate) }

  /// Compares one metric of two sides; O(runs²).
  ///
  /// `context` contains the other runs that noise may be estimated from.
  public init(
    _ metric: Metric, _ candidate: ComparedSide, against reference: ComparedSide,
    context: ComparisonContext
  ) {
    self.metric = metric
    self.reference = reference.values(of: metric)
    self.candidate = candidate.values(of: metric)
    referenceBasis = reference.basis(of: metric)
    candidateBasis = candidate.basis(of: metric)
    isRefreshStep = RefreshStep(of: metric, candidate, against: reference) != nil
    refusal = ComparisonRefusal(
      of: metric, candidate, against: reference,
      mixesGeneratedFrames: context.mixesGeneratedFrames)
    if let reason = reference.reason(against: metric) ?? candidate.reason(against: metric)
      ?? refusal?.reason
    {
      evidence = .withheld(because: reason)
      return
    }
    let method = ChosenMethod(metric, candidate, against: reference, context: context)
    do throws(SampleError) {
      evidence = .known(try method.evidence())
    } catch {
      evidence = .withheld(
        because: "not judged: "
          + error.reason(of: self.reference.count, self.candidate.count))
    }
  }
}

extension SampleError {
  /// The reason as a clause.
  fileprivate func reason(of reference: Int, _ candidate: Int) -> String {
    switch self {
    case .noSpread:
      "all runs of a side have the same value, so there is no noise to compare the change with"
    case .tooFew(_, let needed) where reference == 1 && candidate == 1:
      "one run per side; at least \(needed) are needed"
    case .tooFew(let count, let needed):
      "\(count) run\(count == 1 ? "" : "s") on a side; at least \(needed) are needed"
    case .empty: "no runs"
    case .notFinite, .tooLarge: "the values are too large to compare"
    case .notPositive: "a value is 0 or less, so it has no logarithm"
    case .unpaired: "the sides have different numbers of sessions"
    case .notAProbability: "a p-value is not between 0 and 1"
    }
  }
}
