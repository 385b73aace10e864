internal import Decoding
internal import Recordings
internal import Units

/// The frames of one surface of a process, or of the display, in FrameTimeline.
///
/// Finished frames are added in the order of the trace to columns of about 25 bytes per frame.
struct SurfaceLayer {
  /// A frame of the surface that has begun, and whose end is not known yet.
  struct Frame {
    /// The vsync token that identifies the frame.
    let token: Int64
    /// The token of the display's frame that contained this frame; for a frame of the display, its own token.
    let displayToken: Int64
    let start: Nanoseconds
    /// When the work on the frame was to begin and to end; `nil` if it is unknown.
    var expected: Range<Nanoseconds>?
    let jank: UInt64
    let isDropped: Bool
  }

  let process: Int64
  /// The name of the surface; `nil` for the display.
  let name: String?

  /// The number of the surface's frames that have begun, including dropped and unfinished frames.
  private(set) var count = 0
  private(set) var droppedCount = 0
  /// The number of the surface's frames per jank type, by the type's bit.
  private(set) var verdictCounts = [Int](repeating: 0, count: 20)

  /// The vsync token of each finished frame.
  ///
  /// Row `k` of this column and of the other columns belongs to the same frame.
  private(set) var tokens = OptionalColumn()
  /// For each finished frame, the token of the display's frame that contained it; empty for the display.
  private(set) var displayTokens = OptionalColumn()
  /// The end of the work on each finished frame; for the display, the present.
  private(set) var ends = OptionalColumn()
  /// The duration of the work on each finished frame, `nil` if it is 0; empty for the display.
  private(set) var works = OptionalColumn()
  /// The end of the work on each finished frame minus its expected end; empty for the display.
  private(set) var overruns = OptionalColumn()
  /// When the work on each finished frame was to begin; empty for the display.
  private(set) var intendedStarts = OptionalColumn()
  /// Who made each finished frame late; empty for a frame in time.
  private(set) var blames: NumberColumn<FrameBlame> = []

  /// The tokens and expected times of frames that are expected and have not begun.
  private var expected: [(token: Int64, time: Range<Nanoseconds>)] = []

  /// The maximum number of expected frames that are stored; usually only a few frames are expected.
  private static let mostExpected = 64
  /// A mask of the lowest twenty bits, which include all known jank types.
  private static let verdictBits: UInt64 = 0xF_FFFF

  init(process: Int64, name: String?) {
    self.process = process
    self.name = name
  }

  /// Counts a frame that begins, and looks up its expected time.
  ///
  /// - Returns: the frame with its expected time; the caller passes it to `EndedFrame` when the frame ends.
  mutating func begin(_ frame: Frame) -> Frame {
    count += 1
    droppedCount += frame.isDropped ? 1 : 0
    var verdicts = frame.jank & Self.verdictBits
    while verdicts != 0 {
      verdictCounts[verdicts.trailingZeroBitCount] += 1
      verdicts &= verdicts - 1
    }
    var frame = frame
    if let index = expected.lastIndex(where: { $0.token == frame.token }) {
      frame.expected = expected[index].time
      expected.removeSubrange(...index)
    }
    return frame
  }

  /// Adds a finished frame to the columns.
  mutating func take(_ frame: EndedFrame) {
    tokens.append(frame.token)
    ends.append(frame.end)
    blames.append(frame.blame)
    guard name != nil else { return }
    displayTokens.append(frame.displayToken)
    works.append(frame.work)
    overruns.append(frame.overrun)
    intendedStarts.append(frame.intendedStart)
  }

  /// The start of the work on a finished frame; `nil` if it is unknown, as for the display.
  func start(ofRow row: Int) -> Nanoseconds? {
    guard row < works.count, let end = ends[row], let work = works[row] else { return nil }
    return end - work
  }

  mutating func expect(_ token: Int64, from start: Nanoseconds, to end: Nanoseconds) {
    if expected.count == Self.mostExpected { expected.removeFirst() }
    expected.append((token, min(start, end)..<end))
  }

  /// The name of a surface without the prefix `TX - ` that the compositor adds, such as `app/Main#12`.
  static func plainName(_ name: String) -> String {
    let prefix = "TX - "
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }

  /// The package at the beginning of the surface's name; `nil` if the surface is not a window.
  var package: String? {
    guard let name else { return nil }
    let package = name.prefix { $0 != "/" }
    let isPackage = package.count < name.count && package.contains(".") && !package.contains(" ")
    return isPackage ? String(package) : nil
  }

  /// The number of the surface's frames per jank type, in the order of Perfetto's list, without types that do not
  /// occur.
  var jankCounts: [(name: String, count: Int)] {
    JankType.all.compactMap { bit, name, _ in
      let count = verdictCounts[bit.trailingZeroBitCount]
      return count > 0 ? (name, count) : nil
    }
  }
}

/// Looks up the presents of the display's frames by token.
struct DisplayPresents {
  private let rows: KeyedRows
  private let times: OptionalColumn

  /// Indexes the frames of the display by token; O(n) if their tokens increase, otherwise O(n log n).
  init(_ display: SurfaceLayer?) {
    rows = KeyedRows(display?.tokens ?? OptionalColumn())
    times = display?.ends ?? OptionalColumn()
  }

  var isEmpty: Bool { rows.isEmpty }

  /// The present of the display's frame with a token; `nil` if it is unknown.
  ///
  /// The lookup takes O(log n) time.
  subscript(token: Int64?) -> Nanoseconds? {
    token.flatMap { rows.rows(of: $0).first { _ in true } }.flatMap { times[$0] }
  }
}

/// Builds a timeline from the frames of one surface, or of the display.
struct SurfaceRun {
  /// The timeline of the frames; `nil` if there are no frames.
  private(set) var timeline: FrameTimeline?
  /// The time that the trace's clock shows at present 0; `nil` if there are no frames.
  let clockOrigin: Nanoseconds?
  let issues: IssueLog
  /// The start of the work on each frame, on the trace's clock.
  private let begins: OptionalColumn

  /// Builds the timeline of a surface's frames, sorted by present.
  ///
  /// - Parameters:
  ///   - presents: the presents of the display. If the trace has no presents of the display, the end of the work on a
  ///     frame counts as its present.
  ///   - slices: the slices of the process, which contain the CPU time per vsync.
  ///   - refresh: the time between two refreshes of the display.
  init(
    _ layer: SurfaceLayer, presents: DisplayPresents, slices: SlicesByVsync?, refresh: Nanoseconds
  ) {
    self.init(
      layer, presents: Self.presents(of: layer, presents), signals: [.cpuBusy, .work, .overrun],
      refresh: refresh
    ) {
      [
        layer.tokens[$0].flatMap { slices?.duration(ofVsync: $0) }, layer.works[$0],
        layer.overruns[$0],
      ]
    }
  }

  /// Adds to each frame the times of its parts, from the slices of a process.
  mutating func setParts(from times: inout SelfTimes, ofProcess process: Int64) {
    guard let timeline, let clockOrigin else { return }
    self.timeline?.parts = times.parts(
      ofProcess: process, in: FrameWindows(timeline, origin: clockOrigin, begins: begins))
  }

  /// Builds the timeline of the display's frames, sorted by present.
  init(display: SurfaceLayer) {
    self.init(display, presents: display.ends, signals: [], refresh: 0) { _ in [] }
  }

  private static func presents(of layer: SurfaceLayer, _ display: DisplayPresents) -> OptionalColumn
  {
    guard !display.isEmpty else { return layer.ends }
    var presents = OptionalColumn()
    for token in layer.displayTokens { presents.append(display[token]) }
    return presents
  }

  private init(
    _ layer: SurfaceLayer, presents: OptionalColumn, signals: [FrameSignal], refresh: Nanoseconds,
    values: (Int) -> [Nanoseconds?]
  ) {
    var collector = FrameCollector(signals: signals, rows: presents.count)
    var issues = IssueLog()
    var blames: NumberColumn<FrameBlame> = []
    var begins = OptionalColumn()
    let rows = KeyedRows(presents).all
    var last: Nanoseconds?
    for row in rows {
      guard let time = presents[row] else { continue }
      if let end = layer.endOfIdleTime(after: last, before: row, at: time, refresh),
        collector.addIdle(until: end)
      {
        blames.append([])
        begins.append(nil)
      }
      last = time
      let verdict = collector.add(time: time, frameTime: nil)
      if let issue = verdict.issue { issues.note(issue, line: nil) }
      guard verdict.isFrame else { continue }
      for (slot, value) in values(row).enumerated() { collector.set(slot, value) }
      blames.append(layer.blames[row])
      begins.append(layer.start(ofRow: row))
    }
    for _ in 0..<layer.droppedCount { collector.countUnplaced(.dropped) }
    let placed = presents.count { $0 != nil }
    for _ in 0..<(layer.count - layer.droppedCount - placed) {
      issues.note(.unfinishedFrame, line: nil)
    }
    timeline = collector.finish().map { $0.blaming(blames) }
    clockOrigin = collector.clockOrigin
    self.issues = issues
    self.begins = begins
  }
}

extension SurfaceLayer {
  /// The shortest time without a requested frame that is idle; a slower animation would not look like one.
  private static let shortestPause = 100 * Nanoseconds.perMillisecond

  /// The end of the time before a frame in which the surface requested none, one refresh before the frame unless it was
  /// late; `nil` if the frame was requested soon after the last one.
  fileprivate func endOfIdleTime(
    after last: Nanoseconds?, before row: Int, at present: Nanoseconds, _ refresh: Nanoseconds
  ) -> Nanoseconds? {
    guard let last, row < intendedStarts.count, let start = intendedStarts[row],
      start - last >= Self.shortestPause
    else { return nil }
    return present - refresh - max(0, overruns[row] ?? 0)
  }
}

extension FrameTimeline {
  fileprivate func blaming(_ blames: NumberColumn<FrameBlame>) -> FrameTimeline {
    FrameTimeline(
      presents: presents, kinds: kinds, signals: signals, unplaced: unplaced, blames: blames)
  }
}
