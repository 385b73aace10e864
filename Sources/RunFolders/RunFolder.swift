public import Decoding
internal import Recordings
internal import System
public import TraceReaders
internal import Units

extension TraceReader {
  /// Reads the recordings of a run from its trace file, or from all files in its folder.
  ///
  /// The files of a run folder become one recording, or one per repetition of a benchmark. Its frames are those of one
  /// stream of the trace with the most frames. Counters and markers come from all files, native tables first, so that metrics prefer
  /// them to the trace's own sensors. `run.json` overrides the trace's header.
  ///
  /// - Parameters:
  ///   - run: from `TraceDiscovery.plan`.
  ///   - format: the required format of a file. Files of a folder are always recognized by their content.
  ///   - isWanted: whether the recording of a folder should have the frames of a stream; without such a stream, it has
  ///     the one that `run.json` names, or else the likeliest one.
  public static func read(
    _ run: PlannedRun, as format: TraceFormat? = nil,
    stream isWanted: @escaping (_ name: String) -> Bool = { _ in false }
  ) throws(TraceError) -> RunReading {
    switch run.place {
    case .file(let path):
      let file = try read(path, as: format, orPipe: run.isNamed)
      let recordings = file.recordings.map { recording in
        var described = recording
        described.description.measures = run.measures
        return described.cut(to: run.cut)
      }
      return RunReading(
        recordings: recordings, digest: file.digest, byteCount: file.byteCount, skipped: [],
        otherStreams: [])
    case .folder(let path):
      var folder = RunFolder(
        path: path, measures: run.measures, cut: run.cut, isWanted: isWanted)
      return try folder.read()
    }
  }
}

/// The files of one run folder, and how they become recordings.
private struct RunFolder {
  private let path: String
  private let measures: [OwnMeasure]
  private let isWanted: (String) -> Bool
  private let cut: TimeCut?
  private var files: [TraceFile] = []
  private var skipped: [TraceError] = []
  private var description: (run: RunFile, digest: String)?

  init(
    path: String, measures: [OwnMeasure], cut: TimeCut?, isWanted: @escaping (String) -> Bool
  ) {
    self.path = path
    self.isWanted = isWanted
    self.measures = measures
    self.cut = cut
  }

  mutating func read() throws(TraceError) -> RunReading {
    try readDescription()
    let entries = try traceEntries(of: path)
    skipped += entries.skipped
    for name in entries.names where Platform.kind(of: "\(path)/\(name)") == .file {
      try readFile("\(path)/\(name)")
    }
    guard let digest else { throw .noTraces(path: path) }
    let frames = fileWithFrames
    let others = frames.map { frames in files.filter { $0.path != frames.path } } ?? files
    return RunReading(
      recordings: recordings(frames: frames, others: others), digest: digest,
      byteCount: files.reduce(0) { $0 + $1.byteCount }, skipped: skipped + unusedFrames(in: others),
      otherStreams: frames.map(otherStreams) ?? [])
  }

  private func stream(of file: TraceFile) -> TraceRun? {
    let named = description?.run.stream
    return file.runs.first { $0.recording.origin.stream.map(isWanted) ?? false }
      ?? named.flatMap { name in
        file.runs.first { $0.recording.origin.stream?.contains(name) ?? false }
      } ?? file.runs.first
  }

  private func otherStreams(of file: TraceFile) -> [(stream: String, frames: Int)] {
    let own = stream(of: file)?.recording.origin.stream
    return file.runs.compactMap { run in
      run.recording.origin.stream.flatMap { $0 == own ? nil : ($0, max(run.frameCount, 0)) }
    }
  }

  private mutating func readDescription() throws(TraceError) {
    let file = "\(path)/run.json"
    guard Platform.kind(of: file) != .nothing else { return }
    let (bytes, digest) = try smallFile(file)
    do {
      description = (try RunFile(bytes, measures: measures), digest)
    } catch {
      throw .description(path: file, at: error.place(in: bytes), error)
    }
  }

  private mutating func readFile(_ path: String) throws(TraceError) {
    do {
      files.append(try TraceReader.read(path, orPipe: false))
    } catch  where error.isNoTrace {
      skipped.append(error)
    }
  }

  // MARK: - Parts

  /// The file of the run with the most frames, the first one of several; `nil` if no file has a timeline.
  private var fileWithFrames: TraceFile? {
    let counts = files.map { $0.recordings.first?.timeline.value?.placedFrameCount ?? -1 }
    guard let most = counts.max(), most >= 0 else { return nil }
    return counts.firstIndex(of: most).map { files[$0] }
  }

  private func unusedFrames(in others: [TraceFile]) -> [TraceError] {
    others.filter { $0.recordings.contains { $0.timeline.value != nil } }
      .map { .refused(path: $0.path, .secondTimeline) }
  }

  /// The hash that identifies the run; `nil` if the folder has neither traces nor `run.json`.
  private var digest: String? {
    switch files.count {
    case 0: return description?.digest
    case 1: return files[0].digest
    default:
      let hash = StreamDigest()
      for file in files {
        let name = file.path.split(separator: "/").last ?? ""
        Array("\(name)\n\(file.digest)\n".utf8).withUnsafeBytes { hash.update($0) }
      }
      return hash.text
    }
  }

  // MARK: - Recording

  /// The recording of the run; one per iteration if no file has a timeline and a file has iterations of a benchmark.
  private func recordings(frames: TraceFile?, others: [TraceFile]) -> [Recording] {
    let results = others.first { $0.runs.count > 1 && $0.runs[0].recording.origin.iteration != nil }
    guard frames == nil, let results else { return [recording(frames: frames, others: others)] }
    let besides = others.filter { $0.path != results.path }
    return results.runs.map { recording(frames: nil, others: [results.with($0)] + besides) }
  }

  private func recording(frames: TraceFile?, others: [TraceFile]) -> Recording {
    let chosen = frames.flatMap(stream)
    let main = chosen?.recording
    // Times are below 2^62, so that differences do not overflow.
    let clockReading = min(
      (chosen?.clockOrigin ?? 0) + (description?.run.clockStart ?? 0), .max >> 1)
    let moved = others.compactMap { file in
      file.runs.first.map { $0.beside(main?.timeline.value, movedBy: clockReading) }
    }
    let native = moved.filter(isNative)
    let foreign = moved.filter { !isNative($0) }
    let parts = native + [main].compactMap { $0 } + foreign
    var recording = Recording(
      origin: origin(of: main ?? moved.first),
      timeline: main?.timeline ?? reasonForNoFrames(foreign + native))
    recording.counters = parts.flatMap(\.counters)
    let marked = parts.filter(isNative).flatMap(\.markers) + (description?.run.activity ?? [])
    recording.markers = parts.filter { !isNative($0) }.flatMap(\.markers)
      .narrowed(to: marked, in: main?.timeline.value)
    recording.issues = parts.flatMap(\.issues)
    recording.description = description?.run.description ?? RunDescription()
    recording.description.measures = measures
    for part in [main].compactMap({ $0 }) + moved {
      recording.description.fillIn(from: part.description)
    }
    return recording.cut(to: cut ?? description?.run.cut)
  }

  private func isNative(_ recording: Recording) -> Bool {
    recording.origin.format == TraceFormat.native.id
  }

  private func origin(of recording: Recording?) -> Recording.Origin {
    var origin =
      recording?.origin ?? .init(source: path, format: "run.json", dialect: "reported")
    origin.source = path
    return origin
  }

  private func reasonForNoFrames(_ recordings: [Recording]) -> Known<FrameTimeline> {
    recordings.first?.timeline
      ?? .withheld(because: "the run has no trace, only what run.json reports")
  }
}

extension TraceRun {
  /// The samples and markers that this file contributes to a run whose frames are in another file.
  ///
  /// - Parameters:
  ///   - timeline: the frames of the run; `nil` if it has none.
  ///   - origin: the reading of this file's clock at present 0 of the run.
  /// - Returns: the samples and markers on the clock of the run.
  fileprivate func beside(
    _ timeline: FrameTimeline?, movedBy origin: Nanoseconds
  ) -> Recording {
    var part = recording
    let distance = distance(to: origin)
    part.counters = part.counters.compactMap { $0.moved(by: distance ?? 0) }
    part.markers = part.markers.map { $0.moved(by: distance ?? 0) }
    guard let end = timeline?.presents.last else { return part }
    if distance == nil { part.issues.append(ImportIssue(.assumedStart)) }
    part.noteSamplesOutside(end: end)
    return part
  }

  /// The time at which this file's times have to be 0; `nil` if the file has dates and the frames have another clock.
  private func distance(to origin: Nanoseconds) -> Nanoseconds? {
    // If this file has presents, its times are relative to its own first present and are not moved.
    if recording.timeline.value != nil { return 0 }
    guard let start = clockOrigin else { return origin }
    return origin.isDate && start.isDate ? origin - start : nil
  }
}

extension Recording {
  fileprivate mutating func noteSamplesOutside(end: Nanoseconds) {
    let outside = counters.filter { counter in
      guard case .times(let times) = counter.samples.clock else { return false }
      return !times.contains { $0 >= 0 && $0 <= end }
    }
    guard let first = outside.first else { return }
    issues.append(
      ImportIssue(.samplesOutside, found: shortened(first.name), count: outside.count))
  }
}
