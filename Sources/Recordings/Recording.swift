/// What one run left behind: frames, samples, markers, and what is known about it.
///
/// A trace file gives one recording for each process and swap chain in it; a run folder gives one.
public struct Recording: Sendable, Equatable {
  /// Where it came from.
  public var origin: Origin
  /// The frames, or why there are none.
  public var timeline: Known<FrameTimeline>
  /// Measurements of frames that have no timeline, one entry a frame in all columns; empty otherwise.
  ///
  /// For traces that tell how long each frame's work took and not when frames were presented.
  public var unplacedSignals: [FrameSignal: OptionalColumn]
  /// Samples beside the frames; where two have one role, metrics use the first.
  public var counters: [Counter]
  /// Named stretches of the run.
  public var markers: [Marker]
  /// What is known beside the measurements.
  public var description: RunDescription
  /// What was wrong in the trace.
  public var issues: [ImportIssue]

  /// Creates a recording.
  ///
  /// - Parameters:
  ///   - origin: where it came from.
  ///   - timeline: the frames, or why there are none.
  ///   - counters: samples beside the frames.
  ///   - markers: named stretches of the run.
  ///   - description: what is known beside the measurements.
  ///   - issues: what was wrong in the trace.
  ///   - unplacedSignals: measurements of frames that have no timeline, one entry a frame.
  /// - Precondition: only a run without a timeline has unplaced signals, all of one length.
  public init(
    origin: Origin,
    timeline: Known<FrameTimeline>,
    counters: [Counter] = [],
    markers: [Marker] = [],
    description: RunDescription = RunDescription(),
    issues: [ImportIssue] = [],
    unplacedSignals: [FrameSignal: OptionalColumn] = [:]
  ) {
    precondition(timeline.value == nil || unplacedSignals.isEmpty, "signals belong to the timeline")
    precondition(Set(unplacedSignals.values.map(\.count)).count <= 1, "one entry a frame")
    self.origin = origin
    self.timeline = timeline
    self.counters = counters
    self.markers = markers
    self.description = description
    self.issues = issues
    self.unplacedSignals = unplacedSignals
  }

  /// How many frames the unplaced signals are of.
  public var unplacedFrameCount: Int { unplacedSignals.values.first?.count ?? 0 }

  /// Where a recording came from.
  public struct Origin: Sendable, Equatable {
    /// The file's or folder's name as given, or `-` for standard input.
    public var source: String
    /// The format's id, such as `presentmon`.
    public var format: String
    /// The format's dialect or version, such as `1.8`.
    public var dialect: String
    /// The process and swap chain within the file; `nil` when the file holds one run.
    public var stream: String?
    /// Which repetition of a benchmark or test this is; `nil` for files that are no results of one.
    ///
    /// A store does not keep it: the benchmark becomes the run's stage.
    public var iteration: Iteration?

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - source: the file's or folder's name as given.
    ///   - format: the format's id.
    ///   - dialect: the format's dialect or version.
    ///   - stream: the process and swap chain within the file.
    public init(source: String, format: String, dialect: String, stream: String? = nil) {
      self.source = source
      self.format = format
      self.dialect = dialect
      self.stream = stream
    }

    /// One repetition of a benchmark: the benchmark is a stage, and the repetition a run of that stage.
    public struct Iteration: Sendable, Equatable {
      /// The benchmark, unique in its file; `nil` if the file has one result without a lasting name.
      public let benchmark: String?
      /// Counted from 1 in the order of the file.
      public let number: Int

      /// Creates an iteration.
      ///
      /// - Parameters:
      ///   - benchmark: unique in its file; `nil` if the file has one result without a lasting name.
      ///   - number: counted from 1.
      public init(of benchmark: String?, number: Int) {
        self.benchmark = benchmark
        self.number = number
      }
    }
  }
}
