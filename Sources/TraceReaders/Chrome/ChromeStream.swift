internal import Recordings
internal import Units

/// The frames of one layer tree: of a renderer's page, or of the browser's own surface.
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
  enum Outcome {
    case presented, dropped
    /// Nothing had changed, or the trace does not tell.
    case other
  }

  /// A frame that reached the screen.
  private struct Presentation {
    let present: Nanoseconds
    /// The vsync that the work on it began with.
    let begin: Nanoseconds
  }

  /// The work on a frame, or on a part of one that was split in two.
  private struct Report {
    let source: Int64
    let sequence: Int64
    let begin: Nanoseconds
    let outcome: Outcome

    func isPart(of other: Report) -> Bool { source == other.source && sequence == other.sequence }

    func follows(_ other: Report) -> Bool {
      source == other.source && sequence - 1 == other.sequence && begin > other.begin
    }
  }

  private var presentations: [Presentation] = []
  private var draws: [Nanoseconds] = []
  private var reports: [Report] = []
  private var wishes: [(time: Nanoseconds, wantsFrames: Bool)] = []
  private var droppedEvents = 0

  /// Whether anything in the stream has a time at which it was drawn or shown.
  var hasPresents: Bool { !presentations.isEmpty || !draws.isEmpty }

  // MARK: - Events

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
    wishes.append((time, wantsFrames))
  }

  /// Takes over what another stream has.
  mutating func add(_ other: ChromeStream) {
    presentations += other.presentations
    draws += other.draws
    reports += other.reports
    wishes += other.wishes
    droppedEvents += other.droppedEvents
  }

  // MARK: - Frames

  /// The frames; O(n log n).
  ///
  /// Presents are the times at which frames reached the screen; in traces without them, the times at
  /// which the compositor drew. Several updates can reach the screen at once. A frame's latency runs
  /// from the first vsync that an update shown with it began with. The events of a trace need not be in
  /// the order of time.
  ///
  /// - Parameter issues: gets what is remarkable.
  /// - Returns: `nil` when nothing was drawn.
  mutating func frames(
    notingIn issues: inout IssueLog
  ) -> (timeline: FrameTimeline, origin: Nanoseconds)? {
    var collector = FrameCollector(signals: [.latency])
    let isShown = !presentations.isEmpty
    if !isShown { presentations = draws.map { Presentation(present: $0, begin: $0) } }
    presentations.sort { ($0.present, $0.begin) < ($1.present, $1.begin) }
    reports.sort { ($0.source, $0.sequence) < ($1.source, $1.sequence) }
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

  /// Frames that were begun and dropped, and of which no part reached the screen; after `frames`.
  private var droppedFrameCount: Int {
    guard !reports.isEmpty else { return droppedEvents }
    var count = 0
    var index = 0
    while index < reports.count {
      let parts = reports[index...].prefix { $0.isPart(of: reports[index]) }
      if !parts.contains(where: { $0.outcome == .presented }),
        parts.contains(where: { $0.outcome == .dropped })
      {
        count += 1
      }
      index = parts.endIndex
    }
    return count
  }

  /// The time between two vsyncs: the median over frames that follow each other, after `frames`.
  ///
  /// - Returns: `nil` with fewer than ten of them.
  var vsyncInterval: Nanoseconds? {
    let steps = zip(reports, reports.dropFirst()).compactMap { first, second in
      second.follows(first) ? second.begin - first.begin : nil
    }
    return steps.count < 10 ? nil : steps.sorted()[steps.count / 2]
  }

  /// The stretches in which frames were wanted, on the trace's clock; O(n log n).
  ///
  /// A frame begun within such a stretch is shown a little after its end, and belongs to it.
  ///
  /// - Parameter end: when the trace ends.
  /// - Returns: in order, those with presents only.
  func activities(until end: Nanoseconds) -> [Marker] {
    guard let first = presentations.first?.present else { return [] }
    var activities: [Marker] = []
    var start: Nanoseconds?
    for (index, wish) in wishes.sorted(by: { $0.time < $1.time }).enumerated() {
      // The first wish ends what was wanted before the trace began.
      if index == 0, !wish.wantsFrames { start = min(first, wish.time) }
      if wish.wantsFrames {
        start = start ?? wish.time
      } else if let begin = start {
        activities.append(activity(from: begin, to: wish.time))
        start = nil
      }
    }
    if let start { activities.append(activity(from: start, to: end)) }
    return activities.filter { activity in
      let next = firstPresentation { $0.present >= activity.start }
      return next < presentations.count && presentations[next].present <= activity.end
    }
  }

  private func activity(from start: Nanoseconds, to end: Nanoseconds) -> Marker {
    let late = presentations[firstPresentation { $0.present > end }...].prefix { $0.begin <= end }
    return Marker(
      start: start, end: max(start, end, late.last?.present ?? end), name: "frames wanted",
      isActivity: true)
  }

  /// The first presentation that a condition holds for, which then holds for all later ones; O(log n).
  private func firstPresentation(where condition: (Presentation) -> Bool) -> Int {
    var (low, high) = (0, presentations.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(presentations[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
