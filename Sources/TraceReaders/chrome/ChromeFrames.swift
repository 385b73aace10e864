internal import Decoding
internal import Recordings
internal import Units

/// Computes the frames of one layer tree (the content of a page or a browser window) of a Chrome trace.
///
/// The events in a Chrome trace need not be sorted.
struct ChromeFrames {
  private typealias Presentation = ChromeStream.Presentation
  private typealias Report = ChromeStream.Report

  private let presentations: ChromePresentations
  /// Whether the trace contains when frames reached the screen, and not only when the compositor drew.
  private let isShown: Bool
  private let reports: ArraySlice<Report>
  private let wishes: ArraySlice<ChromeStream.Wish>
  private let droppedEvents: Int

  /// The maximum number of activities in all layer trees of a trace.
  static let mostActivities = 100_000

  /// Selects the events of one layer tree; O(1).
  init(_ streams: PartedChromeStreams, _ stream: Int) {
    isShown = streams.streams[stream].presentationCount > 0
    presentations = streams.presentations(of: stream)
    reports = streams.reports(of: stream)
    wishes = streams.wishes(of: stream)
    droppedEvents = streams.streams[stream].droppedEvents
  }

  // MARK: - Frames

  /// The timeline of the layer tree's frames; O(n log n).
  ///
  /// The result is `nil` if nothing was drawn.
  ///
  /// Presents are the times at which frames reached the screen; in traces without these times, the times at which the
  /// compositor drew. If several updates of the layer tree reach the screen at once, the frame has the latency and the
  /// stages of the update with the earliest vsync. A dropped frame after one that was shown has the time at which it
  /// would have reached the screen with the usual latency.
  func timeline(notingIn issues: inout IssueLog) -> Timed? {
    var begins = OptionalColumn()
    var stages = OptionalColumn()
    var collector = FrameCollector(signals: [.latency])
    let dropped = droppedFrames
    let pace = isShown ? Pace(self) : nil
    let rows = rows(pace: pace, dropped: dropped)
    var last: Row?
    for row in rows {
      if let last, let end = pace?.endOfIdleTime(from: last, to: row),
        wishes.isEmpty, collector.addIdle(until: end)
      {
        begins.append(nil)
        stages.append(nil)
      }
      last = row
      let verdict = collector.add(
        time: row.time, frameTime: nil, kind: row.isDropped ? .dropped : .displayed)
      // A pause between presents is no problem while the page requests no frames.
      if let issue = verdict.issue, issue != .gap || wishes.isEmpty {
        issues.note(issue, line: nil)
      }
      guard verdict.isFrame else { continue }
      collector.set(0, isShown && !row.isDropped ? row.time - row.begin : nil)
      begins.append(row.workStart)
      stages.append(row.stages.map(Nanoseconds.init))
    }
    let all = reports.isEmpty ? droppedEvents : dropped.count
    let unplaced = all - rows.count(where: \.isDropped)
    for _ in 0..<unplaced { collector.countUnplaced(.dropped) }
    guard let timeline = collector.finish(), let origin = collector.clockOrigin else { return nil }
    return Timed(timeline: timeline, origin: origin, begins: begins, stages: stages)
  }

  /// The timeline of a layer tree's frames, with further data of each frame.
  struct Timed {
    let timeline: FrameTimeline
    /// The reading of the trace's clock at present 0.
    let origin: Nanoseconds
    /// The time at which the work on each frame began, on the trace's clock.
    let begins: OptionalColumn
    /// The number of the list of stages, for each frame of the layer tree.
    let stages: OptionalColumn
  }

  /// A frame of the timeline: one that was shown, or a dropped one.
  private struct Row {
    let time: Nanoseconds
    let begin: Nanoseconds
    var stages: UInt32?
    var isDropped = false
    /// The start of the work that belongs to the row; `nil` for the present before it.
    var workStart: Nanoseconds?
  }

  /// The frames in the order of their times, from the first that was shown on, without two at one time.
  private func rows(pace: Pace?, dropped: [Nanoseconds]) -> [Row] {
    var rows: [Row] = []
    var waiting = dropped[...]
    func takeDropped(before end: Nanoseconds) {
      while let pace, let begin = waiting.first, begin + pace.latency < end {
        waiting.removeFirst()
        guard let last = rows.last, begin + pace.latency > last.time else { continue }
        rows.append(Row(time: begin + pace.latency, begin: begin, isDropped: true))
      }
    }
    for presentation in presentations where presentation.present != rows.last?.time {
      takeDropped(before: presentation.present)
      rows.append(
        Row(time: presentation.present, begin: presentation.begin, stages: presentation.stages))
    }
    takeDropped(before: .max)
    return withWorkStarts(rows)
  }

  /// The rows, each with the start of its work.
  ///
  /// The frames that were dropped before one that was shown share the time from the start of its work on, so that no
  /// work counts twice.
  private func withWorkStarts(_ rows: [Row]) -> [Row] {
    var rows = rows
    var firstDropped: Int?
    for index in rows.indices {
      if rows[index].isDropped {
        firstDropped = firstDropped ?? index
      } else {
        rows[firstDropped ?? index].workStart = rows[index].begin
        firstDropped = nil
      }
    }
    return rows
  }

  /// What is usual for the frames of a layer tree, from which idle times and late frames are told apart.
  private struct Pace {
    /// The median time from a frame's vsync to the screen.
    let latency: Nanoseconds
    private let refresh: Nanoseconds

    /// The shortest time without a frame that is idle; a slower animation would not look like one.
    private static let shortestPause = 100 * Nanoseconds.perMillisecond

    init?(_ frames: ChromeFrames) {
      let latencies = frames.presentations.map { $0.present - $0.begin }.sorted()
      guard !latencies.isEmpty, !frames.reports.isEmpty else { return nil }
      latency = latencies[latencies.count / 2]
      refresh = frames.vsyncInterval ?? 16_666_667
    }

    /// When the frame after a pause became due, one refresh before a frame with the usual latency; `nil` without a pause.
    ///
    /// In a pause, Chrome begins no frame, or only frames without changes.
    func endOfIdleTime(from last: Row, to row: Row) -> Nanoseconds? {
      guard row.begin - last.time >= Self.shortestPause else { return nil }
      return row.time - refresh - max(0, row.time - row.begin - latency)
    }
  }

  /// The vsyncs of the dropped frames, in order: frames that were begun, and of which no part reached the screen.
  private var droppedFrames: [Nanoseconds] {
    var dropped: [Nanoseconds] = []
    var last: Report?
    var (isPresented, isDropped) = (false, false)
    func close() { if let last, isDropped, !isPresented { dropped.append(last.begin) } }
    for report in reports {
      if let last, !report.isPart(of: last) {
        close()
        (isPresented, isDropped) = (false, false)
      }
      last = report
      isPresented = isPresented || report.outcome == .presented
      isDropped = isDropped || report.outcome == .dropped
    }
    close()
    return dropped.inOrder(<)
  }

  /// The interval between two vsyncs: the median over consecutive frames; `nil` if there are fewer than ten pairs of
  /// consecutive frames.
  var vsyncInterval: Nanoseconds? {
    var steps: [Nanoseconds] = []
    var last: Report?
    for report in reports {
      if let last, report.follows(last) { steps.append(report.begin - last.begin) }
      last = report
    }
    guard steps.count >= 10 else { return nil }
    steps.sort()
    return steps[steps.count / 2]
  }

  // MARK: - Activities

  /// The intervals in which the page requested frames, on the trace's clock; O(n).
  ///
  /// A frame that is begun within such an interval can be displayed shortly after its end, and still belongs to the
  /// interval.
  ///
  /// - Parameters:
  ///   - end: the end of the trace.
  ///   - capacity: the remaining number of activities for the trace; at least one activity is always returned.
  ///   - issues: receives an issue if the capacity is exceeded; the last activity then extends to the end.
  /// - Returns: the activities that contain presents, in the order of time.
  func activities(
    until end: Nanoseconds, capacity: inout Int, notingIn issues: inout IssueLog
  ) -> [Marker] {
    guard let first = presentations.first?.present else { return [] }
    var shown = ShownStretches(presentations)
    var activities: [Marker] = []
    var start: Nanoseconds?
    var isFirst = true
    for wish in wishes {
      // If the first event says that the page requests no more frames, an activity began before the trace.
      if isFirst, !wish.wantsFrames { start = min(first, wish.time) }
      isFirst = false
      if wish.wantsFrames {
        start = start ?? wish.time
      } else if let begin = start {
        guard activities.count < capacity - 1 else {
          issues.note(.tooMany, line: nil, found: "intervals in which Chrome expected frames")
          break
        }
        if let activity = shown.activity(from: begin, to: wish.time) { activities.append(activity) }
        start = nil
      }
    }
    if let start, let last = shown.activity(from: start, to: end) { activities.append(last) }
    capacity = max(capacity - activities.count, 1)
    return activities
  }
}

/// Finds the presents in consecutive intervals in which frames were expected.
private struct ShownStretches {
  /// The presents from the first one that is not before the current interval.
  private var ahead: ChromePresentations.Iterator
  private var next: ChromeStream.Presentation?
  /// The presents from the first one after the current interval.
  private var behind: ChromePresentations.Iterator
  private var following: ChromeStream.Presentation?
  private var lastShown: Nanoseconds?

  init(_ presentations: ChromePresentations) {
    ahead = presentations.makeIterator()
    behind = presentations.makeIterator()
    next = ahead.next()
    following = behind.next()
  }

  /// The activity of an interval, extended to the presents shortly after the interval; `nil` if no frame is displayed
  /// in the interval.
  ///
  /// - Parameter start: the start of the interval, not before the end of the previous interval.
  mutating func activity(from start: Nanoseconds, to end: Nanoseconds) -> Marker? {
    while let presentation = following, presentation.present <= end || presentation.begin <= end {
      lastShown = presentation.present
      following = behind.next()
    }
    while let presentation = next, presentation.present < start { next = ahead.next() }
    let end = max(start, end, lastShown ?? end)
    guard let next, next.present <= end else { return nil }
    return Marker(start: start, end: end, name: "frames wanted", isActivity: true)
  }
}

extension ChromeStream.Report {
  fileprivate func isPart(of other: Self) -> Bool {
    source == other.source && sequence == other.sequence
  }

  fileprivate func follows(_ other: Self) -> Bool {
    source == other.source && sequence &- 1 == other.sequence && begin > other.begin
  }
}

/// Collects the stages of Chrome's work on frames, such as `SendBeginMainFrameToCommit`.
///
/// Chrome writes the stages of a frame as asynchronous events between the beginning and the end of the frame's
/// `PipelineReporter` event, with the same id and categories. The limits of slices also bound the memory for stages.
struct ChromeStages {
  /// The stages of a frame whose `PipelineReporter` event has not ended yet.
  struct OpenFrame {
    /// A hash of the event's categories, which the events of its stages share.
    let category: UInt64
    fileprivate var begun: [(part: UInt16, start: Nanoseconds)] = []
    fileprivate var ended = ThreadSlices()

    init(category: UInt64) { self.category = category }
  }

  private var names = SliceNames(kind: .stage)
  private var limits = SliceLimits()
  /// The durations of the stages of all presented frames.
  private var durations: [(part: UInt16, duration: Nanoseconds)] = []
  /// The end position in `durations` of the stages of each presented frame that has stages.
  private var ends: [Int] = []

  var issues: IssueLog {
    var issues = limits.issues
    if names.isFull {
      issues.note(.tooMany, line: nil, found: "distinct names of the stages of Chrome's frames")
    }
    return issues
  }

  // MARK: - Events

  /// Reads an event that begins or ends a stage of a frame.
  mutating func take(_ event: TraceEvent, name: Field, in frame: inout OpenFrame) {
    guard let time = event.time, time.isPlausible else {
      return limits.note(.outOfRange, "the time of the frame stage \(name.shown)")
    }
    let part = names.number(of: name)
    if event.phase == .asyncBegin {
      guard frame.begun.count < SliceLimits.deepest else {
        return limits.noteLimit(
          of: "frame stages nested more than \(SliceLimits.deepest) levels deep")
      }
      frame.begun.append((part, time))
    } else {
      end(part, at: time, in: &frame)
    }
  }

  /// Ends the innermost open stage that has a given name.
  private mutating func end(_ part: UInt16, at time: Nanoseconds, in frame: inout OpenFrame) {
    guard let index = frame.begun.lastIndex(where: { $0.part == part }) else {
      return limits.note(.unmatchedEnd, names.parts[Int(part)].name)
    }
    let start = frame.begun.remove(at: index).start
    guard time >= start else { return limits.note(.timeWentBack, names.parts[Int(part)].name) }
    frame.ended.add(part, from: start, to: time, &limits)
  }

  // MARK: - Frames

  /// Stores the time of each stage of a frame that was presented; stages that did not end are left out.
  ///
  /// - Parameter range: the time from the vsync of the frame to its present, at which its stages end.
  /// - Returns: the number of the frame's list of stages; `nil` if the frame has no stages.
  mutating func finish(_ frame: OpenFrame, within range: Range<Nanoseconds>) -> UInt32? {
    defer { remove(frame) }
    guard frame.ended.count > 0 else { return nil }
    guard durations.count < Self.mostDurations else {
      limits.noteLimit(of: "stages of the frames of Chrome")
      return nil
    }
    var stages = frame.ended
    for stage in stages.finish(&limits).work {
      let start = max(stage.start, range.lowerBound)
      let end = min(stage.end, range.upperBound)
      if (start, end) != (stage.start, stage.end) {
        limits.note(
          .outOfRange, "a stage of Chrome's work on a frame, partly outside the time of this frame")
      }
      if end > start { durations.append((stage.part, end - start)) }
    }
    ends.append(durations.count)
    return UInt32(ends.count - 1)
  }

  /// Removes the stages of a frame that did not reach the screen.
  mutating func remove(_ frame: OpenFrame) { limits.giveBack(frame.ended.count) }

  /// The maximum number of stored durations of stages; the stages of later frames are left out.
  private static let mostDurations = 1 << 20

  /// The time of each stage in each frame of a run; `nil` if no frame has stages.
  ///
  /// - Parameter lists: the number of the list of stages, for each frame.
  func parts(of lists: OptionalColumn) -> FrameParts? {
    guard !lists.isAllMissing else { return nil }
    var builder = FrameParts.Builder()
    for (frame, list) in lists.enumerated() {
      guard let list = list.map({ Int($0) }) else { continue }
      for (part, duration) in durations[(list > 0 ? ends[list - 1] : 0)..<ends[list]] {
        builder.add(duration, to: names.parts[Int(part)], ofFrame: frame)
      }
    }
    return builder.finish()
  }
}
