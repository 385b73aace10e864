internal import Recordings
internal import Units

/// A frame as JankStats gives it to its listener; newer systems tell more.
///
/// Source: AndroidX, `androidx.metrics.performance`, `FrameData`, `FrameDataApi24` and
/// `FrameDataApi31`.
struct JankStatsFrame {
  /// When the work on the frame began.
  let start: Nanoseconds
  /// How long the main thread worked on it.
  let ui: Nanoseconds
  /// How long the processor worked on it; `nil` before Android 7.
  let cpu: Nanoseconds?
  /// How long the work on it lasted, the graphics processor's included; `nil` before Android 12.
  let total: Nanoseconds?
  /// When the work ended less when it had to; `nil` before Android 12.
  let overrun: Nanoseconds?
  /// Whether the library calls it janky; `nil` where that was not written.
  let isJank: Bool?
  /// What the application said it was doing, such as `Activity: Main`.
  let states: [String]

  /// When the work on it ended, as far as it is known.
  var end: Nanoseconds { start + (total ?? cpu ?? ui) }

  /// Bytes of a state that count.
  private static let longestState = 200

  private init?(_ times: [String: Nanoseconds], isJank: Bool?, states: [String]) {
    guard let start = times["frameStartNanos"], let ui = times["frameDurationUiNanos"], ui >= 0
    else { return nil }
    self.start = start
    self.ui = ui
    cpu = times["frameDurationCpuNanos"].flatMap { $0 > 0 ? $0 : nil }
    total = times["frameDurationTotalNanos"].flatMap { $0 > 0 ? $0 : nil }
    overrun = times["frameOverrunNanos"]
    self.isJank = isJank
    self.states = states.map { harmless($0, limit: Self.longestState) }
    guard end.isPlausible else { return nil }
  }

  // MARK: - Text

  /// Reads what `FrameData.toString()` gives: `FrameData(name=value, …, states=[key: value, …])`.
  ///
  /// - Parameter line: with anything before it.
  init?(logged line: Field) {
    guard let begin = line.offset(of: "FrameData(") else { return nil }
    let text = Field(start: line.start + begin, count: line.count - begin).text
    let halves = text.dropFirst("FrameData(".count).split(separator: "states=[", maxSplits: 1)
    var times: [String: Nanoseconds] = [:]
    var isJank: Bool?
    for pair in halves.first?.split(separator: ", ") ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      if parts[0] == "isJank" { isJank = Bool(String(parts[1].prefix { $0.isLetter })) }
      if let time = Nanoseconds(parts[1]), time.isPlausible { times[String(parts[0])] = time }
    }
    let states = halves.count == 2 ? halves[1].prefix { $0 != "]" } : ""
    self.init(times, isJank: isJank, states: states.split(separator: ", ").map(String.init))
  }

  // MARK: - JSON

  /// Reads an object whose members are called as those of `FrameData`; others are passed over.
  ///
  /// - Parameter line: one JSON object.
  init?(json line: Field) {
    var object = JankStatsObject()
    guard (try? object.read(line)) != nil else { return nil }
    self.init(object.times, isJank: object.isJank, states: object.states)
  }
}

/// Reads the JSON object of one frame.
private struct JankStatsObject {
  private(set) var times: [String: Nanoseconds] = [:]
  private(set) var isJank: Bool?
  private(set) var states: [String] = []

  mutating func read(_ line: Field) throws(JSONFault) {
    var json = JSONTokenizer()
    json.append(UnsafeBufferPointer(start: line.start, count: line.count))
    json.finish()
    guard try json.next() == .beginObject else { return }
    while try json.next() == .key {
      let name = json.field.text
      try take(name, try json.next(), &json)
    }
    // Whatever follows makes the line no JSON.
    _ = try json.next()
  }

  private mutating func take(
    _ name: String, _ token: JSONToken?, _ json: inout JSONTokenizer
  ) throws(JSONFault) {
    switch token {
    case .bool(let value)? where name == "isJank": isJank = value
    case .number?, .string?: times[name] = json.field.nanoseconds(in: .nanoseconds).value
    case .beginArray? where name == "states": try takeStates(&json)
    case .beginObject? where name == "states": try takeNamedStates(&json)
    case .beginObject?, .beginArray?: _ = try json.skip(toBelow: json.depth)
    default: break
    }
  }

  /// Takes a list of `{"key": …, "value": …}`, or of texts.
  private mutating func takeStates(_ json: inout JSONTokenizer) throws(JSONFault) {
    while let token = try json.next(), token != .endArray {
      switch token {
      case .string: states.append(json.field.text)
      case .beginObject: try takeState(&json)
      case .beginArray: _ = try json.skip(toBelow: json.depth)
      default: break
      }
    }
  }

  /// Takes one state; the library first called its parts `stateName` and `state`.
  private mutating func takeState(_ json: inout JSONTokenizer) throws(JSONFault) {
    var parts: [String: String] = [:]
    while try json.next() == .key {
      let name = json.field.text
      switch try json.next() {
      case .string?, .number?: parts[name] = json.field.text
      case .beginObject?, .beginArray?: _ = try json.skip(toBelow: json.depth)
      default: break
      }
    }
    guard let key = parts["key"] ?? parts["stateName"] else { return }
    states.append("\(key): \(parts["value"] ?? parts["state"] ?? "")")
  }

  /// Takes `{"Activity": "Main", …}`.
  private mutating func takeNamedStates(_ json: inout JSONTokenizer) throws(JSONFault) {
    while try json.next() == .key {
      let name = json.field.text
      switch try json.next() {
      case .string?, .number?: states.append("\(name): \(json.field.text)")
      case .beginObject?, .beginArray?: _ = try json.skip(toBelow: json.depth)
      default: break
      }
    }
  }
}
