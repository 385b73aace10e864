internal import Decoding

/// The arguments of the current trace event, limited to those that the caller requested.
struct EventArguments {
  /// The position of an argument in the list of requested paths.
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

  /// Removes the argument values of the previous event.
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
