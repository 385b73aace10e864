internal import Decoding
internal import Recordings
internal import Units

/// Parses lines with frames of JankStats.
///
/// An application stays in its states for many frames, so equal texts of states are parsed only once.
struct JankStatsText: ~Copyable {
  private var json = JSONTokenizer()
  private var states: [String] = []
  /// The text of states that was parsed last; its result is `states`.
  private var statesText: [UInt8] = []

  /// The maximum length of a state's text in bytes.
  private static let longestState = 200

  // MARK: - JSON

  /// Parses a JSON object with the members of `FrameData`; other members are ignored.
  ///
  /// - Returns: `nil` if the object is not a frame.
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
    // Throws if anything follows the object.
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
    // If parsing stops before the end of the states, no text of states is stored.
    statesText = []
    states = try token == .beginArray ? listedStates() : namedStates()
    statesText = Array(UnsafeBufferPointer(start: rest.start, count: json.position - start))
    // The tokenizer may have consumed a following comma.
    if statesText.last == Byte.comma { statesText.removeLast() }
    return states
  }

  /// Whether a text begins with the same states as the line that was parsed last.
  private func begins(_ text: Field) -> Bool {
    guard !statesText.isEmpty, text.count >= statesText.count else { return false }
    return statesText.withUnsafeBufferPointer { known in
      known.baseAddress.map { Memory.equal(text.start, $0, count: known.count) } ?? false
    }
  }

  /// Parses a list of states, each `{"key": …, "value": …}` or a string.
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

  /// Parses one state; early versions of the library name its parts `stateName` and `state`.
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

  /// Parses an object of states, such as `{"Activity": "Main", …}`.
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

  /// Parses the output of `FrameData.toString()`: `FrameData(name=value, …, states=[key: value, …])`.
  ///
  /// - Parameter line: a line of the log; any text may precede the frame.
  /// - Returns: `nil` if the line has no frame.
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
  /// The word `true` or `false` at the beginning of the field, as a boolean; `nil` if the field begins with neither
  /// word.
  fileprivate var boolean: Bool? {
    starts(with: "true") ? true : starts(with: "false") ? false : nil
  }

  /// The text after the first occurrence of `text`; `nil` if it does not occur.
  fileprivate func after(_ text: StaticString) -> Field? {
    offset(of: text).map {
      let end = $0 + text.utf8CodeUnitCount
      return Field(start: start + end, count: count - end)
    }
  }

  /// The text before the first occurrence of `text`; the whole field if it does not occur.
  fileprivate func before(_ text: StaticString) -> Field {
    Field(start: start, count: offset(of: text) ?? count)
  }
}
