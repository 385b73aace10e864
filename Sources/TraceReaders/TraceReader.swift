// TraceReaders reads trace files into recordings. Each trace format is one folder, named after the format's id, with
// its description, a recognizer for the first bytes of a file, and a reader. The folder `Shared` has the code that
// several formats use. Formats are recognized by content. A bad line of a file is recorded as an issue, and reading
// continues.

public import Decoding
public import Recordings
internal import Units

/// The contents of a trace file: its format, size and hash, and one recording per run.
public struct TraceFile: Sendable {
  /// The path of the trace file as the user gave it, or `-` for standard input.
  public let path: String

  public let format: String

  public let dialect: String

  /// The size of the trace file as stored, in bytes.
  public let byteCount: Int

  /// The XXH3-128 hash of the trace file as stored, in 32 hexadecimal digits.
  public let digest: String

  /// The recordings in the trace file, at least one: one per process and swap chain, or one per repetition of a
  /// benchmark.
  ///
  /// The stream that the user most likely meant comes first; `StreamRole` and `likeliestFirst` say which that is.
  public var recordings: [Recording] { runs.map(\.recording) }

  /// The runs in the trace file, each with the time at which it started on the trace's own clock.
  package let runs: [TraceRun]

  /// A copy of this trace file's contents that contains only one of the runs.
  package func with(_ run: TraceRun) -> TraceFile {
    TraceFile(
      path: path, format: format, dialect: dialect, byteCount: byteCount, digest: digest,
      runs: [run])
  }
}

/// Reads trace files of any format.
///
///     let file = try TraceReader.read("session.csv.gz")
///     print(file.format, file.recordings[0].timeline.value?.frameCount ?? 0)
public enum TraceReader {
  /// Reads a trace file; O(bytes) in time, O(frames and samples) in memory.
  ///
  /// A table with semicolons or tabs is converted in memory, and may have at most 64 MiB.
  ///
  /// - Parameters:
  ///   - path: the path of the file, or `-` for standard input; the data may be compressed with gzip or zstd.
  ///   - format: the required format; `nil` to recognize it by content.
  ///   - orPipe: whether the file may be a pipe, because the user named it.
  /// - Throws: if the file cannot be read, has no known format, or contains no usable data.
  public static func read(
    _ path: String, as format: TraceFormat? = nil, orPipe: Bool = true
  ) throws(TraceError) -> TraceFile {
    var source = try TraceSource(path: path, orPipe: orPipe)
    return try read(&source, as: format)
  }

  /// Reads a trace whose bytes are in memory.
  ///
  /// - Parameters:
  ///   - name: the name of the trace in messages.
  ///   - format: the required format; `nil` to recognize it by content.
  ///   - pace: the sizes of the reader's reads and blocks.
  static func read(
    bytes: [UInt8], name: String, as format: TraceFormat? = nil, pace: ReadingPace = .usual
  ) throws(TraceError) -> TraceFile {
    var source = TraceSource(bytes: bytes, name: name, pace: pace)
    return try read(&source, as: format)
  }

  private static func read(
    _ source: inout TraceSource, as wanted: TraceFormat?
  ) throws(TraceError) -> TraceFile {
    let head = try source.head()
    guard head.firstVisibleByte != nil else {
      throw source.issues.isEmpty ? .empty(path: source.name) : .brokenArchive(path: source.name)
    }
    let (format, dialect, separator) = try recognize(head, as: wanted, path: source.name)
    var runs: [TraceRun]
    if let separator {
      var table = try source.withCommas(for: separator, format: format)
      let head = try table.head()
      runs = try format.read(&table, head, dialect)
    } else {
      runs = try format.read(&source, head, dialect)
    }
    guard !runs.isEmpty else {
      throw .noData(path: source.name, format: format.id, line: nil, firstIssue: nil)
    }
    try source.drain()
    runs = runs.likeliestFirst
    finish(&runs, issues: source.issues)
    return TraceFile(
      path: source.name, format: format.id, dialect: dialect, byteCount: source.byteCount,
      digest: source.digest, runs: runs)
  }

  // MARK: - Recognition

  private static func recognize(
    _ head: TraceHead, as wanted: TraceFormat?, path: String
  ) throws(TraceError) -> (TraceFormat, dialect: String, TableSeparator?) {
    let candidates = wanted.map { [$0] } ?? TraceFormat.all
    var nearest: TraceError.NearMiss?
    for format in candidates {
      switch format.recognize(head) {
      case .yes(let dialect): return (format, dialect, nil)
      case .refused(let refusal): throw .refused(path: path, refusal)
      case .no(let missing):
        let isNearer = missing.count < nearest?.missing.count ?? .max
        if !missing.isEmpty, isNearer { nearest = .init(format: format.id, missing: missing) }
      }
    }
    for separator in TableSeparator.allCases {
      guard let columns = head.withCommas(for: separator) else { continue }
      for format in candidates {
        guard case .yes(let dialect) = format.recognize(columns) else { continue }
        return (format, dialect, separator)
      }
    }
    if let packed = head.packed { throw .refused(path: path, .packed(packed)) }
    if let wanted {
      throw .notThisFormat(path: path, format: wanted.id, missing: nearest?.missing ?? [])
    }
    throw .unrecognized(
      path: path, start: head.start, nearest: nearest, isTable: head.looksLikeTable,
      map: MapSuggestion.option(for: head))
  }

  // MARK: - Finishing

  /// Removes implausible times from each run, and adds the issues of the file's bytes to each run.
  private static func finish(_ runs: inout [TraceRun], issues: IssueLog) {
    for index in runs.indices {
      runs[index].leaveOutAbsurdTimes()
      runs[index].recording.issues += issues.inOrder
    }
  }
}

extension TraceSource {
  /// The maximum size, in bytes, of a table with semicolons or tabs that is converted to commas in memory.
  private static let mostConverted = 64 << 20

  /// The rest of a table with semicolons or tabs between its columns, converted to commas.
  fileprivate mutating func withCommas(
    for separator: TableSeparator, format: TraceFormat
  ) throws(TraceError) -> TraceSource {
    var bytes: [UInt8] = []
    while let chunk = try nextChunk() {
      guard bytes.count + chunk.count <= Self.mostConverted else {
        throw .refused(path: name, .separators(separator, format: format.id))
      }
      bytes += separator.withCommas(chunk)
    }
    return TraceSource(bytes: bytes, name: name)
  }
}

extension TraceRun {
  /// The number of frames in the run's timeline; -1 if the run has no timeline.
  package var frameCount: Int { recording.timeline.value?.placedFrameCount ?? -1 }
}
