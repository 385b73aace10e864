public import Recordings
internal import Statistics

/// The comparison of a reference with a candidate, each a group of runs, in one metric.
public struct MetricComparison: Sendable {
  /// The metric in which reference and candidate are compared.
  public let metric: Metric
  /// The values of the metric in the reference's runs, one for each run that has a value.
  public let reference: [Double]
  /// The values of the metric in the candidate's runs, one for each run that has a value.
  public let candidate: [Double]
  /// How trustworthy the metric's values in the reference are: as trustworthy as the least trustworthy value among the
  /// reference's runs, such as one from a publication.
  public let referenceBasis: MetricValue.Basis
  /// How trustworthy the metric's values in the candidate are: as trustworthy as the least trustworthy value among the
  /// candidate's runs, such as one from a publication.
  public let candidateBasis: MetricValue.Basis
  /// The evidence for a change of the metric, or the reason why the comparison cannot judge the metric.
  public let evidence: Known<ComparisonEvidence>
  /// The reason why the metric's values in reference and candidate must not be compared; `nil` if they may be compared.
  public let refusal: ComparisonRefusal?
  /// The p-value of the metric's change, adjusted for the number of metrics that are judged together; `nil` without a
  /// p-value, such as for values without noise.
  ///
  /// It is also `nil` before `Comparison.adjust` is called.
  public internal(set) var adjustedPValue: Double?
  /// The number of the metric's test among all tests that are judged together.
  var testNumber: Int?
  /// The conclusion about the metric; `nil` without evidence, and before `Comparison.adjust` is called.
  public internal(set) var judgment: ChangeJudgment?
  /// Whether the metric describes the longest frame times, and changed by at most one refresh of a display to whose
  /// refreshes the frames are synchronized.
  public let isRefreshStep: Bool
  /// Whether the share of late frames changed in the same direction, so that a step of one refresh
  /// counts.
  var isStepBorneOut = false

  /// The metric's mean in the candidate minus its mean in the reference, in the metric's unit; `nil` if the candidate
  /// or the reference has no value.
  public var change: Double? {
    guard let after = Moments.mean(of: candidate), let before = Moments.mean(of: reference) else {
      return nil
    }
    return after - before
  }

  /// The relative change of the metric's mean from reference to candidate or, for metrics that are compared by
  /// differences, the difference of the means in the metric's unit.
  ///
  /// Metrics are compared by differences if they are fractions or parts of a sum, or if a value is 0 or below.
  ///
  /// Used for a change that was not judged; `nil` if a side has no value, or if the values must not be compared.
  public var plainChange: (effect: Double, isRelative: Bool)? {
    guard refusal == nil, let change, let before = referenceMean else { return nil }
    guard before > 0, metric.scale(of: reference + candidate) == .logarithmic else {
      return (change, false)
    }
    return (change / before, true)
  }

  /// The mean of the metric over the reference's runs; `nil` without values.
  public var referenceMean: Double? { Moments.mean(of: reference) }

  /// The mean of the metric over the candidate's runs; `nil` without values.
  public var candidateMean: Double? { Moments.mean(of: candidate) }

  /// Compares a candidate with a reference, each a group of runs, in one metric; O(n²) for n runs.
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

extension MetricComparison {
  /// Judges the metric among all tests of the comparison; nothing without evidence.
  mutating func judge(in family: TestFamily) {
    guard let evidence = evidence.value else { return }
    guard let test = evidence.test, let testNumber else {
      judgment = ChangeJudgment(
        evidence, floor: noiseFloor, polarity: metric.polarity, isMereStep: isMereStep)
      return
    }
    adjustedPValue = family.adjusted[testNumber]
    judgment = ChangeJudgment(
      test, of: evidence, number: testNumber, in: family, floors: floors, polarity: metric.polarity,
      isMereStep: isMereStep)
  }
}

extension SampleError {
  /// The reason as a clause.
  fileprivate func reason(of reference: Int, _ candidate: Int) -> String {
    switch self {
    case .noSpread:
      "all runs of a side have the same value, so there is no noise to compare the change with"
    case .tooFew(_, let needed) where reference == 1 && candidate == 1:
      "each side of the comparison has one run, and a verdict needs at least \(needed)"
    case .tooFew(let count, let needed):
      "a side of the comparison has \(count) run\(count == 1 ? "" : "s"), and a verdict needs at least \(needed)"
    case .empty: "no runs"
    case .notFinite, .tooLarge: "the values are too large to compare"
    case .notPositive: "a value is 0 or less, so its logarithm does not exist"
    case .unpaired: "the two sides of the comparison have different numbers of sessions"
    case .notAProbability: "a p-value is not between 0 and 1"
    }
  }
}
