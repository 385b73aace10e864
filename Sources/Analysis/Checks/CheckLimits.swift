public import Recordings
public import Units

/// A limit: the largest or smallest value that a metric may have.
public struct CheckLimit: Sendable, Equatable {
  public let metric: Metric.ID
  public let direction: LimitText.Direction
  /// The largest or smallest value that the limit allows, in the metric's unit.
  public let value: Quantity
  /// The name of the suite, the stage, or both, to which the limit applies; `nil` if it applies to all stages.
  public let place: String?
  /// Where the user set the limit: on the command line or in a suite.
  public let origin: LimitProblem.Origin

  /// The limit's direction and value as text, without the metric: `<= 16.7 ms`.
  public var bound: String { "\(direction.rawValue) \(value.text(significantDigits: 15))" }

  func isMeant(for suite: String?) -> Bool {
    if case .suite(let own, _) = origin { own == suite } else { true }
  }

  /// How specific the limit is for a stage, given as suite and id; `nil` if it does not apply.
  ///
  /// The most specific limit per direction counts.
  func closeness(to title: String) -> Int? {
    // The command line wins, even over a suite's limit for this stage.
    let isOption = if case .option = origin { true } else { false }
    let rank = isOption ? 3 : 0
    guard let place else { return rank }
    // A limit of the command line may name the stage alone; one of a suite never applies to another suite.
    if place == title || isOption && title.hasSuffix("/\(place)") { return rank + 2 }
    return title.hasPrefix("\(place)/") ? rank + 1 : nil
  }
}

/// The limits that a check applies to levels of metrics, from the command line and from suites.
///
/// A limit of the command line replaces a suite's limit in the same direction. A limit for one
/// stage replaces one for all stages.
public struct CheckLimits: Sendable {
  private var limits: [CheckLimit] = []

  /// Creates an empty set of limits for a check.
  public init() {}

  /// Creates the limits of a check from their texts, and looks up the metrics and stages that the texts name.
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

/// The reason why a limit or a noise floor that the user wrote is invalid.
public enum LimitFault: Error, Sendable, Equatable {
  /// The limit contains neither `<=` nor `>=`.
  case noDirection(String)
  /// The text after the comparison sign, or a noise floor of a share, is not a value in the metric's unit.
  case badValue(metric: Metric.ID, QuantityTextError)
  /// The noise floor is neither a percentage nor a value in the metric's unit.
  case badFloor(metric: Metric.ID, QuantityTextError)
  /// The noise floor is below 0.
  case noFloor(metric: Metric.ID, String)
  case unknownMetric(Metric.ID)
  case unknownStage(String, known: [String])
  /// There are two limits of one direction for the same metric and stage.
  case second(metric: Metric.ID)
  /// No value satisfies both this limit and another one of the same metric.
  case contradiction(metric: Metric.ID, atMost: String, atLeast: String)
}

extension LimitFault {
  package func complaint(at place: String, nearest: String?) -> Complaint {
    let guess = nearest.map { "did you mean “\($0)”" }
    return switch self {
    case .noDirection(let text):
      Complaint(
        at: place, "“\(text)” is not a limit of a metric",
        wanted: "expected <= or >= and a value, such as <= 16.7 ms")
    case .badValue(let metric, let error): error.complaint(at: place, of: metric)
    case .badFloor(let metric, let error):
      error.complaint(at: place, of: metric, besides: ["%"])
    case .noFloor(let metric, let text):
      Complaint(
        at: place, "“\(text)” is not a valid noise floor for \(metric)",
        wanted: "expected a noise floor of 0 or more")
    case .unknownMetric(let metric):
      Complaint(
        at: place, "Hitchmark has no metric “\(metric)”", wanted: guess,
        remedy: "“hitchmark metrics” lists the metrics")
    case .unknownStage(let stage, let known):
      Complaint(
        at: place, "the suite has no stage “\(stage)”",
        wanted: guess ?? "the stages of the suite are \(quoted(known))")
    case .second(let metric):
      Complaint(
        at: place, "\(metric) has two upper limits or two lower limits for the same stage",
        remedy: "remove one of the two limits of this metric")
    case .contradiction(let metric, let atMost, let atLeast):
      Complaint(
        at: place, "no value of \(metric) can meet both limits, \(atMost) and \(atLeast)")
    }
  }
}

/// An invalid limit or noise floor, with the place where the user set it and the reason why it is invalid.
public struct LimitProblem: Error, Sendable, Equatable {
  /// Where the user set a limit or noise floor: on the command line or in a suite file.
  public enum Origin: Sendable, Hashable {
    /// A limit of the command line, as written.
    case option(String)
    /// A noise floor of the command line, as written.
    case noiseFloor(String)
    /// The `suite.json` of a suite, with the key, such as `thresholds.limits[2].limit`.
    case suite(String, key: String)
  }

  /// Where the user set the invalid limit or noise floor: on the command line or in a suite file.
  public let origin: Origin
  /// The reason why the limit or noise floor is invalid.
  public let fault: LimitFault

  public init(origin: Origin, fault: LimitFault) {
    self.origin = origin
    self.fault = fault
  }
}

extension LimitProblem.Origin {
  /// The subject of a message: the option, the key in the file, or the suite in the store.
  package func place(in file: String?) -> String {
    switch self {
    case .option: "--limit"
    case .noiseFloor: "--noise-floor"
    case .suite(let suite, let key): file ?? "suite “\(suite)”: \(key)"
    }
  }
}

/// The text of a limit such as `frametime.p95 <= 16.7 ms`, split at the comparison sign, before its metric is looked
/// up.
public struct LimitText: Sendable, Equatable {
  /// The two directions of a limit: it is the largest or the smallest allowed value.
  public enum Direction: String, Sendable {
    /// The metric must not be above.
    case atMost = "<="
    /// The metric must not be below.
    case atLeast = ">="

    /// Whether a value exceeds a limit of this direction; `false` if it is equal.
    ///
    /// Both have the same unit.
    func isBeyond(_ value: Double, _ limit: Double) -> Bool {
      self == .atMost ? value > limit : value < limit
    }
  }

  /// The part of a limit's text before `<=` or `>=`: a metric, optionally preceded by a suite and a stage.
  public let subject: String
  /// Whether the limit is the largest or the smallest allowed value.
  public let direction: Direction
  /// The part of a limit's text after `<=` or `>=`: a value with its unit.
  public let value: String

  /// Parses the text of a limit such as `frametime.p95 <= 16.7 ms`.
  ///
  /// `≤` and `≥` are accepted.
  ///
  /// - Throws: `.noDirection`.
  public init(_ text: String) throws(LimitFault) {
    let plain = text.replacing("≤", with: "<=").replacing("≥", with: ">=")
    // The last one, because a metric's name may contain such characters.
    let found = [Direction.atMost, .atLeast].compactMap { direction in
      plain.ranges(of: direction.rawValue).last.map { (direction: direction, range: $0) }
    }
    guard let last = found.max(by: { $0.range.lowerBound < $1.range.lowerBound }) else {
      throw .noDirection(text)
    }
    subject = plain[..<last.range.lowerBound].trimmed
    direction = last.direction
    value = plain[last.range.upperBound...].trimmed
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
