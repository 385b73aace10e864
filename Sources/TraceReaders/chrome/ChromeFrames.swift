internal import Decoding
internal import Recordings
internal import Units

/// The frames of one layer tree in the order of time, which events of a trace need not be in.
struct ChromeFrames {
  private typealias Presentation = ChromeStream.Presentation
  private typealias Report = ChromeStream.Report

  private let presentations: ChromePresentations
  /// Whether the trace tells when frames reached the screen, and not only when the compositor drew.
  private let isShown: Bool
  private let reports: ArraySlice<Report>
  private let wishes: ArraySlice<ChromeStream.Wish>
  private let droppedEvents: Int

  /// Stretches in which frames were wanted, of all streams of a trace, at most.
  static let mostActivities = 100_000

  /// Takes what the stream of a position has; O(1).
  init(_ streams: PartedChromeStreams, _ stream: Int) {
    isShown = streams.streams[stream].presentationCount > 0
    presentations = streams.presentations(of: stream)
    reports = streams.reports(of: stream)
    wishes = streams.wishes(of: stream)
    droppedEvents = streams.streams[stream].droppedEvents
  }

  // MARK: - Frames

  /// The frames; O(n).
  ///
  /// Presents are the times at which frames reached the screen; in traces without them, the times at
  /// which the compositor drew. Several updates can reach the screen at once. A frame's latency runs
  /// from the first vsync that an update shown with it began with.
  ///
  /// - Parameter issues: gets what is remarkable.
  /// - Returns: `nil` when nothing was drawn.
  func timeline(
    notingIn issues: inout IssueLog
  ) -> (timeline: FrameTimeline, origin: Nanoseconds)? {
    var collector = FrameCollector(signals: [.latency])
    var last: Nanoseconds?
    for presentation in presentations where presentation.present != last {
      last = presentation.present
      let verdict = collector.add(time: presentation.present, frameTime: nil)
      // While nothing is wanted, nothing is missing.
      if let issue = verdict.issue, issue != .gap || wishes.isEmpty {
        issues.note(issue, line: nil)
      }
      guard verdict.isFrame else { continue }
      collector.set(0, isShown ? presentation.present - presentation.begin : nil)
    }
    for _ in 0..<droppedFrameCount { collector.countUnplaced(.dropped) }
    guard let timeline = collector.finish(), let origin = collector.clockOrigin else { return nil }
    return (timeline, origin)
  }

  /// Frames that were begun and dropped, and of which no part reached the screen.
  private var droppedFrameCount: Int {
    guard !reports.isEmpty else { return droppedEvents }
    var count = 0
    var last: Report?
    var (isPresented, isDropped) = (false, false)
    for report in reports {
      if let last, !report.isPart(of: last) {
        count += isDropped && !isPresented ? 1 : 0
        (isPresented, isDropped) = (false, false)
      }
      last = report
      isPresented = isPresented || report.outcome == .presented
      isDropped = isDropped || report.outcome == .dropped
    }
    return count + (isDropped && !isPresented ? 1 : 0)
  }

  /// The time between two vsyncs: the median over frames that follow each other.
  ///
  /// - Returns: `nil` with fewer than ten of them.
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

  /// The stretches in which frames were wanted, on the trace's clock; O(n).
  ///
  /// A frame begun within such a stretch is shown a little after its end, and belongs to it.
  ///
  /// - Parameters:
  ///   - end: when the trace ends.
  ///   - room: how many there may be yet; one goes always.
  ///   - issues: gets whether there are more than any trace has; the last of those that count goes on to the end.
  /// - Returns: in order, those with presents only.
  func activities(
    until end: Nanoseconds, room: inout Int, notingIn issues: inout IssueLog
  ) -> [Marker] {
    guard let first = presentations.first?.present else { return [] }
    var shown = ShownStretches(presentations)
    var activities: [Marker] = []
    var start: Nanoseconds?
    var isFirst = true
    for wish in wishes {
      // The first wish ends what was wanted before the trace began.
      if isFirst, !wish.wantsFrames { start = min(first, wish.time) }
      isFirst = false
      if wish.wantsFrames {
        start = start ?? wish.time
      } else if let begin = start {
        guard activities.count < room - 1 else {
          issues.note(.tooMany, line: nil, found: "stretches in which frames were wanted")
          break
        }
        if let activity = shown.activity(from: begin, to: wish.time) { activities.append(activity) }
        start = nil
      }
    }
    if let start, let last = shown.activity(from: start, to: end) { activities.append(last) }
    room = max(room - activities.count, 1)
    return activities
  }
}

/// Finds the presents of stretches of time that follow each other.
private struct ShownStretches {
  /// From the first one on that is not before a stretch.
  private var ahead: ChromePresentations.Iterator
  private var next: ChromeStream.Presentation?
  /// From the first one on that does not belong to a stretch or one before.
  private var behind: ChromePresentations.Iterator
  private var following: ChromeStream.Presentation?
  private var lastShown: Nanoseconds?

  init(_ presentations: ChromePresentations) {
    ahead = presentations.makeIterator()
    behind = presentations.makeIterator()
    next = ahead.next()
    following = behind.next()
  }

  /// The activity of a stretch with what is shown a little after it; `nil` where nothing is shown.
  ///
  /// - Parameters:
  ///   - start: not before the end of the stretch before.
  ///   - end: of the stretch.
  /// - Returns: it, from the same start.
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
