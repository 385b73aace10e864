internal import Decoding
internal import Recordings
internal import Units

/// Collects the frames of surfaces and the display from FrameTimeline events.
///
/// Each frame has two slices: the expected slice and the actual slice. The event that starts a slice contains all data,
/// and the event that ends the slice contains only a cookie.
struct FrameTimelineEvents {
  /// The maximum number of surfaces in a trace; each animation makes a new surface.
  ///
  /// Frames of further surfaces are ignored.
  static let mostLayers = 1 << 12

  /// The maximum length of all surface names together, in bytes.
  private static let mostNameBytes = 1 << 21

  /// The maximum number of slices that have begun and not ended; usually there are some hundreds.
  private static let mostOpen = 1 << 16

  /// The maximum number of stored expected presents: minutes of them suffice for the refresh rate.
  private static let mostPresents = 1 << 16

  /// The maximum length of a surface name in bytes; longer names are truncated.
  private static let longestName = 1000

  /// A slice that has begun: the expected or the actual slice of a frame of a surface or of the display.
  private enum Slice {
    case expected(layer: Int, token: Int64, start: Nanoseconds)
    case actual(layer: Int, SurfaceLayer.Frame)
    case expectedDisplay
    case actualDisplay(SurfaceLayer.Frame)
  }

  private struct Key: Hashable {
    let process: Int64
    let name: [UInt8]
  }

  /// The surfaces in the order of their first frames, without their finished frames.
  private(set) var layers: [SurfaceLayer] = []
  /// The finished frames of all surfaces, in the order of the trace.
  private var ended: [EndedFrame] = []

  /// The frames of the display; `nil` if the trace has no frames of the display.
  private(set) var display: SurfaceLayer?

  /// The expected presents of the display's first frames, in the order of the trace, for the refresh rate.
  private(set) var expectedPresents: [Nanoseconds] = []

  /// The number of slices that were ignored because the trace has too many surfaces.
  private(set) var leftOutCount = 0

  private var keys: [Key] = []
  private var nameBytes = 0
  private var positions: [Key: Int] = [:]
  private var current = 0
  private var open: [Int64: Slice] = [:]
  private var lastOpen: (cookie: Int64, slice: Slice)?

  /// The data in the event that starts a slice.
  private struct Start {
    var name: WireBytes
    var cookie: Int64 = 0
    var token: Int64 = 0
    var displayToken: Int64 = 0
    var process: Int64 = 0
    var present: UInt64 = 0
    var jank: UInt64 = 0
  }

  // MARK: - Events

  /// Reads a `FrameTimelineEvent`; `false` if the message is damaged.
  ///
  /// - Parameter time: the time of the packet, on the common clock.
  mutating func take(_ message: WireBytes, at time: Nanoseconds) -> Bool {
    guard time.isPlausible else { return false }
    var event = WireCursor(message)
    let tag = event.tag()
    guard tag & 7 == 2 else { return tag == 0 && !event.isBroken }
    let body = event.bytes()
    guard !event.isBroken else { return false }
    if tag == 42 { return takeEnd(body, at: time) }
    let isDisplay = tag == 10 || tag == 18
    guard let start = Self.start(body, isDisplay: isDisplay) else { return false }
    switch tag {
    case 10: begin(.expectedDisplay, start.cookie)
    case 18: beginDisplayFrame(start, at: time)
    case 26: beginExpected(start, at: time)
    case 34: beginActual(start, at: time)
    default: break
    }
    return true
  }

  /// Reads the message of a slice's start; `nil` if the message is damaged.
  ///
  /// Messages of surfaces have two more fields before the verdicts than messages of the display.
  private static func start(_ message: WireBytes, isDisplay: Bool) -> Start? {
    var cursor = WireCursor(message)
    var start = Start(name: WireBytes(start: message.start, count: 0))
    while case let tag = cursor.tag(), tag != 0 {
      switch (tag, isDisplay) {
      case (8, _): start.cookie = cursor.signed()
      case (16, _): start.token = cursor.signed()
      case (24, true): start.process = cursor.signed()
      case (32, true): start.present = cursor.varint()
      case (56, true): start.jank = cursor.varint()
      case (24, false): start.displayToken = cursor.signed()
      case (32, false): start.process = cursor.signed()
      case (42, false): start.name = cursor.bytes()
      case (48, false): start.present = cursor.varint()
      case (72, false): start.jank = cursor.varint()
      default: cursor.skip(tag)
      }
    }
    return cursor.isBroken ? nil : start
  }

  private mutating func beginDisplayFrame(_ start: Start, at time: Nanoseconds) {
    let frame = frame(start, displayToken: start.token, at: time)
    if display == nil { display = SurfaceLayer(process: start.process, name: nil) }
    guard let begun = display?.begin(frame) else { return }
    begin(.actualDisplay(begun), start.cookie)
  }

  private mutating func beginExpected(_ start: Start, at time: Nanoseconds) {
    guard let layer = layer(of: start) else { return }
    begin(.expected(layer: layer, token: start.token, start: time), start.cookie)
  }

  private mutating func beginActual(_ start: Start, at time: Nanoseconds) {
    guard let layer = layer(of: start) else { return }
    let frame = layers[layer].begin(frame(start, displayToken: start.displayToken, at: time))
    begin(.actual(layer: layer, frame), start.cookie)
  }

  private func frame(
    _ start: Start, displayToken: Int64, at time: Nanoseconds
  ) -> SurfaceLayer.Frame {
    SurfaceLayer.Frame(
      token: start.token, displayToken: displayToken, start: time, jank: start.jank,
      isDropped: start.present == PresentType.dropped)
  }

  /// Stores a slice that has begun, so that its end can be found by the cookie.
  ///
  /// Most slices end before the next slice begins, so the last slice is stored separately.
  private mutating func begin(_ slice: Slice, _ cookie: Int64) {
    if let (cookie, slice) = lastOpen {
      if open.count >= Self.mostOpen { open.removeAll(keepingCapacity: true) }
      open[cookie] = slice
    }
    lastOpen = (cookie, slice)
  }

  private mutating func takeEnd(_ message: WireBytes, at time: Nanoseconds) -> Bool {
    var cursor = WireCursor(message)
    var cookie: Int64 = 0
    while case let tag = cursor.tag(), tag != 0 {
      if tag == 8 { cookie = cursor.signed() } else { cursor.skip(tag) }
    }
    if let last = lastOpen, last.cookie == cookie {
      lastOpen = nil
      end(last.slice, at: time)
    } else if let slice = open.removeValue(forKey: cookie) {
      end(slice, at: time)
    }
    return !cursor.isBroken
  }

  private mutating func end(_ slice: Slice, at time: Nanoseconds) {
    switch slice {
    case .expected(let layer, let token, let start):
      layers[layer].expect(token, from: start, to: time)
    case .actual(let layer, let frame):
      if let frame = EndedFrame(frame, of: layer, at: time) { ended.append(frame) }
    case .expectedDisplay:
      if expectedPresents.count < Self.mostPresents { expectedPresents.append(time) }
    case .actualDisplay(let frame):
      if let frame = EndedFrame(frame, of: 0, at: time) { display?.take(frame) }
    }
  }

  // MARK: - Surfaces

  /// Calls a function for each surface with its frames; O(n) if the frames of each surface are adjacent already,
  /// otherwise O(n log n).
  func forEachLayer(_ visit: (SurfaceLayer) -> Void) {
    var frames = ended.inOrder { $0.precedes($1) }.makeIterator()
    var next = frames.next()
    for (position, layer) in layers.enumerated() {
      var layer = layer
      while let frame = next, frame.layer == position {
        layer.take(frame)
        next = frames.next()
      }
      visit(layer)
    }
  }

  private mutating func layer(of start: Start) -> Int? {
    let name = start.name
    let length = min(name.count, Self.longestName)
    if isKey(current, start.process, name.start, length) { return current }
    // The frames of a few surfaces usually alternate, so comparing keys is faster than hashing.
    for position in keys.indices.suffix(8)
    where isKey(position, start.process, name.start, length) {
      current = position
      return position
    }
    return findLayer(start.process, Array(UnsafeBufferPointer(start: name.start, count: length)))
  }

  @inline(__always)
  private func isKey(
    _ position: Int, _ process: Int64, _ name: UnsafePointer<UInt8>, _ length: Int
  ) -> Bool {
    guard position < keys.count, keys[position].process == process,
      keys[position].name.count == length
    else { return false }
    return keys[position].name.withUnsafeBufferPointer { key in
      key.baseAddress.map { Memory.equal($0, name, count: length) } ?? true
    }
  }

  private mutating func findLayer(_ process: Int64, _ name: [UInt8]) -> Int? {
    let key = Key(process: process, name: name)
    if let known = positions[key] {
      current = known
      return known
    }
    guard layers.count < Self.mostLayers, nameBytes + name.count <= Self.mostNameBytes else {
      leftOutCount += 1
      return nil
    }
    nameBytes += name.count
    positions[key] = layers.count
    keys.append(key)
    let text = SurfaceLayer.plainName(harmless(String(decoding: name, as: UTF8.self)))
    layers.append(SurfaceLayer(process: process, name: text))
    current = layers.count - 1
    return current
  }
}

/// The causes of jank in FrameTimeline, as a bit set.
///
/// Source: Perfetto's `frame_timeline_event.proto`, and its documentation of FrameTimeline.
enum JankType {
  /// The bits of FrameTimeline's jank types, each with its name in scalars and the responsible party.
  ///
  /// The user cannot see that a frame is late if the display is off or changes its mode, or if nothing moves.
  static let all: [(bit: UInt64, name: String, blame: FrameBlame)] = [
    (2, "surfaceflinger-scheduling", .system),
    (4, "prediction-error", .system),
    (8, "display-hal", .system),
    (16, "surfaceflinger-cpu-deadline-missed", .system),
    (32, "surfaceflinger-gpu-deadline-missed", .system),
    (64, "app-deadline-missed", .application),
    (128, "buffer-stuffing", .queue),
    (256, "unknown-jank", .unknown),
    (512, "surfaceflinger-stuffing", .queue),
    (1024, "dropped-frame", .unknown),
    (2048, "non-animating", []),
    (4096, "app-resynced-jitter", .application),
    (8192, "display-not-on", []),
    (16384, "mode-change-in-progress", []),
    (32768, "power-mode-change-in-progress", []),
  ]

  /// The parties that made a frame late, such as the application; empty if the frame is in time or its delay is
  /// invisible.
  ///
  /// - Parameter bits: 0 and 1 mean that there is no jank.
  static func blame(of bits: UInt64) -> FrameBlame {
    // Most frames are in time.
    if bits <= 1 { return [] }
    return all.reduce(into: FrameBlame()) { blame, type in
      if bits & type.bit != 0 { blame.formUnion(type.blame) }
    }
  }
}

/// The values of FrameTimeline's present type that are used.
enum PresentType {
  /// The present type of a frame that was never presented.
  static let dropped: UInt64 = 4
}

/// A finished frame of one surface, or of the display, in FrameTimeline.
///
/// A trace may have thousands of surfaces with interleaved frames. The frames of all surfaces are in one array and are
/// grouped by surface through sorting.
struct EndedFrame {
  /// The vsync token that identifies the finished frame.
  let token: Int64
  /// The token of the display's frame that contained this frame.
  let displayToken: Int64
  /// The end of the work on the frame; for a frame of the display, its present.
  let end: Nanoseconds
  // `.min` if the value is missing.
  private let workOrLeast: Nanoseconds
  private let overrunOrLeast: Nanoseconds
  private let intendedStartOrLeast: Nanoseconds
  /// The position of the surface that the frame belongs to.
  let layer: UInt32
  /// Who made the frame late, such as the application or the system; empty if the frame was in time.
  let blame: FrameBlame

  /// Creates a finished frame; `nil` for a dropped frame, which has no end.
  init?(_ frame: SurfaceLayer.Frame, of layer: Int, at time: Nanoseconds) {
    guard !frame.isDropped else { return nil }
    token = frame.token
    displayToken = frame.displayToken
    end = time
    workOrLeast = time > frame.start ? time - frame.start : .min
    overrunOrLeast = frame.expected.map { time - $0.upperBound } ?? .min
    intendedStartOrLeast = frame.expected?.lowerBound ?? .min
    self.layer = UInt32(layer)
    blame = JankType.blame(of: frame.jank)
  }

  /// The duration of the work on the frame; `nil` if it is 0.
  var work: Nanoseconds? { workOrLeast == .min ? nil : workOrLeast }

  /// The end of the work on the frame minus its expected end; `nil` if the expected end is unknown.
  var overrun: Nanoseconds? { overrunOrLeast == .min ? nil : overrunOrLeast }

  /// When the work on the frame was to begin; `nil` if it is unknown.
  var intendedStart: Nanoseconds? { intendedStartOrLeast == .min ? nil : intendedStartOrLeast }

  func precedes(_ other: Self) -> Bool { layer < other.layer }
}
