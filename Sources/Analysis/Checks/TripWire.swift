internal import Statistics

/// The trip-wire of checks: how much worse a single measurement session has to be to prove a regression at once,
/// without further measurements.
public struct TripWire: Sendable, Equatable {
  /// The fraction by which a single session must be worse than the series' level to prove a regression at once; `nil`
  /// if no single session proves one.
  ///
  /// The fraction is above 0. With fewer than 100 earlier commits, a session must be worse by at least 35%, and with
  /// fewer than 8 by 50%. In addition, the session must be farther from the level than noise and spikes explain, and by
  /// at least the noise floor.
  public let share: Double?

  /// Creates a trip-wire from the fraction by which a single session must be worse than the level to prove a
  /// regression; `nil` turns the rule off.
  public init(share: Double?) { self.share = share }

  /// The default trip-wire: a single measurement session must be worse than the level by 25% to prove a regression at
  /// once.
  public static let standard = TripWire(share: CheckConstants.tripShare)

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

/// Applies a trip-wire to the points of a series.
///
/// A session exceeds it if it is worse than the present level by three measures: a share of the
/// level, robust standard deviations of the earlier sessions, and twice the largest deviation of
/// any of them. The last measure avoids false alarms in suites with spikes: a spike as large as an
/// earlier one proves nothing.
struct TripWireSearch {
  let series: TrendSeries
  let wire: TripWire
  private let points: WorsePoints
  /// The deviation of each session from the level of its regime, with the index of its point.
  private let deviations: [(point: Int, size: Double)]

  init?(in series: TrendSeries, _ wire: TripWire) {
    guard wire.share != nil, let points = WorsePoints(of: series) else { return nil }
    self.series = series
    self.wire = wire
    self.points = points
    let levels = points.levels(of: series.regimes)
    deviations = zip(series.regimes, levels).flatMap { regime, level in
      regime.flatMap { index in
        (points.sessions[index] ?? [points.values[index]]).map { (index, $0 - level) }
      }
    }
  }

  /// Whether the only session of a point exceeds the trip-wire.
  ///
  /// Points with several sessions are judged by these sessions.
  func isTripped(at point: Int) -> Bool {
    guard let share = wire.share, series.repeated[point] == nil, let level = level(before: point)
    else { return false }
    let step = points.values[point] - level
    guard step > 0, isLarge(step, from: level, share: share, at: point) else { return false }
    return step >= leastStep(at: point)
  }

  /// The smallest step for the worse that would exceed the trip-wire at a point, in the metric's
  /// unit.
  func smallestVisible(at point: Int) -> Double? {
    guard let share = wire.share, let level = level(before: point) else { return nil }
    let (old, new) = (points.value(level), points.value(level + leastStep(at: point)))
    let floor = points.value(level + points.floor(at: level)) - old
    return max(leastShare(share, at: point) * old.magnitude, (new - old).magnitude, floor.magnitude)
  }

  /// The present level before a point: the median of the newest points of its regime.
  private func level(before point: Int) -> Double? {
    guard point > 0 else { return nil }
    let start = series.historyStart(at: point)
    return Moments.median(
      of: Array(points.values[start..<point].suffix(StatisticalConstants.mostHistory)))
  }

  /// The smallest step according to the sessions before a point, on the scale.
  private func leastStep(at point: Int) -> Double {
    let before = deviations(before: point).map(\.magnitude)
    let deviation =
      StatisticalConstants.deviationPerMedianDeviation * (Moments.median(of: before) ?? 0)
    return max(
      CheckConstants.tripDeviations * deviation, CheckConstants.tripLargest * (before.max() ?? 0))
  }

  private func leastShare(_ share: Double, at point: Int) -> Double {
    if point < StatisticalConstants.leastHistory {
      return max(share, CheckConstants.tripShareOfFew)
    }
    return point < CheckConstants.tripSessions ? max(share, CheckConstants.tripShareOfSome) : share
  }

  private func isLarge(_ step: Double, from level: Double, share: Double, at point: Int) -> Bool {
    let share = leastShare(share, at: point)
    let (old, new) = (points.value(level), points.value(level + step))
    guard series.metric.floors(from: old, to: new) >= 1 else { return false }
    return (new - old).magnitude >= share * old.magnitude
  }

  /// The deviations of the last sessions before a point.
  private func deviations(before point: Int) -> [Double] {
    var (low, high) = (0, deviations.count)
    while low < high {
      let middle = (low + high) / 2
      if deviations[middle].point < point { low = middle + 1 } else { high = middle }
    }
    return deviations[..<low].suffix(CheckConstants.tripSessions).map(\.size)
  }
}
