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
        guard let evidence = metric.evidence.value else { continue }
        places.append((outer, inner))
        pValues.append(evidence.pValue)
      }
    }
    guard let adjusted = try? BenjaminiHochberg.adjusted(pValues) else { return }
    for ((outer, inner), pValue) in zip(places, adjusted) {
      comparisons[outer].metrics[inner].adjustedPValue = pValue
    }
  }

  /// How bad it is: the largest proved change for the worse, as a multiple of its noise floor; 0 of none.
  public var severity: Double {
    metrics.filter { $0.verdict == .regressed && $0.noiseFloor > 0 }
      .compactMap { metric in
        metric.evidence.value.map { $0.effect.magnitude / metric.noiseFloor }
      }.max() ?? 0
  }

  /// What the two sides' devices differ in: name of the fact, the reference's, the candidate's.
  public var differences: [(fact: String, reference: String, candidate: String)] {
    let (before, after) = (Self.facts(of: reference), Self.facts(of: candidate))
    return zip(before, after).compactMap { before, after in
      before.value == after.value ? nil : (before.name, before.value, after.value)
    }
  }

  private static func facts(of side: ComparedSide) -> [(name: String, value: String)] {
    func distinct(_ fact: (Device) -> String?) -> String {
      let values = Set(side.runs.map { fact($0.description.device) ?? "unknown" })
      return values.sorted().joined(separator: " / ")
    }
    return [
      ("device", distinct(\.name)), ("system", distinct(\.os)), ("processor", distinct(\.cpu)),
      ("graphics", distinct(\.gpu)),
      ("refresh rate", distinct { $0.refreshRate.map { "\($0) Hz" } }),
    ]
  }
}
