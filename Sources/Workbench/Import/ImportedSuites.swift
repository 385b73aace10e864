internal import Analysis
internal import Recordings
internal import RunStore

/// The suites of imported runs, with their stages and metrics for reports and trends.
struct ImportedSuites {
  /// Unique words in the order of their first occurrence.
  private struct OrderedWords {
    private(set) var words: [String] = []
    private var known: Set<String> = []

    mutating func add(_ word: String) {
      if known.insert(word).inserted { words.append(word) }
    }
  }

  private var names = OrderedWords()
  private var stages: [String: OrderedWords] = [:]
  private var metrics: [String: OrderedWords] = [:]

  /// The suites, in the order of their first occurrence.
  var all: [String] { names.words }

  mutating func add(_ draft: RunDraft, metrics ids: [Metric.ID]) {
    guard let suite = draft.suite else { return }
    names.add(suite)
    if let stage = draft.stage { stages[suite, default: OrderedWords()].add(stage) }
    for id in ids { metrics[suite, default: OrderedWords()].add(id) }
  }

  /// Stores a description of each suite, or completes the existing one.
  func put(with writer: inout RunWriter) throws(Failure) {
    guard let store = writer.store else { return }
    for name in names.words {
      let kept = try Attempt.storing { () throws(StoreError) in try store.suite(name) }
      let described = completed(kept ?? SuiteDescription(id: name), isNew: kept == nil)
      if described != kept { try writer.put(described) }
    }
  }

  private func completed(_ suite: SuiteDescription, isNew: Bool) -> SuiteDescription {
    var suite = suite
    let known = Set(suite.stages.map(\.id))
    for stage in stages[suite.id]?.words ?? [] where !known.contains(stage) {
      suite.stages.append(SuiteDescription.Stage(id: stage, title: stage))
    }
    // The default rows of tables stay.
    if suite.metrics.isEmpty, !isNew { suite.metrics = suite.tableRows }
    for metric in metrics[suite.id]?.words ?? [] where !suite.metrics.contains(metric) {
      suite.metrics.append(metric)
    }
    return suite
  }
}
