package import Analysis
internal import Recordings
package import Reports
package import RunStore

/// Reads the frames of runs at the newest commits of a trend, from which reports draw heat maps of frame times.
package enum TrendFrames {
  /// More rows would not fit on a screen.
  private static let mostCommits = 30
  private static let mostStages = 4

  /// Reads one run of each of the newest commits, for up to four stages (program versions) of a trend.
  ///
  /// Only commits with a run that has frames count, and of each stage only the newest 30 of them.
  ///
  /// - Parameter filter: the filter of the trend's runs.
  package static func stages(
    of trend: Trend, in store: RunStore, filter: RunFilter
  ) throws(Failure) -> [TrendReport.Frames] {
    var titles: Set<String> = []
    let stages = trend.series.filter { $0.segment == nil && titles.insert($0.title).inserted }
      .prefix(mostStages)
    var values = RunValues(
      of: store, settings: ParameterSettings(), needs: RunValues.Needs(profile: true))
    return try stages.map { (stage) throws(Failure) in
      let newest = try newest(of: stage, along: trend.history, in: store, filter)
      let runs = try values.summaries(of: newest.map(\.record))
      return TrendReport.Frames(
        stage: stage.title, runs: Array(zip(newest.map(\.commit), runs)))
    }
  }

  /// One run of each of the newest commits, in the order of the history.
  ///
  /// Of several runs of a commit, the first by name is taken: the order of ingestion does not matter.
  private static func newest(
    of stage: TrendSeries, along history: CommitHistory, in store: RunStore, _ filter: RunFilter
  ) throws(Failure) -> [(commit: String, record: RunRecord)] {
    var own = filter
    (own.suite, own.stage) = (stage.suite, stage.stage)
    let filter = own
    let records = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    var runs: [Int: RunRecord] = [:]
    for record in records
    where record.frames.value != nil && record.suite == stage.suite && record.stage == stage.stage {
      guard let position = record.description.commit.flatMap(history.position(of:)),
        position >= history.start
      else { continue }
      let isFirst = runs[position].map { ($0.name, $0.digest) > (record.name, record.digest) }
      if isFirst ?? true { runs[position] = record }
    }
    return runs.sorted { $0.key < $1.key }.suffix(mostCommits).map {
      (history.commits[$0.key], $0.value)
    }
  }
}
