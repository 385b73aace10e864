internal import Decoding
internal import Recordings
internal import Units

/// Builds one timeline from rows that give a present time, a frame time, or both.
///
/// The run's clock is the trace's own, moved so that present 0 is 0. If a row has both, its frame lasts
/// as long as the frame time, which has more digits. If the two differ by more than `tolerance`, there are
/// two explanations: the time column is too coarse to show the frame (see `ClockTick`), and the frame time
/// is still right; or rows are missing, and the time column is right.
struct FrameCollector {
  /// How far a frame time and the step of the time column may differ without rows missing.
  private let tolerance: Nanoseconds

  /// A pause that is worth a note.
  private static let gap: Nanoseconds = .perSecond

  private var builder = FrameTimeline.Builder()
  private let signals: [FrameSignal]
  private var columns: [OptionalColumn]
  private var lastTime: Nanoseconds?
  private var clockTick = ClockTick()

  /// What the trace's clock showed at present 0; `nil` before the first row with a time.
  private(set) var clockOrigin: Nanoseconds?

  /// What became of a row.
  struct Verdict: Equatable {
    /// Whether the row is a frame of the timeline, whose signals are to be given now.
    let isFrame: Bool
    /// What was wrong or remarkable, to be noted with the row's line.
    let issue: ImportIssue.Kind?
  }

  /// Creates an empty collector.
  ///
  /// - Parameters:
  ///   - signals: those that `set` is called for, in its order. Of several columns for one
  ///     signal, the first that has any value is used.
  ///   - tolerance: how far a frame time and the step of the time column may differ without rows
  ///     missing between; 50 µs is more than rounding makes of one clock.
  ///   - rows: to make room for, where their number is known.
  init(signals: [FrameSignal] = [], tolerance: Nanoseconds = 50_000, rows: Int = 0) {
    self.signals = signals
    self.tolerance = tolerance
    columns = signals.map { _ in OptionalColumn() }
    builder.reserve(frames: rows)
  }

  /// Number of frames so far.
  var frameCount: Int { builder.frameCount }

  /// The last present on the run's clock, or `nil` before the timeline is open.
  var lastPresent: Nanoseconds? { builder.lastPresent }

  /// Takes a row.
  ///
  /// - Parameters:
  ///   - time: when the frame was presented, on the trace's clock.
  ///   - frameTime: how long the frame lasted until then; not above 0 counts as missing beside a time.
  ///   - kind: what became of the frame.
  ///   - reading: what the time column shows, if that is not `time` itself.
  /// - Returns: whether it is a frame, and what to note.
  @inline(__always)
  mutating func add(
    time: Nanoseconds?, frameTime: Nanoseconds?, kind: FrameKind = .displayed,
    reading: Nanoseconds? = nil
  ) -> Verdict {
    guard (time ?? 0).isPlausible, (frameTime ?? 0).isPlausible else { return refused(.outOfRange) }
    switch (time, frameTime) {
    case (let time?, let frameTime):
      let lasted = frameTime.flatMap { $0 > 0 ? $0 : nil }
      let reading = reading ?? time
      guard builder.lastPresent != nil else {
        let verdict = open(at: time, after: lasted, kind: kind)
        if lastTime != nil { clockTick.agreed(reading) }
        return verdict
      }
      return follow(to: time, reading, after: lasted, kind: kind)
    case (nil, let frameTime?):
      return last(frameTime, kind: kind)
    case (nil, nil):
      return refused(.unusableRow)
    }
  }

  /// Gives the value of a signal for the frame that was added last; once a frame and signal.
  ///
  /// - Parameters:
  ///   - slot: position in the list of signals.
  ///   - value: `nil` when the trace has none for this frame.
  @inline(__always)
  mutating func set(_ slot: Int, _ value: Nanoseconds?) {
    columns[slot].append(value.flatMap { isPlausible($0) ? $0 : nil })
  }

  /// Whether a signal is no longer than a pause, or near the last present if it is a time.
  @inline(__always)
  private func isPlausible(_ value: Nanoseconds) -> Bool {
    if value.magnitude <= Nanoseconds.longestPause.magnitude { return true }
    let (distance, overflow) = value.subtractingReportingOverflow(builder.lastPresent ?? 0)
    return !overflow && distance.magnitude <= Nanoseconds.longestPause.magnitude
  }

  /// Counts a frame that has no present of its own.
  ///
  /// - Parameter kind: what it was.
  mutating func countUnplaced(_ kind: FrameKind) { builder.countUnplaced(kind) }

  /// The finished timeline.
  ///
  /// - Parameter whole: columns of further signals that were not given frame by frame, with an entry for each.
  /// - Returns: `nil` when not one row was taken.
  func finish(with whole: [FrameSignal: OptionalColumn] = [:]) -> FrameTimeline? {
    guard let timeline = builder.finish() else { return nil }
    let given = (zip(signals, columns) + whole.map { ($0, $1) }).filter { !$0.1.isAllMissing }
    return FrameTimeline(
      presents: timeline.presents, kinds: timeline.kinds,
      signals: Dictionary(given) { first, _ in first }, unplaced: timeline.unplaced)
  }

  // MARK: - Rows

  /// The first row is a frame when it tells how long it lasted; otherwise it only opens the timeline.
  private mutating func open(
    at time: Nanoseconds, after frameTime: Nanoseconds?, kind: FrameKind
  ) -> Verdict {
    let origin = time - (frameTime ?? 0)
    guard origin.isPlausible else { return refused(.outOfRange) }
    builder.open(at: 0)
    lastTime = time
    clockOrigin = origin
    guard let frameTime else { return Verdict(isFrame: false, issue: nil) }
    return append(after: frameTime, kind: kind, issue: nil)
  }

  @inline(__always)
  private mutating func follow(
    to time: Nanoseconds, _ reading: Nanoseconds, after frameTime: Nanoseconds?, kind: FrameKind
  ) -> Verdict {
    guard let lastTime else { return join(at: time, reading, after: frameTime, kind: kind) }
    let step = time - lastTime
    let agrees = frameTime.map { (step - $0).magnitude <= tolerance.magnitude } ?? true
    guard step > 0, agrees else {
      return explain(step, to: time, reading, after: frameTime, kind: kind)
    }
    let verdict = append(after: frameTime ?? step, kind: kind, issue: nil)
    if verdict.isFrame {
      self.lastTime = time
      clockTick.agreed(reading)
    }
    return verdict
  }

  /// Decides about a row whose time stands still, goes back or contradicts the frame time.
  @inline(never)
  private mutating func explain(
    _ step: Nanoseconds, to time: Nanoseconds, _ reading: Nanoseconds,
    after frameTime: Nanoseconds?, kind: FrameKind
  ) -> Verdict {
    guard !clockTick.isAhead(of: reading) else {
      // The time that opened the timeline was damaged, not this one.
      if step < -Nanoseconds.longestPause, builder.frameCount == 0 {
        (builder, clockTick) = (FrameTimeline.Builder(), ClockTick())
        let verdict = open(at: time, after: frameTime, kind: kind)
        clockTick.agreed(reading)
        return Verdict(isFrame: verdict.isFrame, issue: .outOfRange)
      }
      return refused(.timeWentBack)
    }
    let lasted: Nanoseconds
    let issue: ImportIssue.Kind
    if let frameTime, clockTick.hides(step - frameTime, at: reading) {
      (lasted, issue) = (frameTime, .coarseTimes)
    } else {
      guard step > 0 else { return refused(step == 0 ? .duplicateTime : .timeWentBack) }
      (lasted, issue) = (step, .lostFrames)
    }
    let verdict = append(after: lasted, kind: kind, issue: issue)
    if verdict.isFrame {
      lastTime = time
      clockTick.disagreed(reading, difference: step - lasted)
    }
    return verdict
  }

  /// The first time after rows that had frame times only.
  private mutating func join(
    at time: Nanoseconds, _ reading: Nanoseconds, after frameTime: Nanoseconds?, kind: FrameKind
  ) -> Verdict {
    guard let frameTime else { return refused(.unusableRow) }
    let present = (builder.lastPresent ?? 0) + frameTime
    guard present.isPlausible, (time - present).isPlausible else { return refused(.outOfRange) }
    let verdict = append(after: frameTime, kind: kind, issue: nil)
    if verdict.isFrame {
      lastTime = time
      clockOrigin = time - present
      clockTick.agreed(reading)
    }
    return verdict
  }

  private mutating func last(_ frameTime: Nanoseconds, kind: FrameKind) -> Verdict {
    guard frameTime > 0 else { return refused(.notPositive) }
    if builder.lastPresent == nil { builder.open(at: 0) }
    let verdict = append(after: frameTime, kind: kind, issue: nil)
    // The clock goes on, so that the next time is not measured from a row further up.
    if verdict.isFrame, let time = lastTime { lastTime = min(time + frameTime, .max >> 1) }
    return verdict
  }

  @inline(__always)
  private mutating func append(
    after frameTime: Nanoseconds, kind: FrameKind, issue: ImportIssue.Kind?
  ) -> Verdict {
    let (present, overflow) = (builder.lastPresent ?? 0).addingReportingOverflow(frameTime)
    guard !overflow, frameTime <= Nanoseconds.longestPause, present.isPlausible else {
      return refused(.outOfRange)
    }
    switch builder.append(present: present, kind: kind) {
    case .duplicate: return refused(.duplicateTime)
    case .wentBack: return refused(.timeWentBack)
    case nil: return Verdict(isFrame: true, issue: issue ?? (frameTime >= Self.gap ? .gap : nil))
    }
  }

  private func refused(_ kind: ImportIssue.Kind) -> Verdict {
    Verdict(isFrame: false, issue: kind)
  }
}
