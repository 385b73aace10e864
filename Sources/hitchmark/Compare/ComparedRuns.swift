internal import Analysis
internal import Recordings
internal import Reports
internal import RunStore
internal import TraceReaders

/// Gathers the runs of both sides of a comparison, and what noise may be borrowed from.
struct ComparedRuns {
  private let settings: ParameterSettings
  private let store: RunStore?
  private let records: [RunRecord]
  private var summaries: [RunID: RunSummary] = [:]

  init(settings: ParameterSettings, store: RunStore?, records: [RunRecord]) {
    self.settings = settings
    self.store = store
    self.records = records
  }

  // MARK: - Comparing

  /// Compares two sides: once where they are one stage each, else stage by stage, worst first.
  mutating func compare(
    _ candidate: SideReference, named candidateName: String, against reference: SideReference,
    named referenceName: String, metrics: [Metric.ID]
  ) throws(Failure) -> [Comparison] {
    var comparisons: [Comparison] = []
    for pair in try pairs(candidate, reference) {
      let context = try context(of: pair)
      let sides = (
        ComparedSide(name: candidateName, runs: pair.candidate),
        ComparedSide(name: referenceName, runs: pair.reference)
      )
      let all = try self.metrics(metrics, of: pair)
      comparisons.append(
        Comparison(
          title: pair.title, sides.0, against: sides.1, metrics: all, context: context))
    }
    Comparison.adjust(&comparisons)
    // Equal ones stay in the order of the stages.
    return comparisons.enumerated().sorted { left, right in
      let (worse, better) = (left.element.severity, right.element.severity)
      return worse == better ? left.offset < right.offset : worse > better
    }.map(\.element)
  }

  private struct Pair {
    var title = ""
    let candidate: [RunSummary]
    let reference: [RunSummary]
    var records: [RunRecord] = []
  }

  private struct Place: Hashable {
    let suite: String?
    let stage: String?

    init(of record: RunRecord) {
      suite = record.suite
      stage = record.stage
    }

    var title: String { [suite, stage].compactMap { $0 }.joined(separator: "/") }
  }

  private mutating func pairs(
    _ candidate: SideReference, _ reference: SideReference
  ) throws(Failure) -> [Pair] {
    if candidate.isOneStage, reference.isOneStage {
      let sides = (try self.runs(of: candidate), try self.runs(of: reference))
      return [
        Pair(
          candidate: sides.0.runs, reference: sides.1.runs,
          records: sides.0.records + sides.1.records)
      ]
    }
    var pairs: [Pair] = []
    for place in places(candidate, reference) {
      let sides = (
        records.filter { candidate.includes($0) && place == Place(of: $0) },
        records.filter { reference.includes($0) && place == Place(of: $0) }
      )
      pairs.append(
        Pair(
          title: place.title, candidate: try summaries(of: sides.0),
          reference: try summaries(of: sides.1), records: sides.0 + sides.1))
    }
    guard !pairs.isEmpty else { throw .nothingInCommon }
    return pairs
  }

  /// The stages that both sides have runs of, in the order of the store.
  private func places(_ candidate: SideReference, _ reference: SideReference) -> [Place] {
    let after = Set(records.filter(candidate.includes).map { Place(of: $0) })
    var places: [Place] = []
    for record in records where reference.includes(record) {
      let place = Place(of: record)
      if after.contains(place), !places.contains(place) { places.append(place) }
    }
    return places
  }

  // MARK: - Runs

  private mutating func runs(
    of side: SideReference
  ) throws(Failure) -> (runs: [RunSummary], records: [RunRecord]) {
    if case .traces(let path) = side { return (try read(path), []) }
    let records = self.records.filter(side.includes)
    return (try summaries(of: records), records)
  }

  private func read(_ path: String) throws(Failure) -> [RunSummary] {
    let plan = try Attempt.reading { () throws(TraceError) in try TraceDiscovery.plan([path]) }
    let analysis = TraceAnalysis(plan: plan, format: nil, stream: nil, settings: settings)
    var runs: [RunSummary] = []
    for planned in plan.runs {
      do throws(Failure) {
        runs += try analysis.analyse(planned).map(\.summary)
      } catch .trace(let error) where error.isNoTrace && !planned.isNamed {
        continue
      }
    }
    guard !runs.isEmpty else { throw .nothingToRead(paths: [path]) }
    return runs
  }

  private mutating func summaries(of records: [RunRecord]) throws(Failure) -> [RunSummary] {
    var runs: [RunSummary] = []
    for record in records {
      if let known = summaries[record.id] {
        runs.append(known)
        continue
      }
      guard let store else { continue }
      let (recording, suite) = try Attempt.storing { () throws(StoreError) in
        (
          try store.recording(of: record.id),
          try record.suite.flatMap { (id) throws(StoreError) in try store.suite(id) }
        )
      }
      let settings = try ParameterOptions.settings(of: suite).overridden(by: self.settings)
      let summary = RunSummary(of: recording, name: record.name, settings: settings)
      summaries[record.id] = summary
      runs.append(summary)
    }
    return runs
  }

  // MARK: - Context

  /// The other runs of the suite that both sides belong to.
  private mutating func context(of pair: Pair) throws(Failure) -> ComparisonContext {
    let suites = Set(pair.records.map(\.suite))
    guard suites.count == 1, let suite = suites.first, let suite else { return ComparisonContext() }
    let all = records.filter { $0.suite == suite }
    let compared = Set(pair.records.map(\.id))
    let stages = Set(pair.records.map(\.stage))
    let earlier = all.filter {
      stages.contains($0.stage) && !compared.contains($0.id) && $0.description.session != nil
    }
    return ComparisonContext(
      suite: try groups(of: all) { "\($0.stage ?? "")\n\($0.description.commit ?? "")" },
      history: try groups(of: earlier) { "\($0.stage ?? "")\n\($0.description.session ?? "")" })
  }

  private mutating func groups(
    of records: [RunRecord], by key: (RunRecord) -> String
  ) throws(Failure) -> [[RunSummary]] {
    let grouped = Dictionary(grouping: records, by: key).sorted { $0.key < $1.key }
    var groups: [[RunSummary]] = []
    for (_, records) in grouped { groups.append(try summaries(of: records)) }
    return groups
  }

  // MARK: - Metrics

  /// Those that were asked for; else the rows of the suite's tables, or the thesis' six.
  private func metrics(_ ids: [Metric.ID], of pair: Pair) throws(Failure) -> [Metric] {
    try MetricNames.check(ids, among: pair.candidate + pair.reference)
    var names = ids
    let suite = pair.records.first?.suite
    if names.isEmpty, let store, let suite {
      names = try Attempt.storing { () throws(StoreError) in
        try store.suite(suite)?.metrics ?? []
      }
    }
    if names.isEmpty { names = ThesisConventions.rows }
    let all = (pair.reference + pair.candidate).flatMap { $0.values.map(\.metric) }
    return names.compactMap { name in all.first { $0.id == name } }
  }
}
