internal import Decoding
internal import Recordings
internal import Units

/// Turns the track events of programs, such as Chrome and Flutter, into the events that the readers of JSON traces take.
///
/// An event of a thread's track begins or ends a slice of this thread. Every other track is one asynchronous event, with
/// its stages. The end of a slice has no name in a Perfetto trace, so the names of open slices are kept.
struct ProgramEvents {
  private struct Track {
    var parent: UInt64?
    var process: Int64?
    var thread: Int64?
  }

  private struct Slice {
    let name: [UInt8]
    let category: [UInt8]
  }

  private var tracks: [UInt64: Track] = [:]
  private var open: [UInt64: [Slice]] = [:]
  private var openCount = 0
  /// Whether a process of Chrome wrote a track.
  private(set) var hasChrome = false

  private static let (mostTracks, mostOpen, deepest) = (1 << 18, 1 << 16, 16)

  // MARK: - Tracks

  /// Reads a `TrackDescriptor` message.
  ///
  /// - Returns: the names of the track's process and thread, as events.
  mutating func takeTrack(_ message: WireBytes) -> [ProgramEvent] {
    var cursor = WireCursor(message)
    var (id, track, names): (UInt64, Track, [ProgramEvent]) = (0, Track(), [])
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: id = cursor.varint()
      case 26: names += Self.process(cursor.bytes(), &track)
      case 34: names += Self.thread(cursor.bytes(), &track)
      case 40: track.parent = cursor.varint()
      case 50:
        hasChrome = true
        names += Self.chromeProcess(cursor.bytes(), of: track.process)
      default: cursor.skip(tag)
      }
    }
    if tracks.count < Self.mostTracks || tracks[id] != nil { tracks[id] = track }
    return names
  }

  private static func process(_ message: WireBytes, _ track: inout Track) -> [ProgramEvent] {
    var cursor = WireCursor(message)
    var (name, labels): ([UInt8]?, [[UInt8]]) = (nil, [])
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: track.process = cursor.signed()
      case 50: name = cursor.bytes().beginning
      case 66: labels.append(cursor.bytes().beginning)
      default: cursor.skip(tag)
      }
    }
    guard let process = track.process else { return [] }
    return [name].compactMap(\.self).map { .metadata("process_name", $0, of: process) }
      + labels.map { .metadata("process_labels", $0, of: process) }
  }

  private static func thread(_ message: WireBytes, _ track: inout Track) -> [ProgramEvent] {
    var cursor = WireCursor(message)
    var name: [UInt8]?
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: track.process = cursor.signed()
      case 16: track.thread = cursor.signed()
      case 42: name = cursor.bytes().beginning
      default: cursor.skip(tag)
      }
    }
    guard let name, let process = track.process, let thread = track.thread else { return [] }
    return [.metadata("thread_name", name, of: process, thread: thread)]
  }

  /// The names that Chrome's JSON traces give to processes, by the numbers of process types.
  private static let chromeProcesses: [UInt64: StaticString] = [
    1: "Browser", 2: "Renderer", 6: "GPU Process",
  ]

  private static func chromeProcess(_ message: WireBytes, of process: Int64?) -> [ProgramEvent] {
    var cursor = WireCursor(message)
    var type: UInt64 = 0
    while case let tag = cursor.tag(), tag != 0 {
      if tag == 8 { type = cursor.varint() } else { cursor.skip(tag) }
    }
    guard let process, let name = chromeProcesses[type] else { return [] }
    return [.metadata("process_name", Array("\(name)".utf8), of: process)]
  }

  /// The process of a track, and the thread if the track is a thread's own; `nil` if the trace does not say.
  private func place(of id: UInt64) -> (process: Int64, thread: Int64?)? {
    var next = id
    for _ in 0..<Self.deepest {
      guard let track = tracks[next] else { return nil }
      if let process = track.process { return (process, next == id ? track.thread : nil) }
      guard let parent = track.parent else { return nil }
      next = parent
    }
    return nil
  }

  // MARK: - Events

  /// Reads a `TrackEvent` message.
  ///
  /// - Parameters:
  ///   - sequence: the state of the packet's writer.
  ///   - time: the time of the packet, on the common clock.
  /// - Returns: `nil` if the event is a counter, belongs to no process, or is damaged.
  mutating func event(
    _ message: WireBytes, of sequence: PacketSequence, at time: Nanoseconds
  ) -> ProgramEvent? {
    guard var raw = TrackEventFields(message, sequence), let kind = raw.kind else { return nil }
    let track = raw.track ?? sequence.track ?? 0
    guard let place = place(of: track) ?? sequence.track.flatMap({ self.place(of: $0) }) else {
      return nil
    }
    let isAsync = raw.isAsync || tracks[track]?.thread == nil
    if raw.legacyPhase == nil { keepNames(of: &raw, kind, on: track) }
    var event = ProgramEvent(
      name: raw.name, category: raw.category, arguments: raw.arguments)
    event.event.phase = kind.phase(isAsync: isAsync)
    event.event.time = time
    event.event.duration = raw.duration
    event.event.process = raw.process ?? place.process
    event.event.thread = raw.thread ?? (isAsync ? 0 : place.thread ?? 0)
    event.event.id = raw.id ?? track
    return event
  }

  /// Stores the name of a slice that begins, and gives a slice that ends the name of its beginning.
  private mutating func keepNames(
    of event: inout TrackEventFields, _ kind: TrackEventFields.Kind, on track: UInt64
  ) {
    if kind == .begin, openCount < Self.mostOpen {
      open[track, default: []].append(Slice(name: event.name, category: event.category))
      openCount += 1
    } else if kind == .end, let slice = open[track]?.popLast() {
      openCount -= 1
      if open[track]?.isEmpty == true { open[track] = nil }
      (event.name, event.category) = (slice.name, slice.category)
    }
  }
}

extension WireBytes {
  /// The first 256 bytes, which is more than any name has that readers look for.
  var beginning: [UInt8] { Array(UnsafeBufferPointer(start: start, count: min(count, 256))) }
}
