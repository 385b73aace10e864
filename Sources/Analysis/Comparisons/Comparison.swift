internal import Recordings
internal import Statistics

/// Two sides compared by several metrics.
public struct Comparison: Sendable {
  /// What is compared, such as a stage; empty when there is one pair only.
  public let title: String
  /// What is held against.
  public let reference: ComparedSide
  /// What is judged.
  public let candidate: ComparedSide
  /// The metrics, in the order they were asked for.
  public private(set) var metrics: [MetricComparison]

  /// Compares two sides; their p-values are adjusted by `adjust`.
  ///
  /// - Parameters:
  ///   - title: what is compared.
  ///   - candidate: what is judged.
  ///   - reference: what it is held against.
  ///   - metrics: which, in order.
  ///   - context: what noise may be borrowed from.
  public init(
    title: String = "", _ candidate: ComparedSide, against reference: ComparedSide,
    metrics: [Metric], context: ComparisonContext = ComparisonContext()
  ) {
    self.title = title
    self.reference = reference
    self.candidate = candidate
    self.metrics = metrics.map {
      MetricComparison($0, candidate, against: reference, context: context)
    }
  }

  /// Adjusts the p-values of comparisons that are judged together, by Benjamini and Hochberg.
  ///
  /// - Parameter comparisons: all of them.
  public static func adjust(_ comparisons: inout [Comparison]) {
    var places: [(Int, Int)] = []
    var pValues: [Double] = []
    for (outer, comparison) in comparisons.enumerated() {
      for (inner, metric) in comparison.metrics.enumerated()
      where metric.metric.polarity != .neither {
        guard let pValue = metric.evidence.value?.pValue else { continue }
        places.append((outer, inner))
        pValues.append(pValue)
      }
    }
    guard let adjusted = try? BenjaminiHochberg.adjusted(pValues) else { return }
    for ((outer, inner), pValue) in zip(places, adjusted) {
      comparisons[outer].metrics[inner].adjustedPValue = pValue
    }
    for index in comparisons.indices { comparisons[index].judgeSteps() }
  }

  /// Lets the share of late frames judge tails of frame times that moved by one refresh.
  private mutating func judgeSteps() {
    for index in metrics.indices where metrics[index].isRefreshStep {
      guard let share = metrics[index].metric.refreshSteps?.share,
        let judge = metrics.first(where: { $0.metric.id == share })?.verdict,
        let direction = metrics[index].evidence.value?.effect
      else { continue }
      let isBetter = metrics[index].metric.polarity.improves(direction)
      metrics[index].isStepBorneOut = judge == (isBetter ? .improved : .regressed)
    }
  }

  /// How bad it is: the largest proved change for the worse, as a multiple of its noise floor; 0 of none,
  /// infinite where what was 0 has no floor.
  public var severity: Double {
    metrics.filter { $0.verdict == .regressed }
      .compactMap { metric in
        metric.evidence.value.map { $0.effect.magnitude / metric.noiseFloor }
      }.max() ?? 0
  }

  /// Whether a metric was judged by the runs of the two sides alone, or not at all because they show no noise.
  public var lacksNoise: Bool {
    metrics.contains { metric in
      guard !metric.reference.isEmpty, !metric.candidate.isEmpty else { return false }
      switch metric.evidence.value?.mode {
      case nil, .separate, .sameSession, .sessions: return true
      case .exact, .paired, .moderated, .history, .suite, .earlierSessions: return false
      }
    }
  }

  /// Whether the two sides have the same values in every metric, as the same runs or copies of them have.
  public var hasEqualSides: Bool {
    let judged = metrics.filter { !$0.reference.isEmpty || !$0.candidate.isEmpty }
    return !judged.isEmpty && judged.allSatisfy { $0.reference.sorted() == $0.candidate.sorted() }
  }

  /// Whether a metric was judged without knowing how much sessions differ, or not at all.
  public var lacksSessions: Bool {
    metrics.contains { metric in
      guard !metric.reference.isEmpty, !metric.candidate.isEmpty else { return false }
      let mode = metric.evidence.value?.mode
      return mode == nil || mode == .separate
    }
  }

  /// What the two sides' devices differ in: name of the fact, the reference's, the candidate's.
  public var differences: [(fact: String, reference: String, candidate: String)] {
    facts.compactMap { name, fact in
      let (before, after) = (reference.distinct(fact), candidate.distinct(fact))
      return before == after ? nil : (name, before, after)
    }
  }

  /// What is known of devices: the facts that all have, then the properties by name.
  private var facts: [(name: String, fact: (Device) -> String?)] {
    let devices = (reference.runs + candidate.runs).map(\.description.device)
    let properties = Set(devices.flatMap(\.properties.keys)).sorted()
    return [
      ("device", \.name), ("system", \.os), ("processor", \.cpu), ("graphics", \.gpu),
      ("refresh rate", { $0.refreshRate.map { "\($0) Hz" } }),
    ] + properties.map { name in (name, { $0.properties[name] }) }
  }
}

extension ComparedSide {
  /// What the devices of the runs say, each answer once.
  fileprivate func distinct(_ fact: (Device) -> String?) -> String {
    let values = Set(runs.map { fact($0.description.device) ?? "unknown" })
    return values.sorted().joined(separator: " / ")
  }
}
