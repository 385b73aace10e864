import Recordings
import TraceReaders
import Units

/// Formats a recording as lines of text, short enough to read and exact enough to compare.
enum RecordingDump {
  static func text(of file: TraceFile) -> String {
    let runs = file.recordings.map { recording in
      let dialect = recording.origin.dialect
      let own = dialect == file.dialect ? [] : ["dialect: \(dialect)"]
      return (own + lines(of: recording)).joined(separator: "\n")
    }
    return (["format: \(file.format) \(file.dialect)"] + runs).joined(separator: "\n\n") + "\n"
  }

  private static func lines(of recording: Recording) -> [String] {
    var lines = ["stream: \(recording.origin.stream ?? "none")"]
    switch recording.timeline {
    case .known(let timeline): lines += self.lines(of: timeline)
    case .withheld(let reason): lines.append("frames: withheld, \(reason)")
    }
    lines += self.lines(of: recording.unplacedSignals)
    lines += recording.counters.map(line)
    lines += recording.markers.map { marker in
      "marker: \(marker.start) to \(marker.end) \(marker.name)\(marker.isActivity ? ", active" : "")"
    }
    lines += self.lines(of: recording.description)
    lines += recording.issues.map { issue in
      let place = issue.line.map { "line \($0)" } ?? "no line"
      return "issue: \(issue.kind.rawValue), \(place), \(issue.found ?? "nothing shown"), "
        + "\(issue.count) times"
    }
    return lines
  }

  private static func lines(of timeline: FrameTimeline) -> [String] {
    let presents = timeline.presents
    let duration = (presents.last ?? 0) - (presents.first ?? 0)
    var lines = [
      "frames: \(timeline.frameCount) in \(duration) ns",
      "presents: \(ends(of: presents.map(String.init)))",
    ]
    if let kinds = timeline.kinds {
      lines.append("kinds: \(counts { kind in kinds.count { $0 == kind } })")
    }
    if !timeline.unplaced.isEmpty {
      lines.append("unplaced: \(counts { timeline.unplaced[$0] ?? 0 })")
    }
    if let blames = timeline.blames {
      let names = Set(blames.map { $0.name ?? "in time" }).sorted()
      let counts = names.map { name in "\(name) \(blames.count { $0.name ?? "in time" == name })" }
      lines.append("late: \(counts.joined(separator: ", "))")
    }
    return lines + self.lines(of: timeline.signals) + (timeline.parts.map(self.lines) ?? [])
  }

  /// The total time of each part, in descending order.
  private static func lines(of parts: FrameParts) -> [String] {
    var totals: [(time: Nanoseconds, frames: Int)] = parts.parts.map { _ in (0, 0) }
    for entry in parts.entries {
      totals[Int(entry.part)].time += entry.duration
      totals[Int(entry.part)].frames += 1
    }
    let lines = zip(parts.parts, parts.containers).map { part, container in
      "\(part.kind.rawValue) \(part.name)" + (container.map { " within \($0)" } ?? "")
    }
    return zip(lines, totals).sorted { ($1.1.time, $0.0) < ($0.1.time, $1.0) }
      .map { "\($0): \($1.time) ns in \($1.frames) frames" }
  }

  private static func lines(of signals: [FrameSignal: OptionalColumn]) -> [String] {
    signals.sorted { $0.key < $1.key }.map { signal, column in
      let entries = (0..<column.count).map { column[$0].map(String.init) ?? "-" }
      return "signal \(signal.rawValue): \(column.known.count) known, \(ends(of: entries))"
    }
  }

  private static func counts(_ count: (FrameKind) -> Int) -> String {
    FrameKind.allCases.filter { count($0) > 0 }.map { "\($0.name) \(count($0))" }
      .joined(separator: ", ")
  }

  /// The first three entries and the last two.
  private static func ends(of entries: [String]) -> String {
    guard entries.count > 5 else { return entries.joined(separator: " ") }
    return (entries.prefix(3) + ["…"] + entries.suffix(2)).joined(separator: " ")
  }

  private static func line(of counter: Counter) -> String {
    let clock =
      switch counter.samples.clock {
      case .frames: "with frames"
      case .times(let times): "at \(ends(of: times.map(String.init)))"
      }
    let stretches = counter.samples.stretches.map { stretch in
      "\(stretch.value.map { "\($0)" } ?? "-")×\(stretch.count)"
    }
    return "counter \(counter.role.name): \(counter.name) in \(counter.unit.id), "
      + "\(counter.samples.count) samples \(clock), \(ends(of: stretches))"
  }

  private static func lines(of description: RunDescription) -> [String] {
    let device = description.device
    let facts: [(String, String?)] = [
      ("commit", description.commit), ("date", description.date), ("session", description.session),
      ("device", device.name), ("os", device.os), ("cpu", device.cpu), ("gpu", device.gpu),
      ("refresh rate", device.refreshRate.map { "\($0)" }),
      ("input lag", device.inputLag.map { "\($0)" }),
      ("test duration", description.testDuration.map { "\($0)" }),
      ("provenance", description.provenance),
    ]
    let properties = device.properties.sorted { $0.key < $1.key }
    let labels = description.labels.sorted { $0.key < $1.key }
    let scalars = description.scalars.map { "scalar \($0.name): \($0.value) \($0.unit.id)" }
    let reported = description.reported.sorted { $0.key < $1.key }
    return facts.compactMap { name, value in value.map { "\(name): \($0)" } }
      + properties.map { "property \($0.key): \($0.value)" }
      + labels.map { "label \($0.key): \($0.value)" } + scalars
      + reported.map { "reported \($0.key): \($0.value)" }
  }
}
