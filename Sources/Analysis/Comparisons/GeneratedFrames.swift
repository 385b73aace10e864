public import Recordings
internal import Units

/// Whether a comparison mixes runs with and without generated frames, which a driver or frame generator inserts.
///
/// A frame generator raises the frame rate of the display without rendering more frames. The frame
/// rates of such runs do not measure what those of other runs measure.
public struct GeneratedFrames: Sendable {
  /// The ids of two metrics: one exists only for runs with generated frames, the other is the frame rate without
  /// generated frames.
  public static let metrics: [Metric.ID] = [factor, replacement]
  /// The id of the frame-rate metric that counts only frames that the application rendered, so that runs with generated
  /// frames can be compared with other runs.
  public static let replacement = "framegen.base_fps"
  /// The id of a metric that exists only for runs with generated frames: the number of displayed frames per rendered
  /// frame.
  public static let factor = "framegen.factor"

  private let isMixed: Bool

  /// Examines whether a comparison mixes runs with generated frames and runs without generated frames.
  ///
  /// Runs that do not show whether they have generated frames do not matter, such as those without
  /// frames.
  public init(among runs: [RunSummary]) {
    isMixed =
      Set(runs.compactMap { $0[Self.factor].flatMap { Self.arePresent($0.value) } }).count > 1
  }

  /// Whether a run has generated frames, given its number of displayed frames per rendered frame; `nil` if unknown.
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

  /// Inserts the id of the frame rate without generated frames into a list of metric ids, directly after the first
  /// frame rate that generated frames make incomparable.
  ///
  /// The list is unchanged if it has no such frame rate, or if it already contains the id.
  public func completed(_ metrics: [Metric.ID], named: (Metric.ID) -> Metric?) -> [Metric.ID] {
    guard !metrics.contains(Self.replacement),
      let first = metrics.firstIndex(where: { id in named(id).map(prevents) ?? false })
    else { return metrics }
    var completed = metrics
    completed.insert(Self.replacement, at: first + 1)
    return completed
  }
}
