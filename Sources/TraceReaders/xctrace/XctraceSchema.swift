internal import Decoding
internal import Recordings
internal import Units

/// A table that `xctrace export` writes and that is read: its name, and what its rows say.
struct XctraceSchema: Sendable {
  /// The name that Instruments gives it.
  let name: String

  /// Takes a row; `false` when it lacks what it is about.
  let take: @Sendable (XctraceRow, inout XctraceExport) -> Bool

  /// All tables that are read.
  static let all: [XctraceSchema] = [
    .hitches, .renders, .surfaces, .swaps, .vsyncs, .displays, .hangs, .timeProfile, .cpuProfile,
  ]

  /// The table of a name; `nil` when it is none of these.
  static func named(_ name: String) -> XctraceSchema? { all.first { $0.name == name } }

  /// Frames that came late, by the process that was to draw them.
  private static let hitches = XctraceSchema(name: "hitches") { row, export in
    guard let (start, duration) = row.interval else { return false }
    export.change(row["process"]?.text ?? row["display"]?.text) {
      $0.addHitch(
        at: start, lasting: duration, cause: row["narrative-description"]?.text, room: &$1)
    }
    return true
  }

  /// The work of the system's renderer on every frame.
  private static let renders = XctraceSchema(name: "hitches-renders") { row, export in
    guard let (_, duration) = row.interval else { return false }
    export.change(row["display"]?.text) { $0.addRender(lasting: duration, room: &$1) }
    return true
  }

  /// What was on a display, and since when: the presents.
  private static let surfaces = XctraceSchema(name: "displayed-surfaces-interval") { row, export in
    guard let start = row["start"]?.number, start.isPlausible else { return false }
    let latency = row["cpu-to-display-latency"]?.number.flatMap { $0 >= 0 ? $0 : nil }
    export.change(row["display-name"]?.text) {
      $0.addSurface(at: start, latency: latency, room: &$1)
    }
    return true
  }

  /// When surfaces came on a display: the presents again, which count where displayed surfaces are not exported.
  private static let swaps = XctraceSchema(name: "display-surface-swap") { row, export in
    guard let time = row["timestamp"]?.number, time.isPlausible else { return false }
    export.change(row["display-name"]?.text) { $0.addSwap(at: time, room: &$1) }
    return true
  }

  /// Refreshes of a display, which are no frames: it refreshes whether or not there is something new to show.
  private static let vsyncs = XctraceSchema(name: "display-vsyncs-interval") { row, export in
    guard let time = row["timestamp"]?.number, time.isPlausible else { return false }
    if let event = row["event"]?.text, event != "VSYNC" { return true }
    export.addRefresh(at: time, of: row["display-name"]?.text)
    return true
  }

  /// The displays of the device.
  private static let displays = XctraceSchema(name: "device-display-info") { row, export in
    guard let rate = row["max-refresh-rate"]?.number, rate > 0, rate < 10_000 else { return false }
    let isMain = row["is-main-display"]?.number == 1
    export.noteDisplay(
      refreshRate: Double(rate), resolution: row["resolution"]?.text, isMain: isMain)
    return true
  }

  /// Stretches in which the main thread did not respond.
  private static let hangs = XctraceSchema(name: "potential-hangs") { row, export in
    guard let (start, duration) = row.interval else { return false }
    export.change(row["process"]?.text) {
      $0.addHang(at: start, lasting: duration, type: row["hang-type"]?.text, room: &$1)
    }
    return true
  }

  /// Threads at work, sampled at an interval.
  private static let timeProfile = XctraceSchema(name: "time-profile") { row, export in
    guard let time = row["time"]?.number, time.isPlausible,
      let thread = row["thread"]?.text, let weight = row["weight"]?.number, weight >= 0,
      weight < .perSecond
    else { return false }
    // Threads that wait use no CPU time.
    if let state = row["thread-state"]?.text, state != "Running" { return true }
    export.change(row["process"]?.text) {
      $0.addSample(at: time, weight: weight, thread: threadName(in: thread), room: &$1)
    }
    return true
  }

  /// Threads at work, sampled every so many CPU cycles: their shares of the cycles are known, and not their time.
  private static let cpuProfile = XctraceSchema(name: "cpu-profile") { row, export in
    guard let thread = row["thread"]?.text, let weight = row["weight"]?.number, weight >= 0
    else { return false }
    if let state = row["thread-state"]?.text, state != "Running" { return true }
    export.change(row["process"]?.text) { stream, _ in
      stream.addCycles(Double(weight), thread: threadName(in: thread))
    }
    return true
  }

  /// The name in `Main Thread  0xe7716 (java, pid: 23369)`: numbers are others in every run.
  private static func threadName(in text: String) -> String {
    var words = text.split(separator: " ")
    if let process = words.lastIndex(where: { $0.hasPrefix("(") }), process > 0,
      text.contains("pid:")
    {
      words.removeSubrange(process...)
    }
    if words.last?.hasPrefix("0x") == true { words.removeLast() }
    return words.isEmpty ? "unnamed" : words.joined(separator: " ")
  }
}

extension XctraceRow {
  /// Where it begins and how long it lasts; `nil` when that is missing or no such thing.
  fileprivate var interval: (start: Nanoseconds, duration: Nanoseconds)? {
    guard let start = self["start"]?.number, let duration = self["duration"]?.number,
      start.isPlausible, duration.isPlausible, duration >= 0
    else { return nil }
    return (start, duration)
  }
}
