internal import Analysis
internal import Recordings
internal import RunStore

/// A segment of a run in a trend, with its values.
struct TrendSegment {
  /// The index of the run among the runs of the trend.
  let run: Int
  /// The name of the segment.
  let name: String
  /// The values by metric.
  let values: [Metric.ID: StoredMetric]

  /// The segments of the runs that measured a commit of the history, in the order of the runs.
  ///
  /// The values have the parameters that the suites set now. O(frames) of these runs.
  static func all(
    of runs: RunHistory, in store: RunStore, _ metrics: [Metric], along history: CommitHistory
  ) throws(Failure) -> [TrendSegment] {
    let positions = runs.commits.map(history.position)
    let indices = runs.runs.indices.filter { index in
      runs.runs[index].commit.flatMap { positions[$0] }.map { $0 >= history.start } ?? false
    }
    var own = RunFilter()
    own.ids = indices.map { runs.runs[$0].id }
    let filter = own
    let records = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    var values = RunValues(
      of: store, settings: ParameterSettings(), needs: RunValues.Needs(segments: true),
      catalog: metrics)
    var summaries: [RunID: RunSummary] = [:]
    for (record, summary) in zip(records, try values.summaries(of: records)) {
      summaries[record.id] = summary
    }
    return indices.flatMap { index in
      summaries[runs.runs[index].id].map { segments(of: $0, at: index) } ?? []
    }
  }

  private static func segments(of run: RunSummary, at index: Int) -> [TrendSegment] {
    [run].segmentNames.flatMap { name in
      [run].segments(named: name).map { segment in
        let values = StoredValues.of(segment.values, segment.parameters).map { ($0.metric, $0) }
        return TrendSegment(
          run: index, name: name, values: Dictionary(values) { first, _ in first })
      }
    }
  }
}

extension TrendRuns {
  /// The runs followed by segments of them; each place is followed by the places of its segments.
  func adding(_ segments: [TrendSegment]) -> TrendRuns {
    let names = Dictionary(grouping: segments) { runs[$0.run].place }
      .mapValues { segments in
        var seen: Set<String> = []
        return segments.map(\.name).filter { seen.insert($0).inserted }
      }
    var places: [MeasuredPlace] = []
    var wholes: [Int] = []
    var parts: [Int: [String: Int]] = [:]
    for (index, place) in self.places.enumerated() {
      wholes.append(places.count)
      places.append(place)
      for name in names[index] ?? [] {
        parts[index, default: [:]][name] = places.count
        places.append(place.segment(name))
      }
    }
    let whole = runs.map {
      Run(place: wholes[$0.place], commit: $0.commit, session: $0.session)
    }
    return TrendRuns(
      places: places, commits: commits,
      runs: whole
        + segments.map { segment in
          let run = runs[segment.run]
          return Run(
            place: parts[run.place]?[segment.name] ?? wholes[run.place], commit: run.commit,
            session: run.session)
        })
  }
}

extension TrendRuns.MeasuredPlace {
  /// A segment of the place's runs.
  fileprivate func segment(_ name: String) -> TrendRuns.MeasuredPlace {
    TrendRuns.MeasuredPlace(
      Place(suite: place.suite, stage: place.stage, segment: name), environment: environment)
  }
}
