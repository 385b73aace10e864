internal import Decoding
internal import Recordings
internal import Units

/// Reads the lines in which frames of JankStats are written.
///
/// An application stays in its states for many frames: those of a line that writes them like the one before are not
/// made again.
struct JankStatsText: ~Copyable {
  private var json = JSONTokenizer()
  private var states: [String] = []
  /// What `states` was read from.
  private var statesText: [UInt8] = []

  /// Bytes of a state that count.
  private static let longestState = 200

  // MARK: - JSON

  /// Reads an object whose members are called as those of `FrameData`; others are passed over.
  ///
  /// - Parameter line: one JSON object.
  /// - Returns: `nil` where it is no frame.
  mutating func frame(json line: Field) -> JankStatsFrame? {
    json.restart()
    json.append(UnsafeBufferPointer(start: line.start, count: line.count))
    json.finish()
    return (try? members(in: line)).flatMap { JankStatsFrame($0) }
  }

  private mutating func members(in line: Field) throws(JSONFault) -> JankStatsMembers {
    var members = JankStatsMembers()
    guard try json.next() == .beginObject else { return members }
    while try json.next() == .key {
      let name = JankStatsMembers.Name(json.field)
      let token = try json.next()
      switch token {
      case .bool(let value)? where name == .isJank: members.isJank = value
      case .number?, .string?:
        let time = json.field.nanoseconds(in: .nanoseconds).value
        if let name { members.set(name, to: time) }
      case .beginArray? where name == .states, .beginObject? where name == .states:
        members.states = try states(token, in: line)
      case .beginObject?, .beginArray?: _ = try json.skip(toBelow: json.depth)
      default: break
      }
    }
    // Whatever follows makes the line no JSON.
    _ = try json.next()
    return members
  }

  private mutating func states(
    _ token: JSONToken?, in line: Field
  ) throws(JSONFault) -> [String] {
    let start = json.tokenStart
    let rest = Field(start: line.start + start, count: line.count - start)
    guard !begins(rest) else {
      _ = try json.skip(toBelow: json.depth)
      return states
    }
    // Nothing is known until the end is reached.
    statesText = []
    states = try token == .beginArray ? listedStates() : namedStates()
    statesText = Array(UnsafeBufferPointer(start: rest.start, count: json.position - start))
    // A comma behind it was read with it.
    if statesText.last == Byte.comma { statesText.removeLast() }
    return states
  }

  /// Whether a text begins with the states that were read last.
  private func begins(_ text: Field) -> Bool {
    guard !statesText.isEmpty, text.count >= statesText.count else { return false }
    return statesText.withUnsafeBufferPointer { known in
      known.baseAddress.map { Memory.equal(text.start, $0, count: known.count) } ?? false
    }
  }

  /// A list of `{"key": …, "value": …}`, or of texts.
  private mutating func listedStates() throws(JSONFault) -> [String] {
    var states: [String] = []
    while let token = try json.next(), token != .endArray {
      switch token {
      case .string: states.append(Self.state(json.field.text))
      case .beginObject: if let state = try listedState() { states.append(state) }
      case .beginArray: _ = try json.skip(toBelow: json.depth)
      default: break
      }
    }
    return states
  }

  /// One state; the library first called its parts `stateName` and `state`.
  private mutating func listedState() throws(JSONFault) -> String? {
    var parts: [String: String] = [:]
    while try json.next() == .key {
      let name = json.field.text
      switch try json.next() {
      case .string?, .number?: parts[name] = json.field.text
      case .beginObject?, .beginArray?: _ = try json.skip(toBelow: json.depth)
      default: break
      }
    }
    guard let key = parts["key"] ?? parts["stateName"] else { return nil }
    return Self.state("\(key): \(parts["value"] ?? parts["state"] ?? "")")
  }

  /// Those of `{"Activity": "Main", …}`.
  private mutating func namedStates() throws(JSONFault) -> [String] {
    var states: [String] = []
    while try json.next() == .key {
      let name = json.field.text
      switch try json.next() {
      case .string?, .number?: states.append(Self.state("\(name): \(json.field.text)"))
      case .beginObject?, .beginArray?: _ = try json.skip(toBelow: json.depth)
      default: break
      }
    }
    return states
  }

  private static func state(_ text: String) -> String { harmless(text, limit: longestState) }

  // MARK: - Log

  /// Reads what `FrameData.toString()` gives: `FrameData(name=value, …, states=[key: value, …])`.
  ///
  /// - Parameter line: with anything before it.
  /// - Returns: `nil` where it is no frame.
  mutating func frame(logged line: Field) -> JankStatsFrame? {
    guard let text = line.after("FrameData(") else { return nil }
    var members = JankStatsMembers()
    var rest = text
    if let states = text.after("states=[") {
      members.states = self.states(logged: states.before("]"))
      rest = text.before("states=[")
    }
    while rest.count > 0 {
      let pair = rest.before(", ")
      rest = rest.after(", ") ?? Field(start: rest.start + rest.count, count: 0)
      guard let name = JankStatsMembers.Name(pair.before("=")), let value = pair.after("=") else {
        continue
      }
      if name == .isJank { members.isJank = value.boolean }
      members.set(name, to: value.nanoseconds(in: .nanoseconds).value)
    }
    return JankStatsFrame(members)
  }

  private mutating func states(logged text: Field) -> [String] {
    if begins(text), text.count == statesText.count { return states }
    statesText = Array(UnsafeBufferPointer(start: text.start, count: text.count))
    states = text.text.split(separator: ", ").map { Self.state(String($0)) }
    return states
  }
}

extension Field {
  /// The truth value that it begins with; `nil` where it does with none.
  fileprivate var boolean: Bool? {
    starts(with: "true") ? true : starts(with: "false") ? false : nil
  }

  /// What stands behind the first occurrence of some text; `nil` without one.
  fileprivate func after(_ text: StaticString) -> Field? {
    offset(of: text).map {
      let end = $0 + text.utf8CodeUnitCount
      return Field(start: start + end, count: count - end)
    }
  }

  /// What stands before the first occurrence of some text; all of it without one.
  fileprivate func before(_ text: StaticString) -> Field {
    Field(start: start, count: offset(of: text) ?? count)
  }
}
