package import Analysis
internal import Recordings
package import RunStore

/// Converts a run's metric values to the form in which a store saves them, so that later queries need not decode the
/// run's frames.
package enum StoredValues {
  /// The values of a run, each with those of the run's parameters on which it depends.
  static func of(_ values: MetricValues, _ parameters: Parameters) -> [StoredMetric] {
    var texts = ParameterTexts(parameters)
    return values.map { metric, value in
      StoredMetric(
        metric: metric.id, revision: metric.revision, parameters: texts.text(of: metric),
        value: value.value)
    }
  }

  /// The stored metric values that differ from the values that are now computed from the same frames.
  ///
  /// Values of another revision of the formula or with other parameters are left out, because they are known to be
  /// outdated.
  package static func differing(
    in store: RunStore, jobs: Int, observer: TaskObserver
  ) throws(Failure) -> [(run: RunID, metric: Metric.ID)] {
    // In the order of the keys of the stored values, which are then read in one scan.
    let records = try Attempt.storing { () throws(StoreError) in try store.runs() }
      .sorted { $0.id < $1.id }
    var found: [(run: RunID, metric: Metric.ID)] = []
    var done = 0
    try Recomputation(of: store).run(records, jobs: jobs) { outcome in
      done += 1
      observer.progress(.computingRun(done, of: records.count))
      found += outcome.wrong.map { (outcome.run, $0.metric) }
    }
    observer.progress(.finished)
    return found
  }
}

/// The parameters of a run as the text that is stored with each value.
struct ParameterTexts {
  let parameters: Parameters
  /// The texts so far: most metrics depend on the same few parameters.
  private var texts: [(keys: [ParameterKey], text: String)] = []

  init(_ parameters: Parameters) { self.parameters = parameters }

  /// The parameters of a metric, such as `refresh_rate_hz=60 frames=displayed`.
  mutating func text(of metric: Metric) -> String {
    if let known = texts.first(where: { $0.keys == metric.parameters }) { return known.text }
    let text = metric.parameters.map { key in
      switch parameters[key] {
      case .number(let number): "\(key.rawValue)=\(number)"
      case .text(let text): "\(key.rawValue)=\(text)"
      case .unknown: "\(key.rawValue)="
      }
    }.joined(separator: " ")
    texts.append((metric.parameters, text))
    return text
  }
}
