internal import Decoding
internal import Recordings
internal import Units

/// A table of `xctrace export` that can be read: its name, and how its rows are read.
struct XctraceSchema: Sendable {
  /// The name of the table's schema in Instruments, such as `hitches`.
  let name: String

  /// Reads a row of the table; `false` if required cells are missing.
  let take: @Sendable (XctraceRow, inout XctraceExport) -> Bool

  /// All tables of `xctrace export` that can be read.
  static let all: [XctraceSchema] = [
    .hitches, .hitchSummary, .renders, .renderIntervals, .surfaces, .swaps, .vsyncs, .displays,
    .frameRates, .hangs, .timeProfile, .cpuProfile,
  ]

  /// The table with a schema's name; `nil` if this table cannot be read.
  static func named(_ name: String) -> XctraceSchema? { all.first { $0.name == name } }

  /// The table of late frames, by the process that had to draw them.
  private static let hitches = XctraceSchema(name: "hitches") { row, export in
    guard let (start, duration) = row.interval else { return false }
    export.change(row["process"]?.text ?? row["display"]?.text) {
      $0.addHitch(
        at: start, lasting: duration, cause: row["narrative-description"]?.text, shared: &$1)
    }
    return true
  }

  /// The table of the work of the system's renderer on each frame.
  private static let renders = XctraceSchema(name: "hitches-renders") { row, export in
    guard let (_, duration) = row.interval else { return false }
    export.change(row["display"]?.text) { $0.addRender(lasting: duration, shared: &$1) }
    return true
  }

  /// The table of late frames of all processes, which older versions of Xcode record in place of `hitches`.
  private static let hitchSummary = XctraceSchema(name: "hitches-summary") { row, export in
    guard let (start, duration) = row.interval else { return false }
    export.change(row["process"]?.text) {
      $0.addHitch(at: start, lasting: duration, cause: row["type-label"]?.text, shared: &$1)
    }
    return true
  }

  /// The table of the renderer's work on each frame, which older versions of Xcode record in place of `hitches-renders`.
  ///
  /// The process in its rows is the renderer, not the application.
  private static let renderIntervals = XctraceSchema(name: "hitches-render-interval") {
    row, export in
    guard let (_, duration) = row.interval else { return false }
    export.change(nil) { $0.addRender(lasting: duration, shared: &$1) }
    return true
  }

  /// The table of frame rates that Instruments estimates, one per second, with the load of the graphics processor.
  private static let frameRates = XctraceSchema(name: "core-animation-fps-estimate") {
    row, export in
    guard let time = row["interval"]?.number, time.isPlausible,
      let rate = row["fps"]?.decimal, rate >= 0, rate < 10_000
    else { return false }
    let load = row["device-utilization"]?.decimal.flatMap { (0...100).contains($0) ? $0 : nil }
    export.change(nil) { stream, _ in stream.addFrameRate(rate, load: load, at: time) }
    return true
  }

  /// The table of surfaces on a display; the times from which surfaces were displayed are the presents.
  private static let surfaces = XctraceSchema(name: "displayed-surfaces-interval") { row, export in
    guard let start = row["start"]?.number, start.isPlausible else { return false }
    let latency = row["cpu-to-display-latency"]?.number.flatMap { $0 >= 0 ? $0 : nil }
    export.change(row["display-name"]?.text) {
      $0.addSurface(at: start, latency: latency, shared: &$1)
    }
    return true
  }

  /// The table of the times at which surfaces appeared on a display.
  ///
  /// These times are presents, too, and are used if the export has no table of displayed surfaces.
  private static let swaps = XctraceSchema(name: "display-surface-swap") { row, export in
    guard let time = row["timestamp"]?.number, time.isPlausible else { return false }
    export.change(row["display-name"]?.text) { $0.addSwap(at: time, shared: &$1) }
    return true
  }

  /// The table of a display's refreshes.
  ///
  /// Refreshes are not frames, because a display also refreshes without new content.
  private static let vsyncs = XctraceSchema(name: "display-vsyncs-interval") { row, export in
    guard let time = row["timestamp"]?.number, time.isPlausible else { return false }
    if let event = row["event"]?.text, event != "VSYNC" { return true }
    export.addRefresh(at: time, of: row["display-name"]?.text)
    return true
  }

  private static let displays = XctraceSchema(name: "device-display-info") { row, export in
    guard let rate = row["max-refresh-rate"]?.number, rate > 0, rate < 10_000 else { return false }
    let isMain = row["is-main-display"]?.number == 1
    export.noteDisplay(
      refreshRate: Double(rate), resolution: row["resolution"]?.text, isMain: isMain)
    return true
  }

  /// The table of intervals in which the main thread did not respond.
  private static let hangs = XctraceSchema(name: "potential-hangs") { row, export in
    guard let (start, duration) = row.interval else { return false }
    export.change(row["process"]?.text) {
      $0.addHang(at: start, lasting: duration, type: row["hang-type"]?.text, shared: &$1)
    }
    return true
  }

  /// The table of running threads, sampled at an interval.
  private static let timeProfile = XctraceSchema(name: "time-profile") { row, export in
    guard let time = row["time"]?.number, time.isPlausible,
      let thread = row["thread"]?.text, let weight = row["weight"]?.number, weight >= 0,
      weight < .perSecond
    else { return false }
    // A thread that waits uses no CPU time.
    if let state = row["thread-state"]?.text, state != "Running" { return true }
    export.change(row["process"]?.text) {
      $0.addSample(at: time, weight: weight, thread: threadName(in: thread), shared: &$1)
    }
    return true
  }

  /// The table of running threads, sampled after a number of CPU cycles; it shows shares of the cycles, and no CPU
  /// times.
  private static let cpuProfile = XctraceSchema(name: "cpu-profile") { row, export in
    guard let thread = row["thread"]?.text, let weight = row["weight"]?.number, weight >= 0
    else { return false }
    if let state = row["thread-state"]?.text, state != "Running" { return true }
    export.change(row["process"]?.text) { stream, _ in
      stream.addCycles(Double(weight), thread: threadName(in: thread))
    }
    return true
  }

  /// The name of a thread in a text such as `Main Thread  0xe7716 (java, pid: 23369)`, whose numbers differ in each
  /// run.
  ///
  /// Instruments 27 writes `Main Thread (0xe7716) (java, pid: 23369)`.
  private static func threadName(in text: String) -> String {
    var words = text.split(separator: " ")
    if let process = words.lastIndex(where: { $0.hasPrefix("(") }), process > 0,
      text.contains("pid:")
    {
      words.removeSubrange(process...)
    }
    if words.last?.trimmingPrefix("(").hasPrefix("0x") == true { words.removeLast() }
    return words.isEmpty ? "unnamed" : words.joined(separator: " ")
  }
}

extension XctraceRow {
  /// The start and duration in a row; `nil` if one of them is missing or implausible.
  fileprivate var interval: (start: Nanoseconds, duration: Nanoseconds)? {
    guard let start = self["start"]?.number, let duration = self["duration"]?.number,
      start.isPlausible, duration.isPlausible, duration >= 0
    else { return nil }
    return (start, duration)
  }
}
