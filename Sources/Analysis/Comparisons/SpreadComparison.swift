internal import Recordings
internal import Statistics

/// The proof that frame times spread wider on one side of a comparison than on the other although the average frame
/// rates agree.
///
/// The spread of a run is how far its quantiles are from its median, as fractions of the median. A
/// permutation test over runs decides; frames of one run are not independent. `docs/statistics.md`
/// explains the rule.
public struct SpreadComparison: Sendable, Equatable {
  /// The ids of the metrics that a run needs so that the spread of its frame times can be compared.
  public static let metrics: [Metric.ID] =
    [average, median] + quantiles + ["frametime.iqr"]
  private static let average = "fps.avg"
  private static let median = "frametime.p50"
  private static let quantiles = ["frametime.p90", "frametime.p95", "frametime.p99"]

  /// The direction in which the spread of the candidate's frame times differs from that of the reference: wider or
  /// narrower.
  public enum Answer: String, Sendable {
    /// The candidate's frame times spread wider.
    case wider
    /// The candidate's frame times spread less wide.
    case narrower
  }

  /// Whether the frame times of the candidate spread wider or narrower than those of the reference.
  public let answer: Answer
  /// The median spread of the reference's runs: the mean of four distances between quantiles of a run's frame times,
  /// such as p50 to p99, divided by the run's median.
  public let reference: Double
  /// The median spread of the candidate's runs: the mean of four distances between quantiles of a run's frame times,
  /// such as p50 to p99, divided by the run's median.
  public let candidate: Double
  /// The p-value of the permutation test for whether frame times spread differently in reference and candidate.
  public let pValue: Double
  /// The number of compared runs of the reference, or of its sessions if the sides share none.
  public let referenceCount: Int
  /// The number of compared runs of the candidate, or of its sessions if the sides share none.
  public let candidateCount: Int

  /// Whether sessions were compared, because the sides share none.
  public let areSessions: Bool

  /// The candidate's spread divided by the reference's; `nil` if that is 0.
  public var ratio: Double? { reference > 0 ? candidate / reference : nil }

  /// Compares how wide frame times spread in reference and candidate; `nil` if the spreads do not differ, if the
  /// averages differ, or if there are too few runs.
  public init?(_ candidate: ComparedSide, against reference: ComparedSide) {
    let areSessions = candidate.sessions != reference.sessions
    let sides = [candidate, reference].map { Self.units(of: $0.runs, areSessions: areSessions) }
    guard let test = RankPermutation(sides[0].map(\.shape), against: sides[1].map(\.shape)),
      test.pValue <= ComparisonConstants.spreadLevel, !Self.differOnAverage(sides[0], sides[1])
    else { return nil }
    let spreads = sides.map { Moments.median(of: $0.map(\.spread)) ?? 0 }
    let (after, before) = (spreads[0], spreads[1])
    let floor = ComparisonConstants.leastSpreadRatio
    guard max(after, before) >= floor * min(after, before),
      abs(after - before) >= ComparisonConstants.leastSpreadChange,
      (after > before) == (test.difference > 0)
    else { return nil }
    answer = after > before ? .wider : .narrower
    self.reference = before
    self.candidate = after
    pValue = test.pValue
    referenceCount = sides[1].count
    candidateCount = sides[0].count
    self.areSessions = areSessions
  }

  // MARK: - Runs

  /// What is independent: a run, or a session if sessions differ.
  private struct Unit {
    /// The distances of quantiles from the median, as fractions of it.
    let shape: [Double]
    let average: Double

    var spread: Double { shape.reduce(0, +) / Double(shape.count) }
  }

  private static func units(of runs: [RunSummary], areSessions: Bool) -> [Unit] {
    guard areSessions else { return runs.compactMap(unit) }
    let sessions = Dictionary(grouping: runs) { $0.description.session ?? "" }
    return sessions.sorted { $0.key < $1.key }.compactMap { _, runs in
      let units = runs.compactMap(unit)
      guard let first = units.first else { return nil }
      let shape = first.shape.indices.compactMap { index in
        Moments.median(of: units.map { $0.shape[index] })
      }
      return Moments.median(of: units.map(\.average)).map { Unit(shape: shape, average: $0) }
    }
  }

  /// `nil` for a run without these metrics.
  private static func unit(of run: RunSummary) -> Unit? {
    func value(_ id: Metric.ID) -> Double? { run[id]?.value.value }
    let tails = quantiles.compactMap(value)
    guard let average = value(average), let median = value(median), median > 0,
      let iqr = value("frametime.iqr"), tails.count == quantiles.count
    else { return nil }
    return Unit(shape: tails.map { $0 / median - 1 } + [iqr / median], average: average)
  }

  /// Whether the average frame rates differ by a percent or more, and not by chance.
  private static func differOnAverage(_ after: [Unit], _ before: [Unit]) -> Bool {
    let averages = [after, before].map { Moments.median(of: $0.map(\.average)) ?? 0 }
    let (low, high) = (averages.min() ?? 0, averages.max() ?? 0)
    guard high >= low * (1 + ComparisonConstants.leastAverageChange) else { return false }
    let test = RankPermutation(after.map { [$0.average] }, against: before.map { [$0.average] })
    return (test?.pValue ?? 1) <= ComparisonConstants.provedLevel
  }
}
