public import Recordings

extension Metric {
  /// All metrics that Hitchmark computes for any run, in the order of the catalog.
  public static let all: [Metric] =
    extent + frameRates + stability + slowFrames + frameTimes + responseTimes + latencies + hitches
    + janks + stutter + resources + sensors + mainThread + frameWork + lateFrames
    + freezes + pacing + frameGeneration + variableRefresh + energy + robustSpread

  /// The metrics for some runs: the catalog, then one metric per thread, then one per measure of the runs, both in
  /// order of first appearance.
  ///
  /// No id appears twice.
  public static func catalogue(
    for recordings: [Recording], startingFrom catalogue: [Metric] = all
  ) -> [Metric] {
    let threads = recordings.flatMap(\.counters).compactMap { counter in
      if case .threadCPU(let name) = counter.role { thread(name) } else { nil as Metric? }
    }
    let told = recordings.flatMap { $0.description.threads?.threads ?? [] }.map { thread($0.name) }
    let brought = recordings.flatMap(\.description.knownMeasures).map(own)
    if threads.isEmpty, told.isEmpty, brought.isEmpty { return catalogue }
    var ids: Set<String> = []
    return (catalogue + threads + told + brought).filter { ids.insert($0.id).inserted }
  }

  /// Examples of the metrics that runs define themselves, per thread and per measure, for documentation.
  public static let families: [Metric] = [thread("<name>"), anyScalar]
}
