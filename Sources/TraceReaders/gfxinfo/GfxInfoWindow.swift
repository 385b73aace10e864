internal import Decoding
internal import Recordings
internal import Units

/// The frames and figures of one Android window, or of a process as a whole.
struct GfxInfoWindow {
  /// The name of the window in the dump; empty for the process as a whole.
  let name: String
  /// The dialect of the window's dump: the version of its frame table, or a dump without such a table.
  var dialect = GfxInfoDialect.summary
  /// The counts and percentiles of the window in the last dump.
  var summary = GfxInfoSummary()
  /// The frames in the `framestats` tables of all dumps.
  var frames = FrameStatsFrames()
  /// The durations of the window's last frames, from the last dump that contains them.
  var durations = OptionalColumn()
  /// The problems found in the window's rows.
  var issues = IssueLog()

  init(name: String) { self.name = name }

  /// Whether the window has neither a frame table nor durations of frames.
  var isWithoutFrames: Bool { frames.isEmpty && durations.isEmpty }

  /// Whether the counts of the process can be those of this window, given that the process has no other window.
  ///
  /// Since Android 12, the dump has counts of each window. These counts differ from those of the process if other
  /// windows were closed.
  func canHaveCounts(of process: GfxInfoSummary) -> Bool {
    summary.frameCount == nil || summary.frameCount == process.frameCount
  }

  /// The name of the window for users, without the address of the view, which changes with each launch.
  var title: String {
    harmless(name.split(separator: "/android.view.ViewRootImpl@").first.map(String.init) ?? name)
  }

  /// The run of the window or process; `nil` if there is neither a frame nor a figure.
  ///
  /// - Parameters:
  ///   - origin: the origin with the name of the stream.
  ///   - whole: the counts of the process, for a window without counts.
  ///   - isAmongWindows: whether the windows of the process become runs next to this run.
  func run(
    _ origin: Recording.Origin, whole: GfxInfoSummary, isAmongWindows: Bool
  ) -> TraceRun? {
    let summary = summary.isEmpty ? whole : summary
    let timeline = frames.timeline
    guard timeline != nil || !durations.isEmpty || !summary.isEmpty else { return nil }
    var origin = origin
    origin.dialect = dialect
    var recording = Recording(
      origin: origin, timeline: timeline.map { .known($0) } ?? noFrames(isAmongWindows))
    if timeline == nil, !durations.isEmpty {
      recording.unplacedSignals[.cpuBusy] = durations
    }
    recording.description.device.refreshRate = frames.refreshRate
    recording.description.scalars = summary.scalars
    // The figures next to a frame table describe other frames than the table: all frames since the counts were reset.
    if timeline == nil {
      recording.description.reported = summary.reported
    } else {
      recording.description.scalars += summary.totals
    }
    recording.issues = allIssues(of: summary)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  private func noFrames(_ isAmongWindows: Bool) -> Known<FrameTimeline> {
    switch dialect {
    case GfxInfoDialect.summary where isAmongWindows:
      .withheld(
        because:
          "the frame counts belong to the whole process; each window of the process that has frames is a separate run"
      )
    case GfxInfoDialect.summary:
      .withheld(
        because:
          "the dump contains only frame counts and percentiles; use “dumpsys gfxinfo PACKAGE framestats”"
      )
    case GfxInfoDialect.durations:
      .withheld(
        because:
          "the dump has the durations of frames, but not their times; use “dumpsys gfxinfo PACKAGE framestats”"
      )
    default: .withheld(because: "no frame in the table of this window is usable")
    }
  }

  private func allIssues(of summary: GfxInfoSummary) -> [ImportIssue] {
    var issues = issues
    for contradiction in summary.contradictions {
      issues.note(.contradiction, line: nil, found: contradiction)
    }
    if frames.changesRefreshRate { issues.note(.refreshRateChanges, line: nil) }
    return issues.inOrder
  }
}

/// The dialects of `dumpsys gfxinfo`: which tables a dump contains, and which Android version wrote it.
enum GfxInfoDialect {
  static let summary = "summary"
  static let durations = "durations"
  static let to11 = "framestats up to Android 11"
  static let since12 = "framestats since Android 12"
  static let workloadTarget = "framestats with WorkloadTarget"
}

/// The frames and figures of one process in `dumpsys gfxinfo`, from all dumps.
struct GfxInfoProcess {
  /// The id of the process; empty if the trace does not contain it.
  let id: String
  /// The package of the process; empty if the trace does not contain it.
  let package: String
  /// The figures of the process as a whole, including closed windows.
  var whole = GfxInfoWindow(name: "")
  /// The windows of the process, in the order of their first lines.
  var windows: [GfxInfoWindow] = []
  /// The names of the windows whose frame table has already appeared in the current dump.
  private var seen: Set<String> = []

  init(id: String, package: String) {
    self.id = id
    self.package = package
  }

  mutating func beginDump() { seen = [] }

  /// Finds a window of the process by its name, or adds the window.
  ///
  /// - Parameter isTable: whether the line that names the window begins a frame table. A dump has one frame table per
  ///   window, so a second table with the name belongs to another window of the same name.
  /// - Returns: the position of the window.
  mutating func window(named name: String, beginsTable isTable: Bool = false) -> Int {
    var own = name
    var copy = 1
    while isTable, !seen.insert(own).inserted {
      copy += 1
      own = "\(name) (\(copy))"
    }
    if let position = windows.firstIndex(where: { $0.name == own }) { return position }
    windows.append(GfxInfoWindow(name: own))
    return windows.count - 1
  }

  /// Whether the process has neither frames nor figures.
  var isEmpty: Bool {
    windows.allSatisfy(\.isWithoutFrames) && whole.isWithoutFrames && whole.summary.isEmpty
  }

  /// The runs of the process: one per window with frames, and one for the process if its counts differ from those of a
  /// single window.
  ///
  /// The counts of the process include all its windows, even windows that were closed before the dump.
  consuming func runs(_ origin: Recording.Origin, amongSeveral: Bool) -> [TraceRun] {
    let hasOneWindow = windows.count == 1 && windows[0].canHaveCounts(of: whole.summary)
    windows.removeAll(where: \.isWithoutFrames)
    if windows.isEmpty || (!hasOneWindow && !whole.summary.isEmpty) { windows.append(whole) }
    let names = windows.map(\.title)
    return names.indices.compactMap { index in
      // The window is released, so that its collected data and its run are not in memory at the same time.
      let part = windows[index]
      windows[index] = GfxInfoWindow(name: "")
      var own = origin
      let isAlone = names.count { $0 == names[index] } == 1
      own.stream =
        amongSeveral || names.count > 1 ? stream(isAlone ? names[index] : part.name) : nil
      var run = part.run(
        own, whole: hasOneWindow ? whole.summary : GfxInfoSummary(),
        isAmongWindows: part.name.isEmpty && names.count > 1)
      if !package.isEmpty { run?.recording.description.labels["application"] = package }
      return run
    }
  }

  private func stream(_ window: String) -> String {
    if window.isEmpty { return harmless("\(package) \(id)") }
    return harmless(id.isEmpty ? window : "\(window) \(id)")
  }
}

/// The counts and percentiles of a process or window in `dumpsys gfxinfo`.
///
/// The counts and percentiles include all frames since the process began or its counts were reset.
struct GfxInfoSummary: Sendable {
  private var numbers: [String: Int] = [:]
  private var histograms: [String: Histogram] = [:]

  /// A histogram of frame durations: the number of frames per duration in milliseconds.
  private typealias Histogram = [(milliseconds: Int, frames: Int)]

  private static let total = "Total frames rendered"
  private static let (frames, gpuFrames) = ("HISTOGRAM", "GPU HISTOGRAM")
  private static let percentiles = [50, 90, 95, 99]

  /// The names of counts in the dump, each with the name of its scalar.
  private static let counts = [
    ("Number Missed Vsync", "missed-vsync"), ("Number High input latency", "high-input-latency"),
    ("Number Slow UI thread", "slow-ui-thread"),
    ("Number Slow bitmap uploads", "slow-bitmap-uploads"),
    ("Number Slow draw", "slow-draw-commands"),
    ("Number Slow issue draw commands", "slow-draw-commands"),
    ("Number Frame deadline missed", "deadline-missed"),
    ("Number Frame deadline missed (legacy)", "deadline-missed.legacy"),
  ]

  private static let janks = [("Janky frames", "janky"), ("Janky frames (legacy)", "janky.legacy")]

  private static let names: Set<String> = Set(
    (counts + janks).map(\.0) + [total]
      + percentiles.flatMap { ["\($0)th percentile", "\($0)th gpu percentile"] })

  /// The number of frames that were rendered; `nil` if the dump does not contain this number.
  var frameCount: Int? { numbers[Self.total] }

  /// Whether the dump contains no frame count, or a frame count of 0.
  var isEmpty: Bool { frameCount ?? 0 == 0 }

  /// Reads a line of the dump if the line contains a count, a percentile or a histogram.
  mutating func take(_ line: Field) {
    guard line.count > 0, Memory.contains(UInt8(ascii: ":"), line.start, count: line.count) else {
      return
    }
    let parts = line.text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    let (name, value) = (String(parts[0]), parts[1].drop { $0 == " " })
    if name == Self.frames || name == Self.gpuFrames {
      histograms[name] = Self.histogram(value)
    } else if Self.names.contains(name) {
      numbers[name] = Self.count(value.prefix { $0.isASCII && $0.isNumber })
    }
  }

  /// Parses a count, which is an unsigned 32-bit number on Android.
  private static func count(_ digits: Substring) -> Int? { UInt32(digits).map(Int.init) }

  private static func histogram(_ text: Substring) -> Histogram {
    text.split(separator: " ").compactMap { entry in
      let parts = entry.split(separator: "=")
      guard parts.count == 2, parts[0].hasSuffix("ms"), let duration = Int(parts[0].dropLast(2)),
        let count = count(parts[1])
      else { return nil }
      return (duration, count)
    }
  }

  // MARK: - Results

  /// The figures of the dump that are not metrics of Hitchmark, as scalars; empty if the dump has no frames.
  var scalars: [Scalar] {
    guard let total = frameCount, total > 0 else { return [] }
    let shares = Self.janks.compactMap { line, name in
      numbers[line].map { scalar(name, Double($0) / Double(total), .fraction) }
    }
    let counts = Self.counts.compactMap { line, name in
      numbers[line].map { scalar(name, Double($0), .count) }
    }
    return shares + counts
  }

  /// The frame count and percentiles as scalars, for a run whose frame table describes other frames; empty if there are
  /// no frames.
  var totals: [Scalar] {
    guard let total = frameCount, total > 0 else { return [] }
    return [scalar("total", Double(total), .count)]
      + Self.percentiles.compactMap { percentile in
        numbers["\(percentile)th percentile"].map {
          scalar("p\(percentile)", Double($0), .milliseconds)
        }
      }
  }

  private func scalar(_ name: String, _ value: Double, _ unit: Unit) -> Scalar {
    Scalar(name: "gfxinfo.\(name)", value: value, unit: unit, lowerIsBetter: true)
  }

  /// The figures of the dump that are metrics of Hitchmark, in the unit of the metric; empty if the dump has no frames.
  var reported: [String: Double] {
    guard let total = frameCount, total > 0 else { return [:] }
    var values = ["frames": Double(total)]
    for percentile in Self.percentiles {
      values["frame.work.p\(percentile)"] = numbers["\(percentile)th percentile"].map(Double.init)
      values["frame.gpu.p\(percentile)"] =
        numbers["\(percentile)th gpu percentile"].map(Double.init)
    }
    // Since Android 12, a janky frame is one that missed its deadline; before, another rule applied.
    if numbers[Self.janks[1].0] != nil, let janky = numbers[Self.janks[0].0] {
      values["deadline.missed"] = Double(janky) / Double(total)
    }
    return values
  }

  /// The percentiles that contradict the dump's histogram, such as
  /// `95th percentile: the dump prints 53ms, but its histogram gives 48ms`.
  var contradictions: [String] {
    guard let total = frameCount, total > 0 else { return [] }
    return Self.contradictions(in: histograms[Self.frames], of: total, numbers) {
      "\($0)th percentile"
    }
      + Self.contradictions(in: histograms[Self.gpuFrames], of: nil, numbers) {
        "\($0)th gpu percentile"
      }
  }

  private static func contradictions(
    in histogram: Histogram?, of total: Int?, _ numbers: [String: Int], name: (Int) -> String
  ) -> [String] {
    guard let histogram else { return [] }
    let counted = histogram.reduce(0) { $0 + $1.frames }
    return percentiles.compactMap { percentile in
      guard let printed = numbers[name(percentile)] else { return nil }
      let found = Self.percentile(percentile, of: histogram, total: total ?? counted)
      return found == printed
        ? nil
        : "\(name(percentile)): the dump prints \(printed)ms, but its histogram gives \(found)ms"
    }
  }

  /// A percentile of frame durations by Android's rule, which counts frames from the longest duration down.
  private static func percentile(_ percentile: Int, of histogram: Histogram, total: Int) -> Int {
    var remaining = total - total * percentile / 100
    for (milliseconds, frames) in histogram.reversed() {
      remaining -= frames
      if remaining <= 0 { return milliseconds }
    }
    return 0
  }
}
