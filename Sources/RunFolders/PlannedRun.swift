public import Decoding
public import Recordings

/// The suites and runs found below some paths, in the order of tables.
public struct TracePlan: Sendable, Equatable {
  /// The suites of the runs.
  public internal(set) var suites: [SuiteDescription] = []

  /// The `suite.json` of each suite, by suite id, for messages.
  public internal(set) var suiteFiles: [String: String] = [:]

  /// The runs: folders, and files that may or may not be traces.
  public internal(set) var runs: [PlannedRun] = []

  /// Folders of a suite that it does not list as stages, and folders that cannot be listed.
  public internal(set) var skipped: [TraceError] = []
}

/// A run that was found and not read yet.
public struct PlannedRun: Sendable, Equatable {
  /// The kind of path.
  public enum Place: Sendable, Equatable {
    /// A trace file, or `-` for standard input.
    case file(String)
    /// A folder whose files belong to one run.
    case folder(String)
  }

  /// The suite's id; `nil` outside of suites.
  public let suite: String?

  /// The stage's id; `nil` outside of suites.
  public let stage: String?

  /// The name of the folder, or of the file without its extension.
  ///
  /// For a path without `suite.json` and `run.json`, the name includes the folders below that path.
  public let name: String

  /// The path of the run.
  public let place: Place

  /// Whether the user named the file itself, so that it must be a trace.
  public let isNamed: Bool

  /// The measures that the suite declares.
  var measures: [OwnMeasure] = []

  /// The path of the file or folder.
  public var path: String {
    switch place {
    case .file(let path), .folder(let path): path
    }
  }
}

/// The contents of a planned run.
public struct RunReading: Sendable {
  /// The recordings.
  ///
  /// A folder has one, or one per iteration of a benchmark. A file has one per process and swap chain, of which the one
  /// with the most frames comes first.
  public let recordings: [Recording]

  /// Identifies the bytes of the traces.
  ///
  /// For one file its XXH3-128 hash, for several a hash of their names and hashes, for a folder without traces the hash
  /// of its `run.json`.
  public let digest: String

  /// The stored size of the files in bytes.
  public let byteCount: Int

  /// Files of the folder that are not traces of the run, with the reasons.
  public let skipped: [TraceError]

  /// Ignored processes and swap chains of the folder's trace: all except the one with the most frames.
  public let otherStreams: [String]
}

extension TraceError {
  /// Whether the file is not a trace, or not a known one.
  ///
  /// Such files are skipped unless the user named them.
  public var isNoTrace: Bool {
    switch self {
    case .unrecognised, .refused: true
    default: false
    }
  }
}
