internal import Decoding

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
