internal import Decoding
internal import Units

/// What the first rows of a log tell: units that no header names, and whether rows are frames.
struct MangoHudPreview {
  /// Milliseconds since 0.6.9, microseconds before.
  let frameTimeUnit: TimeUnit

  /// Nanoseconds since 0.6.0, microseconds before.
  let elapsedUnit: TimeUnit

  /// The version of MangoHud: to the digit where the log says it, else as far as the columns tell.
  let dialect: String

  /// Whether each row is a frame; stored, because every row asks.
  let rowsAreFrames: Bool

  /// Why rows are no frames; `nil` if they are.
  private let absence: Absence?

  private enum Absence {
    case noFrameTimes
    case sampled(every: Nanoseconds)
  }

  /// Looks at the rows within the beginning of a log.
  ///
  /// - Parameters:
  ///   - header: of the log.
  ///   - head: the beginning.
  init(of header: CSVHeader, in head: TraceHead) {
    let rows = PreviewRows(below: header, in: head)
    let version = Self.statedVersion(in: head)
    elapsedUnit = header.has("frametime") ? .nanoseconds : .microseconds
    frameTimeUnit = version.map(Self.unit) ?? rows.likelyUnit
    dialect = version ?? MangoHudVersion(header, frameTimeUnit: frameTimeUnit).name
    absence =
      header.has("frametime")
      ? rows.samplingInterval(frameTimeUnit: frameTimeUnit).map { .sampled(every: $0) }
      : .noFrameTimes
    rowsAreFrames = absence == nil
  }

  /// Why there are no frames, in a clause.
  var reasonForNoFrames: String {
    switch absence {
    case .noFrameTimes:
      "MangoHud 0.5 logs no frame times, and its frame rates are averages over half a second"
    case .sampled(let interval):
      "sampled every \(Int(interval.milliseconds.rounded())) ms (log_interval), so rows are samples"
        + " and no frames"
    case nil: "no row is a frame"
    }
  }

  // MARK: - Version

  /// With `log_versioning` a log begins with `v1` and MangoHud's version.
  private static func statedVersion(in head: TraceHead) -> String? {
    let lines = head.lines.prefix(2).map { $0.filter { !$0.isWhitespace } }
    guard lines.count == 2, lines[0] == "v1" else { return nil }
    let version = lines[1].hasPrefix("v") ? lines[1].dropFirst() : lines[1][...]
    guard version.first?.isNumber == true, version.contains(".") else { return nil }
    return shortened(String(version))
  }

  private static func unit(ofVersion version: String) -> TimeUnit {
    let numbers = version.split { !$0.isNumber }.prefix(3).map { Int($0) ?? 0 }
    return numbers.lexicographicallyPrecedes([0, 6, 9]) ? .microseconds : .milliseconds
  }
}

/// Frame rates, frame times and times of the first rows.
private struct PreviewRows {
  private var frameRates: [Double] = []
  private var frameTimes: [Double] = []
  private var elapsed: [Double] = []

  init(below header: CSVHeader, in head: TraceHead) {
    var source = TraceSource(bytes: head.bytes, name: "")
    let columns = [header.column("fps"), header.column("frametime"), header.column("elapsed")]
    var rows = CSVRows(below: header, columns: columns, of: &source)
    // Bytes in memory cannot fail to be read.
    while (try? rows.advance(in: &source)) == true {
      guard let frameRate = rows[0].double.value, let frameTime = rows[1].double.value,
        let time = rows[2].double.value
      else { continue }
      frameRates.append(frameRate)
      frameTimes.append(frameTime)
      elapsed.append(time)
    }
  }

  /// The unit in which frame time × frame rate is a second.
  ///
  /// The product is around 10³ for milliseconds and 10⁶ for microseconds; their geometric mean
  /// divides them.
  var likelyUnit: TimeUnit {
    guard let frameTime = median(frameTimes), let frameRate = median(frameRates) else {
      return .milliseconds
    }
    return frameTime * frameRate < 31_623 ? .milliseconds : .microseconds
  }

  /// The step of the times, where it has nothing to do with the frame times; else `nil`.
  ///
  /// A row that is a frame comes a frame time after the row above it. Rows are no frames when that
  /// holds for less than half of them.
  func samplingInterval(frameTimeUnit unit: TimeUnit) -> Nanoseconds? {
    let steps = zip(elapsed.dropFirst(), elapsed).map { $0 - $1 }
    let nanoseconds = unit == .milliseconds ? 1e6 : 1e3
    let agreeing = zip(steps, frameTimes.dropFirst()).count { step, frameTime in
      let lasted = frameTime * nanoseconds
      return abs(step - lasted) <= max(lasted * 0.05, 2e5)
    }
    guard let step = median(steps), agreeing * 2 < steps.count else { return nil }
    return Nanoseconds(exactly: step.rounded())
  }

  private func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
