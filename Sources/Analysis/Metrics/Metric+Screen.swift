internal import Recordings
internal import Units

extension Metric {
  /// Metrics of what the screen showed: other metrics, computed from the times at which frames reached the screen.
  static let onScreen: [Metric] = [
    twin(of: "fps.avg", "FPS on screen (avg)"),
    twin(of: "frametime.p50", "Frame time on screen (median, ms)"),
    twin(of: "frametime.p99", "Frame time on screen (99th percentile, ms)"),
    twin(of: "fps.low1.average", "1% low FPS on screen (average)"),
    twin(of: "freeze.longest", "Longest freeze on screen (ms)"),
    twin(of: "hitch.ratio", "Hitch time ratio on screen (ms/s)"),
    twin(of: "frames.missed", "Missed refreshes on screen (%)"),
    twin(
      of: "pacing.error", "Pacing error on screen (%)",
      formula: """
        (sum of |ft[i+1] - ft[i]|) / (2 * duration); ft = time between displays; missed refreshes are not subtracted, \
        because they are what the viewer sees
        """
    ) { figures throws(Withheld) in
      try figures.framesWithLongOnes().unevenness(atRefreshRate: nil)
    },
  ]

  /// The prefix of the ids of metrics of the screen.
  static let screenPrefix = "screen."

  /// The id of the metric of the screen that this metric has as a twin; `nil` if it has none.
  public var twinOnScreen: ID? {
    let id = Self.screenPrefix + self.id
    return Self.onScreen.contains { $0.id == id } ? id : nil
  }

  /// Whether the metric is computed from the times at which frames reached the screen.
  public var isOnScreen: Bool { id.hasPrefix(Self.screenPrefix) }

  /// A metric of the screen: the same computation on the times at which frames reached the screen.
  ///
  /// - Parameters:
  ///   - id: a metric of the presents.
  ///   - formula: of the computation, if it differs.
  private static func twin(
    of id: ID, _ title: String, formula: String? = nil, compute: Compute? = nil
  ) -> Metric {
    let presented = ofPresents.first { $0.id == id }
    guard let presented else { preconditionFailure("expected \(id) among the metrics of presents") }
    let computation = compute ?? presented.compute
    return Metric(
      id: screenPrefix + id, title: title, unit: presented.unit, polarity: presented.polarity,
      noiseFloor: presented.noiseFloor, digits: presented.digits, isScaled: presented.isScaled,
      refreshSteps: presented.refreshSteps.map {
        RefreshSteps($0.form, borneOutBy: screenPrefix + $0.share)
      },
      parameters: presented.parameters.filter { $0 != .frames },
      help: """
        Like \(id), from the times at which displayed frames, generated ones included, reached the screen. A program \
        can present evenly while the screen judders, and the reverse.
        """,
      formula: formula ?? "as \(id), with ft = time between displays",
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      try computation(try figures.onScreen())
    }
  }
}
