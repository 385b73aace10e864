public import Units

/// The presents of one run, and what is known of each frame.
///
/// Present 0 opens the timeline; frame `i` (0-based) lasts from present `i` to present `i + 1`. Presents
/// strictly increase. Built by `FrameTimeline.Builder`, which drops rows that would break that rule and
/// reports them.
public struct FrameTimeline: Sendable, Equatable {
  /// Present times on the run's own clock, strictly increasing; one more than there are frames.
  public let presents: NumberColumn<Nanoseconds>

  /// What became of each frame; `nil` when every frame was displayed and came from the application,
  /// or when the trace does not tell.
  public let kinds: NumberColumn<FrameKind>?

  /// Further measurements of each frame, at most one column a signal.
  public let signals: [FrameSignal: OptionalColumn]

  /// Frames that the trace lists without a present of their own, such as generated frames.
  public let unplaced: [FrameKind: Int]

  /// What the platform blames for each frame that came late; `nil` when the trace does not say.
  public let blames: NumberColumn<FrameBlame>?

  /// Number of frames, which is one less than the number of presents.
  public var frameCount: Int { presents.count - 1 }

  /// Creates a timeline from columns that already obey the rules.
  ///
  /// - Parameters:
  ///   - presents: at least one time, strictly increasing.
  ///   - kinds: one a frame, or `nil`.
  ///   - signals: columns of one entry a frame.
  ///   - unplaced: counts of frames without a present of their own.
  ///   - blames: one a frame, or `nil`.
  /// - Precondition: the columns are as long as `presents` demands.
  public init(
    presents: NumberColumn<Nanoseconds>,
    kinds: NumberColumn<FrameKind>? = nil,
    signals: [FrameSignal: OptionalColumn] = [:],
    unplaced: [FrameKind: Int] = [:],
    blames: NumberColumn<FrameBlame>? = nil
  ) {
    precondition(!presents.isEmpty, "a timeline has at least its opening present")
    precondition(kinds.map { $0.count == presents.count - 1 } ?? true, "one kind a frame")
    precondition(blames.map { $0.count == presents.count - 1 } ?? true, "one verdict a frame")
    precondition(signals.values.allSatisfy { $0.count == presents.count - 1 }, "one entry a frame")
    self.presents = presents
    self.kinds = kinds
    self.signals = signals
    self.unplaced = unplaced
    self.blames = blames
  }
}

/// What became of a frame.
public enum FrameKind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Rendered by the application and shown.
  case displayed = 0
  /// Presented by the application, but never shown.
  case dropped = 1
  /// Made by a driver or a frame generator, not by the application.
  case generated = 2
  /// An earlier frame shown again.
  case repeated = 3

  /// The word for it in outputs.
  public var name: String {
    switch self {
    case .displayed: "displayed"
    case .dropped: "dropped"
    case .generated: "generated"
    case .repeated: "repeated"
    }
  }
}

/// A measurement that traces give for each frame, in nanoseconds.
public enum FrameSignal: String, Sendable, CaseIterable, Comparable {
  /// Time the CPU worked on the frame.
  case cpuBusy = "cpu"
  /// Time the GPU worked on the frame.
  case gpuBusy = "gpu"
  /// When the frame reached the screen, on the clock of the presents.
  case display = "display"
  /// Measured time from the input, or from the start of its processing, to the screen.
  case latency = "latency"
  /// Simulation step less display step, signed.
  case animationError = "animation_error"
  /// Time from the beginning of the work on the frame to its end, on CPU and GPU, waiting included.
  case work = "work"
  /// When the work on the frame ended less when it had to; below 0 for a frame in time.
  case overrun = "overrun"

  /// Time the thread of the user interface took to build the frame.
  case ui = "ui"
  /// Time the render thread, or the system's renderer, took to draw what was built.
  case render = "render"

  /// Orders signals as they stand in the list above, which is their order in outputs.
  public static func < (left: FrameSignal, right: FrameSignal) -> Bool {
    left.position < right.position
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
