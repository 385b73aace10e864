public import Recordings

extension Metric {
  /// The catalog: all metrics that Hitchmark computes for any run, in the order in which outputs list them.
  public static let all: [Metric] = groups.flatMap(\.metrics)

  /// The catalog in the groups of its documentation.
  public static let groups: [Group] = groupsOfPresents + [Group("On the screen", onScreen)]

  /// The metrics that are not computed from the times at which frames reached the screen.
  static let ofPresents: [Metric] = groupsOfPresents.flatMap(\.metrics)

  private static let groupsOfPresents = [
    Group("Length and frame rate", extent + frameRates), Group("Stability", stability),
    Group("Slow frames", slowFrames), Group("Frame times", frameTimes),
    Group("Response times and latency", responseTimes + latencies),
    Group("Hitches and janks", hitches + janks + stutter),
    Group("Sensors and threads", resources + sensors + mainThread),
    Group("Work on a frame", frameWork), Group("Late frames", lateFrames),
    Group("Freezes and pacing", freezes + pacing),
    Group("Generated frames and variable refresh rates", frameGeneration + variableRefresh),
    Group("Energy", energy), Group("Robust spread", robustSpread),
  ]

  /// Metrics that the documentation lists together.
  public struct Group: Sendable {
    /// The heading above the group.
    public let title: String
    /// At least one.
    public let metrics: [Metric]

    /// Creates a group of metrics with its heading.
    public init(_ title: String, _ metrics: [Metric]) {
      self.title = title
      self.metrics = metrics
    }
  }

  /// The metrics for given runs: the catalog, then one metric per sampled thread, per other listed thread and per
  /// user-defined measure.
  ///
  /// The metrics of each of these kinds are in the order in which they first appear in the runs.
  ///
  /// No two of these metrics have the same id.
  public static func catalog(
    for recordings: [Recording], startingFrom catalog: [Metric] = all
  ) -> [Metric] {
    let threads = recordings.flatMap(\.counters).compactMap { counter in
      if case .threadCPU(let name) = counter.role { thread(name) } else { nil as Metric? }
    }
    let told = recordings.flatMap { $0.description.threads?.threads ?? [] }.map { thread($0.name) }
    let brought = recordings.flatMap(\.description.knownMeasures).map(own)
    if threads.isEmpty, told.isEmpty, brought.isEmpty { return catalog }
    var ids: Set<String> = []
    return (catalog + threads + told + brought).filter { ids.insert($0.id).inserted }
  }

  /// Examples, for the documentation, of metrics that are not in the catalog because runs define them: a thread's
  /// metric and a user-defined measure.
  public static let families: [Metric] = [thread("<name>"), anyScalar]
}
