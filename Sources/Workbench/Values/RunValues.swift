internal import Analysis
internal import Recordings
internal import RunStore

/// Provides the metric values of stored runs: reads stored values, and computes missing values from frames.
///
/// A value comes from the store if its key matches: the metric, the revision of its formula and the parameters. If a
/// value is missing or has another key, the values of that run are computed from its frames. Frames are also decoded if
/// the output needs more of a run than values.
///
///     var values = RunValues(of: store, settings: ParameterSettings())
///     let runs = try values.summaries(of: records, metrics: ["fps.avg"])
package struct RunValues {
  private let store: RunStore
  private let settings: ParameterSettings
  private let needs: RunNeeds
  /// The metrics to compute from frames, in addition to those of the runs themselves.
  private let catalog: [Metric]
  /// How the iterations of a benchmark become one run; `nil` if each of them is a run.
  private let pooling: IterationPooling?
  private var suites: [String: SuiteDescription?] = [:]
  private var known: [RunID: RunSummary] = [:]

  init(
    of store: RunStore, settings: ParameterSettings, needs: RunNeeds = RunNeeds(),
    catalog: [Metric] = Metric.all, pooling: IterationPooling? = nil
  ) {
    self.store = store
    self.settings = settings
    self.needs = needs
    self.catalog = catalog
    self.pooling = pooling
  }

  /// Whether stored values do not suffice.
  private var areComputed: Bool { needs.charts || needs.segments }

  /// The description of a suite; `nil` without one.
  mutating func suite(_ id: String?) throws -> SuiteDescription? {
    guard let id else { return nil }
    if let known = suites[id] { return known }
    let suite = try store.suite(id)
    suites[id] = .some(suite)
    return suite
  }

  /// Fetches the frames that the summaries of these groups of runs will need.
  ///
  /// A cluster then gets a few queries in total instead of a few per group; a store in a file has all frames.
  func prepareFrames(of groups: [[RunRecord]]) throws {
    let areAllDecoded = pooling != nil || areComputed
    let runs = groups.flatMap { areAllDecoded ? $0.map(\.id) : Array(examined($0)) }
    try store.prepareFrames(of: runs)
  }

  /// The runs whose data is examined for findings, the last one ingested first.
  private func examined(_ records: [RunRecord]) -> ArraySlice<RunID> {
    records.map(\.id).sorted(by: >).prefix(needs.examined)
  }

  /// The runs with their values.
  ///
  /// - Parameters:
  ///   - records: of one suite.
  ///   - metrics: the metrics that are needed, equal in all calls for a suite; the whole catalog if `nil`.
  /// - Returns: a summary for each run, in their order, with at least these metrics; if iterations are pooled, one for
  ///   each benchmark in the place of its iterations.
  /// - Throws: when the store cannot be read.
  mutating func summaries(
    of records: [RunRecord], metrics: [Metric.ID]? = nil
  ) throws -> [RunSummary] {
    if let pooling { return try pooledSummaries(of: records, by: pooling) }
    let new = known.isEmpty ? records : records.filter { known[$0.id] == nil }
    let settings = try new.map { record in try self.settings(of: record) }
    let stored = try storedSummaries(of: new, settings, metrics)
    let firstExamined = examined(new).last
    let decoded = new.indices.filter { index in
      stored[index] == nil || firstExamined.map { new[index].id >= $0 } ?? false
    }
    let catalog = catalog
    let needs = needs
    try StoredRuns(store: store, records: decoded.map { new[$0] }).forEach { index, recording in
      let place = decoded[index]
      if let stored = stored[place] {
        return stored.examined(by: recording, settings[place], needs)
      }
      return RunSummary(
        of: recording, name: new[place].name, settings: settings[place], catalog: catalog,
        needs: needs)
    } take: { index, summary in
      known[new[decoded[index]].id] = summary
    }
    for (record, summary) in zip(new, stored) where known[record.id] == nil {
      known[record.id] = summary
    }
    return records.compactMap { known[$0.id] }
  }

  /// The runs whose stored values suffice; `nil` for other runs.
  private func storedSummaries(
    of records: [RunRecord], _ settings: [ParameterSettings], _ metrics: [Metric.ID]?
  ) throws -> [RunSummary?] {
    guard !areComputed, !catalog.contains(where: \.isForeign), !records.isEmpty else {
      return records.map { _ in nil }
    }
    let metrics = records.map {
      StoredRun.metrics(of: $0, ids: metrics, catalog: catalog)
    }
    var ids = Set(metrics.lazy.joined().map(\.id))
    if needs.threads { ids.formUnion(Metric.idsThatShowThreads) }
    let table = try store.metricTable(of: records.map(\.id), only: ids)
    var texts: ParameterTexts?
    return records.indices.map { index in
      let run = StoredRun(records[index], metrics: metrics[index]) {
        table.metric($0, ofRunAt: index)
      }
      return needs.threads && run.showsThreads ? nil : run.summary(settings[index], &texts)
    }
  }

  /// Summarizes runs with pooled iterations, with only the iterations of one benchmark in memory.
  private mutating func pooledSummaries(
    of records: [RunRecord], by pooling: IterationPooling
  ) throws -> [RunSummary] {
    guard let first = records.first else { return [] }
    let settings = try settings(of: first)
    var summaries: [RunSummary] = []
    var (runs, name): ([Recording], String?) = ([], first.name)
    func finish() {
      let run = pooling.run(of: runs)
      summaries.append(
        RunSummary(
          of: run, name: run.origin.stream ?? name, settings: settings, catalog: catalog,
          needs: needs))
    }
    for record in records {
      let run = try store.recording(of: record)
      if !runs.isEmpty, !pooling.goesOn(runs, with: run) {
        finish()
        (runs, name) = ([], record.name)
      }
      runs.append(run)
    }
    finish()
    return summaries
  }

  private mutating func settings(of record: RunRecord) throws -> ParameterSettings {
    try ParameterSettings.declared(by: try suite(record.suite)).overridden(by: settings)
  }
}

extension RunSummary {
  /// Adds what only the frames and counters of the run show, such as the findings about its data.
  fileprivate func examined(
    by recording: Recording, _ settings: ParameterSettings, _ needs: RunNeeds
  ) -> RunSummary {
    let other = RunSummary(
      of: recording, settings: settings, catalog: [], needs: RunNeeds(causes: needs.causes))
    return RunSummary(
      of: recording, name: name, parameters: other.parameters, values: values,
      quality: other.quality, threads: other.threads, activityTime: other.activityTime,
      longestFreeze: other.longestFreeze, causes: other.causes)
  }
}
