public import Decoding
public import Recordings

/// The suites and runs found below some paths, in the order of tables.
public struct TracePlan: Sendable, Equatable {
  /// The suites to which the found runs belong.
  public internal(set) var suites: [SuiteDescription] = []

  /// The path of each suite's `suite.json`, by suite id, for messages.
  public internal(set) var suiteFiles: [String: String] = [:]

  /// The runs that were found: folders, and files that may or may not be traces.
  public internal(set) var runs: [PlannedRun] = []

  /// The folders that were skipped: those that their suite does not list as stages, and those that cannot be
  /// listed.
  public internal(set) var skipped: [TraceError] = []

  /// Creates a plan without runs.
  public init() {}

  /// The plan without the other runs, and without the suites that have no run left and are not kept.
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

  /// The id of the suite to which the run belongs; `nil` outside of suites.
  public let suite: String?

  /// The id of the stage to which the run belongs; `nil` outside of suites.
  public let stage: String?

  /// The name of the run: that of its folder, or of its file without the extension.
  ///
  /// For a path without `suite.json` and `run.json`, the name includes the folders below that path.
  public let name: String

  /// The folder or file of the run.
  public let place: Place

  /// Whether the user named the run's file itself, so that it must be a trace.
  public let isNamed: Bool

  /// The measures that the suite declares.
  var measures: [OwnMeasure] = []

  /// The path of the run's file or folder.
  public var path: String {
    switch place {
    case .file(let path), .folder(let path): path
    }
  }
}

/// The contents of a run that was found and read.
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

  /// The size of the run's files as stored, in bytes.
  public let byteCount: Int

  /// The files of the run's folder that are not traces of the run, with the reasons.
  public let skipped: [TraceError]

  /// The processes and swap chains of the run's trace that were ignored: all except the one with the most frames.
  public let otherStreams: [String]
}

extension TraceError {
  /// Whether the error means that a file is not a trace, or not one of a known format.
  ///
  /// Such files are skipped unless the user named them.
  public var isNoTrace: Bool {
    switch self {
    case .unrecognised, .refused: true
    default: false
    }
  }
}
