internal import Decoding
internal import Recordings
internal import Units

/// The figures of one layer, or of the display, in `SurfaceFlinger --timestats`.
struct TimeStatsLayer {
  let name: String
  /// The package of the layer's application, which newer versions of Android leave empty.
  var application: String?
  /// The times between the presents of the layer, from the section that is open and from earlier ones.
  var intervals = TimeStatsHistogram()

  private var counts: [String: Int] = [:]
  private var refreshRates: Set<Double> = []
  /// The frame rate as Android prints it; of the last section only.
  private var frameRate: Double?
  private var sectionCount = 0

  init(name: String) { self.name = name }

  // MARK: - Lines

  /// Begins another section of the layer: Android has one per refresh rate and per rate of drawing.
  mutating func beginSection() { sectionCount += 1 }

  mutating func note(refreshRate: Double?) {
    if let refreshRate { refreshRates.insert(refreshRate) }
  }

  mutating func noteFrameRate(_ rate: Double?) {
    frameRate = rate.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  mutating func add(_ count: Int, to key: String) { counts[key, default: 0] += count }

  /// Whether a line with this key is a count that is read.
  static func isCount(_ key: String) -> Bool { key == total || scalars[key] != nil }

  private static let total = "totalFrames"
  private static let (timeline, late) = ("totalTimelineFrames", "jankyFrames")

  /// The counts that become values of the run; Android's names end in `Frames`.
  private static let scalars: [String: String] = [
    "droppedFrames": "dropped", "missedFrames": "missed", "lateAcquireFrames": "late-acquire",
    "badDesiredPresentFrames": "bad-desired-present",
    "clientCompositionFrames": "client-composition", "refreshRateSwitches": "refresh-rate-switches",
    timeline: "timeline", late: "janky",
    "sfLongCpuJankyFrames": "janky.system-cpu", "sfLongGpuJankyFrames": "janky.system-gpu",
    "sfUnattributedJankyFrames": "janky.system-unattributed",
    "appUnattributedJankyFrames": "janky.application",
    "sfSchedulingJankyFrames": "janky.system-scheduling",
    "sfPredictionErrorJankyFrames": "janky.prediction-error",
    "appBufferStuffingJankyFrames": "janky.buffer-stuffing",
  ]

  // MARK: - The run

  /// The number of frames that Android counted; 0 if it printed none.
  var frameCount: Int { counts[Self.total] ?? 0 }

  /// Whether a program drew the layer, instead of the system.
  var isProgram: Bool { StreamRole(ofStream: name) == .application }

  /// The run of the layer; `nil` if no frame of it was counted.
  ///
  /// - Parameters:
  ///   - suffix: a suffix of the stream's name.
  ///   - issues: the problems of the whole file.
  func run(_ origin: Recording.Origin, suffix: String, issues: IssueLog) -> TraceRun? {
    guard frameCount > 0 || intervals.total > 0 else { return nil }
    var origin = origin
    origin.stream = name + suffix
    var issues = issues
    if let range { issues.note(.histogramBins, line: nil, found: range) }
    if refreshRates.count > 1 { issues.note(.refreshRateChanges, line: nil) }
    return TraceRun(
      Recording(
        origin: origin,
        timeline: .withheld(
          because: "the dump has histograms and counts of frames, not their times"),
        description: description, issues: issues.inOrder))
  }

  private var description: RunDescription {
    var description = RunDescription()
    description.device.refreshRate = refreshRates.count == 1 ? refreshRates.first : nil
    if let application, !application.isEmpty { description.labels["application"] = application }
    description.reported = reported
    description.scalars = counts.keys.sorted().compactMap { key in
      guard let name = Self.scalars[key], let count = counts[key] else { return nil }
      let isNeutral = key == Self.timeline || key == "refreshRateSwitches"
      return Scalar(
        name: "timestats.\(name)", value: Double(count), unit: .count,
        lowerIsBetter: isNeutral ? nil : true)
    }
    return description
  }

  private var reported: [String: Double] {
    var values: [String: Double] = [:]
    values["frames"] = counts[Self.total].map(Double.init)
    values["fps.avg"] = averageFrameRate
    for percentile in [50, 90, 95, 99] {
      values["frametime.p\(percentile)"] =
        intervals.bin(ofQuantile: Double(percentile) / 100).map { Double($0.start) }
    }
    if let frames = counts[Self.timeline], frames > 0 {
      func share(_ key: String) -> Double? { counts[key].map { Double($0) / Double(frames) } }
      values["late.any"] = share(Self.late)
      values["late.application"] = share("appUnattributedJankyFrames")
      values["late.queue"] = share("appBufferStuffingJankyFrames")
    }
    return values
  }

  /// The frame rate as Android prints it; by the same formula if the layer has several sections.
  private var averageFrameRate: Double? {
    guard sectionCount > 1 else { return frameRate }
    return intervals.means.flatMap { $0.ofStarts > 0 ? 1000 / $0.ofStarts : nil }
  }

  /// The bins of the percentiles and the range of the frame rate, as text; `nil` without a histogram.
  private var range: String? {
    guard let means = intervals.means else { return nil }
    let bins = [50, 95, 99].compactMap { percentile in
      intervals.bin(ofQuantile: Double(percentile) / 100).map { bin in
        "p\(percentile) "
          + (bin.end.map { "\(bin.start)\u{2013}\($0) ms" } ?? "over \(bin.start) ms")
      }
    }
    let rates = [means.ofEnds, means.ofStarts].compactMap { $0 }.filter { $0 > 0 }
      .map { Quantity(1000 / $0, .framesPerSecond).text(decimals: 1) }
    return (bins + ["\(rates.joined(separator: "\u{2013}")) FPS"]).joined(separator: ", ")
  }
}

/// A histogram of whole milliseconds, as SurfaceFlinger counts them.
///
/// Android rounds each duration down to a millisecond and counts it in the bin with the greatest start that is not
/// above it, so a bin of 16 ms contains durations from 16 ms to below 17 ms.
///
/// Source: `TimeStatsHelper::Histogram` in Android's SurfaceFlinger.
struct TimeStatsHistogram {
  private var counts: [Int: Int] = [:]

  /// The number of durations in the histogram.
  private(set) var total = 0

  /// The starts of Android's bins above 34 ms; below, each millisecond is a bin.
  private static let wideBins =
    Array(stride(from: 34, to: 50, by: 2)) + Array(stride(from: 50, to: 150, by: 4))
    + Array(stride(from: 150, through: 1000, by: 50))

  /// Adds durations to the bin that starts at a number of milliseconds.
  mutating func add(_ count: Int, atLeast start: Int) {
    guard count > 0 else { return }
    counts[start, default: 0] += count
    total += count
  }

  mutating func add(_ other: TimeStatsHistogram) {
    for (start, count) in other.counts { add(count, atLeast: start) }
  }

  /// The bin of a quantile, in milliseconds; `nil` if the histogram is empty.
  ///
  /// The last bin of Android's histogram has no end, so that its end is `nil`.
  func bin(ofQuantile quantile: Double) -> (start: Int, end: Int?)? {
    var rest = Int((quantile * Double(total)).rounded(.up))
    for start in counts.keys.sorted() {
      rest -= counts[start] ?? 0
      if rest <= 0 { return (start, Self.end(ofBin: start)) }
    }
    return nil
  }

  /// The average of the starts of the bins, and of their ends; in milliseconds.
  ///
  /// The second one is `nil` if a bin without an end has durations.
  var means: (ofStarts: Double, ofEnds: Double?)? {
    guard total > 0 else { return nil }
    func mean(_ edge: (Int) -> Int?) -> Double? {
      var sum = 0.0
      for (start, count) in counts {
        guard let edge = edge(start) else { return nil }
        sum += Double(edge) * Double(count)
      }
      return sum / Double(total)
    }
    return mean { $0 }.map { ($0, mean(Self.end)) }
  }

  private static func end(ofBin start: Int) -> Int? {
    guard start >= 34 else { return start + 1 }
    return wideBins.first { $0 > start }
  }
}
