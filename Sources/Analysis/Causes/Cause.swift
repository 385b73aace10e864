internal import Recordings

/// A cause of late frames: one part of the work on a frame, a wait, or lateness that remains unexplained.
public struct Cause: Sendable, Hashable, Comparable {
  /// The name of the cause in tables, such as `CPU` or `RecyclerView onBind`.
  public let name: String
  /// The kind of this cause of late frames, such as a function of the program, the work of the GPU or a wait.
  public let kind: Kind

  /// The kinds of causes of late frames, such as a function of the program, the work of the GPU or a wait.
  public enum Kind: String, Sendable, CaseIterable {
    /// A stage that every frame passes, such as the work of the GPU.
    case stage
    /// A function or section of the program.
    case slice
    case wait
    /// Several causes together, each too small for a row of its own.
    case rest
    /// Lateness that the data does not explain.
    case unexplained

    init(_ kind: FrameParts.Kind) {
      switch kind {
      case .stage: self = .stage
      case .slice: self = .slice
      case .wait: self = .wait
      }
    }
  }

  public init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The time for which the screen kept an old frame because a present was dropped.
  public static let notDisplayed = Cause("not displayed", .stage)
  /// The part of the late frames' lateness that the data does not explain.
  public static let unexplained = Cause("not explained", .unexplained)
  /// All causes of late frames that are too small for table rows of their own, added up as one cause named “other
  /// causes”.
  public static let rest = Cause("other causes", .rest)

  /// The id of the metric of its hitch time; unique for name and kind.
  public var id: Metric.ID { "cause:\(kind.rawValue):\(name)" }

  /// Orders causes of late frames by name, then by kind, such as function or wait.
  public static func < (left: Cause, right: Cause) -> Bool {
    (left.name, left.kind.rawValue) < (right.name, right.kind.rawValue)
  }
}

extension Cause {
  /// The sections in which Chrome runs everything else; they say nothing about what ran.
  private static let genericNames: Set = [
    "RunTask", "ThreadControllerImpl::RunTask", "ThreadPool_RunTask", "TaskGraphRunner::RunTask",
    "LatencyInfo.Flow", "ThreadControllerWithMessagePumpImpl::DoWork",
  ]

  /// Whether the cause contains others and has no meaning of its own, so that it explains only what they do not.
  var isGeneric: Bool { kind == .slice && Self.genericNames.contains(name) }

  /// For each part of frames that another part usually contains, the name of that part.
  static func containers(of parts: FrameParts) -> [Cause: String] {
    var containers: [Cause: String] = [:]
    for (part, container) in zip(parts.parts, parts.containers) {
      containers[Cause(part.name, Kind(part.kind))] = container
    }
    return containers
  }

  /// The cause of a stage that is a signal of frames, and the pipeline that the stage belongs to; `nil` for signals that
  /// are no stages.
  ///
  /// Stages of one pipeline follow each other; pipelines work at the same time.
  static func stage(_ signal: FrameSignal) -> (cause: Cause, pipeline: Int)? {
    switch signal {
    case .cpuBusy: (Cause("CPU", .stage), 0)
    case .gpuBusy: (Cause("GPU", .stage), 1)
    case .ui: (Cause("UI thread", .stage), 2)
    case .render: (Cause("render thread", .stage), 3)
    case .input: (Cause("input", .stage), 4)
    case .animation: (Cause("animation", .stage), 4)
    case .layout: (Cause("layout", .stage), 4)
    case .draw: (Cause("draw", .stage), 4)
    case .sync: (Cause("sync", .stage), 4)
    case .issue: (Cause("issue commands", .stage), 4)
    case .swap: (Cause("swap buffers", .stage), 4)
    case .display, .latency, .animationError, .work, .overrun: nil
    }
  }

  /// The signals that are stages of a timeline's frames, in their order.
  ///
  /// If a trace contains the stages of the CPU's work, its total is left out.
  static func stages(of timeline: FrameTimeline) -> [FrameSignal] {
    let signals = timeline.signals.keys.filter { stage($0) != nil }.sorted()
    let isDetailed = signals.contains { [.input, .animation, .layout, .draw, .sync].contains($0) }
    return isDetailed ? signals.filter { $0 != .cpuBusy } : signals
  }
}

extension SuiteSummary {
  /// The comparison of causes of late frames for each version of the program in the suite whose hitch time ratio got
  /// worse than its baseline's.
  ///
  /// If no stage has a baseline, the worst case is compared with the best case.
  ///
  /// Only proved changes of runs with causes are explained. The reference and candidate have the ids of the stages.
  public var explanations: [Explanation] {
    let based = stages.compactMap { stage in baseline(of: stage).map { (stage, $0) } }
    let ends = worst.flatMap { worst in best.map { [(worst, $0)] } } ?? []
    let pairs = (based.isEmpty ? ends : based).filter { stage, reference in
      [stage, reference].allSatisfy { $0.runs.contains { $0.causes?.value != nil } }
    }
    return Explanation.explanations(
      of: pairs.map { stage, reference in
        (
          title: "\(stage.stage.id) against \(reference.stage.id)",
          reference: ComparedSide(name: reference.stage.id, runs: reference.runs),
          candidate: ComparedSide(name: stage.stage.id, runs: stage.runs)
        )
      }
    ).filter { $0.total.verdict == .regressed }
  }
}
