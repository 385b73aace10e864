public import Recordings
internal import Statistics

/// One metric on both sides of a comparison, and what the runs prove.
public struct MetricComparison: Sendable {
  /// The metric.
  public let metric: Metric
  /// The reference's values, a run each; runs that cannot say it are left out.
  public let reference: [Double]
  /// The candidate's values.
  public let candidate: [Double]
  /// The weakest thing that the reference's values rest on.
  public let referenceBasis: MetricValue.Basis
  /// The weakest thing that the candidate's values rest on.
  public let candidateBasis: MetricValue.Basis
  /// What the values say of a change, or why they say nothing.
  public let evidence: Known<ComparisonEvidence>
  /// The p-value, adjusted for all that was judged together; `nil` without evidence, or without noise.
  public internal(set) var adjustedPValue: Double?
  /// Whether it is a tail of frame times that moved by one refresh of the display at most.
  public let isRefreshStep: Bool
  /// Whether the share of late frames moved the same way, so that a step of one refresh counts.
  var isStepBorneOut = false

  /// The candidate's mean less the reference's, in the metric's unit; `nil` when a side has none.
  public var change: Double? {
    guard let after = Moments.mean(of: candidate), let before = Moments.mean(of: reference) else {
      return nil
    }
    return after - before
  }

  /// The relative change of the mean if it can be told, otherwise the difference; for a change that was not judged.
  public var plainChange: (effect: Double, isRelative: Bool)? {
    guard let change, let before = referenceMean else { return nil }
    guard before > 0, metric.scale(of: reference + candidate) == .logarithmic else {
      return (change, false)
    }
    return (change / before, true)
  }

  /// The mean of the reference; `nil` when it has no value.
  public var referenceMean: Double? { Moments.mean(of: reference) }

  /// The mean of the candidate; `nil` when it has no value.
  public var candidateMean: Double? { Moments.mean(of: candidate) }

  /// Compares a metric; O(runs²).
  ///
  /// - Parameters:
  ///   - metric: which.
  ///   - candidate: the side that is judged.
  ///   - reference: the side that it is held against.
  ///   - context: what noise may be borrowed from.
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
    if let reason = reference.reason(against: metric) ?? candidate.reason(against: metric) {
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
  /// The reason in a clause.
  fileprivate func reason(of reference: Int, _ candidate: Int) -> String {
    switch self {
    case .noSpread:
      "the runs of each side are equal, so there is no noise to compare the change with"
    case .tooFew where reference == 1 && candidate == 1: "one run per side"
    case .tooFew(let count, let needed):
      "\(count) run\(count == 1 ? "" : "s") on a side, and \(needed) are needed"
    case .empty: "no runs"
    case .notFinite, .tooLarge: "values too large to compare"
    case .notPositive: "values that have no logarithm"
    case .unpaired: "sessions that do not pair"
    case .notAProbability: "a p-value that is none"
    }
  }
}
