internal import Decoding
internal import Recordings
internal import Units

/// The counts and percentiles of a process or window in `dumpsys gfxinfo`.
///
/// The counts and percentiles include all frames since the process began or its counts were reset.
struct GfxInfoSummary: Sendable {
  private var numbers: [String: Int] = [:]
  private var histograms: [String: Histogram] = [:]

  /// A histogram of frame durations: the number of frames per duration in milliseconds.
  private typealias Histogram = [(milliseconds: Int, frames: Int)]

  private static let total = "Total frames rendered"
  private static let (frames, gpuFrames) = ("HISTOGRAM", "GPU HISTOGRAM")
  private static let percentiles = [50, 90, 95, 99]

  /// The names of counts in the dump, each with the name of its scalar.
  private static let counts = [
    ("Number Missed Vsync", "missed-vsync"), ("Number High input latency", "high-input-latency"),
    ("Number Slow UI thread", "slow-ui-thread"),
    ("Number Slow bitmap uploads", "slow-bitmap-uploads"),
    ("Number Slow draw", "slow-draw-commands"),
    ("Number Slow issue draw commands", "slow-draw-commands"),
    ("Number Frame deadline missed", "deadline-missed"),
    ("Number Frame deadline missed (legacy)", "deadline-missed.legacy"),
  ]

  private static let janks = [("Janky frames", "janky"), ("Janky frames (legacy)", "janky.legacy")]

  private static let names: Set<String> = Set(
    (counts + janks).map(\.0) + [total]
      + percentiles.flatMap { ["\($0)th percentile", "\($0)th gpu percentile"] })

  /// The number of frames that were rendered; `nil` if the dump does not contain this number.
  var frameCount: Int? { numbers[Self.total] }

  /// Whether the dump contains no frame count, or a frame count of 0.
  var isEmpty: Bool { frameCount ?? 0 == 0 }

  /// Reads a line of the dump if the line contains a count, a percentile or a histogram.
  mutating func take(_ line: Field) {
    guard line.count > 0, Memory.contains(UInt8(ascii: ":"), line.start, count: line.count) else {
      return
    }
    let parts = line.text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    let (name, value) = (String(parts[0]), parts[1].drop { $0 == " " })
    if name == Self.frames || name == Self.gpuFrames {
      histograms[name] = Self.histogram(value)
    } else if Self.names.contains(name) {
      numbers[name] = Self.count(value.prefix { $0.isASCII && $0.isNumber })
    }
  }

  /// Parses a count, which is an unsigned 32-bit number on Android.
  private static func count(_ digits: Substring) -> Int? { UInt32(digits).map(Int.init) }

  private static func histogram(_ text: Substring) -> Histogram {
    text.split(separator: " ").compactMap { entry in
      let parts = entry.split(separator: "=")
      guard parts.count == 2, parts[0].hasSuffix("ms"), let duration = Int(parts[0].dropLast(2)),
        let count = count(parts[1])
      else { return nil }
      return (duration, count)
    }
  }

  // MARK: - Results

  /// The figures of the dump that are not metrics of Hitchmark, as scalars; empty if the dump has no frames.
  var scalars: [Scalar] {
    guard let total = frameCount, total > 0 else { return [] }
    let shares = Self.janks.compactMap { line, name in
      numbers[line].map { scalar(name, Double($0) / Double(total), .fraction) }
    }
    let counts = Self.counts.compactMap { line, name in
      numbers[line].map { scalar(name, Double($0), .count) }
    }
    return shares + counts
  }

  /// The frame count and percentiles as scalars, for a run whose frame table describes other frames; empty if there are
  /// no frames.
  var totals: [Scalar] {
    guard let total = frameCount, total > 0 else { return [] }
    return [scalar("total", Double(total), .count)]
      + Self.percentiles.compactMap { percentile in
        numbers["\(percentile)th percentile"].map {
          scalar("p\(percentile)", Double($0), .milliseconds)
        }
      }
  }

  private func scalar(_ name: String, _ value: Double, _ unit: Unit) -> Scalar {
    Scalar(name: "gfxinfo.\(name)", value: value, unit: unit, lowerIsBetter: true)
  }

  /// The figures of the dump that are metrics of Hitchmark, in the unit of the metric; empty if the dump has no frames.
  var reported: [String: Double] {
    guard let total = frameCount, total > 0 else { return [:] }
    var values = ["frames": Double(total)]
    for percentile in Self.percentiles {
      values["frame.work.p\(percentile)"] = numbers["\(percentile)th percentile"].map(Double.init)
      values["frame.gpu.p\(percentile)"] =
        numbers["\(percentile)th gpu percentile"].map(Double.init)
    }
    // Since Android 12, a janky frame is one that missed its deadline; before, another rule applied.
    if numbers[Self.janks[1].0] != nil, let janky = numbers[Self.janks[0].0] {
      values["deadline.missed"] = Double(janky) / Double(total)
    }
    return values
  }

  /// The percentiles that contradict the dump's histogram, such as
  /// `95th percentile: the dump prints 53ms, but its histogram gives 48ms`.
  var contradictions: [String] {
    guard let total = frameCount, total > 0 else { return [] }
    return Self.contradictions(in: histograms[Self.frames], of: total, numbers) {
      "\($0)th percentile"
    }
      + Self.contradictions(in: histograms[Self.gpuFrames], of: nil, numbers) {
        "\($0)th gpu percentile"
      }
  }

  private static func contradictions(
    in histogram: Histogram?, of total: Int?, _ numbers: [String: Int], name: (Int) -> String
  ) -> [String] {
    guard let histogram else { return [] }
    let counted = histogram.reduce(0) { $0 + $1.frames }
    return percentiles.compactMap { percentile in
      guard let printed = numbers[name(percentile)] else { return nil }
      let found = Self.percentile(percentile, of: histogram, total: total ?? counted)
      return found == printed
        ? nil
        : "\(name(percentile)): the dump prints \(printed)ms, but its histogram gives \(found)ms"
    }
  }

  /// A percentile of frame durations by Android's rule, which counts frames from the longest duration down.
  private static func percentile(_ percentile: Int, of histogram: Histogram, total: Int) -> Int {
    var remaining = total - total * percentile / 100
    for (milliseconds, frames) in histogram.reversed() {
      remaining -= frames
      if remaining <= 0 { return milliseconds }
    }
    return 0
  }
}
