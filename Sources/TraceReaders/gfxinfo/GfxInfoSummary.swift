internal import Decoding
internal import Recordings
internal import Units

/// The counts and percentiles of a process or window, as `dumpsys gfxinfo` prints them.
///
/// They are of all frames since the process began, or since the counts were reset.
struct GfxInfoSummary: Sendable {
  private var numbers: [String: Int] = [:]
  private var histograms: [String: Histogram] = [:]

  /// How often frames took how long.
  private typealias Histogram = [(milliseconds: Int, frames: Int)]

  private static let total = "Total frames rendered"
  private static let (frames, gpuFrames) = ("HISTOGRAM", "GPU HISTOGRAM")
  private static let percentiles = [50, 90, 95, 99]

  /// Counts with the names of the scalars that they become.
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

  /// How many frames were rendered; `nil` when the dump does not say.
  var frameCount: Int? { numbers[Self.total] }

  /// Whether there is nothing in it, or no frame.
  var isEmpty: Bool { frameCount ?? 0 == 0 }

  /// Takes a line, if it is one of a summary.
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

  /// A count that the platform's own counters can hold.
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

  // MARK: - What it comes to

  /// The figures that the catalogue has no metric for; empty of no frames.
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

  /// The figures that metrics of the catalogue stand for, where those are of other frames; empty of no frames.
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

  /// The figures that metrics of the catalogue stand for, in their units; empty of no frames.
  var reported: [String: Double] {
    guard let total = frameCount, total > 0 else { return [:] }
    var values = ["frames": Double(total)]
    for percentile in Self.percentiles {
      values["frame.work.p\(percentile)"] = numbers["\(percentile)th percentile"].map(Double.init)
      values["frame.gpu.p\(percentile)"] =
        numbers["\(percentile)th gpu percentile"].map(Double.init)
    }
    // From Android 12 on a frame is janky when it missed its deadline; before, by another rule.
    if numbers[Self.janks[1].0] != nil, let janky = numbers[Self.janks[0].0] {
      values["deadline.missed"] = Double(janky) / Double(total)
    }
    return values
  }

  /// Percentiles that the dump's own histogram does not come to, as `95th percentile: 53 (48 by …)`.
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
        ? nil : "\(name(percentile)): \(printed)ms, \(found)ms by the histogram"
    }
  }

  /// A percentile as the platform takes it: from the longest frames down until enough are counted.
  private static func percentile(_ percentile: Int, of histogram: Histogram, total: Int) -> Int {
    var remaining = total - total * percentile / 100
    for (milliseconds, frames) in histogram.reversed() {
      remaining -= frames
      if remaining <= 0 { return milliseconds }
    }
    return 0
  }
}
