public import Decoding
public import Recordings
internal import Units

/// A trace file that was read.
public struct TraceFile: Sendable {
  /// The file's name as given, or `-` for standard input.
  public let path: String

  /// The id of its format.
  public let format: String

  /// The dialect or version of the format.
  public let dialect: String

  /// Size of the file as it is stored.
  public let byteCount: Int

  /// The XXH3-128 hash of the bytes as they are stored, compressed or not; 32 hexadecimal digits.
  public let digest: String

  /// One run for each process and swap chain, the one with most frames first; at least one.
  public var recordings: [Recording] { runs.map(\.recording) }

  /// The same with their clocks.
  package let runs: [TraceRun]

  /// The file with only one of its runs.
  package func with(_ run: TraceRun) -> TraceFile {
    TraceFile(
      path: path, format: format, dialect: dialect, byteCount: byteCount, digest: digest,
      runs: [run])
  }
}

/// Reads trace files of any format.
public enum TraceReader {
  /// Reads a file; O(bytes), in memory that grows with the frames only.
  ///
  /// - Parameters:
  ///   - path: the file, or `-` for standard input; compressed with gzip or zstd, or not compressed.
  ///   - format: the format it has to have; `nil` to recognise it by its content.
  /// - Returns: the runs in it, with what was wrong in their rows.
  /// - Throws: when it cannot be read, is of no known format, or has nothing to make a run of.
  public static func read(
    _ path: String, as format: TraceFormat? = nil
  ) throws(TraceError) -> TraceFile {
    var source = try TraceSource(path: path)
    return try read(&source, as: format)
  }

  /// Reads what is in memory already.
  ///
  /// - Parameters:
  ///   - bytes: a whole file.
  ///   - name: what messages call it.
  ///   - format: the format it has to have; `nil` to recognise it by its content.
  ///   - pace: how it is read.
  /// - Returns: the runs in it, with what was wrong in their rows.
  /// - Throws: when it is of no known format, or has nothing to make a run of.
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
    let (format, dialect, separator) = try recognise(head, as: wanted, path: source.name)
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
    sortByFrames(&runs)
    finish(&runs, issues: source.issues)
    return TraceFile(
      path: source.name, format: format.id, dialect: dialect, byteCount: source.byteCount,
      digest: source.digest, runs: runs)
  }

  // MARK: - Recognition

  private static func recognise(
    _ head: TraceHead, as wanted: TraceFormat?, path: String
  ) throws(TraceError) -> (TraceFormat, dialect: String, TableSeparator?) {
    let candidates = wanted.map { [$0] } ?? TraceFormat.all
    var nearest: TraceError.NearMiss?
    for format in candidates {
      switch format.recognise(head) {
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
        guard case .yes(let dialect) = format.recognise(columns) else { continue }
        return (format, dialect, separator)
      }
    }
    if let packed = head.packed { throw .refused(path: path, .packed(packed)) }
    if let wanted {
      throw .notThisFormat(path: path, format: wanted.id, missing: nearest?.missing ?? [])
    }
    throw .unrecognised(
      path: path, start: head.start, nearest: nearest, isTable: head.looksLikeTable,
      map: MapSuggestion.option(for: head))
  }

  // MARK: - Finishing

  /// Most frames first, the system's own last; equal counts stay in the order of the file.
  ///
  /// Frames without times come after all timelines.
  private static func sortByFrames(_ runs: inout [TraceRun]) {
    let order = runs.indices.sorted { left, right in
      let (first, second) = (runs[left], runs[right])
      if first.isSystems != second.isSystems { return second.isSystems }
      let (one, other) = (first.frameCounts, second.frameCounts)
      return one == other ? left < right : one > other
    }
    runs = order.map { runs[$0] }
  }

  /// What was wrong with the bytes concerns every run in them.
  private static func finish(_ runs: inout [TraceRun], issues: IssueLog) {
    for index in runs.indices {
      runs[index].leaveOutAbsurdTimes()
      runs[index].recording.issues += issues.inOrder
    }
  }
}

extension TraceSource {
  /// Bytes of a table that is converted in memory, at most.
  private static let mostConverted = 64 << 20

  /// The rest of a table with commas between its columns.
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
  /// How many frames its timeline has; -1 without one.
  package var frameCount: Int { recording.timeline.value?.frameCount ?? -1 }

  /// The frames of its timeline, and the frames that have measurements and no times.
  fileprivate var frameCounts: (timeline: Int, unplaced: Int) {
    (frameCount, recording.unplacedFrameCount)
  }
}
