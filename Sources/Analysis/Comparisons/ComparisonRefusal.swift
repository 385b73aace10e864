internal import Recordings
internal import Statistics
internal import Units

/// The reason why a comparison does not compare the values of a metric, even if both reference and candidate have
/// values.
public enum ComparisonRefusal: Sendable {
  /// Only some of the runs have generated frames; the user may compare their frame rates anyway.
  case generatedFrames
  /// The frame rates agree, as at a frame cap, so energy for frames says what power says.
  case equalFrameRates

  /// The reason as a clause.
  var reason: String {
    switch self {
    case .generatedFrames:
      "only some of the runs have generated frames; compare the metric \(GeneratedFrames.replacement) instead"
    case .equalFrameRates:
      "both sides have the same frame rate, as with a frame cap; compare the metric power.avg instead"
    }
  }

  /// `nil` if the metric compares the sides.
  init?(
    of metric: Metric, _ candidate: ComparedSide, against reference: ComparedSide,
    mixesGeneratedFrames: Bool
  ) {
    let generated = GeneratedFrames(among: reference.runs + candidate.runs)
    if !mixesGeneratedFrames, generated.prevents(metric) {
      self = .generatedFrames
    } else if metric.isOfEnergy, Self.haveEqualFrameRates(candidate, reference) {
      self = .equalFrameRates
    } else {
      return nil
    }
  }

  private static func haveEqualFrameRates(_ sides: ComparedSide...) -> Bool {
    let rates = sides.compactMap { Moments.median(of: $0.values(of: .averageFrameRate)) }
    guard rates.count == sides.count, let low = rates.min(), let high = rates.max() else {
      return false
    }
    return high < low * (1 + ComparisonConstants.leastAverageChange)
  }
}

extension Metric {
  /// Whether it relates energy to frames.
  fileprivate var isOfEnergy: Bool { id == "energy.frame" || id == "energy.fps_per_watt" }
}
