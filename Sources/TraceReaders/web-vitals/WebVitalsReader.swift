internal import Decoding
internal import Recordings
internal import Units

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
