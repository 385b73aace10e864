public import Recordings
internal import Units

/// The limits that a check applies to levels of metrics, from the command line and from suites.
///
/// A limit of the command line replaces a suite's limit in the same direction. A limit for one
/// stage replaces one for all stages.
public struct CheckLimits: Sendable {
  private var limits: [CheckLimit] = []

  /// Creates an empty set of limits for a check.
  public init() {}

  /// Creates the limits of a check from their texts, and looks up the metrics and stages (versions of the program) that
  /// the texts name.
  ///
  /// - Parameters:
  ///   - options: limits of the command line.
  ///   - suites: suites with thresholds.
  ///   - named: finds the metric with an id.
  ///   - titles: the existing stages as suite and id. If empty, any stage may be named.
  ///   - passedOver: metrics whose limits in suites are ignored, because only later runs may bring them.
  /// - Throws: the first invalid limit.
  public init(
    options: [String], suites: [SuiteDescription], named: (Metric.ID) -> Metric?,
    titles: [String], passingOver passedOver: Set<Metric.ID> = []
  ) throws(LimitProblem) {
    for suite in suites {
      for (index, limit) in suite.thresholds.limits.enumerated()
      where !passedOver.contains(limit.metric) {
        try add(limit, at: index, of: suite, named: named)
      }
    }
    for option in options { try add(option, named: named, titles: titles) }
    for title in titles { try check(title) }
    for suite in suites where titles.isEmpty {
      try check(suite.id)
      for stage in suite.stages { try check("\(suite.id)/\(stage.id)") }
    }
  }

  /// The limits of a series, at most one per direction.
  ///
  /// `title` is the stage as suite and id.
  func of(_ metric: Metric.ID, in title: String) -> [CheckLimit] {
    [LimitText.Direction.atMost, .atLeast].compactMap { direction in
      let meant = limits.compactMap { limit in
        limit.metric == metric && limit.direction == direction
          ? limit.closeness(to: title).map { (limit, $0) } : nil
      }
      return meant.max { $0.1 < $1.1 }?.0
    }
  }

  /// The ids of the metrics that have limits in a suite, set by the suite or on the command line, in the order of the
  /// limits.
  ///
  /// Each limit of the command line counts, also one for stages of another suite. `suite` is `nil` for runs without a
  /// suite.
  public func metrics(of suite: String?) -> [Metric.ID] {
    var ids: [Metric.ID] = []
    for limit in limits where limit.isMeant(for: suite) && !ids.contains(limit.metric) {
      ids.append(limit.metric)
    }
    return ids
  }

  // MARK: - Adding

  private mutating func add(
    _ limit: Thresholds.Limit, at index: Int, of suite: SuiteDescription,
    named: (Metric.ID) -> Metric?
  ) throws(LimitProblem) {
    func origin(_ key: String) -> LimitProblem.Origin {
      .suite(suite.id, key: "thresholds.limits[\(index)].\(key)")
    }
    guard let metric = named(limit.metric) else {
      throw LimitProblem(origin: origin("metric"), fault: .unknownMetric(limit.metric))
    }
    let place = limit.stage.map { "\(suite.id)/\($0)" } ?? suite.id
    try add(limit.bound, of: metric, for: place, from: origin("limit"))
  }

  private mutating func add(
    _ text: String, named: (Metric.ID) -> Metric?, titles: [String]
  ) throws(LimitProblem) {
    let origin = LimitProblem.Origin.option(text)
    let parts: (metric: Metric, place: String?)
    do throws(LimitFault) {
      let subject = try LimitText(text).subject
      parts = try Self.parts(of: subject, named: named, titles: titles)
    } catch {
      throw LimitProblem(origin: origin, fault: error)
    }
    try add(text, of: parts.metric, for: parts.place, from: origin)
  }

  private mutating func add(
    _ text: String, of metric: Metric, for place: String?, from origin: LimitProblem.Origin
  ) throws(LimitProblem) {
    do throws(LimitFault) {
      let text = try LimitText(text)
      let value: Quantity
      do throws(QuantityTextError) {
        value = try Quantity(text.value, in: metric.unit)
      } catch {
        throw .badValue(metric: metric.id, error)
      }
      limits.append(
        CheckLimit(
          metric: metric.id, direction: text.direction, value: value, place: place, origin: origin))
    } catch {
      throw LimitProblem(origin: origin, fault: error)
    }
  }

  /// Splits a text into the stage and the metric.
  ///
  /// Names may contain slashes, so the longest suffix that is a metric counts.
  private static func parts(
    of subject: String, named: (Metric.ID) -> Metric?, titles: [String]
  ) throws(LimitFault) -> (metric: Metric, place: String?) {
    if let metric = named(subject) { return (metric, nil) }
    for slash in subject.indices where subject[slash] == "/" {
      let (place, id) = (String(subject[..<slash]), subject[subject.index(after: slash)...])
      guard let metric = named(String(id)) else { continue }
      let isKnown = titles.contains {
        $0 == place || $0.hasSuffix("/\(place)") || $0.hasPrefix("\(place)/")
      }
      guard isKnown || titles.isEmpty else { throw .unknownStage(place, known: titles) }
      return (metric, place)
    }
    throw .unknownMetric(subject.split(separator: "/").last.map(String.init) ?? subject)
  }

  // MARK: - Checking

  /// Checks that one value can satisfy all limits of a stage.
  private func check(_ title: String) throws(LimitProblem) {
    for limit in limits {
      guard let closeness = limit.closeness(to: title) else { continue }
      let alike = limits.filter {
        $0.metric == limit.metric && $0.direction == limit.direction
          && $0.closeness(to: title) == closeness
      }
      if alike.count > 1 {
        throw LimitProblem(origin: alike[1].origin, fault: .second(metric: limit.metric))
      }
      let both = of(limit.metric, in: title)
      if both.count == 2, both[0].value.value < both[1].value.value {
        let fault = LimitFault.contradiction(
          metric: limit.metric, atMost: both[0].bound, atLeast: both[1].bound)
        throw LimitProblem(origin: both[1].origin, fault: fault)
      }
    }
  }
}
