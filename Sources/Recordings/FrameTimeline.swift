public import Units

/// The times at which the frames of one run were presented, with each frame's kind, measurements (such as CPU time) and
/// causes of lateness.
///
/// Times are nanoseconds.
///
///     var builder = FrameTimeline.Builder()
///     builder.open(at: 0)
///     builder.append(present: 16_700_000, kind: .displayed)  // nil: accepted
///     builder.append(present: 16_700_000, kind: .displayed)  // .duplicate: rejected
///     builder.finish()?.frameCount                           // 1
///
/// A run of n frames has n + 1 presents. Frame `i`, counted from 0, lasts from present `i` to
/// present `i + 1`. Presents strictly increase; the builder rejects rows that would break this
/// rule.
public struct FrameTimeline: Sendable, Equatable {
  /// The strictly increasing times at which frames were presented, on the run's own clock.
  ///
  /// There is one more time than there are frames.
  public let presents: NumberColumn<Nanoseconds>

  /// Whether each frame was displayed, dropped, generated or repeated; `nil` if all are ordinary displayed frames or if
  /// the trace does not say.
  public let kinds: NumberColumn<FrameKind>?

  /// Measurements of each frame, such as its CPU time: one column per measurement, with an entry for each frame.
  public let signals: [FrameSignal: OptionalColumn]

  /// The number of frames of each kind, such as dropped frames, that the trace lists without a time.
  public let unplaced: [FrameKind: Int]

  /// When frames without a present, such as generated ones, reached the screen; strictly increasing, on the clock of
  /// the presents.
  public let unplacedDisplays: NumberColumn<Nanoseconds>

  /// The causes that the operating system reports for late frames; `nil` if the trace does not contain them.
  public let blames: NumberColumn<FrameBlame>?

  /// The parts of the work on each frame, such as functions and waits; `nil` if the trace does not contain them.
  public var parts: FrameParts?

  /// The number of entries in the timeline, idle times included, which is one less than the number of presents.
  public var frameCount: Int { presents.count - 1 }

  /// The number of frames with a time, without idle times; O(frames) if the trace has kinds.
  public var placedFrameCount: Int { frameCount - (kinds?.count { $0 == .idle } ?? 0) }

  /// Creates the timeline of a run from columns with one entry per frame.
  ///
  /// - Precondition: `presents` is not empty and strictly increases; other columns have one entry
  ///   per frame.
  public init(
    presents: NumberColumn<Nanoseconds>,
    kinds: NumberColumn<FrameKind>? = nil,
    signals: [FrameSignal: OptionalColumn] = [:],
    unplaced: [FrameKind: Int] = [:],
    unplacedDisplays: NumberColumn<Nanoseconds> = [],
    blames: NumberColumn<FrameBlame>? = nil,
    parts: FrameParts? = nil
  ) {
    precondition(
      !presents.isEmpty,
      "expected a timeline with at least one present, which opens the first frame")
    precondition(
      kinds.map { $0.count == presents.count - 1 } ?? true,
      "expected one entry per frame in the column of frame kinds")
    precondition(
      blames.map { $0.count == presents.count - 1 } ?? true,
      "expected one blame (reason for a late frame) per frame")
    precondition(
      signals.values.allSatisfy { $0.count == presents.count - 1 },
      "expected one value per frame for each signal, such as CPU time")
    precondition(
      parts?.entries.last.map { $0.frame < presents.count - 1 } ?? true,
      "expected functions and waits only of frames that the timeline contains")
    self.presents = presents
    self.kinds = kinds
    self.signals = signals
    self.unplaced = unplaced
    self.unplacedDisplays = unplacedDisplays
    self.blames = blames
    self.parts = parts
  }
}

/// Whether a frame was displayed, dropped, generated or repeated, or is no frame but an idle time.
public enum FrameKind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// The application rendered the frame, and the frame was displayed.
  case displayed = 0
  /// The application presented the frame, and the frame was never displayed.
  case dropped = 1
  /// A driver or frame generator made the frame, not the application.
  case generated = 2
  /// The frame is an earlier frame that was displayed again.
  case repeated = 3
  /// No frame, but a time in which none was requested, or of which the trace does not tell.
  ///
  /// It ends one refresh before the present of the next frame, and is neither smooth nor janky.
  case idle = 4

  /// The name of this kind of frame in outputs, such as `dropped` or `generated`.
  public var name: String {
    switch self {
    case .displayed: "displayed"
    case .dropped: "dropped"
    case .generated: "generated"
    case .repeated: "repeated"
    case .idle: "idle"
    }
  }
}

/// A measurement that a trace contains for each frame, in nanoseconds, such as CPU time.
public enum FrameSignal: String, Sendable, CaseIterable, Comparable {
  case cpuBusy = "cpu"
  case gpuBusy = "gpu"
  /// The time at which the frame was displayed, on the clock of the presents.
  case display = "display"
  /// The measured time from an input, or from the start of its processing, to the display.
  case latency = "latency"
  /// How far the simulation advanced for the frame, minus how far the displayed time advanced; may be negative.
  case animationError = "animation_error"
  /// The time from the start of the work on the frame to its end, on CPU and GPU, including waits.
  case work = "work"
  /// The end of the work on the frame minus its deadline; negative for a frame in time.
  case overrun = "overrun"

  /// The time in which the user-interface thread built the frame.
  case ui = "ui"
  /// The time in which the render thread, or the system's renderer, drew the frame.
  case render = "render"

  /// The time in which the main thread handled input for the frame.
  case input = "input"
  /// The time in which the main thread advanced animations.
  case animation = "animation"
  /// The time in which the main thread measured and placed views.
  case layout = "layout"
  /// The time in which the main thread recorded drawing commands.
  case draw = "draw"
  /// The time in which the render thread copied data from the main thread.
  case sync = "sync"
  /// The time in which the render thread, or the thread of the rendering interface, issued commands to the GPU.
  case issue = "issue"
  /// The time in which the render thread swapped buffers.
  case swap = "swap"

  /// Compares two signals, such as the CPU time and the GPU time of frames, by the order in which outputs list them.
  public static func < (left: FrameSignal, right: FrameSignal) -> Bool {
    left.position < right.position
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension FrameTimeline {
  /// Builds the timeline of a run from frames in the order of a trace, and rejects frames whose times do not increase.
  public struct Builder: Sendable {
    @usableFromInline var presents: NumberColumn<Nanoseconds> = []
    private var kinds: NumberColumn<FrameKind> = []
    @usableFromInline private(set) var isPlain = true
    private var signals: [FrameSignal: OptionalColumn]
    private var unplaced: [FrameKind: Int] = [:]

    /// Why a frame cannot be added to a timeline.
    public enum Rejection: Sendable, Equatable {
      /// The frame's present is at the time of the previous present.
      case duplicate
      /// The frame's present is before the previous present.
      case wentBack
    }

    /// Creates the builder of an empty timeline.
    ///
    /// `signals` are those that are set for each frame.
    public init(signals: [FrameSignal] = []) {
      self.signals = Dictionary(uniqueKeysWithValues: signals.map { ($0, OptionalColumn()) })
    }

    public var frameCount: Int { max(presents.count - 1, 0) }

    /// The time at which the timeline's last frame ended, or the start time if there are no frames; `nil` before a
    /// start time is set.
    @inlinable
    public var lastPresent: Nanoseconds? { presents.last }

    /// Sets the start time of an empty timeline, at which its first frame begins.
    public mutating func open(at present: Nanoseconds) {
      precondition(presents.isEmpty, "the present at which the first frame begins is added once")
      presents.append(present)
    }

    public mutating func reserve(frames count: Int) {
      presents.reserveCapacity(count + 1)
    }

    /// Adds a frame that ends at a given time; if the timeline has no start time, sets the start time instead.
    ///
    /// - Returns: why the frame was rejected; `nil` if it was accepted. Then call `set` for its
    ///   signals.
    @inlinable
    public mutating func append(
      present: Nanoseconds, kind: FrameKind = .displayed
    ) -> Rejection? {
      guard let last = presents.last else {
        presents.append(present)
        return nil
      }
      guard present > last else { return present == last ? .duplicate : .wentBack }
      presents.append(present)
      if !isPlain || kind != .displayed { note(kind) }
      return nil
    }

    /// Stores the kind of the timeline's last frame.
    ///
    /// The column of kinds begins with the first frame that is not displayed.
    @usableFromInline
    mutating func note(_ kind: FrameKind) {
      if isPlain {
        isPlain = false
        for _ in 1..<frameCount { kinds.append(.displayed) }
      }
      kinds.append(kind)
    }

    /// Sets a measurement of the last added frame, such as its CPU time; must be called once per frame for each of the
    /// builder's measurements.
    ///
    /// `value` is `nil` if the trace has none. Measurements that the builder was not created with are ignored.
    public mutating func set(_ signal: FrameSignal, _ value: Nanoseconds?) {
      signals[signal]?.append(value)
    }

    /// Counts a frame that the trace lists without a time, and that the timeline therefore cannot contain.
    public mutating func countUnplaced(_ kind: FrameKind) {
      unplaced[kind, default: 0] += 1
    }

    /// The timeline of all frames that were added; `nil` if it has no start time.
    ///
    /// Signals without any value are left out.
    public func finish() -> FrameTimeline? {
      guard !presents.isEmpty else { return nil }
      return FrameTimeline(
        presents: presents,
        kinds: isPlain ? nil : kinds,
        signals: signals.filter { !$0.value.isAllMissing },
        unplaced: unplaced)
    }
  }
}
