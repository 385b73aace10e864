internal import Decoding
internal import Recordings
internal import Units

/// One event of the Trace Event Format, without its name, categories and arguments.
struct TraceEvent {
  /// What kind of event this is, such as the beginning of a slice.
  var phase = Phase.other
  /// The time of the event, or its start, on the trace's clock; `nil` if it is missing or invalid.
  var time: Nanoseconds?
  /// The duration of a complete event; `nil` if it is missing or invalid.
  var duration: Nanoseconds?
  /// The process id of the event; 0 if it is missing.
  var process: Int64 = 0
  /// The thread id of the event; 0 if it is missing.
  var thread: Int64 = 0
  /// A hash of the id of an asynchronous event; the id is unique among events of one name and process.
  var id: UInt64 = 0

  /// The phase of an event in the Trace Event Format, from its letter `ph`.
  enum Phase {
    /// Phase `B`: the beginning of a slice, which the matching `E` event of the thread ends.
    case begin
    /// Phase `E`: the end of a slice.
    case end
    /// Phase `X`: a complete event, which has a duration.
    case complete
    /// Phase `b` or `S`: the beginning of an asynchronous event, which ends at the end event with the same id.
    case asyncBegin
    /// Phase `e` or `F`: the end of an asynchronous event.
    case asyncEnd
    /// Phase `i`, `I`, `R` or `n`: an event without a duration.
    case instant
    /// Phase `M`: metadata of processes and threads.
    case metadata
    /// Any other phase of the Trace Event Format.
    case other

    init(_ field: Field) {
      guard field.count == 1 else {
        self = .other
        return
      }
      self =
        switch field.start[0] {
        case UInt8(ascii: "B"): .begin
        case UInt8(ascii: "E"): .end
        case UInt8(ascii: "X"): .complete
        case UInt8(ascii: "b"), UInt8(ascii: "S"): .asyncBegin
        case UInt8(ascii: "e"), UInt8(ascii: "F"): .asyncEnd
        case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "R"), UInt8(ascii: "n"): .instant
        case UInt8(ascii: "M"): .metadata
        default: .other
        }
    }
  }

  enum Member {
    case name, category, phase, time, duration, process, thread, id, scopedID, arguments, other

    @inline(__always)
    init(_ field: Field) {
      self = .other
      switch field.count {
      case 2:
        if field.isExactly("ts") { self = .time }
        if field.isExactly("ph") { self = .phase }
        if field.isExactly("id") { self = .id }
      case 3:
        if field.isExactly("pid") { self = .process }
        if field.isExactly("tid") { self = .thread }
        if field.isExactly("cat") { self = .category }
        if field.isExactly("dur") { self = .duration }
        if field.isExactly("id2") { self = .scopedID }
      case 4:
        if field.isExactly("name") { self = .name }
        if field.isExactly("args") { self = .arguments }
      default: break
      }
    }
  }
}

extension Field {
  /// The FNV-1a hash of the field's bytes, equal on all machines.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<count { hash = (hash ^ UInt64(start[index])) &* 0x0100_0000_01b3 }
    return hash
  }
}

/// The arguments of the current trace event, limited to those that the caller requested.
struct EventArguments {
  typealias Slot = Int

  /// A requested member of the event's object `args`: the member's own value, members of this member, or both.
  private struct Wanted {
    let name: [UInt8]
    var slot: Slot?
    var members: [(name: [UInt8], slot: Slot)] = []
  }

  private var wanted: [Wanted] = []
  private var values: [[UInt8]?]
  private var hasValues = false
  private let wantsProfiles: Bool
  /// The piece of a sampling profile in the event's member `data`; empty unless pieces were requested.
  private(set) var profile = ProfileChunk()

  /// The maximum length of an argument's value in bytes; longer values are truncated.
  private static let longestValue = 256

  /// Requests arguments of trace events by their paths.
  ///
  /// - Parameters:
  ///   - paths: names in `args`, or `name.member` for a member of an object in `args`. If `profiles` is true, one of
  ///     the paths must be a member of `data`.
  ///   - profiles: whether pieces of sampling profiles are read.
  init(_ paths: [String], profiles: Bool = false) {
    wantsProfiles = profiles
    values = paths.map { _ in nil }
    for (slot, path) in paths.enumerated() {
      let parts = path.split(separator: ".").map { Array($0.utf8) }
      let index = wanted.firstIndex { $0.name == parts[0] } ?? wanted.count
      if index == wanted.count { wanted.append(Wanted(name: parts[0])) }
      if parts.count > 1 {
        wanted[index].members.append((parts[1], slot))
      } else {
        wanted[index].slot = slot
      }
    }
  }

  @inline(__always)
  mutating func clear() {
    if wantsProfiles { profile.clear() }
    guard hasValues else { return }
    for slot in values.indices { values[slot] = nil }
    hasValues = false
  }

  /// The bytes of an event's argument; `nil` if the event does not have the argument.
  func bytes(_ slot: Slot) -> [UInt8]? { values[slot] }

  /// The text of an event's argument; `nil` if the event does not have the argument.
  func text(_ slot: Slot) -> String? {
    values[slot].map { String(decoding: $0, as: UTF8.self) }
  }

  /// An event's argument as an integer; `nil` if the argument is missing or is not an integer.
  func integer(_ slot: Slot) -> Int64? { text(slot).flatMap { Int64($0) } }

  /// An event's argument as a number; `nil` if the argument is missing or is not a finite number.
  func number(_ slot: Slot) -> Double? {
    text(slot).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether an event's argument begins with a text; `false` if the argument is missing.
  func begins(_ slot: Slot, with text: String) -> Bool {
    values[slot]?.starts(with: text.utf8) ?? false
  }

  /// Whether an event's argument is `1` or `true`; `nil` if the argument is missing.
  func flag(_ slot: Slot) -> Bool? { text(slot).map { $0 == "1" || $0 == "true" } }

  // MARK: - Reading

  /// Stores an argument that does not come from JSON, if it is requested.
  mutating func take(_ argument: ProgramEvent.Argument) {
    guard let wanted = wanted.first(where: { $0.name == argument.name }) else { return }
    let member = argument.member.map { name in wanted.members.first { $0.name == name }?.slot }
    guard let slot = member ?? wanted.slot else { return }
    values[slot] = argument.value
    hasValues = true
  }

  /// Reads the object `args` of an event, which must be the next value of the text.
  mutating func read(
    _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while try json.nextMember(in: &source) {
      let field = json.field
      guard let wanted = wanted.first(where: { field.isExactly($0.name) }) else {
        try json.skipValue(in: &source)
        continue
      }
      try read(wanted, &json, &source)
    }
  }

  private mutating func read(
    _ wanted: Wanted, _ json: inout JSONReader, _ source: inout TraceSource
  ) throws(TraceError) {
    let token = try json.next(in: &source)
    guard token == .beginObject, !wanted.members.isEmpty else {
      return try take(token, at: wanted.slot, &json, &source)
    }
    while try json.nextMember(in: &source) {
      let field = json.field
      if wantsProfiles, wanted.name.elementsEqual("data".utf8),
        try profile.read(field, &json, in: &source)
      {
        continue
      }
      let member = wanted.members.first { field.isExactly($0.name) }
      try take(try json.next(in: &source), at: member?.slot, &json, &source)
    }
  }

  private mutating func take(
    _ token: JSONToken, at slot: Slot?, _ json: inout JSONReader, _ source: inout TraceSource
  ) throws(TraceError) {
    if let slot {
      switch token {
      case .string, .number: keep(json.field, at: slot)
      case .bool(let value): values[slot] = Array((value ? "true" : "false").utf8)
      default: break
      }
      hasValues = true
    }
    try json.skipRest(of: token, in: &source)
  }

  private mutating func keep(_ field: Field, at slot: Slot) {
    let count = min(field.count, Self.longestValue)
    values[slot] = Array(UnsafeBufferPointer(start: field.start, count: count))
  }
}

extension Field {
  /// Whether the field consists of exactly these bytes.
  fileprivate func isExactly(_ bytes: [UInt8]) -> Bool {
    count == bytes.count
      && bytes.withUnsafeBufferPointer { other in
        other.baseAddress.map { Memory.equal(start, $0, count: count) } ?? true
      }
  }
}

/// A trace event that does not come from JSON, with its name, its categories and its arguments.
struct ProgramEvent {
  /// An argument: a member of the event's object `args`, or a member of such a member.
  struct Argument {
    let name: [UInt8]
    var member: [UInt8]?
    let value: [UInt8]
  }

  var event = TraceEvent()
  var name: [UInt8] = []
  /// The categories, separated by commas.
  var category: [UInt8] = []
  var arguments: [Argument] = []
}

extension ProgramEvent {
  /// An event that gives a process or thread its name, such as `process_name`.
  static func metadata(
    _ name: StaticString, _ value: [UInt8], of process: Int64, thread: Int64 = 0
  ) -> ProgramEvent {
    var event = ProgramEvent()
    event.event.phase = .metadata
    (event.event.process, event.event.thread) = (process, thread)
    event.name = Array("\(name)".utf8)
    let argument = name.description == "process_labels" ? "labels" : "name"
    event.arguments = [Argument(name: Array(argument.utf8), value: value)]
    return event
  }

  /// Whether Flutter's engine or Dart's machine wrote the event.
  var isOfFlutter: Bool {
    category.elementsEqual("Embedder".utf8) || category.elementsEqual("Dart".utf8)
  }
}
