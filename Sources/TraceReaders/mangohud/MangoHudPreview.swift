internal import Decoding
internal import Units

/// Properties of a MangoHud log that its first rows show: units that no header names, and whether rows are frames.
struct MangoHudPreview {
  /// The unit of frame times in the log: milliseconds since MangoHud 0.6.9, microseconds before.
  let frameTimeUnit: TimeUnit

  /// The unit of elapsed times in the log: nanoseconds since MangoHud 0.6.0, microseconds before.
  let elapsedUnit: TimeUnit

  /// The version of MangoHud: exact if the log contains the version, otherwise the range of versions with these
  /// columns.
  let dialect: String

  /// Whether each row of the log is a frame; otherwise rows are samples.
  ///
  /// The property is stored, because it is read for each row.
  let rowsAreFrames: Bool

  /// The reason why the log's rows are not frames; `nil` if they are frames.
  private let absence: Absence?

  private enum Absence {
    case noFrameTimes
    case sampled(every: Nanoseconds)
  }

  /// Determines the properties of a log from the rows in its beginning.
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

  /// The reason why the log has no frames, as a clause.
  var reasonForNoFrames: String {
    switch absence {
    case .noFrameTimes:
      "MangoHud before 0.6 logs no frame times, and its frame rates are averages over half a second"
    case .sampled(let interval):
      """
      the log has a sample every \(Int(interval.milliseconds.rounded())) ms and no frames; \
      log_interval=0 logs each frame
      """
    case nil: "no row of the log describes a frame"
    }
  }

  // MARK: - Version

  /// The version in a log written with `log_versioning`, which begins with `v1` and the version.
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

/// The frame rates, frame times and elapsed times in the first rows of a MangoHud log.
private struct PreviewRows {
  private var frameRates: [Double] = []
  private var frameTimes: [Double] = []
  private var elapsed: [Double] = []

  init(below header: CSVHeader, in head: TraceHead) {
    var source = TraceSource(bytes: head.bytes, name: "")
    let columns = [header.column("fps"), header.column("frametime"), header.column("elapsed")]
    var rows = CSVRows(below: header, columns: columns, of: &source)
    // Reading from memory does not fail.
    while (try? rows.advance(in: &source)) == true {
      guard let frameRate = rows[0].double.value, let frameTime = rows[1].double.value,
        let time = rows[2].double.value
      else { continue }
      frameRates.append(frameRate)
      frameTimes.append(frameTime)
      elapsed.append(time)
    }
  }

  /// The unit of frame times for which frame time × frame rate is about one second.
  ///
  /// The product of frame time and frame rate is about 10³ for milliseconds and 10⁶ for microseconds. The geometric
  /// mean of these two numbers separates the units.
  var likelyUnit: TimeUnit {
    guard let frameTime = median(frameTimes), let frameRate = median(frameRates) else {
      return .milliseconds
    }
    return frameTime * frameRate < 31_623 ? .milliseconds : .microseconds
  }

  /// The interval between the rows, if it is independent of the frame times; `nil` if rows are frames.
  ///
  /// If rows are frames, the time between two rows is the frame time. Rows are not frames if this is so for less than
  /// half of the rows.
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
