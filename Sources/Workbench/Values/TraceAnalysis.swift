package import Analysis
internal import Decoding
internal import Histories
internal import Parallel
internal import Recordings
package import Reports
package import RunFolders
internal import System
package import TraceReaders

/// The analyzed runs of one trace file or run folder that was read directly, without a store.
package struct AnalyzedFile: Sendable {
  /// The analyzed runs, in the order of the trace file; empty if the file is no trace.
  package let runs: [AnalyzedRun]
  /// The reasons why the analysis left out files that it found in folders.
  package let skipped: [any Error]
}

/// Reads trace files and computes the metrics of their runs, without a store.
package struct TraceAnalysis: Sendable {
  private let plan: TracePlan
  /// The names of the runs, by path.
  private let titles: [String: String]
  /// The required format of files; recognized if `nil`.
  private let format: TraceFormat?
  /// The process and swap chain of a file: part of its name, or `all`; `nil` for the first.
  private let stream: String?
  /// The kind of stream to take of each file, among those that `stream` selects; `nil` for the likeliest.
  private var kind: String?
  private let settings: ParameterSettings
  /// The metrics to compute, in addition to the runs' own measures.
  private let catalog: [Metric]
  /// How the iterations of a benchmark are pooled; `nil` if they are not.
  private let pooling: IterationPooling?
  /// Whether each iteration of each benchmark is a run; otherwise a file without `stream` is one run.
  private let takesIterations: Bool
  private let needs: RunNeeds

  package init(
    plan: TracePlan, format: TraceFormat?, stream: String?, settings: ParameterSettings,
    catalog: [Metric] = Metric.all, pooling: IterationPooling? = nil,
    takesIterations: Bool = false, needs: RunNeeds = RunNeeds()
  ) {
    self.plan = plan
    titles = plan.distinctTitles
    self.format = format
    self.stream = stream
    self.settings = settings
    self.catalog = catalog
    self.pooling = pooling
    self.takesIterations = takesIterations
    self.needs = needs
  }

  /// A copy of the analysis that takes streams of one kind.
  func taking(kind: String) -> TraceAnalysis {
    var copy = self
    copy.kind = kind
    return copy
  }

  /// Analyzes the planned runs on all cores, and passes each to the caller's function in their order.
  ///
  /// The caller decides whether a failure ends the work: it does if `take` throws.
  package func forEachRun(
    _ take: (PlannedRun, Result<AnalyzedFile, any Error>) throws -> Void
  ) throws {
    let pipeline = OrderedPipeline(plan.runs, jobs: Platform.processorCount) { planned in
      Result { try analyze(planned) }
    }
    try pipeline.run { index, file in try take(plan.runs[index], file) }
  }

  /// Reads the files of one run and computes its metrics; a file with several processes or swap chains can give several
  /// runs.
  ///
  /// A file that is no trace is an error only if the user named it.
  package func analyze(_ planned: PlannedRun) throws -> AnalyzedFile {
    do {
      let reading = try HistoryFormat.explaining { () throws(TraceError) in
        try TraceReader.read(planned, as: format, stream: isWanted)
      }
      return AnalyzedFile(
        runs: try runs(of: reading, planned), skipped: reading.skipped)
    } catch let error as TraceError where error.isNoTrace && !planned.isNamed {
      return AnalyzedFile(runs: [], skipped: [error])
    }
  }

  /// Computes the metrics of the first run of a planned run; `nil` if it has none.
  ///
  /// - Throws: also if the files are no traces, with the reason.
  func firstSummary(of planned: PlannedRun) throws -> RunSummary? {
    let file = try analyze(planned)
    if file.runs.isEmpty, let reason = file.skipped.first { throw reason }
    return file.runs.first?.summary
  }

  private func runs(
    of reading: RunReading, _ planned: PlannedRun
  ) throws -> [AnalyzedRun] {
    try MeasureNames.check(reading, of: planned)
    if takesIterations {
      try Benchmarks.check(reading.recordings, path: planned.path, stage: planned.stage)
    }
    let suite = plan.suites.first { $0.id == planned.suite }
    let settings = try ParameterSettings.declared(by: suite).overridden(by: self.settings)
    let recordings = pooling.map(reading.recordings.pooled) ?? reading.recordings
    let chosen = try choose(among: recordings, or: reading.recordings, path: planned.path)
    let streams = Streams(recordings, besides: reading.otherStreams)
    return chosen.map { recording in
      let title = titles[planned.path] ?? planned.name
      let name = chosen.count == 1 ? title : recording.origin.stream ?? title
      return AnalyzedRun(
        RunSummary(
          of: recording, name: name, settings: settings, catalog: catalog,
          needs: needs),
        otherStreams: chosen.count == 1 ? streams.other(than: recording) : [])
    }
  }

  /// Pooled iterations can still be selected by their names.
  private func choose(
    among recordings: [Recording], or iterations: [Recording], path: String
  ) throws -> [Recording] {
    let isBenchmark = takesIterations && recordings.first?.origin.iteration != nil
    guard let stream else {
      return isBenchmark ? recordings : Array(ofKind(recordings).prefix(1))
    }
    if stream == "all" { return takesIterations ? firstOfEachKind(recordings) : recordings }
    let chosen = [recordings, iterations].lazy.map { runs in
      runs.filter { $0.origin.stream?.contains(stream) ?? false }
    }.first { !$0.isEmpty }
    guard let chosen else {
      throw Failure.unknownStream(stream, path: path, known: recordings.compactMap(\.origin.stream))
    }
    // The streams of one capture are not independent, so they are one run of a side.
    return takesIterations && !isBenchmark ? Array(ofKind(chosen).prefix(1)) : chosen
  }

  private func isWanted(_ name: String) -> Bool {
    if let kind { return Recording.Origin.kind(ofStream: name) == kind }
    return stream.map { name.contains($0) } ?? false
  }

  private func ofKind(_ recordings: [Recording]) -> [Recording] {
    guard let kind else { return recordings }
    return recordings.filter { $0.streamKind == kind }
  }

  private func firstOfEachKind(_ recordings: [Recording]) -> [Recording] {
    var seen: Set<String?> = []
    return recordings.filter { $0.origin.iteration != nil || seen.insert($0.streamKind).inserted }
  }
}

extension Recording {
  fileprivate var streamKind: String? { origin.stream.map(Recording.Origin.kind) }
}

/// The runs of a file by their streams.
private struct Streams {
  private let all: [(stream: String, frames: Int)]

  init(_ recordings: [Recording], besides others: [(stream: String, frames: Int)]) {
    all =
      others
      + recordings.compactMap { recording in
        recording.origin.stream.map {
          ($0, recording.timeline.value?.placedFrameCount ?? recording.unplacedFrameCount)
        }
      }
  }

  func other(than recording: Recording) -> [(stream: String, frames: Int)] {
    all.filter { $0.stream != recording.origin.stream }
  }
}

extension PlannedRun {
  /// The stage and the name of the run, as outputs print them.
  fileprivate var title: String { stage.map { "\($0)/\(name)" } ?? name }
}

extension TracePlan {
  /// The titles of the plan's runs in outputs, by path.
  ///
  /// Runs with equal titles, such as files of one name in several folders, also get the folders in which their paths
  /// differ. O(runs).
  var distinctTitles: [String: String] {
    var titles: [String: String] = [:]
    for (title, runs) in Dictionary(grouping: runs, by: \.title) {
      let folders = runs.map { $0.path.split(separator: "/").dropLast() }
      let common = folders.dropFirst().reduce(folders[0].count) { common, other in
        min(common, zip(folders[0], other).prefix { $0 == $1 }.count)
      }
      for (run, folders) in zip(runs, folders) {
        let own = runs.count > 1 ? folders.dropFirst(common).map(String.init) : []
        titles[run.path] = (own + [title]).joined(separator: "/")
      }
    }
    return titles
  }
}
