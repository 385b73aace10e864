internal import Analysis
internal import Decoding
internal import Histories
internal import Parallel
internal import Recordings
package import RunFolders
internal import RunStore
package import TraceReaders
internal import Units

/// Metadata from the command line of `ingest`, which overrides the metadata in the files of the runs.
package struct RunOverrides: Sendable {
  let suite: String?
  let stage: String?
  let name: String?
  let commit: String?
  let session: String?
  let device: String?
  let labels: [String: String]

  package init(
    suite: String?, stage: String?, name: String?, commit: String?, session: String?,
    device: String?, labels: [String: String]
  ) {
    self.suite = suite
    self.stage = stage
    self.name = name
    self.commit = commit
    self.session = session
    self.device = device
    self.labels = labels
  }

  func apply(to description: inout RunDescription) {
    description.session = session ?? description.session
    description.device.name = device ?? description.device.name
    description.labels.merge(labels) { $1 }
  }
}

/// Reads traces on several threads, and stores them as runs on one thread, in order.
package struct Ingest {
  private let plan: TracePlan
  private let overrides: RunOverrides
  private var writer: RunWriter
  private var pending: [(draft: RunDraft, gap: CommitGap?)] = []
  private var pendingBytes = 0
  /// The reason why Git could not be run, and the number of runs concerned.
  private var unasked: (fault: GitFault, runs: Int)?

  /// The first planned run that is not in the store yet.
  private var firstPending = 0

  /// Runs are written in batches of this many bytes of traces, so that one sync serves many runs.
  private static let batchBytes = 64 << 20
  /// The maximum number of runs per batch, which is what a full disk or a kill can undo.
  private static let batchRuns = 128

  package init(plan: TracePlan, writer: RunWriter, overrides: RunOverrides) {
    self.plan = plan
    self.overrides = overrides
    self.writer = writer
  }

  /// The result of the ingest so far: the numbers of added runs and refused files, and the reasons for skipped files.
  package var outcome: IngestOutcome { writer.outcome }

  /// Reads all runs that the ingest found on disk, and stores them.
  ///
  /// Unreadable files are recorded; a failed write or an invalid description of a suite ends the ingest.
  package mutating func run(
    format: TraceFormat?, jobs: Int, observer: TaskObserver
  ) throws {
    try writer.check()
    observer.progress(.addedRuns(0))
    defer { observer.progress(.finished) }
    for suite in plan.suites { try put(suite) }
    for error in plan.skipped { writer.outcome.refuse(error, observer: observer) }
    let worker = IngestWorker(
      format: format, overrides: overrides,
      settings: try ParameterSettings.declared(byEach: plan.suites),
      commits: try MeasuredCommits(named: overrides.commit, for: plan.runs))
    // While a batch is written, the next one is read.
    let pipeline = OrderedPipeline(plan.runs, jobs: jobs, mostWaiting: Self.batchRuns) {
      worker.read($0)
    }
    let count = plan.runs.count
    try pipeline.run { index, reading in
      observer.progress(.readingRun(index + 1, of: count))
      try take(reading, of: plan.runs[index], commits: worker.commits, observer)
      if pendingBytes >= Self.batchBytes || pending.count >= Self.batchRuns {
        try flush(upTo: index + 1, observer)
      }
    }
    try flush(upTo: count, observer)
    if let unasked { observer.notice(.commitsUnknown(unasked.fault, runs: unasked.runs)) }
  }

  private mutating func put(_ suite: SuiteDescription) throws {
    _ = try ParameterSettings.declared(by: suite)
    try MeasureNames.check(suite, file: plan.suiteFiles[suite.id])
    try LimitChecks.check(suite, file: plan.suiteFiles[suite.id])
    try writer.put(plan.runs.isEmpty ? try completed(suite) : suite)
  }

  /// The description of a suite, completed with stages and metrics that the store has from imported runs, if the file
  /// does not list them.
  private mutating func completed(_ suite: SuiteDescription) throws -> SuiteDescription {
    guard let kept = try writer.description(of: suite.id) else { return suite }
    var suite = suite
    if suite.stages.isEmpty { suite.stages = kept.stages }
    if suite.metrics.isEmpty { suite.metrics = kept.metrics }
    if suite.measures.isEmpty { suite.measures = kept.measures }
    return suite
  }

  private mutating func take(
    _ reading: Result<IngestReading, any Error>, of run: PlannedRun, commits: MeasuredCommits,
    _ observer: TaskObserver
  ) throws {
    switch reading {
    case .success(let reading):
      for error in reading.skipped { writer.outcome.skip(error) }
      writer.outcome.issues += reading.issueCount
      for draft in reading.drafts {
        guard let fault = commits.fault(of: run, described: draft.stated) else {
          continue
        }
        unasked = (unasked?.fault ?? fault, (unasked?.runs ?? 0) + 1)
      }
      pending += reading.drafts.map { draft in
        (draft, draft.revision == nil ? commits.gap(of: run, described: draft.stated) : nil)
      }
      pendingBytes += reading.byteCount
    case .failure(let error as TraceError) where error.isNoTrace && !run.isNamed:
      writer.outcome.skip(error)
    case .failure(let failure):
      writer.outcome.refuse(failure, observer: observer)
    }
  }

  /// Writes the runs that were read, up to a planned run.
  private mutating func flush(upTo end: Int, _ observer: TaskObserver) throws {
    let drafts = pending
    pending = []
    pendingBytes = 0
    do {
      try writer.write(drafts, observer)
    } catch let error as StoreError {
      throw error.complaint(
        afterAdding: writer.outcome.added, without: plan.runs[firstPending...].map(\.path))
    }
    firstPending = end
  }
}

/// The result of reading one planned run.
struct IngestReading: Sendable {
  let drafts: [RunDraft]
  let skipped: [TraceError]
  let byteCount: Int
  let issueCount: Int
}

/// Reads runs and computes their metrics; used by several threads at once.
struct IngestWorker: Sendable {
  let format: TraceFormat?
  let overrides: RunOverrides
  /// The parameters of each suite, by suite id.
  let settings: [String: ParameterSettings]
  let commits: MeasuredCommits

  func read(_ run: PlannedRun) -> Result<IngestReading, any Error> {
    Result {
      let reading = try HistoryFormat.explaining { () throws(TraceError) in
        try TraceReader.read(run, as: format)
      }
      try MeasureNames.check(reading, of: run)
      try Benchmarks.check(
        reading.recordings, path: run.path, stage: overrides.stage ?? run.stage)
      let settings = run.suite.flatMap { self.settings[$0] } ?? ParameterSettings()
      let drafts = reading.recordings.enumerated().map { index, recording in
        draft(of: recording, at: index, in: reading, of: run, settings: settings)
      }
      return IngestReading(
        drafts: drafts, skipped: reading.skipped, byteCount: reading.byteCount,
        issueCount: reading.recordings.reduce(0) { $0 + $1.issues.count })
    }
  }

  private func draft(
    of recording: Recording, at index: Int, in reading: RunReading, of run: PlannedRun,
    settings: ParameterSettings
  ) -> RunDraft {
    var described = recording
    let revision = commits.describe(run, in: &described.description)
    overrides.apply(to: &described.description)
    let stated = stated(of: recording, as: described.description)
    let recording = described.limitedToLateFrames(settings)
    let (suite, iteration) = (overrides.suite ?? run.suite, recording.origin.iteration)
    let stage = overrides.stage ?? run.stage ?? iteration?.benchmark
    let name = overrides.name ?? run.name
    let stream = index == 0 && iteration == nil ? nil : recording.origin.stream
    let place = iteration == nil ? stream.map { "(\($0))" } : recording.origin.nameWithinStage
    let digest = digest(of: recording, at: index, in: reading, placed: [suite, stage, name])
    var (draft, values) = sideBySide {
      RunDraft(
        suite: suite, stage: stage, name: place.map { "\(name) \($0)" } ?? name,
        digest: digest, recording: recording, revision: revision)
    } _: {
      let figures = RunFigures(recording, settings: settings)
      return StoredValues.of(figures.values(), figures.parameters)
    }
    draft.metrics = values
    draft.stated = stated
    return draft
  }

  /// The metadata that the user stated; a checked-out commit is not a statement.
  private func stated(
    of recording: Recording, as described: RunDescription
  ) -> RunDescription {
    var stated = recording.description
    if overrides.commit != nil || stated.commit != nil { stated.commit = described.commit }
    overrides.apply(to: &stated)
    return stated
  }

  /// The digest of a run: of the bytes of its trace and the stream; without a trace also of its place, because two runs
  /// may have equal reported values.
  private func digest(
    of recording: Recording, at index: Int, in reading: RunReading, placed place: [String?]
  ) -> String {
    if index > 0 { return "\(reading.digest)/\(index)" }
    guard recording.isOnlyReported else { return reading.digest }
    return ([reading.digest] + place.map { $0 ?? "" }).joined(separator: "/")
  }
}

extension Recording {
  /// Whether the recording has only reported values.
  fileprivate var isOnlyReported: Bool {
    timeline.value == nil && counters.isEmpty && unplacedSignals.isEmpty
  }
}
