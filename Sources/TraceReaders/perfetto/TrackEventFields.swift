internal import Decoding
internal import Units

/// The fields of a `TrackEvent` message, in which the numbers of names are replaced by the names.
struct TrackEventFields {
  /// What an event is: a beginning, an end, an instant, or a slice with a duration.
  enum Kind { case begin, end, instant, complete }

  private(set) var track: UInt64?
  var name: [UInt8] = []
  var category: [UInt8] = []
  private(set) var arguments: [ProgramEvent.Argument] = []
  private var type: UInt64 = 0

  // The part for events of the old macros.
  /// The letter of the event's phase in JSON traces.
  private(set) var legacyPhase: UInt8?
  private(set) var duration: Nanoseconds?
  private(set) var id: UInt64?
  private(set) var process: Int64?
  private(set) var thread: Int64?

  /// Reads the message; `nil` if it is damaged.
  init?(_ message: WireBytes, _ sequence: PacketSequence) {
    var cursor = WireCursor(message)
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 24: addCategory(sequence.text(.category, cursor.varint()) ?? [])
      case 26:
        var numbers = WireCursor(cursor.bytes())
        while !numbers.isAtEnd, !numbers.isBroken {
          addCategory(sequence.text(.category, numbers.varint()) ?? [])
        }
      case 178: addCategory(cursor.bytes().beginning)
      case 34: take(annotation: Annotation(cursor.bytes(), sequence))
      case 50: takeLegacy(cursor.bytes(), sequence)
      case 72: type = cursor.varint()
      case 80: name = sequence.text(.event, cursor.varint()) ?? []
      case 88: track = cursor.varint()
      case 186: name = cursor.bytes().beginning
      case Self.frameReport, Self.oldFrameReport: takeFrameReport(cursor.bytes())
      default: cursor.skip(tag)
      }
    }
    if cursor.isBroken { return nil }
  }

  /// The tags of Chrome's report on a frame, before and since the extensions of Chrome.
  private static let (oldFrameReport, frameReport): (UInt32, UInt32) = (32 << 3 | 2, 1075 << 3 | 2)

  /// What the event is; `nil` for counters and unknown types.
  var kind: Kind? {
    switch (type, legacyPhase) {
    case (1, _): .begin
    case (2, _): .end
    case (3, _): .instant
    case (_, UInt8(ascii: "B")?), (_, UInt8(ascii: "b")?), (_, UInt8(ascii: "S")?): .begin
    case (_, UInt8(ascii: "E")?), (_, UInt8(ascii: "e")?), (_, UInt8(ascii: "F")?): .end
    case (_, UInt8(ascii: "I")?), (_, UInt8(ascii: "i")?), (_, UInt8(ascii: "n")?): .instant
    case (_, UInt8(ascii: "X")?): .complete
    default: nil
    }
  }

  /// Whether the event is asynchronous although it is on the track of a thread, as events of the old macros can be.
  var isAsync: Bool { legacyPhase.map { "bSeFn".utf8.contains($0) } ?? false }

  private mutating func addCategory(_ bytes: [UInt8]) {
    category += category.isEmpty ? bytes : [Byte.comma] + bytes
  }

  // MARK: - Arguments

  private mutating func take(annotation: Annotation) {
    if let value = annotation.value {
      arguments.append(.init(name: annotation.name, value: value))
    }
    for member in annotation.members {
      guard let value = member.value else { continue }
      arguments.append(.init(name: annotation.name, member: member.name, value: value))
    }
  }

  /// Reads a `ChromeFrameReporter` message.
  private mutating func takeFrameReport(_ message: WireBytes) {
    var cursor = WireCursor(message)
    func add(_ member: String, _ value: String) {
      arguments.append(
        .init(
          name: Array("frame_reporter".utf8), member: Array(member.utf8), value: Array(value.utf8)))
    }
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: add("state", Self.frameStates[cursor.varint()] ?? "")
      case 24: add("frame_source", "\(cursor.varint())")
      case 32: add("frame_sequence", "\(cursor.varint())")
      case 40: add("affects_smoothness", "\(cursor.varint())")
      case 88: add("layer_tree_host_id", "\(cursor.varint())")
      default: cursor.skip(tag)
      }
    }
  }

  private static let frameStates: [UInt64: String] = [
    0: "STATE_NO_UPDATE_DESIRED", 1: "STATE_PRESENTED_ALL", 2: "STATE_PRESENTED_PARTIAL",
    3: "STATE_DROPPED",
  ]

  // MARK: - Old macros

  private mutating func takeLegacy(_ message: WireBytes, _ sequence: PacketSequence) {
    var cursor = WireCursor(message)
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: name = sequence.text(.event, cursor.varint()) ?? name
      case 16: legacyPhase = UInt8(exactly: cursor.varint())
      case 24: duration = Int64(exactly: cursor.varint()).flatMap(Self.nanoseconds)
      case 48, 80, 88: id = cursor.varint()
      case 144: process = cursor.signed()
      case 152: thread = cursor.signed()
      default: cursor.skip(tag)
      }
    }
  }

  private static func nanoseconds(_ microseconds: Int64) -> Nanoseconds? {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    return overflow ? nil : product
  }
}

extension TrackEventFields.Kind {
  /// The phase of the event in the Trace Event Format.
  ///
  /// - Parameter isAsync: whether the event's track is not that of a thread.
  func phase(isAsync: Bool) -> TraceEvent.Phase {
    switch self {
    case .begin: isAsync ? .asyncBegin : .begin
    case .end: isAsync ? .asyncEnd : .end
    case .instant: .instant
    case .complete: .complete
    }
  }
}

/// A `DebugAnnotation` message: an argument with a single value, or with members.
private struct Annotation {
  var name: [UInt8] = []
  var value: [UInt8]?
  var members: [Annotation] = []

  private static let deepest = 2

  init(_ message: WireBytes, _ sequence: PacketSequence, depth: Int = 0) {
    var cursor = WireCursor(message)
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 8: name = sequence.text(.annotation, cursor.varint()) ?? []
      case 82: name = cursor.bytes().beginning
      case 16, 24: value = Array("\(cursor.varint())".utf8)
      case 32: value = Array("\(cursor.signed())".utf8)
      case 41: value = cursor.double.map { Array("\($0)".utf8) }
      case 50: value = cursor.bytes().beginning
      case 138: value = sequence.text(.value, cursor.varint())
      case 66: takeNested(cursor.bytes())
      case 90 where depth < Self.deepest:
        members.append(Annotation(cursor.bytes(), sequence, depth: depth + 1))
      default: cursor.skip(tag)
      }
    }
  }

  private init(name: [UInt8], nested message: WireBytes) {
    self.name = name
    takeNested(message)
  }

  /// Reads a `NestedValue` message, in which older versions of Chrome wrote objects.
  private mutating func takeNested(_ message: WireBytes) {
    var cursor = WireCursor(message)
    var keys: [[UInt8]] = []
    var values: [WireBytes] = []
    while case let tag = cursor.tag(), tag != 0 {
      switch tag {
      case 18: keys.append(cursor.bytes().beginning)
      case 26: values.append(cursor.bytes())
      case 40: value = Array("\(cursor.signed())".utf8)
      case 49: value = cursor.double.map { Array("\($0)".utf8) }
      case 56: value = Array("\(cursor.varint())".utf8)
      case 66: value = cursor.bytes().beginning
      default: cursor.skip(tag)
      }
    }
    // The members of members are not wanted, so that the depth is limited.
    members = zip(keys, values).map { Annotation(name: $0, leaf: $1) }
  }

  private init(name: [UInt8], leaf message: WireBytes) {
    self.init(name: name, nested: message)
    members = []
  }
}

extension WireCursor {
  /// Reads a number with eight bytes; `nil` if the message is broken.
  fileprivate var double: Double? {
    mutating get {
      guard remaining >= 8 else { return nil }
      let bytes = take(8)
      let bits = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes.start[$1]) << UInt64($1 * 8) }
      return Double(bitPattern: bits)
    }
  }
}
