internal import Decoding
internal import Recordings
internal import Units

/// One event of a trace in the Trace Event Format, without its texts.
struct TraceEvent {
  /// What sort of event it is.
  var phase = Phase.other
  /// When it happened or began, on the trace's clock; `nil` when that is missing or no number.
  var time: Nanoseconds?
  /// How long it lasted, where it is written as a whole.
  var duration: Nanoseconds?
  /// The process that it happened in; 0 when it is missing.
  var process: Int64 = 0
  /// The thread that it happened in; 0 when it is missing.
  var thread: Int64 = 0
  /// What an asynchronous event is told apart by within its name and process; a hash of the trace's id.
  var id: UInt64 = 0

  /// The letter `ph` of an event.
  enum Phase {
    /// `B`: begins, and the next end of its thread belongs to it.
    case begin
    /// `E`: ends.
    case end
    /// `X`: as a whole, with its duration.
    case complete
    /// `b` or `S`: begins, and the end with its id belongs to it.
    case asyncBegin
    /// `e` or `F`: ends.
    case asyncEnd
    /// `i`, `I`, `R`, `n`: happens in an instant.
    case instant
    /// `M`: tells about processes and threads.
    case metadata
    /// Anything else.
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

  /// A member of an event that is read.
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
  /// A hash of the bytes (FNV-1a), the same on every machine.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<count { hash = (hash ^ UInt64(start[index])) &* 0x0100_0000_01b3 }
    return hash
  }
}
