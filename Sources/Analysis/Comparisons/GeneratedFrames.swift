public import Recordings
internal import Units

/// Whether runs with and without generated frames are compared.
///
/// A frame generator raises the frame rate of the display without rendering more frames. The frame
/// rates of such runs do not measure what those of other runs measure.
public struct GeneratedFrames: Sendable {
  /// The metrics that show whether a run has generated frames, and that replace its frame rates.
  public static let metrics: [Metric.ID] = [factor, replacement]
  /// The frame rate of the application, which runs with and without generated frames have.
  public static let replacement = "framegen.base_fps"
  /// The metric that only runs with generated frames have.
  public static let factor = "framegen.factor"

  private let isMixed: Bool

  /// Examines all runs of a comparison.
  ///
  /// Runs that do not show whether they have generated frames do not matter, such as those without
  /// frames.
  public init(among runs: [RunSummary]) {
    isMixed =
      Set(runs.compactMap { $0[Self.factor].flatMap { Self.arePresent($0.value) } }).count > 1
  }

  /// Whether a run has generated frames, by its value of `factor`; `nil` if this is unknown.
  public static func arePresent(_ factor: Known<Double>) -> Bool? {
    switch factor.reason {
    case nil, Withheld.unplacedGeneratedFrames.reason: true
    case Withheld.noGeneratedFrames.reason: false
    case .some: nil
    }
  }

  /// Whether a metric measures different things in the runs.
  func prevents(_ metric: Metric) -> Bool {
    isMixed && metric.unit == .framesPerSecond && metric.id != Self.replacement
  }

  /// Some metrics with the replacement after the first that it replaces; the same metrics if all
  /// compare the runs.
  public func completed(_ metrics: [Metric.ID], named: (Metric.ID) -> Metric?) -> [Metric.ID] {
    guard !metrics.contains(Self.replacement),
      let first = metrics.firstIndex(where: { id in named(id).map(prevents) ?? false })
    else { return metrics }
    var completed = metrics
    completed.insert(Self.replacement, at: first + 1)
    return completed
  }
}
