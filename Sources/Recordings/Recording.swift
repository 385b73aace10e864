public import Units

/// The data of one run: frames, samples, markers and a description.
///
/// A trace file gives one recording per process and swap chain, and a run folder gives one. A file of benchmark results
/// gives one per repetition, also in a run folder.
public struct Recording: Sendable, Equatable {
  public var origin: Origin
  /// The timeline of the run's frames, or the reason why it is missing.
  public var timeline: Known<FrameTimeline>
  /// Measurements per frame, such as CPU time, if the trace does not show when frames were presented; otherwise empty.
  ///
  /// Only a run without a timeline has them. All columns have one entry per frame.
  public var unplacedSignals: [FrameSignal: OptionalColumn]
  /// The measurements that a tool sampled during the run, such as CPU load.
  ///
  /// If two counters have one role, metrics use the first.
  public var counters: [Counter]
  /// The named intervals of the run, such as laps or phases.
  public var markers: [Marker]
  public var description: RunDescription
  /// The problems that the reader found in the trace.
  public var issues: [ImportIssue]

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
    precondition(
      timeline.value == nil || unplacedSignals.isEmpty,
      "expected signals without the times of frames only in a run without a timeline")
    precondition(
      Set(unplacedSignals.values.map(\.count)).count <= 1,
      "expected signals without the times of frames to have one entry per frame each")
    self.origin = origin
    self.timeline = timeline
    self.counters = counters
    self.markers = markers
    self.description = description
    self.issues = issues
    self.unplacedSignals = unplacedSignals
  }

  /// The number of frames of a run that has measurements per frame but no timeline.
  public var unplacedFrameCount: Int { unplacedSignals.values.first?.count ?? 0 }

  /// The origin of a recording: a trace file, its format, and the part of the file that contains the run.
  public struct Origin: Sendable, Equatable {
    /// The name of the trace file or folder as the user gave it, or `-` for standard input.
    public var source: String
    /// The id of the trace's format, such as `presentmon`.
    public var format: String
    /// The dialect or version of the trace's format, such as `1.8`.
    public var dialect: String
    /// The process and swap chain of the run in its trace file; `nil` if the file contains one run.
    public var stream: String?
    /// The name of the benchmark and the number of its repetition from which the run's data are; `nil` if the file has
    /// no benchmark results.
    ///
    /// Stores do not contain it: the benchmark becomes the stage of the run.
    public var iteration: Iteration?
    /// The time from the first event of the trace to present 0, so that a frame can be found in the tool that recorded
    /// it; `nil` if unknown, as for a run in a store.
    public var start: Nanoseconds?

    public init(source: String, format: String, dialect: String, stream: String? = nil) {
      self.source = source
      self.format = format
      self.dialect = dialect
      self.stream = stream
    }

    /// A numbered repetition of a benchmark in a file of benchmark results.
    ///
    /// The benchmark is a stage, and the repetition a run of that stage.
    public struct Iteration: Sendable, Equatable {
      /// Unique in its file; `nil` if the file has one result without a permanent name.
      public let benchmark: String?
      /// The number of the benchmark's repetition, from 1 in the order of the result file.
      public let number: Int

      public init(of benchmark: String?, number: Int) {
        self.benchmark = benchmark
        self.number = number
      }
    }
  }
}

extension Recording.Origin {
  /// The kind of a stream: its name without what differs from launch to launch, such as `game.exe` of
  /// `game.exe 1564 0x240A8D570F0` and `Renderer` of `Renderer 12 layer tree 1`.
  public static func kind(ofStream name: String) -> String {
    let words = name.split(separator: " ").prefix { $0 != "layer" }
    let lasting = words.map { word in word.prefix { $0 != "#" } }.filter { !$0.isNumberOfStream }
    return lasting.isEmpty ? name : lasting.joined(separator: " ")
  }
}

extension Substring {
  /// Whether a word of a stream's name is a number, an address, or the number of a copy.
  fileprivate var isNumberOfStream: Bool {
    hasPrefix("0x") || allSatisfy { $0.isNumber || $0 == "(" || $0 == ")" }
  }
}

/// A named interval of a run, such as a lap, a phase or an annotation.
public struct Marker: Sendable, Equatable {
  /// The start of the named interval of the run, in nanoseconds, on the clock of the run's frames.
  public let start: Nanoseconds

  /// The end of the named interval of the run, in nanoseconds; equal to the start for an instant.
  public let end: Nanoseconds

  public let name: String

  /// Whether the named interval of the run is an activity: if a run has activities, frames outside of them do not
  /// count.
  ///
  /// If a run has one, the time outside all of them is idle: neither smooth nor janky.
  public let isActivity: Bool

  /// Creates a marked interval of a run; `end` is not before `start`.
  public init(start: Nanoseconds, end: Nanoseconds, name: String, isActivity: Bool = false) {
    self.start = start
    self.end = end
    self.name = name
    self.isActivity = isActivity
  }
}

/// Either a value, or the reason why the value is missing.
///
///     let rate: Known<Double> = .withheld(because: "no refresh rate is known")
///     rate.value   // nil
///     rate.reason  // "no refresh rate is known"
///
/// A missing value is never 0 or NaN. Code that reads a `Known` must handle the missing case, and
/// has the text to print in place of the value.
public enum Known<Value> {
  case known(Value)

  /// The value is missing; the reason is a clause in lower case without period.
  case withheld(because: String)

  /// The value that may be missing; `nil` if there is only a reason why it is missing.
  public var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }

  /// The reason why the value is missing; `nil` if there is a value.
  public var reason: String? {
    if case .withheld(let reason) = self { reason } else { nil }
  }

  /// Applies a function to a value that may be missing; a missing value stays missing, with the same reason.
  public func map<Other>(_ transform: (Value) -> Other) -> Known<Other> {
    switch self {
    case .known(let value): .known(transform(value))
    case .withheld(let reason): .withheld(because: reason)
    }
  }
}

extension Known: Sendable where Value: Sendable {}
extension Known: Equatable where Value: Equatable {}
