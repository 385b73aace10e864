internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Long animation frames and web vitals of a page, as scripts write them in JSON.
  static let webVitals = TraceFormat(
    id: "web-vitals",
    title: "long animation frames and web vitals",
    summary: """
      animation frames over 50 ms of a page, from performance.getEntriesByType("long-animation-frame") or a \
      PerformanceObserver, and the metrics of the library web-vitals, such as INP. The long frames become intervals that \
      are named by their longest script
      """,
    dialects: [WebVitalsDialect.value, WebVitalsDialect.lines],
    supports: """
      number, total and blocking time of long animation frames, the longest of them, and each web vital, as one value \
      each per run; no metric of frames, because frames up to 50 ms are missing. Of several page loads, a web vital is \
      the 75th percentile
      """,
    checkedAgainst: """
      example files that this project wrote by the specification of long animation frames and by the objects that \
      web-vitals documents; no recorded file was available
      """,
    recognize: { head in
      guard let outline = head.outline, WebVitalsDialect.matches(outline) else { return .no() }
      return .yes(dialect: WebVitalsDialect.of(head))
    },
    read: { (source, _, dialect) throws(TraceError) in
      var reader = WebVitalsReader()
      return [try reader.run(in: &source, dialect: dialect)]
    })
}

/// The dialects of files with web vitals: one JSON value, or one per line.
enum WebVitalsDialect {
  static let value = "JSON"
  static let lines = "JSON lines"

  /// Whether a JSON text has long animation frames or web vitals near its beginning.
  static func matches(_ outline: JSONOutline) -> Bool {
    if outline.has("traceEvents") || outline.has("[].ph") { return false }
    return outline.paths.contains { path in
      if path.hasSuffix("entryType") {
        return outline.hasText(at: path) { $0 == WebVitalsEntry.longFrame }
      }
      let object = path.dropLast("blockingDuration".count)
      if path.hasSuffix("blockingDuration"), outline.has("\(object)renderStart") { return true }
      guard path == "name" || path.hasSuffix(".name") else { return false }
      let place = path.dropLast("name".count)
      return outline.has("\(place)value") && outline.has("\(place)delta")
        && outline.hasText(at: path) { WebVitalsEntry.isVital($0) }
    }
  }

  static func of(_ head: TraceHead) -> String {
    let lines = head.lines.lazy.filter { !$0.isEmpty }.prefix(2)
    return lines.count == 2
      && lines.allSatisfy { $0.hasPrefix("{") && ($0.hasSuffix("}") || $0 != lines.first) }
      ? self.lines : value
  }
}

/// Reads the long animation frames and web vitals at any place in JSON texts.
struct WebVitalsReader: ~Copyable {
  private var frames: [WebVitalsEntry.LongFrame] = []
  private var seen: Set<FrameKey> = []
  private var counted: Set<FrameKey> = []
  /// The number, time and blocking time of the frames that are not the selection for one interaction.
  private var totals = (
    count: 0, time: 0 as Nanoseconds, blocking: 0 as Nanoseconds, longest: 0 as Nanoseconds
  )
  /// The last value of each web vital, by page load.
  private var vitals: [String: [String: Double]] = [:]
  private var issues = IssueLog()

  private struct FrameKey: Hashable {
    let start: Nanoseconds
    let duration: Nanoseconds
  }

  private static let (mostFrames, mostLoads, deepest) = (100_000, 1 << 16, 32)

  /// Reads the file; O(bytes).
  ///
  /// - Throws: if the text is not JSON, it has neither long frames nor web vitals, or the file cannot be read.
  mutating func run(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> TraceRun {
    if dialect == WebVitalsDialect.lines {
      try readLines(in: &source)
    } else {
      var json = JSONReader()
      try read(&json, &source)
      // Throws if anything follows the value.
      _ = try json.next(in: &source)
    }
    let origin = Recording.Origin(
      source: source.name, format: TraceFormat.webVitals.id, dialect: dialect)
    guard totals.count > 0 || !frames.isEmpty || !vitals.isEmpty else {
      throw .noData(
        path: source.name, format: origin.format, line: nil, firstIssue: issues.inOrder.first)
    }
    return TraceRun(finished(origin))
  }

  private mutating func readLines(in source: inout TraceSource) throws(TraceError) {
    var lines = TextLines()
    while let line = try lines.next(in: &source) {
      guard line.trimmed.count > 0 else { continue }
      let bytes = Array(UnsafeBufferPointer(start: line.start, count: line.count))
      var text = TraceSource(bytes: bytes, name: source.name)
      var json = JSONReader()
      do throws(TraceError) {
        try read(&json, &text)
        _ = try json.next(in: &text)
      } catch {
        lines.note(.unusableRow, line)
      }
    }
    issues.add(lines.issues)
  }

  // MARK: - JSON

  private mutating func read(
    _ json: inout JSONReader, _ source: inout TraceSource
  ) throws(TraceError) {
    let token = try json.next(in: &source)
    _ = try readValue(token, isSelection: false, depth: 0, &json, &source)
  }

  /// Reads a value and everything below it.
  ///
  /// - Parameter isSelection: whether the value is below the attribution of a web vital, which has only the frames of
  ///   one interaction.
  /// - Returns: the objects that the value is, or that it contains as elements.
  private mutating func readValue(
    _ token: JSONToken, isSelection: Bool, depth: Int, _ json: inout JSONReader,
    _ source: inout TraceSource
  ) throws(TraceError) -> [WebVitalsEntry] {
    switch token {
    case .beginObject where depth < Self.deepest:
      return [try readObject(isSelection: isSelection, depth: depth, &json, &source)]
    case .beginArray where depth < Self.deepest:
      var entries: [WebVitalsEntry] = []
      while let token = try json.nextElement(in: &source) {
        let below = try readValue(
          token, isSelection: isSelection, depth: depth + 1, &json, &source)
        if entries.count < Self.mostFrames { entries += below }
      }
      return entries
    default:
      try json.skipRest(of: token, in: &source)
      return []
    }
  }

  private mutating func readObject(
    isSelection: Bool, depth: Int, _ json: inout JSONReader, _ source: inout TraceSource
  ) throws(TraceError) -> WebVitalsEntry {
    var entry = WebVitalsEntry()
    while let key = try json.nextKey(in: &source) {
      let token = try json.next(in: &source)
      switch token {
      case .number: entry.take(json.field, isNumber: true, of: key)
      case .string: entry.take(json.field, isNumber: false, of: key)
      default:
        let below = try readValue(
          token, isSelection: isSelection || key == "attribution", depth: depth + 1, &json, &source)
        if key == "scripts" { below.forEach { entry.take(script: $0) } }
      }
    }
    take(entry, isSelection: isSelection, line: json.line)
    return entry
  }

  private mutating func take(_ entry: WebVitalsEntry, isSelection: Bool, line: Int) {
    if let vital = entry.vital {
      guard vitals[vital.name]?.count ?? 0 < Self.mostLoads else {
        return issues.note(.tooMany, line: line, found: "page loads")
      }
      vitals[vital.name, default: [:]][vital.id] = vital.value
    } else if let frame = entry.frame {
      add(frame, isSelection: isSelection, line: line)
    }
  }

  private mutating func add(_ frame: WebVitalsEntry.LongFrame, isSelection: Bool, line: Int) {
    guard frames.count < Self.mostFrames else {
      return issues.note(.tooMany, line: line, found: "long animation frames")
    }
    let key = frame.start.map { FrameKey(start: $0, duration: frame.duration) }
    if key.map({ seen.insert($0).inserted }) ?? true { frames.append(frame) }
    // The attribution of a web vital repeats some frames of the page.
    guard !isSelection, key.map({ counted.insert($0).inserted }) ?? true else { return }
    totals.count += 1
    totals.time += frame.duration
    totals.blocking += frame.blocking
    totals.longest = max(totals.longest, frame.duration)
  }

  // MARK: - The run

  private func finished(_ origin: Recording.Origin) -> Recording {
    var issues = issues
    if !frames.isEmpty { issues.note(.cutOffFrames, line: nil) }
    var recording = Recording(
      origin: origin,
      timeline: .withheld(
        because: frames.isEmpty
          ? "web vitals are figures of a page, not frames"
          : "the file has only the animation frames over 50 ms"),
      markers: markers, issues: issues.inOrder)
    // The metrics of responsiveness come first, because an analysis shows the first figures only.
    let vitals = vitalScalars
    recording.description.scalars = vitals.prefix(1) + frameScalars + vitals.dropFirst()
    return recording
  }

  private var markers: [Marker] {
    frames.compactMap { frame in
      guard let start = frame.start, (start + frame.duration).isPlausible else { return nil }
      return Marker(
        start: start, end: start + frame.duration,
        name: frame.script.map { "long frame: \($0)" } ?? "long frame")
    }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  private var frameScalars: [Scalar] {
    guard totals.count > 0 else { return [] }
    func scalar(_ name: String, _ value: Double, _ unit: Unit) -> Scalar {
      Scalar(name: "loaf.\(name)", value: value, unit: unit, lowerIsBetter: true)
    }
    return [
      scalar("count", Double(totals.count), .count),
      scalar("blocking", totals.blocking.milliseconds, .milliseconds),
      scalar("longest", totals.longest.milliseconds, .milliseconds),
      scalar("time", totals.time.milliseconds, .milliseconds),
    ]
  }

  private var vitalScalars: [Scalar] {
    WebVitalsEntry.vitals.compactMap { name, unit in
      let values = (vitals[name] ?? [:]).values.sorted()
      // The nearest-rank percentile, which for one page load is its value.
      let rank = (values.count * 3 + 3) / 4
      return values.isEmpty
        ? nil
        : Scalar(
          name: "web-vitals.\(name.lowercased())", value: values[rank - 1], unit: unit,
          lowerIsBetter: true)
    }
  }
}

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
