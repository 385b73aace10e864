internal import Recordings

/// Puts runs in their places, and leaves out what has none.
struct TrendGathering {
  /// What is measured alike.
  private struct Place: Hashable {
    let title: String
    let environment: TrendEnvironment
  }

  /// The runs of a place.
  private struct Content {
    /// From the first to the last commit measured.
    var span: ClosedRange<Int>
    var observations: [Metric.ID: [TrendObservation]] = [:]
    var reasons: [Metric.ID: String] = [:]
    var circumstances = Circumstances()

    func has(_ metric: Metric.ID) -> Bool {
      observations[metric] != nil || reasons[metric] != nil
    }

    /// Notes why a run has no value; of several reasons the least, in whatever order they come.
    mutating func note(_ reason: String, for metric: Metric.ID) {
      reasons[metric] = min(reasons[metric] ?? reason, reason)
    }
  }

  private let history: CommitHistory
  private let metrics: [Metric]
  private let revisions: [Metric.ID: Int]
  private var titles: [String] = []
  private var contents: [Place: Content] = [:]
  private(set) var omissions: [TrendOmission: Int] = [:]

  init(history: CommitHistory, metrics: [Metric]) {
    self.history = history
    self.metrics = metrics
    revisions = Dictionary(metrics.map { ($0.id, $0.revision) }) { first, _ in first }
  }

  // MARK: - Placing

  mutating func place(_ run: TrendRun) {
    guard let commit = run.commit else { return omit(.noCommit) }
    guard let position = history.position(of: commit) else { return omit(.otherHistory, commit) }
    guard position >= history.start else {
      return omit(.beforeStart, history.commits[position])
    }
    let place = Place(title: run.title, environment: run.environment)
    if titles.last != run.title, !titles.contains(run.title) { titles.append(run.title) }
    var content = contents.removeValue(forKey: place) ?? Content(span: position...position)
    content.span =
      min(content.span.lowerBound, position)...max(content.span.upperBound, position)
    content.circumstances.note(run.circumstances, at: position)
    for value in run.values { add(value, of: run, at: position, to: &content) }
    contents[place] = content
  }

  private mutating func add(
    _ value: TrendRun.Value, of run: TrendRun, at position: Int, to content: inout Content
  ) {
    switch value.value {
    case .known(let number):
      guard revisions[value.metric] == value.revision else {
        content.note("kept values come from an earlier formula", for: value.metric)
        return omit(.earlierRevision, value.metric)
      }
      content.observations[value.metric, default: []].append(
        TrendObservation(
          commit: position, session: run.session, value: number, parameters: value.parameters))
    case .withheld(let reason):
      content.note(reason, for: value.metric)
    }
  }

  private mutating func omit(
    _ reason: TrendOmission.Reason, _ subject: String = "", count: Int = 1
  ) {
    omissions[TrendOmission(reason: reason, subject: subject), default: 0] += count
  }

  // MARK: - Series

  /// The series that there are, not judged yet.
  mutating func drafts() -> [TrendDraft] {
    var drafts: [TrendDraft] = []
    let breaks = Dictionary(grouping: breaks, by: \.title)
    for title in titles {
      let environments = environments(of: title)
      for environment in environments {
        guard let content = contents[Place(title: title, environment: environment)] else {
          continue
        }
        for metric in metrics where content.has(metric.id) {
          let observations = used(of: content.observations[metric.id] ?? [], metric.id)
          drafts.append(
            TrendDraft(
              title: title, metric: metric, environment: environment,
              name: environment.title(among: environments),
              observations: observations, points: TrendPoint.points(of: observations),
              circumstances: content.circumstances, breaks: breaks[title] ?? [],
              reason: content.reasons[metric.id]))
        }
      }
    }
    return drafts
  }

  /// Those made with the parameters of the newest commit.
  private mutating func used(
    of observations: [TrendObservation], _ metric: Metric.ID
  ) -> [TrendObservation] {
    let parameters = TrendObservation.newestParameters(of: observations)
    let used = observations.filter { $0.parameters == parameters }
    if used.count < observations.count {
      omit(.otherParameters, metric, count: observations.count - used.count)
    }
    return used
  }

  /// The environments of a stage, by their first commit.
  private func environments(of title: String) -> [TrendEnvironment] {
    contents.filter { $0.key.title == title }.sorted { left, right in
      (left.value.span.lowerBound, left.key.environment.key)
        < (right.value.span.lowerBound, right.key.environment.key)
    }.map(\.key.environment)
  }

  /// Where one environment ended before the next began; those side by side are no break.
  var breaks: [TrendBreak] {
    titles.flatMap { title in
      let environments = environments(of: title)
      return zip(environments, environments.dropFirst()).compactMap {
        self.break(in: title, from: $0, to: $1)
      }
    }
  }

  private func `break`(
    in title: String, from before: TrendEnvironment, to after: TrendEnvironment
  ) -> TrendBreak? {
    guard let old = contents[Place(title: title, environment: before)]?.span,
      let new = contents[Place(title: title, environment: after)]?.span,
      old.upperBound <= new.lowerBound
    else { return nil }
    return TrendBreak(
      title: title, commit: new.lowerBound, differences: before.differences(to: after))
  }
}
