public import Recordings

/// A run that is ready to be added to a store.
///
/// Its columns are packed when the draft is created. This needs no store, so create drafts on many threads and add them
/// on one.
///
///     let draft = RunDraft(suite: "app", stage: "v1", name: "1", digest: digest, recording: recording)
///     let outcome = try store.add(draft)
public struct RunDraft: Sendable {
  /// The name of the suite (experiment) to which the run belongs; `nil` for a run without a suite.
  public var suite: String?
  /// The id of the stage, a version of the measured program, to which the run belongs.
  public var stage: String?
  /// The name of the run within its stage (version of the measured program).
  public var name: String
  /// A hash of the trace's bytes, by which a store recognizes the run; it also covers the run's process if the trace
  /// has several.
  public let digest: String
  /// Metric values of the run that were computed before it is added to a store.
  public var metrics: [StoredMetric]
  /// Metadata of the commit that the run measured, such as its parents and date; `nil` if unknown.
  public var revision: Revision?
  /// The run's metadata as the user stated it, without what Hitchmark added, such as the checked-out commit.
  public var stated: RunDescription

  let packed: PackedRecording

  /// The run as far as the user stated it.
  var run: RunRecord {
    var run = RunRecord()
    (run.suite, run.stage, run.name, run.digest) = (suite, stage, name, digest)
    run.description = stated
    return run
  }

  /// Creates a run to be added to a store, and compresses its recording; O(n) for n values in the recording.
  ///
  /// - Parameters:
  ///   - digest: of the trace's bytes and the stream in it. A store contains each digest once.
  ///   - metrics: metric values that are already computed, each metric once.
  ///   - revision: metadata of the commit.
  public init(
    suite: String?, stage: String?, name: String, digest: String, recording: Recording,
    metrics: [StoredMetric] = [], revision: Revision? = nil
  ) {
    self.suite = suite
    self.stage = stage
    self.name = name
    self.digest = digest
    self.metrics = metrics
    self.revision = revision
    stated = recording.description
    packed = PackedRecording(recording)
  }
}

/// Whether a run was added to a store, or the store had it already.
public enum AddOutcome: Sendable, Equatable {
  /// The run was added.
  case added(RunID)
  /// The store already has a run with this digest; at most metric values of that run were added.
  case alreadyThere(RunID)

  /// The run that was added, or that was there.
  var run: RunID {
    switch self {
    case .added(let run), .alreadyThere(let run): run
    }
  }
}

/// The metadata of a commit, as known when a run of the commit was added to a store.
public struct Revision: Sendable, Equatable {
  /// The ids of the commit's parents, the first parent first; `nil` if unknown.
  public var parents: [String]?
  /// The author date of the commit in ISO 8601; `nil` if unknown.
  public var authorDate: String?
  /// The first line of the commit message; `nil` if unknown.
  public var subject: String?
  /// The branch on which the runs of the commit were measured; `nil` if unknown.
  public var branch: String?

  /// Creates the metadata of a commit with all properties unknown.
  public init() {}
}
