internal import Decoding
internal import Recordings
internal import Units

/// Builds a timeline from rows with a present time, a frame time, or both.
///
/// The clock of the run is the trace's clock, shifted so that present 0 is at time 0. If a row has a present time and a
/// frame time, the frame time is used, because it has more digits. If the two differ by more than `tolerance`, either
/// the time column is too coarse (see `ClockTick`), or rows are missing. In the first case the frame time is used, in
/// the second case the present time.
struct FrameCollector {
  /// The least difference between a frame time and the step of the time column that can mean missing rows.
  private let tolerance: Nanoseconds
  /// The last decimal places that the frame times and the time column have used so far.
  private var places = (frameTimes: DecimalPlace(), times: DecimalPlace())

  /// The shortest frame time that is recorded as a gap issue.
  private static let gap: Nanoseconds = .perSecond

  private var builder = FrameTimeline.Builder()
  private let signals: [FrameSignal]
  private var columns: [OptionalColumn]
  private var unplacedDisplays: NumberColumn<Nanoseconds> = []
  private var lastTime: Nanoseconds?
  private var clockTick = ClockTick()

  /// The time of present 0 on the trace's clock; `nil` before the first row with a time.
  private(set) var clockOrigin: Nanoseconds?

  /// The decision about a row of frame times: whether the row became a frame, and the issue to record.
  struct Verdict: Equatable {
    /// Whether the row became a frame, so that `set` may be called for its signals.
    let isFrame: Bool
    /// The issue to record with the row's line; `nil` if the row has no problem.
    let issue: ImportIssue.Kind?
    /// How often to record the issue: for lost frames, about how many are missing before the row.
    var count = 1
  }

  /// Creates a collector without frames.
  ///
  /// - Parameters:
  ///   - signals: the signals that `set` is called for. If several columns have the same signal, the first column with
  ///     a value is used.
  ///   - tolerance: the least difference between a frame time and the step of the time column that can mean missing rows.
  ///     A larger difference is tolerated up to a twentieth of the frame time, and up to the last decimal places of both
  ///     columns if the frame times are coarse.
  ///   - rows: the number of rows to reserve memory for, if it is known.
  init(signals: [FrameSignal] = [], tolerance: Nanoseconds = 50_000, rows: Int = 0) {
    self.signals = signals
    self.tolerance = tolerance
    columns = signals.map { _ in OptionalColumn() }
    builder.reserve(frames: rows)
  }

  var frameCount: Int { builder.frameCount }

  /// The time of the last present on the run's clock; `nil` before the first usable row.
  var lastPresent: Nanoseconds? { builder.lastPresent }

  /// Adds a row with a present time, a frame time, or both.
  ///
  /// - Parameters:
  ///   - time: the present on the trace's clock.
  ///   - frameTime: the duration of the frame up to its present; if the row has a time, a duration of 0 or less counts
  ///     as missing.
  ///   - kind: the kind of the row's frame, such as dropped.
  ///   - reading: the value of the time column, if this value is not `time` itself.
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

  /// Sets the value of a signal for the last frame; call this function once per frame and signal.
  ///
  /// - Parameters:
  ///   - slot: the position of the signal in the list of signals.
  ///   - value: the value of the signal; `nil` if the frame has no value.
  @inline(__always)
  mutating func set(_ slot: Int, _ value: Nanoseconds?) {
    columns[slot].append(value.flatMap { isPlausible($0) ? $0 : nil })
  }

  /// Whether a signal's value is plausible: at most the longest pause, or a time within the longest pause of the last
  /// present.
  @inline(__always)
  private func isPlausible(_ value: Nanoseconds) -> Bool {
    if value.magnitude <= Nanoseconds.longestPause.magnitude { return true }
    let (distance, overflow) = value.subtractingReportingOverflow(builder.lastPresent ?? 0)
    return !overflow && distance.magnitude <= Nanoseconds.longestPause.magnitude
  }

  /// Adds a time in which no frame was requested, from the last present to the given time on the trace's clock.
  ///
  /// All signals of the entry are missing.
  ///
  /// - Returns: `false` if the time is not after the last present, so that nothing was added.
  mutating func addIdle(until time: Nanoseconds) -> Bool {
    guard time.isPlausible, let lastTime, time > lastTime,
      append(after: time - lastTime, kind: .idle, issue: nil).isFrame
    else { return false }
    for slot in columns.indices { columns[slot].append(nil) }
    self.lastTime = time
    clockTick.agreed(time)
    return true
  }

  /// Counts a frame that has no present of its own.
  ///
  /// - Parameter display: when it reached the screen, on the run's clock; `nil` if unknown.
  mutating func countUnplaced(_ kind: FrameKind, display: Nanoseconds? = nil) {
    builder.countUnplaced(kind)
    if let display, isPlausible(display) { unplacedDisplays.append(display) }
  }

  /// The timeline of all collected frames; `nil` if no row was accepted.
  ///
  /// - Parameter whole: complete columns of additional signals, with one entry per frame.
  func finish(with whole: [FrameSignal: OptionalColumn] = [:]) -> FrameTimeline? {
    guard let timeline = builder.finish() else { return nil }
    let given = (zip(signals, columns) + whole.map { ($0, $1) }).filter { !$0.1.isAllMissing }
    return FrameTimeline(
      presents: timeline.presents, kinds: timeline.kinds,
      signals: Dictionary(given) { first, _ in first }, unplaced: timeline.unplaced,
      unplacedDisplays: NumberColumn(Set(unplacedDisplays).sorted()))
  }

  // MARK: - Rows

  /// Begins the timeline at the first row with a time.
  ///
  /// The first row becomes a frame only if it has a frame time.
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
    places.times.note(reading)
    if let frameTime { places.frameTimes.note(frameTime) }
    let agrees = frameTime.map { (step - $0).magnitude <= tolerance(at: $0).magnitude } ?? true
    guard step > 0, agrees else {
      return explain(step, to: time, reading, after: frameTime, kind: kind)
    }
    // Coarse frame times add up to a wrong time, so the steps count if they are no coarser.
    let usesStep = places.frameTimes.isCoarse && places.times.size <= places.frameTimes.size
    let verdict = append(
      after: usesStep ? step : frameTime ?? step, kind: kind, issue: nil)
    if verdict.isFrame {
      self.lastTime = time
      clockTick.agreed(reading)
    }
    return verdict
  }

  /// The largest difference between a frame time and its step that does not mean missing rows.
  @inline(__always)
  private func tolerance(at frameTime: Nanoseconds) -> Nanoseconds {
    // If only the time column is coarse, `clockTick` is more exact.
    let rounding = places.frameTimes.isCoarse ? places.frameTimes.size + places.times.size : 0
    return max(tolerance, frameTime / 20, min(rounding, frameTime / 2))
  }

  /// Decides about a row whose time equals the previous time, goes back, or contradicts the frame time.
  @inline(never)
  private mutating func explain(
    _ step: Nanoseconds, to time: Nanoseconds, _ reading: Nanoseconds,
    after frameTime: Nanoseconds?, kind: FrameKind
  ) -> Verdict {
    guard !clockTick.isAhead(of: reading) else {
      // The time of the first row, which opened the timeline, was corrupt, not the time of this row.
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
      (lasted, issue) = (step, step < frameTime ?? step ? .shorterSteps : .lostFrames)
    }
    let verdict = append(
      after: lasted, kind: kind, issue: issue, count: missingRows(in: step, besides: frameTime))
    if verdict.isFrame {
      lastTime = time
      clockTick.disagreed(reading, difference: step - lasted)
    }
    return verdict
  }

  /// About how many rows are missing in a step; a pause of a second or more counts once, because the recording may have
  /// been paused.
  private func missingRows(in step: Nanoseconds, besides frameTime: Nanoseconds?) -> Int {
    guard let frameTime, frameTime > 0, step < Self.gap else { return 1 }
    return max(1, Int((step - frameTime) / frameTime))
  }

  /// Adds the first row with a time, if all rows before it had only frame times.
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
    // The clock continues, so that the next step is measured from this row.
    if verdict.isFrame, let time = lastTime { lastTime = min(time + frameTime, .max >> 1) }
    return verdict
  }

  @inline(__always)
  private mutating func append(
    after frameTime: Nanoseconds, kind: FrameKind, issue: ImportIssue.Kind?, count: Int = 1
  ) -> Verdict {
    let (present, overflow) = (builder.lastPresent ?? 0).addingReportingOverflow(frameTime)
    guard !overflow, frameTime <= Nanoseconds.longestPause, present.isPlausible else {
      return refused(.outOfRange)
    }
    switch builder.append(present: present, kind: kind) {
    case .duplicate: return refused(.duplicateTime)
    case .wentBack: return refused(.timeWentBack)
    case nil:
      let issue = issue ?? (frameTime >= Self.gap ? .gap : nil)
      return Verdict(isFrame: true, issue: issue, count: count)
    }
  }

  private func refused(_ kind: ImportIssue.Kind) -> Verdict {
    Verdict(isFrame: false, issue: kind)
  }
}

/// The last decimal place that the numbers of a column use: a millisecond if all are whole milliseconds.
struct DecimalPlace {
  /// The place as a time, at most a second; a power of ten in nanoseconds.
  private(set) var size: Nanoseconds = .perSecond

  /// A finer place is below what frame times need.
  private static let fine: Nanoseconds = 10_000

  /// Whether the place is so coarse that rounding to it matters.
  @inline(__always)
  var isCoarse: Bool { size > Self.fine }

  /// Takes a number of the column into account.
  @inline(__always)
  mutating func note(_ number: Nanoseconds) {
    while size > Self.fine, number % size != 0 { size /= 10 }
  }
}

/// Estimates the tick of a time column: the smallest step that the column can show.
///
/// A time column can be coarser than the frame times next to it: whole milliseconds, four significant digits, or a
/// system clock that advances every 15.6 ms. The tick can change within a trace: four digits show milliseconds in the
/// first ten seconds, and hundredths of a second later. Each row is therefore judged by the last readings of the time
/// column.
struct ClockTick {
  /// The last three distinct readings of the time column, the latest first.
  private var readings: (first: Nanoseconds?, second: Nanoseconds?, third: Nanoseconds?)
  /// The sum of the differences between the steps of the time column and the frame times, since step and frame time
  /// last agreed.
  private var drift: Nanoseconds = 0

  /// Records the time of a row that has no frame time, or whose frame time agrees with the step of the time column.
  @inline(__always)
  mutating func agreed(_ reading: Nanoseconds) {
    readings = (reading, readings.first, readings.second)
    drift = 0
  }

  /// Records the time of a row whose frame time does not agree with the step of the time column.
  ///
  /// - Parameter difference: the step minus the frame time.
  mutating func disagreed(_ reading: Nanoseconds, difference: Nanoseconds) {
    drift += difference
    if reading != readings.first { readings = (reading, readings.first, readings.second) }
  }

  /// Whether the last recorded reading of the time column is later than this reading.
  func isAhead(of reading: Nanoseconds) -> Bool { reading < readings.first ?? reading }

  /// Whether a coarse time column alone explains the difference between its step and a frame time.
  ///
  /// The steps since the columns last agreed begin and end at times that are rounded to ticks, so the sum of the steps
  /// is off by less than one tick. If a frame of a whole tick or more is missing, the difference is at least a tick, so
  /// missing frames are never hidden.
  ///
  /// - Parameters:
  ///   - difference: the step minus the frame time.
  ///   - reading: the time of the row in the time column, not earlier than the last reading.
  func hides(_ difference: Nanoseconds, at reading: Nanoseconds) -> Bool {
    (drift + difference).magnitude < tick(at: reading).magnitude
  }

  /// The estimated tick: the greatest common divisor of the last three steps of the time column.
  ///
  /// With fewer than three steps, the tick is the last decimal place of the readings, at most a second. Readings with
  /// fewer digits than the current reading are ignored, because a column with a fixed number of significant digits has
  /// a finer tick for them.
  private func tick(at reading: Nanoseconds) -> Nanoseconds {
    let least = Self.leastNumber(withDigitsOf: reading)
    guard let first = readings.first, first >= least else { return Self.lastPlace(of: reading) }
    guard let second = readings.second, let third = readings.third, min(second, third) >= least
    else { return min(Self.lastPlace(of: reading), Self.lastPlace(of: first)) }
    return greatestCommonDivisor(
      reading - first, greatestCommonDivisor(first - second, second - third))
  }

  private static func leastNumber(withDigitsOf reading: Nanoseconds) -> Nanoseconds {
    guard reading > 0 else { return .min }
    var power: Nanoseconds = 1
    while power <= reading / 10 { power *= 10 }
    return power
  }

  private static func lastPlace(of reading: Nanoseconds) -> Nanoseconds {
    var place: Nanoseconds = 1
    while place < .perSecond, reading % (place * 10) == 0 { place *= 10 }
    return place
  }
}
