public import Decoding
public import Recordings

/// The suites and runs that were found on disk and not read yet, in the order in which tables list them.
public struct TracePlan: Sendable, Equatable {
  /// The suites to which the found runs belong.
  public internal(set) var suites: [SuiteDescription] = []

  /// The file path of each suite's `suite.json`, by the id of the suite, for messages.
  public internal(set) var suiteFiles: [String: String] = [:]

  /// The runs that were found: folders, and files that may or may not be traces.
  public internal(set) var runs: [PlannedRun] = []

  /// The folders that were skipped, because their suite does not list them as stages or because they cannot be listed.
  public internal(set) var skipped: [TraceError] = []

  /// Creates an empty list of suites and runs to read.
  public init() {}

  /// A copy of this list of suites and runs with only the runs that meet one condition, and the suites that contain
  /// such a run or meet another condition.
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

/// A run that was found and not read yet.
public struct PlannedRun: Sendable, Equatable {
  /// Whether a found run is a folder or a single file, with its path.
  public enum Place: Sendable, Equatable {
    /// A trace file, or `-` for standard input.
    case file(String)
    /// A folder whose files belong to one run.
    case folder(String)
  }

  /// The id of the suite to which the run belongs; `nil` if the run belongs to no suite.
  public let suite: String?

  /// The id of the stage to which the run belongs; `nil` if the run belongs to no suite.
  public let stage: String?

  /// The name of the run: that of its folder, or of its file without the extension.
  ///
  /// For a path without `suite.json` and `run.json`, the name includes the folders below that path.
  public let name: String

  /// The folder or file that contains the run.
  public let place: Place

  /// Whether the user named the run's file itself, so that it is an error if the file is not a trace.
  public let isNamed: Bool

  /// The measures that the run's suite declares.
  var measures: [OwnMeasure] = []

  /// The path of the run's file or folder.
  public var path: String {
    switch place {
    case .file(let path), .folder(let path): path
    }
  }
}

/// The contents of a run after its files were read: recordings, hash and size.
public struct RunReading: Sendable {
  /// The recordings of the run's file or folder.
  ///
  /// A folder has one, or one per iteration of a benchmark. A file has one per process and swap chain, of which the one
  /// with the most frames comes first.
  public let recordings: [Recording]

  /// A hash that identifies the bytes of the run's traces.
  ///
  /// For one file its XXH3-128 hash, for several a hash of their names and hashes, for a folder without traces the hash
  /// of its `run.json`.
  public let digest: String

  /// The size of the run's trace files as stored, in bytes.
  public let byteCount: Int

  /// The files of the run's folder that are not traces, or whose frames were ignored, with the reasons.
  public let skipped: [TraceError]

  /// The processes and swap chains in the trace of a run folder that were ignored: all except the one with the most
  /// frames.
  ///
  /// Empty for a single file, which gives a recording for each of them.
  public let otherStreams: [String]
}

extension TraceError {
  /// Whether the error means that a file is not a trace, or not one of a known format.
  ///
  /// Such files are skipped unless the user named them.
  public var isNoTrace: Bool {
    switch self {
    case .unrecognized, .refused: true
    default: false
    }
  }
}
