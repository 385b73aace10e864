internal import Decoding
internal import Recordings

extension TraceFormat {
  /// Dumps of `adb shell dumpsys SurfaceFlinger --timestats -dump`, one or several per file.
  static let surfaceFlingerTimeStats = TraceFormat(
    id: "surfaceflinger-timestats",
    title: "SurfaceFlinger --timestats",
    summary: """
      Android's statistics of each layer: the number of frames, the late frames with their causes, and a histogram of \
      the times between presents. Each layer becomes a run, and so does the display
      """,
    dialects: ["text"],
    supports: """
      the metrics fps.avg, frames, late.* and frametime.p50 to frametime.p99, all as Android counted them. A percentile \
      is the lower end of its bin in the histogram; bins are 1 ms wide up to 34 ms, and up to 50 ms wide above. The \
      other counts become one value each per run
      """,
    checkedAgainst: """
      example files that this project wrote; no whole dump was available. The names of the lines, the ends of the bins \
      and the rounding were compared with public descriptions of Android's TimeStats and of dumps of three phones
      """,
    recognize: { head in
      head.contains("SurfaceFlinger TimeStats:") ? .yes(dialect: "text") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      var reader = TimeStatsReader()
      return try reader.runs(in: &source, dialect: dialect)
    })
}

/// Reads the lines of `SurfaceFlinger --timestats`: figures of the display, then sections of layers.
private struct TimeStatsReader: ~Copyable {
  /// The figures between two calls of `--timestats -clear`.
  private struct Window {
    var start: String?
    var display = TimeStatsLayer(name: "display")
    var layers: [TimeStatsLayer] = []
    var positions: [String: Int] = [:]

    /// The layers of programs, those with the most frames first, then the layers of the system.
    var likeliestLayersFirst: [TimeStatsLayer] {
      let order = layers.enumerated().sorted { left, right in
        let (first, second) = (left.element, right.element)
        if first.isProgram != second.isProgram { return first.isProgram }
        return first.frameCount == second.frameCount
          ? left.offset < right.offset : first.frameCount > second.frameCount
      }
      return order.map(\.element)
    }
  }

  private var lines = TextLines()
  private var windows: [Window] = []
  /// The position of the layer whose section is open; `nil` outside of layers.
  private var layer: Int?
  private var layerCount = 0
  /// The refresh rate in the last line that has one, which stands before the name of its layer.
  private var refreshRate: Double?
  private var isHistogramOfPresents = false

  private static let (mostWindows, mostLayers) = (1 << 12, 1 << 14)

  mutating func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    while let line = try lines.next(in: &source) { take(line) }
    let origin = Recording.Origin(
      source: source.name, format: TraceFormat.surfaceFlingerTimeStats.id, dialect: dialect)
    var runs: [TraceRun] = []
    for (index, window) in windows.enumerated() {
      let suffix = windows.count > 1 ? ", dump \(index + 1)" : ""
      for layer in window.likeliestLayersFirst {
        if let run = layer.run(origin, suffix: suffix, issues: lines.issues) { runs.append(run) }
      }
      if var run = window.display.run(origin, suffix: suffix, issues: lines.issues) {
        run.role = .compositor
        runs.append(run)
      }
    }
    guard !runs.isEmpty else {
      throw .noData(
        path: source.name, format: origin.format, line: nil, firstIssue: lines.issues.inOrder.first)
    }
    return runs
  }

  // MARK: - Lines

  private mutating func take(_ line: Field) {
    let line = line.trimmed
    guard line.count > 0 else { return }
    if line.starts(with: "SurfaceFlinger TimeStats:") { return beginWindow(line) }
    guard !windows.isEmpty else { return }
    if line.offset(of: " histogram is as below:") != nil {
      isHistogramOfPresents =
        line.starts(with: "present2present ") || line.starts(with: "presentToPresent ")
    } else if let (key, value) = Self.parts(of: line) {
      take(key, value, line)
    } else if isHistogramOfPresents, layer != nil, line.offset(of: "ms=") != nil {
      takeHistogram(line)
    }
  }

  /// The key and the value of a line such as `totalFrames = 1799`; the value may be empty.
  private static func parts(of line: Field) -> (key: String, value: String)? {
    let text = line.text + " "
    guard let mark = text.firstRange(of: " = ") else { return nil }
    return (String(text[..<mark.lowerBound]), String(text[mark.upperBound...].dropLast()))
  }

  private mutating func beginWindow(_ line: Field) {
    (layer, refreshRate, isHistogramOfPresents) = (nil, nil, false)
    guard windows.count < Self.mostWindows else { return lines.note(.tooMany, line) }
    windows.append(Window())
  }

  private mutating func take(_ key: String, _ value: String, _ line: Field) {
    let last = windows.count - 1
    switch key {
    case "statsStart": takeStart(value)
    case "displayRefreshRate":
      // The rates of a layer stand before its name.
      layer = nil
      refreshRate = value.split(separator: " ").first.flatMap { Double($0) }
        .flatMap { Device.isRefreshRate($0) ? $0 : nil }
      windows[last].display.note(refreshRate: windows[last].layers.isEmpty ? refreshRate : nil)
    case "layerName": beginLayer(value.isEmpty ? "unnamed" : harmless(value, limit: 200), line)
    case "packageName": change { $0.application = harmless(value, limit: 200) }
    case "averageFPS": change { $0.noteFrameRate(Double(value)) }
    default: if TimeStatsLayer.isCount(key) { takeCount(key, value, line) }
    }
  }

  /// Android counts on until the statistics are cleared, so a later dump with the same start replaces an earlier one.
  private mutating func takeStart(_ start: String) {
    guard var dump = windows.popLast() else { return }
    windows.removeAll { $0.start == start }
    dump.start = start
    windows.append(dump)
  }

  private mutating func beginLayer(_ name: String, _ line: Field) {
    let last = windows.count - 1
    if let known = windows[last].positions[name] {
      layer = known
    } else {
      guard layerCount < Self.mostLayers else {
        layer = nil
        return lines.note(.tooMany, line)
      }
      layerCount += 1
      layer = windows[last].layers.count
      windows[last].positions[name] = layer
      windows[last].layers.append(TimeStatsLayer(name: name))
    }
    change { $0.beginSection() }
    let rate = refreshRate
    change { $0.note(refreshRate: rate) }
  }

  private mutating func change(_ change: (inout TimeStatsLayer) -> Void) {
    guard let layer else { return }
    change(&windows[windows.count - 1].layers[layer])
  }

  private mutating func takeCount(_ key: String, _ value: String, _ line: Field) {
    // Counts are unsigned 32-bit numbers on Android.
    guard let count = UInt32(value).map(Int.init) else { return lines.note(.notANumber, line) }
    if layer == nil {
      windows[windows.count - 1].display.add(count, to: key)
    } else {
      change { $0.add(count, to: key) }
    }
  }

  private mutating func takeHistogram(_ line: Field) {
    isHistogramOfPresents = false
    var isWhole = true
    for entry in line.words {
      let parts = entry.text.split(separator: "=")
      guard parts.count == 2, parts[0].hasSuffix("ms"), let bin = UInt16(parts[0].dropLast(2)),
        let count = UInt32(parts[1])
      else {
        isWhole = false
        continue
      }
      change { $0.intervals.add(Int(count), atLeast: Int(bin)) }
    }
    if !isWhole { lines.note(.unreadableSample, line) }
  }
}
