internal import Decoding
internal import Recordings
internal import Units

/// The members of a JSON object that may be a long animation frame, a script of such a frame, or a web vital.
struct WebVitalsEntry {
  static let longFrame = "long-animation-frame"

  /// The web vitals by the names that the library web-vitals gives to them, with their units; the one about frames
  /// first.
  static let vitals: [(name: String, unit: Unit)] = [
    ("INP", .milliseconds), ("LCP", .milliseconds), ("CLS", .count), ("FCP", .milliseconds),
    ("TTFB", .milliseconds), ("FID", .milliseconds),
  ]

  static func isVital(_ name: String) -> Bool { vitals.contains { $0.name == name } }

  private var texts: [String: String] = [:]
  private var numbers: [String: Double] = [:]
  /// The script of a long animation frame that took the most time.
  private var script: (name: String, duration: Double)?

  private static let textKeys: Set = [
    "entryType", "name", "id", "rating", "invoker", "sourceURL", "sourceFunctionName",
  ]
  private static let numberKeys: Set = [
    "startTime", "duration", "blockingDuration", "renderStart", "value", "delta",
  ]

  /// Stores a string or number of the object.
  mutating func take(_ field: Field, isNumber: Bool, of key: String) {
    if isNumber, Self.numberKeys.contains(key) {
      numbers[key] = field.double.value
    } else if !isNumber, Self.textKeys.contains(key) {
      texts[key] = harmless(field.text, limit: 200)
    }
  }

  /// Stores the longest of the scripts of the frame.
  mutating func take(script entry: WebVitalsEntry) {
    let duration = entry.numbers["duration"] ?? 0
    guard duration > script?.duration ?? -1, let name = entry.scriptName else { return }
    script = (name, duration)
  }

  /// The function and the address of a script, or what called it.
  private var scriptName: String? {
    let function = texts["sourceFunctionName"].flatMap { $0.isEmpty ? nil : $0 }
    let address = texts["sourceURL"].flatMap { $0.isEmpty ? nil : $0 }
    let names = [function ?? texts["invoker"], address].compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  // MARK: - Meaning

  /// A long animation frame.
  struct LongFrame {
    /// The start on the clock of the page; `nil` if the file does not have it.
    let start: Nanoseconds?
    let duration: Nanoseconds
    /// The time for which the frame blocked input.
    let blocking: Nanoseconds
    let script: String?
  }

  /// The long animation frame that the object describes; `nil` if it describes something else, or is incomplete.
  var frame: LongFrame? {
    let isMarked = texts["entryType"] == Self.longFrame
    guard isMarked || texts["entryType"] == nil && numbers["renderStart"] != nil,
      let blocking = Self.time(numbers["blockingDuration"]), blocking < Self.longest,
      let duration = Self.time(numbers["duration"]), duration < Self.longest
    else { return nil }
    return LongFrame(
      start: Self.time(numbers["startTime"]), duration: duration, blocking: blocking,
      script: script?.name)
  }

  /// The longest plausible frame, an hour; so that sums of durations do not overflow.
  private static let longest: Nanoseconds = 3600 * .perSecond

  private static func time(_ milliseconds: Double?) -> Nanoseconds? {
    let time = milliseconds.flatMap { Nanoseconds(exactly: ($0 * 1e6).rounded()) }
    return time.flatMap { $0 >= 0 && $0.isPlausible ? $0 : nil }
  }

  /// The web vital that the object describes, with the id of its page load; `nil` if it describes something else.
  var vital: (name: String, id: String, value: Double)? {
    guard let name = texts["name"], Self.isVital(name), let value = numbers["value"],
      value.isFinite, value >= 0, numbers["delta"] != nil || texts["rating"] != nil
    else { return nil }
    return (name, texts["id"] ?? "", value)
  }
}
