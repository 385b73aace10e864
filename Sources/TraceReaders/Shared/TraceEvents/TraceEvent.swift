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

  /// The JSON members of a trace event that are read.
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
