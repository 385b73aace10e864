internal import Analysis
internal import Recordings
internal import RunStore

/// The metric values that a store keeps beside a run, so that a question over many runs need not decode
/// them all.
enum StoredValues {
  /// The values of a run, each with the parameters it depends on.
  static func values(of summary: RunSummary) -> [StoredMetric] {
    // Most metrics depend on the same few parameters.
    var texts: [[ParameterKey]: String] = [:]
    return summary.values.map { metric, value in
      let text = texts[metric.parameters] ?? parameters(of: metric, by: summary.parameters)
      texts[metric.parameters] = text
      return StoredMetric(
        metric: metric.id, revision: metric.revision, parameters: text, value: value.value)
    }
  }

  /// The parameters that a metric depends on, in words that are kept beside its value.
  static func parameters(of metric: Metric, by parameters: Parameters) -> String {
    metric.parameters.map { key in
      switch parameters[key] {
      case .number(let number): "\(key.rawValue)=\(number)"
      case .text(let text): "\(key.rawValue)=\(text)"
      case .unknown: "\(key.rawValue)="
      }
    }.joined(separator: " ")
  }

  /// The values that do not come out again, in words.
  ///
  /// Values of another revision are passed over: they are known to be old.
  static func differing(in store: RunStore, console: Console) throws(Failure) -> [String] {
    let records = try Attempt.storing { () throws(StoreError) in try store.runs() }
    var found: [String] = []
    var done = 0
    try Recomputation(of: store).run(records, jobs: Platform.processorCount) { outcome in
      done += 1
      console.progress("computing run \(done) of \(records.count)")
      found += differing(outcome.kept, from: outcome.computed).map {
        "run \(outcome.run.number): \($0) was kept with another value than its frames give"
      }
    }
    console.progress("")
    return found
  }

  private static func differing(_ kept: [StoredMetric], from computed: [StoredMetric]) -> [String] {
    kept.filter { kept in
      let again = computed.first { $0.metric == kept.metric && $0.revision == kept.revision }
      return again.map { $0.parameters == kept.parameters && $0.value != kept.value } ?? false
    }.map(\.metric)
  }
}
