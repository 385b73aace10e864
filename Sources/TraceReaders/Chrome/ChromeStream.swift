internal import Recordings
internal import Units

/// What a trace says of one layer tree: of a renderer's page, or of the browser's own surface.
///
/// Everything is kept in columns, which go to a temporary file where they are long.
struct ChromeStream {
  /// What tells streams apart.
  struct Key: Hashable, Comparable {
    /// The process.
    let process: Int64
    /// The layer tree within the process; `nil` where the trace does not tell.
    let layerTree: Int64?

    static func < (left: Key, right: Key) -> Bool {
      (left.process, left.layerTree ?? -1) < (right.process, right.layerTree ?? -1)
    }
  }

  /// How Chrome says that the work on a frame came to an end.
  enum Outcome: UInt8 {
    case presented, dropped
    /// Nothing had changed, or the trace does not tell.
    case other
  }

  /// A frame that reached the screen.
  struct Presentation: BitwiseCopyable, Equatable {
    let present: Nanoseconds
    /// The vsync that the work on it began with.
    let begin: Nanoseconds
  }

  /// The work on a frame, or on a part of one that was split in two.
  struct Report: BitwiseCopyable, Equatable {
    let source: Int64
    let sequence: Int64
    let begin: Nanoseconds
    let outcome: Outcome
  }

  /// From when on the page wants to be drawn, or does not.
  struct Wish: BitwiseCopyable, Equatable {
    let time: Nanoseconds
    let wantsFrames: Bool
  }

  private(set) var presentations: NumberColumn<Presentation>.Builder
  private(set) var draws: NumberColumn<Nanoseconds>.Builder
  private(set) var reports: NumberColumn<Report>.Builder
  private(set) var wishes: NumberColumn<Wish>.Builder
  private(set) var droppedEvents = 0

  /// Bytes of a column that are in memory at once: a trace may have many streams.
  private static let columnBytes = 1 << 16

  /// Creates an empty stream.
  ///
  /// - Parameter file: where its columns go, which all streams of a trace share.
  init(file: ColumnFile) {
    presentations = .init(memory: Self.columnBytes, shelf: Self.columnBytes, file: file)
    draws = .init(memory: Self.columnBytes, shelf: Self.columnBytes, file: file)
    reports = .init(memory: Self.columnBytes, shelf: Self.columnBytes, file: file)
    wishes = .init(memory: Self.columnBytes, shelf: Self.columnBytes, file: file)
  }

  /// Whether anything in the stream has a time at which it was drawn or shown.
  var hasPresents: Bool { presentations.count + draws.count > 0 }

  /// Takes a `PipelineReporter`: the work on one frame, from its vsync to its end.
  ///
  /// - Parameters:
  ///   - begin: the vsync.
  ///   - end: for a presented frame, when it reached the screen.
  ///   - outcome: how it ended.
  ///   - frame: the frame's number and where its numbers come from; `nil` where the trace does not tell.
  mutating func addReport(
    from begin: Nanoseconds, to end: Nanoseconds, _ outcome: Outcome,
    frame: (source: Int64, sequence: Int64)?
  ) {
    if outcome == .presented { presentations.append(Presentation(present: end, begin: begin)) }
    if let (source, sequence) = frame {
      reports.append(
        Report(source: source, sequence: sequence, begin: begin, outcome: outcome))
    } else if outcome == .dropped {
      droppedEvents += 1
    }
  }

  /// Takes a `DrawFrame`: the compositor drew.
  mutating func addDraw(at time: Nanoseconds) { draws.append(time) }

  /// Takes a `DroppedFrame`.
  mutating func addDroppedFrame() { droppedEvents += 1 }

  /// Takes a `NeedsBeginFrameChanged`: from here on the page wants to be drawn, or does not.
  mutating func addWish(_ wantsFrames: Bool, at time: Nanoseconds) {
    wishes.append(Wish(time: time, wantsFrames: wantsFrames))
  }

  /// Takes over what another stream has.
  mutating func add(_ other: ChromeStream) {
    for presentation in other.presentations.finish() { presentations.append(presentation) }
    for draw in other.draws.finish() { draws.append(draw) }
    for report in other.reports.finish() { reports.append(report) }
    for wish in other.wishes.finish() { wishes.append(wish) }
    droppedEvents += other.droppedEvents
  }
}
