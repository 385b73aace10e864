public import Recordings

/// A run that is to be added to a store.
///
/// Its columns are packed when it is made, which takes no store: make drafts on many threads and add
/// them on one.
public struct RunDraft: Sendable {
  /// The suite it belongs to; `nil` for a run of its own.
  public var suite: String?
  /// The stage of the suite.
  public var stage: String?
  /// Its name within the stage.
  public var name: String
  /// Hexadecimal digest of what it was read from: the trace's bytes and the stream within.
  public let digest: String
  /// What is already known of its metrics.
  public var metrics: [StoredMetric]
  /// What else is known of the commit that the recording's description names.
  public var revision: Revision?
  /// What somebody said of the run, without what was only found out, such as the commit that is checked out.
  public var stated: RunDescription

  let packed: PackedRecording

  /// The run as far as the user states it.
  var run: RunRecord {
    var run = RunRecord()
    (run.suite, run.stage, run.name, run.digest) = (suite, stage, name, digest)
    run.description = stated
    return run
  }

  /// Packs a recording; O(n).
  ///
  /// - Parameters:
  ///   - suite: the suite it belongs to.
  ///   - stage: the stage of the suite.
  ///   - name: its name within the stage.
  ///   - digest: of the trace's bytes and the stream within; a store takes each once.
  ///   - recording: what the run left behind.
  ///   - metrics: what is already known of its metrics; a metric once.
  ///   - revision: what else is known of the commit.
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

/// What became of a run that was to be added.
public enum AddOutcome: Sendable, Equatable {
  /// It is in the store now.
  case added(RunID)
  /// The store already had a run of this digest, and was left as it was.
  case alreadyThere(RunID)
}

/// What was known of a commit when a run of it was added.
public struct Revision: Sendable, Equatable {
  /// The ids of its parents, the first parent first; `nil` when not known.
  public var parents: [String]?
  /// When it was written, ISO 8601.
  public var authorDate: String?
  /// The first line of its message.
  public var subject: String?
  /// The branch it was measured on.
  public var branch: String?

  /// Creates a revision of which only the commit is known.
  public init() {}
}
