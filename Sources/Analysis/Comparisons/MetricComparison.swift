public import Recordings
internal import Statistics
internal import Units

/// The comparison of a reference with a candidate, each a group of runs, in one metric.
public struct MetricComparison: Sendable {
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
  public private(set) var evidence: Known<ComparisonEvidence>
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
  /// Whether it describes the longest frames of a synchronized display, and changed by at most one refresh.
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

  /// The medians of both sides, if outliers move the means against the change, and the medians agree with it; `nil`
  /// otherwise.
  public var mediansAgainstMeans: (reference: Double, candidate: Double)? {
    guard let evidence = evidence.value, evidence.levels == nil, let change,
      change * evidence.effect < 0,
      let before = Moments.median(of: reference), let after = Moments.median(of: candidate),
      (after - before) * evidence.effect > 0
    else { return nil }
    return (before, after)
  }

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

extension MetricComparison {
  /// Takes an experiment's answer for the verdict; a metric that must not be compared stays without one.
  mutating func accept(_ answer: BlockComparison) {
    guard refusal == nil else { return }
    (adjustedPValue, testNumber) = (nil, nil)
    judgment = ChangeJudgment(answer)
    evidence =
      judgment == nil
      ? .withheld(
        because: "not judged: the experiment ended before block \(BlockDesign.leastBlocks)")
      : .known(ComparisonEvidence(answer))
  }
}

extension SampleError {
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

/// A difference of at most one refresh between tails of frame times, when frames wait for the
/// display.
struct RefreshStep {
  /// `nil` if the metric is not such a tail, if the display does not round it, or if it changed by
  /// more.
  init?(of metric: Metric, _ candidate: ComparedSide, against reference: ComparedSide) {
    guard let steps = metric.refreshSteps,
      let hertz = Self.commonRate(of: candidate.runs + reference.runs)
    else { return nil }
    let levels = [candidate, reference].map { side in
      Self.level(of: side.values(of: metric).map { steps.refreshes(of: $0, at: hertz) })
    }
    guard let after = levels[0], let before = levels[1], abs(after - before) <= 1 else {
      return nil
    }
  }

  private static func commonRate(of runs: [RunSummary]) -> Double? {
    let rates = runs.map(\.parameters.refreshRate.hertz)
    guard let least = rates.compactMap(\.self).min(), !rates.contains(nil),
      rates.allSatisfy({ ($0 ?? 0) <= least * (1 + ComparisonConstants.rateTolerance) })
    else { return nil }
    return least
  }

  /// The median number of refreshes; `nil` if most values are not whole numbers.
  private static func level(of refreshes: [Double]) -> Double? {
    let whole = refreshes.count { refreshes in
      let distance = abs(refreshes - refreshes.rounded())
      return distance <= ComparisonConstants.refreshTolerance && refreshes.rounded() >= 1
    }
    let share = Double(whole) / Double(refreshes.count)
    guard share >= ComparisonConstants.leastRefreshShare else { return nil }
    return Moments.median(of: refreshes)?.rounded()
  }
}

/// How a metric changed on several devices, which are a sample of the devices that users have.
///
///     DeviceSample.samples(of: comparisons).first?.leading  // the changes on most devices, such as [0.04, 0.12]
///
/// The devices are the sample, not their runs: each counts once, by the median change of its stages.
public struct DeviceSample: Sendable {
  public let metric: Metric
  /// The change on each device, in the order of the comparisons; relative or in the metric's unit.
  public let changes: [Double]
  /// Whether the changes are fractions of the reference.
  public let isRelative: Bool

  /// The samples of the metrics that were compared on every device, in the order of the first comparison; empty if
  /// there are not several devices.
  public static func samples(of comparisons: [Comparison]) -> [DeviceSample] {
    let whole = comparisons.filter { $0.segment == nil }
    let devices = whole.compactMap(\.device).distinct
    guard devices.count > 1, let first = comparisons.first else { return [] }
    return first.metrics.compactMap { found in
      let changes = devices.map { device in
        whole.filter { $0.device == device }
          .compactMap { $0.metrics.first { $0.metric.id == found.metric.id }?.measuredChange }
      }
      let all = changes.joined()
      let medians = changes.compactMap { Moments.median(of: $0.map(\.effect)) }
      guard medians.count == devices.count, let isRelative = all.first?.isRelative,
        all.allSatisfy({ $0.isRelative == isRelative })
      else { return nil }
      return DeviceSample(metric: found.metric, changes: medians, isRelative: isRelative)
    }
  }

  /// The changes in the direction that most devices have, from the smallest to the largest.
  public var leading: [Double] {
    let (up, down) = (changes.filter { $0 > 0 }, changes.filter { $0 < 0 })
    return (up.count > down.count ? up : down).sorted { $0.magnitude < $1.magnitude }
  }

  /// The p-value of the sign test: how likely chance gives at least as many devices one direction.
  ///
  /// It is two-sided, and leaves out devices without a change, as usual.
  public var pValue: Double {
    let count = changes.count { $0 != 0 }
    return count > 0 ? BinomialShare(leading.count, of: count).signTest : 1
  }
}

extension MetricComparison {
  /// The change with or without evidence; `nil` if a side has no value.
  fileprivate var measuredChange: (effect: Double, isRelative: Bool)? {
    evidence.value.map { ($0.effect, $0.isRelative) } ?? plainChange
  }
}

/// Chooses the metrics that a comparison shows if neither the user nor a suite names any.
///
///     let rows = ComparisonRows(isSuite: false, measures: [])
///     rows.candidates                        // the metrics to read
///     rows.shown { id in sidesWithValue(id) }  // the metrics to show
public struct ComparisonRows: Sendable {
  /// The largest number of the runs' own measures that are added.
  private static let mostMeasures = 20

  private let usual: [Metric.ID]
  private let measures: [Metric.ID]
  private let isSuite: Bool

  /// Creates the choice of metrics for a comparison of a suite's runs, or of captures without a suite.
  ///
  /// - Parameters:
  ///   - isSuite: whether a suite describes the runs. Its default rows are those of the thesis.
  ///   - measures: measures of the runs that are not in the catalog. If higher or lower values of at least one of them
  ///     are better, the measures without such a direction are not shown.
  public init(isSuite: Bool, measures: [OwnMeasure]) {
    self.isSuite = isSuite
    usual = isSuite ? ThesisConventions.rows : Self.ofTraces
    let directed = measures.contains { $0.lowerIsBetter != nil }
    self.measures = measures.filter { !directed || $0.lowerIsBetter != nil }
      .reduce(into: [Metric.ID]()) { if !$0.contains($1.name) { $0.append($1.name) } }
  }

  /// The ids of all metrics that a comparison may show, before metrics without values are left out.
  public var candidates: [Metric.ID] { usual + Self.withoutFrameRate + measures }

  /// The ids of the metrics that a comparison shows, in the order of its rows; at least one.
  ///
  /// A metric is left out if a side has no value; with a suite, a usual metric is left out only if both sides have no
  /// value. If the average frame rate is unknown, hitches and the work per frame replace it. At most 20 of the runs'
  /// own measures follow. If no metric remains, all usual metrics are returned.
  ///
  /// - Parameter sides: the number of sides, 0 to 2, with a value of a metric.
  public func shown(_ sides: (Metric.ID) -> Int) -> [Metric.ID] {
    // A suite expects its rows: a metric that only one side has is shown with the reason.
    let found = usual.filter { sides($0) >= (isSuite ? 1 : 2) }
    let own = measures.filter { sides($0) == 2 }.prefix(Self.mostMeasures)
    if found.contains(where: { sides($0) == 2 }), found.contains("fps.avg") { return found + own }
    let others = Self.withoutFrameRate.filter { sides($0) == 2 && !found.contains($0) }
    let all = found + others + own
    return all.isEmpty ? usual : all
  }

  /// The rows for traces without a suite.
  static let ofTraces: [Metric.ID] = [
    "duration", "fps.avg", "fps.low1.average", "fps.stability", "frametime.p99",
    "screen.frametime.p99", "hitch.ratio", "screen.hitch.ratio", "cpu.avg", "gpu.avg", "memory.avg",
  ]

  private static let withoutFrameRate =
    ["hitch.count", "hitch.time"] + Metric.frameWork.map(\.id)
}

extension Metric {
  /// A copy of this metric for comparisons of captures without a suite, in which a longer or shorter duration counts as
  /// neither better nor worse.
  ///
  /// Other metrics are returned unchanged. The user decides how long a capture lasts, so its duration is shown and not
  /// judged.
  public var ofBareCaptures: Metric { id == "duration" ? withoutDirection : self }
}
