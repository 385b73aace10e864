/// The data of one run: frames, samples, markers and a description.
///
/// A trace file gives one recording per process and swap chain; a run folder gives one.
public struct Recording: Sendable, Equatable {
  /// The source.
  public var origin: Origin
  /// The frames, or why there are none.
  public var timeline: Known<FrameTimeline>
  /// Signals of frames without a timeline, one entry per frame in all columns; otherwise empty.
  ///
  /// For traces that contain the work per frame but not when frames were presented.
  public var unplacedSignals: [FrameSignal: OptionalColumn]
  /// Samples.
  ///
  /// If two counters have one role, metrics use the first.
  public var counters: [Counter]
  /// Named intervals of the run.
  public var markers: [Marker]
  /// The description.
  public var description: RunDescription
  /// The problems of the trace.
  public var issues: [ImportIssue]

  /// Creates a recording.
  ///
  /// The properties explain the parameters.
  ///
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
    precondition(Set(unplacedSignals.values.map(\.count)).count <= 1, "one entry per frame")
    self.origin = origin
    self.timeline = timeline
    self.counters = counters
    self.markers = markers
    self.description = description
    self.issues = issues
    self.unplacedSignals = unplacedSignals
  }

  /// The number of frames of the unplaced signals.
  public var unplacedFrameCount: Int { unplacedSignals.values.first?.count ?? 0 }

  /// The source of a recording.
  public struct Origin: Sendable, Equatable {
    /// The name of the file or folder as given, or `-` for standard input.
    public var source: String
    /// The format's id, such as `presentmon`.
    public var format: String
    /// The format's dialect or version, such as `1.8`.
    public var dialect: String
    /// The process and swap chain in the file; `nil` if the file contains one run.
    public var stream: String?
    /// The repetition of a benchmark or test; `nil` for files that are not results of one.
    ///
    /// Stores do not contain it: the benchmark becomes the stage of the run.
    public var iteration: Iteration?

    /// Creates an origin.
    public init(source: String, format: String, dialect: String, stream: String? = nil) {
      self.source = source
      self.format = format
      self.dialect = dialect
      self.stream = stream
    }

    /// A repetition of a benchmark.
    ///
    /// The benchmark is a stage, and the repetition a run of that stage.
    public struct Iteration: Sendable, Equatable {
      /// The benchmark, unique in its file; `nil` if the file has one result without a permanent
      /// name.
      public let benchmark: String?
      /// The number, from 1 in the order of the file.
      public let number: Int

      /// Creates an iteration.
      public init(of benchmark: String?, number: Int) {
        self.benchmark = benchmark
        self.number = number
      }
    }
  }
}
