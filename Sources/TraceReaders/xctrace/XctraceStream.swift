internal import Decoding
internal import Recordings
internal import Units

/// What the tables of an export say of one process or one display.
struct XctraceStream {
  /// Its place among the streams of the export, in the order of their first rows.
  private let position: Int
  private var work = FrameWork()
  private var hitches = Delays()
  private var hangs = Delays()
  private var threads = ThreadTimes()
  private var cycles = ThreadCycles()
  private var markers: [Marker] = []
  private var issues = IssueLog()

  /// Rows that were read.
  private(set) var rowCount = 0
  private var swapCount = 0

  /// Whether all that is known of it is when surfaces came on a display.
  var hasOnlySwaps: Bool { rowCount == swapCount }

  /// What all streams of an export have in common: their surfaces, and how much they take yet.
  struct Room {
    var surfaces = XctraceSurfaces()
    /// The surfaces of the swap table, used if the first table has none.
    var swaps = XctraceSurfaces()
    /// Stretches of hitches and hangs.
    var markers = 100_000
    /// Windows in which a thread was at work.
    var shares = 1 << 19
    /// Durations of the work on frames.
    var work = FrameWork.most
  }

  /// Creates an empty stream.
  ///
  /// - Parameter position: its place among the streams of the export, from 0.
  init(position: Int) { self.position = position }

  /// How many delays there were, and how long they took together.
  private struct Delays {
    var count = 0
    var time: Nanoseconds = 0
    private var seen: Set<Key> = []

    private struct Key: Hashable {
      let start: Nanoseconds
      let duration: Nanoseconds
    }

    /// Counts a delay; `false` for one that was counted before: a table can list one twice.
    mutating func add(from start: Nanoseconds, lasting duration: Nanoseconds) -> Bool {
      guard seen.insert(Key(start: start, duration: duration)).inserted else { return false }
      count += 1
      time += duration
      return true
    }
  }

  // MARK: - Rows

  /// Takes a surface that was on a display from one time on, with its latency, 0 or more, where the table tells.
  mutating func addSurface(at start: Nanoseconds, latency: Nanoseconds?, room: inout Room) {
    rowCount += 1
    room.surfaces.add(at: start, latency: latency, to: position)
  }

  /// Takes the time when a surface came on a display, from the table of swaps.
  mutating func addSwap(at time: Nanoseconds, room: inout Room) {
    rowCount += 1
    swapCount += 1
    room.swaps.add(at: time, latency: nil, to: position)
  }

  /// Takes a sample of a thread at work, in CPU cycles.
  mutating func addCycles(_ count: Double, thread: String) {
    rowCount += 1
    if !cycles.add(count, thread: thread) {
      issues.note(.tooMany, line: nil, found: "threads")
    }
  }

  /// Takes the work of the system's renderer on a frame.
  mutating func addRender(lasting duration: Nanoseconds, room: inout Room) {
    rowCount += 1
    work.room = room.work
    defer { room.work = work.room }
    if let issue = work.append(duration, to: .render) {
      issues.note(issue, line: nil, found: "frames")
    }
  }

  /// Takes a frame that came late.
  mutating func addHitch(
    at start: Nanoseconds, lasting duration: Nanoseconds, cause: String?, room: inout Room
  ) {
    mark(\.hitches, "hitch", cause, start, duration, &room)
  }

  /// Takes a stretch in which the application did not respond.
  mutating func addHang(
    at start: Nanoseconds, lasting duration: Nanoseconds, type: String?, room: inout Room
  ) {
    mark(\.hangs, "hang", type, start, duration, &room)
  }

  private mutating func mark(
    _ delays: WritableKeyPath<Self, Delays>, _ name: String, _ detail: String?,
    _ start: Nanoseconds, _ duration: Nanoseconds, _ room: inout Room
  ) {
    rowCount += 1
    guard room.markers > 0 else { return issues.note(.tooMany, line: nil, found: name) }
    guard self[keyPath: delays].add(from: start, lasting: duration) else { return }
    room.markers -= 1
    markers.append(
      Marker(
        start: start, end: start + duration,
        name: detail.map { "\(name): \($0)" } ?? name))
  }

  /// Takes a sample of a thread at work.
  mutating func addSample(
    at time: Nanoseconds, weight: Nanoseconds, thread: String, room: inout Room
  ) {
    rowCount += 1
    threads.room = room.shares
    if !threads.add(at: time, weight: weight, thread: thread) {
      issues.note(.tooMany, line: nil, found: "samples of threads")
    }
    room.shares = threads.room
  }

  // MARK: - The run

  /// The run that all of it makes.
  ///
  /// - Parameters:
  ///   - surfaces: those of all streams.
  ///   - origin: where it comes from.
  ///   - description: what is known beside it.
  ///   - fileIssues: what was wrong with the whole file.
  /// - Returns: the run; without a timeline unless there were surfaces.
  func run(
    of surfaces: [ArraySlice<XctraceSurfaces.Surface>], _ origin: Recording.Origin,
    _ description: RunDescription, _ fileIssues: IssueLog
  ) -> TraceRun {
    var issues = issues
    issues.add(fileIssues)
    let own = surfaces[position]
    var frames = FrameCollector(signals: [.latency], rows: own.count)
    for surface in own {
      let verdict = frames.add(time: surface.start, frameTime: nil)
      if let issue = verdict.issue { issues.note(issue, line: nil) }
      if verdict.isFrame { frames.set(0, surface.latency < 0 ? nil : surface.latency) }
    }
    let timeline = frames.finish()
    let clockOrigin = frames.clockOrigin
    let recording = Recording(
      origin: origin,
      timeline: timeline.map { .known($0) } ?? .withheld(because: reasonForNoTimeline),
      counters: threads.counters().compactMap { $0.moved(by: clockOrigin ?? 0) },
      markers: markers.map { $0.moved(by: clockOrigin ?? 0) }.sorted { $0.start < $1.start },
      description: described(description), issues: issues.inOrder,
      unplacedSignals: timeline == nil ? work.signals : [:])
    return TraceRun(recording, clockOrigin: clockOrigin)
  }

  private var reasonForNoTimeline: String {
    work.isEmpty
      ? "the export has no table of displayed surfaces" : FrameWork.reasonForNoTimeline
  }

  /// Hitches are figures of Instruments' own, by its own rule; hangs have no metric.
  private func described(_ description: RunDescription) -> RunDescription {
    var description = description
    description.threads = cycles.list
    if hitches.count > 0 {
      description.reported["hitch.count"] = Double(hitches.count)
      description.reported["hitch.time"] = hitches.time.milliseconds
    }
    if hangs.count > 0 {
      description.scalars += [
        Scalar(name: "hang.count", value: Double(hangs.count), unit: .count, lowerIsBetter: true),
        Scalar(
          name: "hang.time", value: hangs.time.milliseconds, unit: .milliseconds,
          lowerIsBetter: true),
      ]
    }
    return description
  }
}
