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
  /// The time for which the CPU worked on the frame.
  case cpuBusy = "cpu"
  /// The time for which the GPU worked on the frame.
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
