internal import Recordings
public import Statistics
internal import Units

/// Chooses the most powerful method that the design of the experiment allows, for each metric.
///
/// The first of these that the runs allow: exact, paired, moderated, sessions, prediction from
/// earlier commits, pooled over the suite, Student's t, earlier sessions, two separate samples. See
/// `docs/statistics.md`.
struct ChosenMethod {
  private let metric: Metric
  private let candidate: ComparedSide
  private let reference: ComparedSide
  private let context: ComparisonContext
  private let scale: Scale
  private let design: SessionDesign

  init(
    _ metric: Metric, _ candidate: ComparedSide, against reference: ComparedSide,
    context: ComparisonContext
  ) {
    self.metric = metric
    self.candidate = candidate
    self.reference = reference
    self.context = context
    design = context.design ?? SessionDesign(candidate, against: reference)
    let before = reference.values(of: metric)
    let groups = context.suiteValues(of: metric) + context.sessionValues(of: metric)
    let level = context.levels[metric.id]?.value?.values ?? []
    let earlier = context.earlierSessions(of: metric)
    scale = metric.scale(
      of: candidate.values(of: metric) + before + groups.flatMap(\.self) + level
        + earlier.joined().joined())
  }

  /// The evidence by the chosen method.
  ///
  /// - Throws: why the runs do not allow it.
  func evidence() throws(SampleError) -> ComparisonEvidence {
    if let exact { return exact }
    do throws(SampleError) {
      return try evidenceWithNoise()
    } catch .noSpread {
      guard let equalRuns else { throw .noSpread }
      return equalRuns
    }
  }

  private func evidenceWithNoise() throws(SampleError) -> ComparisonEvidence {
    let medians = commonMedians
    if medians.count >= ComparisonConstants.leastSessions { return try paired(by: medians) }
    let earlier = context.sessionValues(of: metric)
    if isInterleaved, earlier.pooledFreedom > 0 { return try moderated(by: earlier) }
    let suite = context.suiteValues(of: metric)
    let hasSuite =
      fitsSuite && suite.pooledFreedom >= ComparisonConstants.leastPooledFreedom
    let sessions = [candidate, reference].map { $0.sessionValues(of: metric) }
    let areMany = sessions.allSatisfy { $0.count >= ComparisonConstants.leastSessions }
    if areMany, !hasSuite, !sharesSessions {
      return try compared(sessions[0], against: sessions[1])
    }
    let prospect = isInterleaved ? nil : prospect
    if case .level(let level)? = prospect { return try history(at: level) }
    var noHistory: String?
    if case .absent(let reason)? = prospect { noHistory = reason }
    if hasSuite { return try pooled(over: suite, noHistory: noHistory) }
    if isInterleaved { return try sameSession() }
    if !sharesSessions, let found = try borrowed(sessions[0], against: sessions[1], noHistory) {
      return found
    }
    return try separate(noHistory: noHistory ?? tooFewSessions)
  }

  /// Why earlier sessions do not show how much sessions differ; `nil` if the sides share their
  /// sessions.
  private var tooFewSessions: String? {
    guard !sharesSessions else { return nil }
    let count = context.earlierSessions(of: metric).joined().count
    let needed = StatisticalConstants.leastHistory
    return count == 0
      ? "there are no earlier sessions, but at least \(needed) are needed to estimate the noise between sessions"
      : "only \(count) earlier sessions exist, but at least \(needed) are needed to estimate the noise between sessions"
  }

  // MARK: - Design of the experiment

  /// The medians of the sessions that both sides share, in alphabetical order.
  private var commonMedians: [(candidate: Double, reference: Double)] {
    let after = candidate.sessionMedians(of: metric)
    return reference.sessionMedians(of: metric).sorted { $0.key < $1.key }.compactMap {
      session, before in
      after[session].map { ($0, before) }
    }
  }

  private var isInterleaved: Bool {
    let sides = [candidate, reference]
    return sides.allSatisfy { $0.values(of: metric).count >= ComparisonConstants.leastRuns }
      && sharesSessions
  }

  private var sharesSessions: Bool { design.sharesSessions }

  /// Whether the noise between runs of a stage explains all differences between the sides.
  ///
  /// It does not if the sides come from different sessions of several runs each, or are two commits
  /// of one stage: then sessions differ too, and the runs of a stage do not show how much.
  private var fitsSuite: Bool {
    if sharesSessions { return true }
    return [candidate, reference].allSatisfy(\.hasOneRunASession)
      && !context.areCommitsOfOneStage
  }

  /// The level of the earlier commits, or why there is none.
  private enum Prospect {
    case level(PresentLevel)
    case absent(String)
  }

  private var prospect: Prospect? {
    switch context.levels[metric.id] {
    case nil: nil
    case .withheld(let reason)?: .absent(reason)
    case .known(let level)?: absence(at: level).map { .absent($0.words) } ?? .level(level)
    }
  }

  /// Why a level cannot predict the candidate; `nil` if it can.
  private func absence(at level: PresentLevel) -> HistoryAbsence? {
    let needed = StatisticalConstants.leastHistory
    guard level.values.count >= needed else {
      return .tooFew(commits: level.values.count, sinceChange: level.followsChange)
    }
    let differ = Set(level.values.suffix(level.predicting.count)).count > 1
    return differ ? nil : .noSpread
  }

  /// The deviation of the reference from the level of the commits before it; `nil` if it may be
  /// chance.
  private func deviation(ofReferenceFrom level: PresentLevel) -> Double? {
    guard let own = level.values.last,
      let found = try? TwoSampleComparison.prediction(
        own, after: level.values.dropLast(), scale: scale),
      found.pValue <= ComparisonConstants.offLevel
    else { return nil }
    return found.effect
  }

  // MARK: - Methods

  private var exact: ComparisonEvidence? {
    let repeats =
      (context.levels[metric.id]?.value?.repeats ?? []) + context.sessionValues(of: metric)
    guard metric.isExact,
      let found = ExactComparison(
        candidate.values(of: metric), against: reference.values(of: metric), repeats: repeats)
    else { return nil }
    return ComparisonEvidence(found.effect(on: scale), .exact, on: scale)
  }

  /// The change between sides whose runs are all equal; `nil` with fewer than three runs per side.
  private var equalRuns: ComparisonEvidence? {
    let sides = [reference, candidate].map { $0.values(of: metric) }
    guard sides.allSatisfy({ $0.count >= ComparisonConstants.leastRuns && Set($0).count == 1 })
    else { return nil }
    let (before, after) = (sides[0][0], sides[1][0])
    return ComparisonEvidence(
      scale == .logarithmic ? after / before - 1 : after - before,
      .equalRuns(sharesSessions: sharesSessions), on: scale)
  }

  private func paired(
    by medians: [(candidate: Double, reference: Double)]
  ) throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.paired(
      medians.map(\.candidate), against: medians.map(\.reference), scale: scale)
    return evidence(comparison, .paired(sessions: medians.count))
  }

  private func moderated(by earlier: [[Double]]) throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.moderated(
      candidate.values(of: metric), against: reference.values(of: metric), history: earlier,
      scale: scale)
    return evidence(comparison, .moderated)
  }

  private func history(at level: PresentLevel) throws(SampleError) -> ComparisonEvidence {
    guard let point = candidate.point(of: metric) else { throw .empty }
    let comparison = try TwoSampleComparison.prediction(point, after: level.values, scale: scale)
    let before = deviation(ofReferenceFrom: level) ?? 0
    let mode = ComparisonMode.history(
      commits: level.predicting.count, first: level.predicting.first ?? "",
      last: level.predicting.last ?? "")
    let expected = Moments.median(of: level.values.suffix(level.predicting.count))
    return ComparisonEvidence(
      comparison, mode, isDoubtful: before * comparison.effect > 0,
      levels: expected.map { ($0, point) })
  }

  private func pooled(
    over suite: [[Double]], noHistory: String?
  ) throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.pooled(
      candidate.values(of: metric), against: reference.values(of: metric), suite: suite,
      scale: scale)
    return evidence(comparison, .suite, noHistory: noHistory)
  }

  private func compared(
    _ after: [[Double]], against before: [[Double]]
  ) throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.sessions(after, against: before, scale: scale)
    return evidence(comparison, .sessions(reference: before.count, candidate: after.count))
  }

  /// Uses the noise between earlier sessions; `nil` if there are too few, or if they do not differ.
  private func borrowed(
    _ after: [[Double]], against before: [[Double]], _ noHistory: String?
  ) throws(SampleError) -> ComparisonEvidence? {
    do throws(SampleError) {
      let comparison = try TwoSampleComparison.sessions(
        after, against: before, earlier: context.earlierSessions(of: metric), scale: scale)
      guard case .earlierSessions(let count) = comparison.method else { return nil }
      return evidence(comparison, .earlierSessions(count), noHistory: noHistory)
    } catch .tooFew {
      return nil
    } catch .noSpread {
      return nil
    }
  }

  private func sameSession() throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.student(
      candidate.values(of: metric), against: reference.values(of: metric), scale: scale)
    return evidence(comparison, .sameSession)
  }

  private func separate(noHistory: String?) throws(SampleError) -> ComparisonEvidence {
    let comparison = try TwoSampleComparison.separate(
      candidate.values(of: metric), against: reference.values(of: metric), scale: scale)
    return evidence(comparison, .separate, noHistory: noHistory)
  }

  private func evidence(
    _ comparison: TwoSampleComparison, _ mode: ComparisonMode, noHistory: String? = nil
  ) -> ComparisonEvidence {
    ComparisonEvidence(comparison, mode, noHistory: noHistory)
  }
}

extension Metric {
  /// The scale on which values of the metric are compared: linear for fractions and for parts of a sum, and if a value
  /// is 0 or below; otherwise logarithmic.
  public func scale(of values: [Double]) -> Scale {
    unit == .fraction || isAdditive || values.contains { $0 <= 0 } ? .linear : .logarithmic
  }
}
