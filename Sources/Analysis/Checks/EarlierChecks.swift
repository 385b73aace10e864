internal import Recordings
internal import Statistics

/// What the checks of earlier commits said of a change, repeated one after the other.
///
/// A check is repeated with its newest 200 points, which decide about a change among the last few.
struct EarlierChecks {
  /// The index of the first point of the new level according to the first check that listed the change; `nil` if none
  /// did.
  private(set) var firstPlace: Int?
  /// The index of the newest point of the first check that confirmed the change; `nil` if none did.
  private(set) var firstConfirmation: Int?

  /// Repeats the checks of the commits after a change until one confirms it, at most 30.
  init(of change: TrendChange, in series: TrendSeries) {
    let last = series.points.count - 1
    let first = max(change.range.lowerBound, Self.leastPoints - 1)
    for newest in first..<max(min(first + CheckConstants.replayedCommits, last), first) {
      guard let found = Self.found(change, in: series, at: newest) else { continue }
      firstPlace = firstPlace ?? found.place
      guard !found.isConfirmed else {
        firstConfirmation = newest
        return
      }
    }
    // The check of the newest commit is the one that asks.
    if change.isConfirmed, last <= first + CheckConstants.replayedCommits {
      firstConfirmation = last
    }
  }

  private static let leastSegment = ChangePointDetector.Parameters().minimumSegment
  private static let leastPoints = 2 * leastSegment
  private static let points = 200

  private static func found(
    _ change: TrendChange, in series: TrendSeries, at newest: Int
  ) -> (place: Int, isConfirmed: Bool)? {
    changes(in: series, at: newest).first { found, start in
      found.effect.change.sign == change.change.sign
        && abs(start + found.index - change.point) < leastSegment
    }.map { found, start in (start + found.index, found.evidence.isConfirmed) }
  }

  /// The changes that a check found when a point was the newest, with the point from which their indices count.
  static func changes(in series: TrendSeries, at newest: Int) -> [(ChangePoint, start: Int)] {
    let start = max(0, newest + 1 - points)
    let earlier = ChangePointSeries(
      of: series.points[start...newest], metric: series.metric, key: series.key)
    // Alone, the series had the autocorrelation of the points until then.
    let family = series.family.count > 1 ? series.family : []
    let found = try? ChangePointDetector().analyze(earlier, family: family).changes
    return (found ?? []).map { ($0, start) }
  }
}

/// The steps that the checks of the newest commits before this one confirmed, so that a red check does not turn green
/// because the detector no longer sees the step.
enum RecentChecks {
  private static let checks = 10
  /// The farthest that a step may lie before the newest point of the check that confirmed it.
  private static let reach = 30

  static func proofs(in series: TrendSeries) -> [PointProof] {
    guard let points = WorsePoints(of: series) else { return [] }
    let last = series.points.count - 1
    return (max(0, last - checks)..<max(last, 0)).flatMap { newest in
      mayConfirm(points.values[...newest]) ? confirmed(at: newest, in: series) : []
    }
  }

  private static func confirmed(at newest: Int, in series: TrendSeries) -> [PointProof] {
    EarlierChecks.changes(in: series, at: newest).compactMap { found, start in
      let point = start + found.index
      guard found.evidence.isConfirmed, newest - point < reach,
        series.metric.polarity.direction(of: found.effect.change) == .worse,
        series.metric.floors(from: found.effect.before, to: found.effect.after) >= 1
      else { return nil }
      let range = start + found.range.lowerBound...start + found.range.upperBound
      return PointProof(
        point: point, range: max(range.lowerBound, 1)...min(range.upperBound, newest),
        proved: newest, basis: .successive, isRefuted: false,
        start: max(0, point - CheckConstants.proofLevel))
    }
  }

  /// Whether the newest points are far enough above those before for the detector to confirm a step, without the tests
  /// that take long.
  private static func mayConfirm(_ points: ArraySlice<Double>) -> Bool {
    let noise = PointNoise.deviation(of: Array(points.suffix(CheckConstants.proofSessions)))
    guard let mean = Moments.mean(of: Array(points.suffix(2 * reach))) else { return false }
    var sum = 0.0
    for (count, point) in points.reversed().prefix(reach).enumerated() {
      sum += point - mean
      let size = Double(count + 1)
      if size > 1, sum / size > 1.5 * noise / size.squareRoot() { return true }
    }
    return false
  }
}

extension Regression {
  /// The index of the first point of the worse level according to the first check that suspected the regression, so that
  /// a finding stays the same when more points move its place.
  func firstPlace(in series: TrendSeries) -> Int {
    let suspect = range.first { point in
      point > 0
        && TrendTip.of(
          series.points[point], after: series.points[series.historyStart(at: point)..<point],
          metric: series.metric, assuming: series.prior
        ).value.map { $0.isOutside && $0.direction == .worse } ?? false
    }
    return suspect ?? detected.flatMap { EarlierChecks(of: $0, in: series).firstPlace } ?? point
  }
}

/// The trip-wire of checks: how much worse a single measurement session has to be to prove a regression at once.
///
/// In addition, the session must be far beyond what earlier sessions ever did (`StepProofSearch`).
public struct TripWire: Sendable, Equatable {
  /// The least fraction by which a single session must be worse than the series' level to prove a regression at once, 0
  /// or above; `nil` if no single session proves one.
  public let share: Double?

  /// Creates a trip-wire from the fraction by which a single session must be worse than the level to prove a
  /// regression; `nil` turns the rule off.
  public init(share: Double?) { self.share = share }

  /// The default trip-wire: only the earlier sessions and the noise floor decide.
  public static let standard = TripWire(share: 0)

  /// The trip-wire that is turned off, so that no single measurement session proves a regression at once.
  public static let off = TripWire(share: nil)
}

/// The trip-wires of a check, one per suite: how much worse a single measurement session must be to prove a regression
/// at once.
public struct TripWires: Sendable {
  private let option: TripWire?
  private let suites: [String: TripWire]

  /// Creates the trip-wires of a check (how much worse one session must be to prove a regression) from those of the
  /// command line and of suites.
  ///
  /// - Parameters:
  ///   - option: replaces the trip-wires of all suites.
  ///   - suites: the trip-wires of single suites; the others have the standard one.
  public init(option: TripWire? = nil, suites: [String: TripWire] = [:]) {
    self.option = option
    self.suites = suites
  }

  subscript(suite: String?) -> TripWire { option ?? suite.flatMap { suites[$0] } ?? .standard }
}
