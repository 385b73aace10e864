internal import Decoding
internal import Recordings
internal import Units

/// Reads the events of a trace in the Trace Event Format one by one.
///
/// The events of such a trace are an array, or the member `traceEvents` of an object. Only one event and its requested
/// arguments are in memory. If the tracer stopped in the middle of the file, the events before this point are read.
struct TraceEventReader: ~Copyable {
  /// The event that was read last.
  private(set) var event = TraceEvent()
  /// The name of the event that was read last.
  private(set) var name = ShortText()
  /// The categories of the event that was read last, separated by commas.
  private(set) var category = ShortText()
  /// The requested arguments of the event that was read last.
  private(set) var arguments: EventArguments
  /// Metadata of the tracer and the machine: the members of the object `metadata` that are single values.
  private(set) var metadata: [String: String] = [:]
  /// The problems found in the trace's text.
  private(set) var issues = IssueLog()

  private var json = JSONReader()
  private var place = Place.start
  private var isObject = false

  private enum Place { case start, members, events, event, end }

  /// The maximum number of members of the object `metadata` that are stored.
  private static let metadataLimit = 64

  /// Creates a reader of trace events.
  ///
  /// - Parameters:
  ///   - paths: the requested arguments of all events.
  ///   - profiles: whether pieces of sampling profiles are read.
  init(arguments paths: [String], profiles: Bool = false) {
    arguments = EventArguments(paths, profiles: profiles)
  }

  /// Moves to the next event of the trace.
  ///
  /// - Parameter source: the source of the trace, at its beginning in the first call.
  /// - Returns: `false` at the end of the trace.
  /// - Throws: if the text is not JSON, apart from a missing end, or the file cannot be read.
  mutating func next(in source: inout TraceSource) throws(TraceError) -> Bool {
    do throws(TraceError) {
      return try advance(in: &source)
    } catch {
      guard json.isCutOff, place != .start else { throw error }
      let isBetweenEvents = place == .events && !isObject
      issues.note(isBetweenEvents ? .unclosedList : .truncatedText, line: nil)
      place = .end
      return false
    }
  }

  private mutating func advance(in source: inout TraceSource) throws(TraceError) -> Bool {
    while true {
      switch place {
      case .start: try begin(in: &source)
      case .members: try readMember(in: &source)
      case .events, .event:
        place = .events
        if try nextEvent(in: &source) { return true }
      case .end: return false
      }
    }
  }

  /// Makes an event that does not come from JSON the event that was read last.
  mutating func take(_ program: ProgramEvent) {
    event = program.event
    name.set(program.name)
    category.set(program.category)
    arguments.clear()
    for argument in program.arguments { arguments.take(argument) }
  }

  // MARK: - Around the events

  private mutating func begin(in source: inout TraceSource) throws(TraceError) {
    let token = try json.next(in: &source)
    isObject = token == .beginObject
    switch token {
    case .beginObject: place = .members
    case .beginArray: place = .events
    default: place = .end
    }
  }

  private mutating func readMember(in source: inout TraceSource) throws(TraceError) {
    switch try json.nextKey(in: &source) {
    case "traceEvents": if try json.enterArray(in: &source) { place = .events }
    case "metadata": try readMetadata(in: &source)
    case nil: try finish(in: &source)
    default: try json.skipValue(in: &source)
    }
  }

  private mutating func readMetadata(in source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      guard let value = try json.scalar(in: &source), metadata.count < Self.metadataLimit,
        !value.isEmpty
      else { continue }
      metadata[key] = harmless(value, limit: 200)
    }
  }

  /// Checks that nothing follows the JSON value of the trace, and throws otherwise.
  private mutating func finish(in source: inout TraceSource) throws(TraceError) {
    _ = try json.next(in: &source)
    place = .end
  }

  // MARK: - Events

  /// - Returns: `false` at the end of the events, or if the next element is not an event.
  private mutating func nextEvent(in source: inout TraceSource) throws(TraceError) -> Bool {
    guard let token = try json.nextElement(in: &source) else {
      if isObject { place = .members } else { try finish(in: &source) }
      return false
    }
    guard token == .beginObject else {
      issues.note(.unusableRow, line: nil)
      try json.skipRest(of: token, in: &source)
      return false
    }
    place = .event
    try readEvent(in: &source)
    return true
  }

  private mutating func readEvent(in source: inout TraceSource) throws(TraceError) {
    event = TraceEvent()
    name.clear()
    category.clear()
    arguments.clear()
    while try json.nextMember(in: &source) {
      switch TraceEvent.Member(json.field) {
      case .name: if try isText(in: &source) { name.set(json.field) }
      case .category: if try isText(in: &source) { category.set(json.field) }
      case .phase: if try isText(in: &source) { event.phase = TraceEvent.Phase(json.field) }
      case .time: event.time = try time(in: &source)
      case .duration: event.duration = try time(in: &source)
      case .process: event.process = try integer(in: &source)
      case .thread: event.thread = try integer(in: &source)
      case .id: event.id = try fingerprint(in: &source)
      case .scopedID: try readScopedID(in: &source)
      case .arguments: try arguments.read(&json, in: &source)
      case .other: try json.skipValue(in: &source)
      }
    }
  }

  private mutating func readScopedID(in source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while try json.nextMember(in: &source) { event.id = try fingerprint(in: &source) }
  }

  // MARK: - Values

  /// Whether the next value is a string or number, which is then `json.field`.
  ///
  /// Values of other types are skipped.
  private mutating func isText(in source: inout TraceSource) throws(TraceError) -> Bool {
    let token = try json.next(in: &source)
    if token == .string || token == .number { return true }
    try json.skipRest(of: token, in: &source)
    return false
  }

  /// Reads a time, which the trace contains in microseconds; `nil` if the value is not a time.
  private mutating func time(in source: inout TraceSource) throws(TraceError) -> Nanoseconds? {
    try isText(in: &source) ? json.field.nanoseconds(in: .microseconds).value : nil
  }

  private mutating func integer(in source: inout TraceSource) throws(TraceError) -> Int64 {
    try isText(in: &source) ? json.field.scaledInteger(digits: 0).value ?? 0 : 0
  }

  private mutating func fingerprint(in source: inout TraceSource) throws(TraceError) -> UInt64 {
    try isText(in: &source) ? json.field.fingerprint : 0
  }
}

/// A reusable buffer for a text of at most 256 bytes.
///
/// Longer texts are truncated, because the readers of traces only compare short event names and states.
struct ShortText: ~Copyable {
  private let bytes = ByteBuffer(capacity: capacity)
  private(set) var count = 0

  private static let capacity = 256

  /// Resets the buffer to an empty text.
  @inline(__always)
  mutating func clear() { count = 0 }

  @inline(__always)
  mutating func set(_ field: Field) {
    count = min(field.count, Self.capacity)
    bytes.start.update(from: field.start, count: count)
  }

  mutating func set(_ text: [UInt8]) {
    count = min(text.count, Self.capacity)
    for (index, byte) in text.prefix(count).enumerated() { bytes.start[index] = byte }
  }

  /// The text in the buffer, valid until the buffer is overwritten.
  var field: Field { Field(start: UnsafePointer(bytes.start), count: count) }

  @inline(__always)
  func isExactly(_ word: StaticString) -> Bool { field.isExactly(word) }

  /// Whether the text in the buffer contains a word; O(count).
  func contains(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    return (0...count - length).contains {
      Memory.equal(UnsafePointer(bytes.start) + $0, word.utf8Start, count: length)
    }
  }
}

/// The tool that wrote a trace in the Trace Event Format, recognized by the first events.
enum TraceEventShape {
  /// Flutter's engine wrote the trace, through its driver or its tools.
  case flutter
  /// Chrome, or any other tool that writes the Trace Event Format, wrote the trace.
  case chrome

  /// Recognizes the tool that wrote a trace by its beginning; `nil` if the trace is not in the Trace Event Format.
  init?(_ outline: JSONOutline) {
    let list = outline.has("traceEvents") ? "traceEvents[]" : "[]"
    // Chrome's developer tools write metadata of the machine first, which can be long.
    let isAnnounced = outline.hasText(at: "metadata.source") { $0 == "DevTools" }
    guard outline.has("traceEvents") || outline.has("[].ph") || isAnnounced else { return nil }
    // Snapshots of Flutter's DevTools contain the engine's trace beside the frames that DevTools shows.
    guard !outline.has("devToolsSnapshot") else { return nil }
    let isFlutter =
      outline.hasText(at: "\(list).cat") { ["Embedder", "Dart"].contains($0) }
      || outline.hasText(at: "\(list).args.name", where: Self.isFlutterThread)
    self = isFlutter ? .flutter : .chrome
  }

  /// The container of the events, `array` or `object`, which is the name of the dialect.
  static func container(in outline: JSONOutline?) -> String {
    outline?.has("[]") == true ? "array" : "object"
  }

  /// Whether a thread's name is one of Flutter's, such as `1.ui (25408)`, `io.flutter.1.raster` or `DartWorker`.
  private static func isFlutterThread(_ name: String) -> Bool {
    name.hasPrefix("io.flutter.") || name.hasPrefix("DartWorker") || name.hasPrefix("1.ui")
      || name.hasPrefix("1.raster")
  }
}
