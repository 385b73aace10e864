internal import Analysis
internal import Decoding
internal import Histories
internal import Recordings
internal import RunStore
internal import Units

/// Options of an import, such as the suite and the device, which override what the imported histories contain.
package struct ImportOverrides: Sendable {
  let suite: String?
  let stage: String?
  let device: String?
  let labels: [String: String]
  /// The commit for histories that name none, with Git's metadata; `nil` if none was given or Git is missing.
  let commit: Commit?

  package init(
    suite: String?, stage: String?, device: String?, labels: [String: String], commit: Commit?
  ) {
    self.suite = suite
    self.stage = stage
    self.device = device
    self.labels = labels
    self.commit = commit
  }
}

/// Converts the points of a history to runs.
struct ImportedRuns {
  private let history: History
  private let overrides: ImportOverrides
  /// Whether several suites are merged into one, so that stages need the names of suites.
  private let mergesSuites: Bool
  /// The values with which the tool does not lead.
  private let besides: Set<String>

  init(_ history: History, overrides: ImportOverrides) {
    self.history = history
    self.overrides = overrides
    besides = HistoryFormat.named(history.format)?.besides ?? []
    mergesSuites = overrides.suite != nil && Set(history.points.map(\.suite)).count > 1
  }

  func draft(of point: HistoryPoint) -> RunDraft {
    let recording = Recording(
      origin: .init(source: history.path, format: history.format, dialect: history.dialect),
      timeline: .withheld(
        because: "the run was imported from a history, which has no frames"),
      description: description(of: point))
    return RunDraft(
      suite: overrides.suite ?? point.suite ?? history.format, stage: stage(of: point),
      name: point.name, digest: point.digest, recording: recording,
      metrics: values(of: recording, point), revision: revision(of: point))
  }

  /// The ids of the metrics of a point with which its tool leads, including those without a value.
  func metrics(of point: HistoryPoint) -> [Metric.ID] {
    point.description.scalars.filter { !besides.contains($0.name) }.map(id)
      + point.missing.keys.sorted().map(missingID)
  }

  private func stage(of point: HistoryPoint) -> String {
    if let stage = overrides.stage { return stage }
    guard mergesSuites, let suite = point.suite else { return point.stage }
    return "\(suite): \(point.stage)"
  }

  private func revision(of point: HistoryPoint) -> Revision? {
    if let commit = overrides.commit, point.commit?.id == commit.id { return commit.revision }
    guard let commit = point.commit else { return nil }
    var revision = Revision()
    revision.authorDate = commit.isAuthorDate ? commit.date?.text : nil
    revision.subject = commit.subject
    revision.branch = commit.branch
    return revision
  }

  // MARK: - Values

  private func description(of point: HistoryPoint) -> RunDescription {
    var description = point.description
    description.device.name = overrides.device ?? description.device.name
    description.labels.merge(overrides.labels) { $1 }
    let scalars = description.scalars
    description.scalars = []
    for scalar in scalars {
      if catalogd(scalar) != nil {
        description.reported[scalar.name] = scalar.value
      } else {
        description.scalars.append(
          Scalar(
            name: id(of: scalar), value: scalar.value, unit: scalar.unit,
            lowerIsBetter: scalar.lowerIsBetter))
      }
    }
    return description
  }

  /// The metric of the catalog for a scalar: it has the same name and unit, or no unit and an unambiguous name.
  private func catalogd(_ scalar: Scalar) -> Metric? {
    Self.catalog[scalar.name].flatMap { metric in
      let isMeant = scalar.unit == .count && scalar.name.contains(".")
      return metric.unit == scalar.unit || isMeant ? metric : nil
    }
  }

  /// The metric id of a scalar: its name, unless a different metric has that name.
  private func id(of scalar: Scalar) -> Metric.ID {
    catalogd(scalar)?.id ?? Self.free(scalar.name)
  }

  private func missingID(_ name: String) -> Metric.ID {
    name.contains(".") ? name : Self.free(name)
  }

  private static func free(_ name: String) -> String {
    catalog[name] == nil ? name : "history.\(name)"
  }

  private static let catalog = Dictionary(
    Metric.all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  private func values(of recording: Recording, _ point: HistoryPoint) -> [StoredMetric] {
    let reported = recording.description.reported.keys.sorted()
    let figures = RunFigures(recording, settings: ParameterSettings())
    let values = figures.values(of: reported.compactMap { Self.catalog[$0] })
    return StoredValues.of(values, figures.parameters)
      + point.missing.sorted { $0.key < $1.key }.map { name, reason in
        StoredMetric(
          metric: missingID(name), revision: 1, parameters: "", value: .withheld(because: reason))
      }
  }
}

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
  func put(with writer: inout RunWriter) throws {
    guard let store = writer.store else { return }
    for name in names.words {
      let kept = try store.suite(name)
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
