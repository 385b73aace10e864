internal import Decoding
internal import Recordings
internal import Units

/// Collects the marks and measures of web pages, from `performance.mark` and `performance.measure`.
struct UserTimings {
  private struct Key: Hashable {
    let process: Int64
    let id: UInt64
    let name: UInt64
  }

  private var markers: [Int64: [Marker]] = [:]
  private var open: [Key: Nanoseconds] = [:]
  private var count = 0

  /// The maximum number of markers, and of measures without an end.
  private static let limit = 10_000

  /// Adds a user-timing event of Chrome; `false` if there are too many events.
  mutating func take(_ event: TraceEvent, name: Field) -> Bool {
    guard let time = event.time, time.isPlausible else { return true }
    let key = Key(process: event.process, id: event.id, name: name.fingerprint)
    switch event.phase {
    case .instant: return add(name, from: time, to: time, of: event.process)
    case .asyncBegin, .begin:
      guard open.count < Self.limit else { return false }
      open[key] = time
      return true
    case .asyncEnd, .end:
      guard let start = open.removeValue(forKey: key) else { return true }
      return add(name, from: start, to: max(start, time), of: event.process)
    case .complete:
      let (end, overflow) = time.addingReportingOverflow(max(event.duration ?? 0, 0))
      return overflow || add(name, from: time, to: end, of: event.process)
    case .metadata, .other: return true
    }
  }

  /// The user timings of a process as markers, sorted by start.
  func markers(of process: Int64) -> [Marker] {
    (markers[process] ?? []).sorted { ($0.start, $0.end, $0.name) < ($1.start, $1.end, $1.name) }
  }

  private mutating func add(
    _ name: Field, from start: Nanoseconds, to end: Nanoseconds, of process: Int64
  ) -> Bool {
    guard count < Self.limit else { return false }
    count += 1
    markers[process, default: []].append(
      Marker(start: start, end: end, name: harmless(name.text, limit: 200)))
    return true
  }
}
