public import Recordings

extension Metric {
  /// Every metric that does not depend on the run, in the order of the catalogue.
  public static let all: [Metric] =
    extent + frameRates + stability + slowFrames + frameTimes + responseTimes + latencies + hitches
    + janks + stutter + resources + sensors + mainThread + frameWork + lateFrames

  /// The catalogue for some runs: a given list, and the metrics that the runs bring themselves.
  ///
  /// - Parameters:
  ///   - recordings: the runs.
  ///   - catalogue: the metrics to begin with.
  /// - Returns: the list, then one metric for each thread, then one for each measure of
  ///   their own, both in the order in which they first appear; no id twice.
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

  /// What the families of metrics look like that each run makes its own members of, for documentation.
  public static let families: [Metric] = [thread("<name>"), anyScalar]
}
