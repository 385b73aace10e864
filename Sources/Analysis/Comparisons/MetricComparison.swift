public import Recordings
internal import Statistics
internal import Units

/// One metric on both sides of a comparison, and what the runs prove.
public struct MetricComparison: Sendable {
  /// The metric.
  public let metric: Metric
  /// The reference's values, a run each; runs that cannot say it are left out.
  public let reference: [Double]
  /// The candidate's values.
  public let candidate: [Double]
  /// What the values say of a change, or why they say nothing.
  public let evidence: Known<ComparisonEvidence>
  /// The p-value, adjusted for all that was judged together; `nil` without evidence.
  public internal(set) var adjustedPValue: Double?

  /// The candidate's mean less the reference's, in the metric's unit; `nil` when a side has none.
  public var change: Double? {
    guard let after = Moments.mean(of: candidate), let before = Moments.mean(of: reference) else {
      return nil
    }
    return after - before
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
    if let reason = reference.reason(against: metric) ?? candidate.reason(against: metric) {
      evidence = .withheld(because: reason)
      return
    }
    let sides = SidesOfMetric(metric, candidate, reference, context)
    do throws(SampleError) {
      evidence = .known(try sides.evidence())
    } catch {
      evidence = .withheld(because: error.reason)
    }
  }
}

/// Chooses the method that tells most of what was measured how.
private struct SidesOfMetric {
  private let metric: Metric
  private let candidate: ComparedSide
  private let reference: ComparedSide
  private let context: ComparisonContext
  private let scale: Scale

  init(
    _ metric: Metric, _ candidate: ComparedSide, _ reference: ComparedSide,
    _ context: ComparisonContext
  ) {
    self.metric = metric
    self.candidate = candidate
    self.reference = reference
    self.context = context
    let values = candidate.values(of: metric) + reference.values(of: metric)
    scale = metric.scale(of: values + context.suiteValues(of: metric).flatMap { $0 })
  }

  func evidence() throws(SampleError) -> ComparisonEvidence {
    let sessions = commonSessions
    if sessions.count >= ComparisonMode.leastSessions { return try paired(in: sessions) }
    if isInterleaved, history.pooledFreedom > 0 { return try moderated() }
    if context.suiteValues(of: metric).pooledFreedom >= ComparisonMode.leastPooledFreedom {
      return try pooled()
    }
    return isInterleaved ? try sameSession() : try separate()
  }

  private var history: [[Double]] { context.historyValues(of: metric) }

  /// Sessions in which both sides can say the metric, in alphabetical order.
  private var commonSessions: [String] {
    candidate.sessions.intersection(reference.sessions).sorted().filter { session in
      candidate.median(of: metric, in: session) != nil
        && reference.median(of: metric, in: session) != nil
    }
  }

  private var isInterleaved: Bool {
    let sides = [candidate, reference]
    return sides.allSatisfy { $0.values(of: metric).count >= ComparisonMode.leastRuns }
      && !candidate.sessions.isEmpty && candidate.sessions == reference.sessions
  }

  private func paired(in sessions: [String]) throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.paired(
      sessions.compactMap { candidate.median(of: metric, in: $0) },
      against: sessions.compactMap { reference.median(of: metric, in: $0) }, scale: scale)
    return ComparisonEvidence(comparison, .paired(sessions: sessions.count))
  }

  private func moderated() throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.moderated(
      candidate.values(of: metric), against: reference.values(of: metric), history: history,
      scale: scale)
    return ComparisonEvidence(comparison, .moderated)
  }

  private func sameSession() throws(SampleError) -> ComparisonEvidence {
    let sides = (candidate.values(of: metric), reference.values(of: metric))
    // Pooled over the two sides alone, this is Student's t.
    let comparison = try TwoSampleComparison.pooled(
      sides.0, against: sides.1, suite: [sides.0, sides.1], scale: scale)
    return ComparisonEvidence(comparison, .sameSession)
  }

  private func pooled() throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.pooled(
      candidate.values(of: metric), against: reference.values(of: metric),
      suite: context.suiteValues(of: metric), scale: scale)
    return ComparisonEvidence(comparison, .suite)
  }

  private func separate() throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.separate(
      candidate.values(of: metric), against: reference.values(of: metric), scale: scale)
    return ComparisonEvidence(comparison, .separate)
  }
}

extension Metric {
  /// Fractions are compared as they are, and so is what may be 0; all else by its logarithm.
  func scale(of values: [Double]) -> Scale {
    unit == .fraction || values.contains { $0 <= 0 } ? .linear : .logarithmic
  }
}

extension SampleError {
  /// The reason in a clause.
  fileprivate var reason: String {
    switch self {
    case .noSpread: "no run differs from its like, so there is no noise to hold a change against"
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
