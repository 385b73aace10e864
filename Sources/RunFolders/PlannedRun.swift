public import Decoding
public import Recordings

/// What there is to read below some paths, in the order in which tables show it.
public struct TracePlan: Sendable, Equatable {
  /// The suites that runs belong to.
  public internal(set) var suites: [SuiteDescription] = []

  /// The file of each suite, by the suite's id, for messages about what it says.
  public internal(set) var suiteFiles: [String: String] = [:]

  /// The runs: folders, and files that may or may not be traces.
  public internal(set) var runs: [PlannedRun] = []

  /// Folders of a suite that it does not list as stages, and folders that cannot be listed.
  public internal(set) var skipped: [TraceError] = []
}

/// A run that was found, but not read yet.
public struct PlannedRun: Sendable, Equatable {
  /// Where it lies.
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

  /// The folder's name, or the file's without its extension; with the folders below the path that was
  /// asked for, where that has neither `suite.json` nor `run.json`.
  public let name: String

  /// Where it lies.
  public let place: Place

  /// Whether the file itself was asked for, so that it has to be a trace.
  public let isNamed: Bool

  /// The measures that its suite declares.
  var measures: [OwnMeasure] = []

  /// The file's or folder's path.
  public var path: String {
    switch place {
    case .file(let path), .folder(let path): path
    }
  }
}

/// What was read of a planned run.
public struct RunReading: Sendable {
  /// Of a folder one, or one for each iteration of a benchmark; of a file one for each process and swap chain, the one with most frames first.
  public let recordings: [Recording]

  /// Identifies the bytes of the traces: of one file its XXH3-128 hash, of several the hash of their
  /// names and hashes; of a folder without traces the hash of its `run.json`.
  public let digest: String

  /// Size of the files as they are stored.
  public let byteCount: Int

  /// Files of the folder that are no traces of the run, and why.
  public let skipped: [TraceError]

  /// Processes and swap chains of the folder's trace that are not the run's: all but the one with most
  /// frames.
  public let otherStreams: [String]
}

extension TraceError {
  /// Whether a file that nobody asked for by name is to be passed over: it is no trace, or not known
  /// to be one.
  public var isNoTrace: Bool {
    switch self {
    case .unrecognised, .refused: true
    default: false
    }
  }
}
