public import Recordings

/// A run to be added to a store.
///
/// Its columns are packed when the draft is created. This needs no store, so create drafts on many threads and add them
/// on one.
///
///     let draft = RunDraft(suite: "app", stage: "v1", name: "1", digest: digest, recording: recording)
///     let outcome = try store.add(draft)
public struct RunDraft: Sendable {
  /// The suite of the run; `nil` for a run without a suite.
  public var suite: String?
  /// The stage of the suite.
  public var stage: String?
  /// The name within the stage.
  public var name: String
  /// The hexadecimal digest of the trace's bytes and the stream in it.
  public let digest: String
  /// Metric values that are already computed.
  public var metrics: [StoredMetric]
  /// Metadata of the commit that the recording names.
  public var revision: Revision?
  /// The metadata that the user stated, without derived facts such as the checked-out commit.
  public var stated: RunDescription

  let packed: PackedRecording

  /// The run as far as the user stated it.
  var run: RunRecord {
    var run = RunRecord()
    (run.suite, run.stage, run.name, run.digest) = (suite, stage, name, digest)
    run.description = stated
    return run
  }

  /// Packs a recording; O(n).
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

/// The result of adding a run.
public enum AddOutcome: Sendable, Equatable {
  /// The run was added.
  case added(RunID)
  /// The store already has a run with this digest and was not changed.
  case alreadyThere(RunID)
}

/// The metadata of a commit when a run of it was added.
public struct Revision: Sendable, Equatable {
  /// The ids of the parents, the first parent first; `nil` if unknown.
  public var parents: [String]?
  /// The author date in ISO 8601.
  public var authorDate: String?
  /// The first line of the commit message.
  public var subject: String?
  /// The branch on which the commit was measured.
  public var branch: String?

  /// Creates a revision without metadata.
  public init() {}
}
