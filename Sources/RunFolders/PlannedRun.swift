public import Decoding
public import Recordings

/// The suites and runs that were found on disk but not read yet, in the order in which tables list them.
public struct TracePlan: Sendable, Equatable {
  /// The suites whose `suite.json` was found on disk.
  public internal(set) var suites: [SuiteDescription] = []

  /// The path of the `suite.json` file of each suite, by suite id; messages print these paths.
  public internal(set) var suiteFiles: [String: String] = [:]

  /// The runs that were found on disk: folders and files, some of which may turn out not to be traces.
  public internal(set) var runs: [PlannedRun] = []

  /// The folders that were skipped, because they cannot be listed or their suite does not declare them as stages.
  public internal(set) var skipped: [TraceError] = []

  /// Creates an empty list of suites and runs to read.
  public init() {}

  /// The plan in which only a part of each run counts, whatever its `run.json` says; `nil` leaves the runs unchanged.
  public func cut(to cut: TimeCut?) -> TracePlan {
    guard let cut else { return self }
    var plan = self
    for index in plan.runs.indices { plan.runs[index].cut = cut }
    return plan
  }

  /// A copy of this list of suites and runs with only the runs that the caller selects, their suites, and further
  /// suites that the caller selects.
  public func keeping(
    runs isKeptRun: (PlannedRun) -> Bool, suites isKeptSuite: (String) -> Bool
  ) -> TracePlan {
    var plan = self
    plan.runs = runs.filter(isKeptRun)
    let needed = Set(plan.runs.compactMap(\.suite))
    plan.suites = suites.filter { needed.contains($0.id) || isKeptSuite($0.id) }
    return plan
  }
}

/// A run that was found on disk but not read yet.
public struct PlannedRun: Sendable, Equatable {
  /// The path of a found run, which is either a folder or a single file.
  public enum Place: Sendable, Equatable {
    /// A trace file, or `-` for standard input.
    case file(String)
    case folder(String)
  }

  /// The id of the suite to which the run belongs; `nil` if it belongs to none.
  public let suite: String?

  /// The id of the stage to which the run belongs; `nil` if the run has no suite.
  public let stage: String?

  /// The name of the run: that of its folder, or of its file without the extension.
  ///
  /// For a path without `suite.json` and `run.json`, the name includes the folders below that path.
  public let name: String

  public let place: Place

  /// Whether the user named the run's file on the command line, also by a pattern, so that it is an error if the file
  /// is not a trace.
  public let isNamed: Bool

  var measures: [OwnMeasure] = []

  /// The part of the run that counts; `nil` if its `run.json` decides.
  var cut: TimeCut?

  public var path: String {
    switch place {
    case .file(let path), .folder(let path): path
    }
  }
}

/// What was read from the files of a run: recordings, hash and size.
public struct RunReading: Sendable {
  /// The recordings in the file or folder of a run, such as one per measured process.
  ///
  /// A folder has one, or one per iteration of a benchmark. A file has one per process and swap chain, of which the one
  /// that the user most likely meant comes first.
  public let recordings: [Recording]

  /// A hash of the bytes of the run's traces, by which a store recognizes the run.
  ///
  /// For one file its XXH3-128 hash, for several a hash of their names and hashes, for a folder without traces the hash
  /// of its `run.json`.
  public let digest: String

  /// The size of the run's trace files on disk, before decompression, in bytes.
  public let byteCount: Int

  /// The reasons why files in the run's folder were ignored, for example because they are not traces.
  public let skipped: [TraceError]

  /// The processes and swap chains in the trace of a run folder that were ignored, with their numbers of frames.
  ///
  /// Empty for a single file, which gives a recording for each of them.
  public let otherStreams: [(stream: String, frames: Int)]
}

extension TraceError {
  /// Whether the error means that a file is not a trace of a known format.
  ///
  /// Such files are skipped unless the user named them.
  public var isNoTrace: Bool {
    switch self {
    case .unrecognized, .refused: true
    default: false
    }
  }

  /// Whether the error concerns the contents of one trace file, so that other files of a set can be used without it.
  public var isOfOneFile: Bool {
    switch self {
    case .unrecognized, .refused, .empty, .brokenArchive, .noData, .notThisFormat: true
    default: false
    }
  }
}
