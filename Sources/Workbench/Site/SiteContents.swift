package import Analysis
internal import Recordings
package import RunStore

/// The contents of an HTML site of reports: the suites (experiments) of a store, with the runs of each stage (program
/// version).
package struct SiteContents {
  /// A suite and its runs.
  struct Suite {
    let description: SuiteDescription
    let settings: ParameterSettings
    /// By the id of the stage, in the order of the store.
    let runs: [String: [RunRecord]]
  }

  let suites: [Suite]

  /// Finds the suites (experiments) of a store for a site of reports, with the runs of each stage (program version).
  ///
  /// - Parameters:
  ///   - only: the suite to show; `nil` for all suites that have runs, and for runs without a suite.
  ///   - overrides: parameters that override those of the suites.
  /// - Throws: if the store cannot be read or lacks the suite; without a suite, also if the store has no runs.
  package init(of store: RunStore, only: String?, overrides: ParameterSettings) throws(Failure) {
    var filter = RunFilter()
    filter.suite = only
    let records = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    let recordsOfSuite = Dictionary(grouping: records, by: \.suite)
    var known: Set<String?> = []
    var ids = records.map(\.suite).filter { known.insert($0).inserted }
    // Runs without a suite come last.
    ids = ids.filter { $0 != nil } + ids.filter { $0 == nil }
    if let only, !ids.contains(only) { ids.append(only) }
    if ids.isEmpty { throw .noRuns(filter, in: store) }
    var suites: [Suite] = []
    for id in ids {
      let own = recordsOfSuite[id] ?? []
      var description =
        try id.map { (id) throws(Failure) in
          try StoredSuite.description(of: id, in: store)
        } ?? SuiteDescription(id: "runs", title: "Runs without a suite")
      description.addStages(of: own)
      suites.append(
        Suite(
          description: description,
          settings: try ParameterSettings.declared(by: description).overridden(by: overrides),
          runs: Dictionary(grouping: own) { $0.stage ?? SuiteDescription.noStage }))
    }
    self.suites = suites
  }
}

extension SuiteDescription {
  /// The stage under which runs without a stage are shown.
  fileprivate static let noStage = "none"

  /// Adds stages of runs that the suite does not list.
  fileprivate mutating func addStages(of records: [RunRecord]) {
    var known = Set(stages.map(\.id))
    for record in records {
      let id = record.stage ?? Self.noStage
      guard known.insert(id).inserted else { continue }
      let title = record.stage == nil ? "Runs without a stage" : id
      stages.append(SuiteDescription.Stage(id: id, title: title))
    }
  }
}
