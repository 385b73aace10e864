package import Analysis
package import Recordings
package import RunStore
internal import Units

/// A suite in a store, together with the settings by which its metrics are computed.
///
///     let suite = try StoredSuite(of: "thesis", in: store, settings: ParameterSettings())
///     let summary = try suite.summary(needs: RunNeeds(examined: 100))
package struct StoredSuite {
  private let store: RunStore
  private let description: SuiteDescription
  private let settings: ParameterSettings
  /// The tool whose rules replace Hitchmark's; `nil` without one.
  private let tool: ForeignTool?
  private let catalog: [Metric]

  /// Finds a suite in a store; settings that the caller gives override the suite's own for this computation only.
  ///
  /// The settings replace the suite's own parameters. Another tool, if given, replaces the metrics and rules.
  package init(
    of id: String, in store: RunStore, settings: ParameterSettings, tool: ForeignTool? = nil
  ) throws {
    self.store = store
    self.tool = tool
    var description = try Self.description(of: id, in: store)
    self.settings = try ParameterSettings.declared(by: description)
      .overridden(by: settings.over(tool))
    let catalog = Metric.catalog(of: tool, naming: description.metrics)
    if let tool { description.metrics = tool.figures.map(\.id) }
    self.catalog = SuiteSummary.metrics(among: catalog, for: description)
    self.description = description
  }

  /// Reads the runs of the suite's stages from the store, and computes the values that the suite's report shows.
  ///
  /// Runs without a stage are left out.
  ///
  /// - Parameter needs: the data of each run that the output shows in addition to metric values.
  /// - Throws: if the store cannot be read, or the suite is contradictory.
  package func summary(needs: RunNeeds) throws -> SuiteSummary {
    let filter = RunFilter(suite: description.id)
    let records = try store.runs(filter).filter { $0.stage != nil }
    let runs = try runs(records, needs)
    do throws(SuiteError) {
      return try SuiteSummary(description, runs: runs, catalog: catalog)
    } catch {
      throw error.complaint(in: "suite “\(description.id)”")
    }
  }

  /// The runs of each stage by its id; iterations of a benchmark are one run if the tool defines it so.
  private func runs(
    _ records: [RunRecord], _ needs: RunNeeds
  ) throws -> [String: [RunSummary]] {
    let known = Set(self.catalog.map(\.id))
    let others = needs.causes ? Explanation.metrics.filter { !known.contains($0.id) } : []
    let catalog = self.catalog + others
    var values = RunValues(
      of: store, settings: settings, needs: needs, catalog: catalog, pooling: tool?.pooling)
    var runs: [String: [RunSummary]] = [:]
    guard tool?.pooling == nil else {
      try values.prepareFrames(of: [records])
      for (stage, records) in Dictionary(grouping: records, by: { $0.stage ?? "" }) {
        runs[stage] = try values.summaries(of: records)
      }
      return runs
    }
    for (record, summary) in zip(records, try values.summaries(of: records)) {
      runs[record.stage ?? "", default: []].append(summary)
    }
    return runs
  }

  /// The description of a suite; for a suite without one, its stages in the store.
  ///
  /// - Throws: if the store cannot be read, or has neither a description nor a run of the suite.
  static func description(of id: String, in store: RunStore) throws -> SuiteDescription {
    let described = try store.suite(id)
    if let described { return described }
    let records = try store.runs(RunFilter(suite: id))
    guard !records.isEmpty else {
      let known = Set(try store.suites().map(\.id) + store.runs().compactMap(\.suite))
      throw Failure.unknownSuite(id, store: store.path, known: known.sorted())
    }
    var suite = SuiteDescription(id: id)
    var known: Set<String> = []
    for case let stage? in records.map(\.stage) where known.insert(stage).inserted {
      suite.stages.append(SuiteDescription.Stage(id: stage, title: stage))
    }
    suite.metrics = try rows(of: records, in: store)
    return suite
  }

  /// The rows of a suite without a description: those of its runs, if they have none of the default rows.
  ///
  /// Results of benchmarks have no frame rate, for example.
  private static func rows(
    of records: [RunRecord], in store: RunStore
  ) throws -> [String] {
    let kept = try store.metricTable(of: records.map(\.id))
    func isKnown(_ id: String) -> Bool { kept.values(of: id).contains { $0?.value.value != nil } }
    guard !ThesisConventions.rows.contains(where: isKnown) else { return [] }
    let brought = records.flatMap { $0.description.knownMeasures.map(\.name) }
    return (Metric.all.map(\.id) + brought).distinct.filter(isKnown)
  }
}

extension ParameterSettings {
  /// Returns the metric parameters that a suite declares, such as the refresh rate; the default parameters if there is
  /// no suite.
  package static func declared(
    by suite: SuiteDescription?
  ) throws -> ParameterSettings {
    guard let suite else { return ParameterSettings() }
    do throws(ParameterError) {
      return try ParameterSettings(suite.parameters)
    } catch {
      throw error.complaint(at: "suite “\(suite.id)”")
    }
  }

  /// The parameters that each suite declares, by the suite's id.
  static func declared(
    byEach suites: [SuiteDescription]
  ) throws -> [String: ParameterSettings] {
    var settings: [String: ParameterSettings] = [:]
    for suite in suites { settings[suite.id] = try declared(by: suite) }
    return settings
  }
}

extension ParameterSettings {
  /// Returns parameters with which Hitchmark's metrics count the same frames as the tool that the option `--as` names.
  ///
  /// Parameters that are set here, such as the frames to count, take precedence over those of the tool.
  package func over(_ tool: ForeignTool?) -> ParameterSettings {
    guard let tool else { return self }
    var settings = ParameterSettings()
    settings.frames = tool.frames
    return settings.overridden(by: self)
  }
}

extension Metric {
  /// The metrics that a command computes: Hitchmark's own, those of the tool in option `--as`, and those of other tools
  /// that are requested by id.
  package static func catalog(of tool: ForeignTool?, naming ids: [Metric.ID]) -> [Metric] {
    let figures = tool?.figures ?? []
    let own = Set(figures.map(\.id))
    let foreign = Metric.foreign.filter { ids.contains($0.id) && !own.contains($0.id) }
    return Metric.all.filter { !own.contains($0.id) } + figures + foreign
  }
}
