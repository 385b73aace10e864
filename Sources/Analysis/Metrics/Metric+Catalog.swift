public import Recordings

extension Metric {
  /// The catalog: all metrics that Hitchmark computes for any run, in the order in which outputs list them.
  public static let all: [Metric] = ofPresents + onScreen

  /// The metrics that are not computed from the times at which frames reached the screen.
  static let ofPresents: [Metric] =
    extent + frameRates + stability + slowFrames + frameTimes + responseTimes + latencies + hitches
    + janks + stutter + resources + sensors + mainThread + frameWork + lateFrames
    + freezes + pacing + frameGeneration + variableRefresh + energy + robustSpread

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
