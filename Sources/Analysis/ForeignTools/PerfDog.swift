internal import Recordings
internal import Units

extension ForeignTool {
  /// PerfDog, with the figures of its reports.
  static let perfDog = ForeignTool(
    id: "perfdog", name: "PerfDog", frames: .displayed,
    figures: [
      figure("Avg(FPS)", PerfDogRules.average, digits: 1),
      figure("Var(FPS)", PerfDogRules.variance, digits: 1),
      figure("Drop(FPS)[/h]", PerfDogRules.drops, digits: 1),
      figure("FPS>=18[%]", PerfDogRules.atLeast(18), digits: 1),
      figure("FPS>=25[%]", PerfDogRules.atLeast(25), digits: 1),
      figure("Jank", PerfDogRules.jank, digits: 0),
      figure("BigJank", PerfDogRules.bigJank, digits: 0),
      figure("Jank(/10min)", PerfDogRules.jankRate, digits: 1),
      figure("BigJank(/10min)", PerfDogRules.bigJankRate, digits: 1),
      figure("Stutter[%]", PerfDogRules.stutter, digits: 2),
      figure("Avg(FTime)[ms]", PerfDogRules.frameTime, digits: 1),
      figure("FTime>=100ms[%]", PerfDogRules.longFrames, digits: 1),
      figure("Delta(FTime)>100ms[/h]", PerfDogRules.jumps, digits: 1),
    ])
}

private enum PerfDogRules {
  static let source =
    "PerfDog's documentation; the formula reproduces the figures of three published sessions"
  static let points: [ParameterKey] = [.points, .frames]
  /// The end of the sentence that explains a figure computed from the frame rates of seconds.
  static let ofSession = "; the file of a PerfDog session contains the frame rate of each second."
  static let time =
    "the duration of a PerfDog session is the time from its first to its last sample, without deleted parts"

  static let average = Metric.rule(
    "perfdog.avg", .framesPerSecond, parameters: points,
    help: "The mean of the frame rates of all seconds of the run\(ofSession)",
    formula: "mean of p; p = frame rate of each window of the run, by default one second",
    source: source
  ) { figures throws(Withheld) in mean(of: try PerfDogSeconds(figures).rates) }

  static let variance = Metric.rule(
    "perfdog.var", .count, .lowerIsBetter, parameters: points,
    help: "The variance of the frame rates of all seconds of the run\(ofSession)",
    formula:
      "mean of (p - mean of p)^2; p = frame rate of each window of the run, by default one second",
    source: source
  ) { figures throws(Withheld) in
    let points = try PerfDogSeconds(figures).rates
    let center = mean(of: points)
    return mean(of: points.map { ($0 - center) * ($0 - center) })
  }

  static let drops = Metric.rule(
    "perfdog.drop", .count, .lowerIsBetter, parameters: points,
    help: """
      How often per hour of the run the frame rate falls by over 8 FPS from one second to the next\(ofSession)
      """,
    formula: """
      number of windows with p[k] - p[k+1] > 8, divided by the duration, times 3600 s; p = frame rate of each \
      window of the run, by default one second; \(time)
      """, source: source
  ) { figures throws(Withheld) in
    let seconds = try PerfDogSeconds(figures)
    let drops = seconds.stretches.reduce(0) { sum, stretch in
      sum + stretch.dropFirst().count { seconds.rates[$0 - 1] - seconds.rates[$0] > 8 }
    }
    return Double(drops) / (try duration(of: figures)) * 3600
  }

  static func atLeast(_ limit: Int) -> Metric {
    Metric.rule(
      "perfdog.fps\(limit)", .fraction, parameters: points,
      help: "Share of the seconds of the run with at least \(limit) FPS\(ofSession)",
      formula:
        "share of windows with p >= \(limit); p = frame rate of each window of the run, by default one second",
      source: source
    ) { figures throws(Withheld) in
      let points = try PerfDogSeconds(figures).rates
      return Double(points.count { $0 >= Double(limit) }) / Double(points.count)
    }
  }

  static let jank = Metric.rule(
    "perfdog.jank", .count, .lowerIsBetter, digits: 0,
    help: """
      The number of janks (see the metric jank.count); if the file is a PerfDog session, the number of janks that the \
      file contains.
      """,
    formula: """
      number of frames with ft > 84 ms and ft > 2 * mean ft of the three previous frames; after a jank, the next \
      jank needs three new previous frames; ft = frame time
      """, source: source
  ) { figures throws(Withheld) in try janks(of: figures) }

  static let bigJank = Metric.rule(
    "perfdog.bigjank", .count, .lowerIsBetter, digits: 0,
    help: """
      The number of big janks, which last over 125 ms (see the metric jank.big); if the file is a PerfDog session, \
      the number of big janks that the file contains.
      """,
    formula: "number of janks with ft > 125 ms; ft = frame time", source: source
  ) { figures throws(Withheld) in try bigJanks(of: figures) }

  static let jankRate = Metric.rule(
    "perfdog.jank.rate", .count, .lowerIsBetter,
    help: """
      The number of janks per ten minutes of the run, which PerfDog's own data wrongly call the number “per hour”.
      """,
    formula: "number of janks / duration * 600 s; \(time)", source: source
  ) { figures throws(Withheld) in try janks(of: figures) / (try duration(of: figures)) * 600 }

  static let bigJankRate = Metric.rule(
    "perfdog.bigjank.rate", .count, .lowerIsBetter,
    help: "The number of big janks, which are janks over 125 ms, per ten minutes of the run.",
    formula: "number of big janks / duration * 600 s; \(time)",
    source: source
  ) { figures throws(Withheld) in try bigJanks(of: figures) / (try duration(of: figures)) * 600 }

  static let stutter = Metric.rule(
    "perfdog.stutter", .fraction, .lowerIsBetter,
    help: """
      Share of the run's time in janks, which are frames far longer than the three frames before them.
      """,
    formula: "sum of the frame times of all janks, divided by the duration; \(time)",
    source: source
  ) { figures throws(Withheld) in
    (try figures.janks().duration.seconds) / (try duration(of: figures))
  }

  static let frameTime = SharedRules.meanFrameTime("perfdog.frametime", source: source)

  static let longFrames = Metric.rule(
    "perfdog.frametime100", .fraction, .lowerIsBetter,
    help: "Share of the frames of the run whose frame time is at least 100 ms.",
    formula: "share of frames with ft >= 100 ms; ft = frame time",
    source: source
  ) { figures throws(Withheld) in
    let frames = try figures.framesWithLongOnes()
    let long = frames.frameTimes.count { $0 >= 100 * .perMillisecond }
    return Double(long) / Double(frames.count)
  }

  static let jumps = Metric.rule(
    "perfdog.delta", .count, .lowerIsBetter,
    help: "How often per hour of the run a frame lasts over 100 ms longer than the frame before.",
    formula:
      """
      number of frames with ft[i+1] - ft[i] > 100 ms, divided by the duration, times 3600 s; \(time); \
      ft = frame time
      """,
    source: source
  ) { figures throws(Withheld) in
    let frames = try figures.framesWithLongOnes()
    let jumps = frames.segments.reduce(0) { sum, segment in
      sum
        + segment.dropFirst().count {
          frames.frameTimes[$0] - frames.frameTimes[$0 - 1] > 100 * .perMillisecond
        }
    }
    return Double(jumps) / (try duration(of: figures)) * 3600
  }

  private static func mean(of values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static func janks(of figures: RunFigures) throws(Withheld) -> Double {
    if let counted = PerfDogSeconds.total(of: "Jank", figures.recording) { return counted }
    return Double(try figures.janks().count)
  }

  private static func bigJanks(of figures: RunFigures) throws(Withheld) -> Double {
    if let counted = PerfDogSeconds.total(of: "BigJank", figures.recording) { return counted }
    return Double(try figures.janks().bigCount)
  }

  /// The duration in seconds by which PerfDog divides to compute figures per hour, per ten minutes or as a share.
  private static func duration(of figures: RunFigures) throws(Withheld) -> Double {
    guard let own = PerfDogSeconds.duration(of: figures.recording) else {
      return try figures.frames().duration.seconds
    }
    guard own > 0 else { throw .onePoint }
    return own.seconds
  }
}

/// The frame rate of each second: as a PerfDog session contains it, or for other runs, counted from the frames.
private struct PerfDogSeconds {
  /// The frame rates of the seconds in order; at least one.
  let rates: [Double]
  /// The ranges of `rates` between which the run pauses, or the user deleted a part of the session.
  let stretches: [Range<Int>]

  init(_ figures: RunFigures) throws(Withheld) {
    var (rates, stretches): ([Double], [Range<Int>]) = ([], [])
    for samples in Self.samples(of: "fps", figures.recording) ?? [] {
      let known = samples.compactMap(\.value)
      if !known.isEmpty { stretches.append(rates.count..<rates.count + known.count) }
      rates += known
    }
    if rates.isEmpty {
      let points = try figures.points()
      (rates, stretches) = (points.values, points.segments)
    }
    (self.rates, self.stretches) = (rates, stretches)
  }

  /// The sum of the samples of a counter; `nil` if the recording is not a PerfDog session, or has no such counter.
  static func total(of counter: String, _ recording: Recording) -> Double? {
    let known = samples(of: counter, recording)?.joined().compactMap(\.value) ?? []
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  /// The time from the first second to the last, without parts of the session that the user deleted.
  ///
  /// The result is `nil` if the recording is not a PerfDog session, or has no samples of the frame rate.
  static func duration(of recording: Recording) -> Nanoseconds? {
    samples(of: "fps", recording)?.reduce(0) { sum, samples in
      sum + (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
    }
  }

  /// The samples of a counter of a PerfDog session, one list per part of the session that the user did not delete;
  /// `nil` if the recording is not a PerfDog session, or has no such counter.
  private static func samples(
    of name: String, _ recording: Recording
  ) -> [[(time: Nanoseconds, value: Double?)]]? {
    guard recording.origin.format == "perfdog",
      let column = recording.counters.first(where: { $0.name == name })?.samples,
      case .times(let times) = column.clock
    else { return nil }
    let samples = zip(times, column.values).map { (time: $0, value: $1) }
    let kept = recording.markers.filter(\.isActivity)
    guard !kept.isEmpty else { return [samples] }
    return kept.map { stretch in
      samples.filter { $0.time >= stretch.start && $0.time < stretch.end }
    }
  }
}
