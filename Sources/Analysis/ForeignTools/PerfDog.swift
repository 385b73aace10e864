internal import Units

extension ForeignTool {
  /// Tencent's, as its reports have them.
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
      figure("Delta(FTime)>100ms[/h]", PerfDogRules.jumps, digits: 1),
    ])
}

private enum PerfDogRules {
  static let source = "PerfDog, documentation; recomputed from a report"
  static let points: [ParameterKey] = [.points, .frames]

  static let average = SharedRules.meanOfPoints("perfdog.avg", source: source)

  static let variance = Metric.rule(
    "perfdog.var", .count, .lowerIsBetter, parameters: points,
    help: "The variance of the frames of each second.",
    formula: "mean of (p - mean)^2 over the frame-rate points", source: source
  ) { figures throws(Withheld) in
    let points = try figures.points().values
    let centre = mean(of: points)
    return mean(of: points.map { ($0 - centre) * ($0 - centre) })
  }

  static let drops = Metric.rule(
    "perfdog.drop", .count, .lowerIsBetter, parameters: points,
    help: "How often in an hour the frames of a second fall by over 8.",
    formula: "points with p[k] - p[k+1] > 8, divided by T, times 3600 s", source: source
  ) { figures throws(Withheld) in
    let points = try figures.points()
    let drops = points.segments.reduce(0) { sum, segment in
      sum + segment.dropFirst().count { points.values[$0 - 1] - points.values[$0] > 8 }
    }
    return Double(drops) / (try figures.frames().duration.seconds) * 3600
  }

  static func atLeast(_ limit: Int) -> Metric {
    Metric.rule(
      "perfdog.fps\(limit)", .fraction, parameters: points,
      help: "Share of the seconds with at least \(limit) frames.",
      formula: "share of frame-rate points p >= \(limit)", source: source
    ) { figures throws(Withheld) in
      let points = try figures.points().values
      return Double(points.count { $0 >= Double(limit) }) / Double(points.count)
    }
  }

  static let jank = Metric.rule(
    "perfdog.jank", .count, .lowerIsBetter, digits: 0,
    help: "Frames far longer than the three before; jank.count by another name.",
    formula: "frames with ft > 84 ms and ft > 2 * mean of the three frames before;"
      + " the three start afresh after each jank", source: source
  ) { figures throws(Withheld) in Double(try figures.janks().count) }

  static let bigJank = Metric.rule(
    "perfdog.bigjank", .count, .lowerIsBetter, digits: 0,
    help: "The longest of the janks.", formula: "janks with ft > 125 ms", source: source
  ) { figures throws(Withheld) in Double(try figures.janks().bigCount) }

  static let jankRate = Metric.rule(
    "perfdog.jank.rate", .count, .lowerIsBetter,
    help: "Janks, as in ten minutes; PerfDog's own data call this “per hour”, and it is not.",
    formula: "janks / T * 600 s", source: source
  ) { figures throws(Withheld) in
    Double(try figures.janks().count) / (try figures.frames().duration.seconds) * 600
  }

  static let bigJankRate = Metric.rule(
    "perfdog.bigjank.rate", .count, .lowerIsBetter,
    help: "Big janks, as in ten minutes.", formula: "big janks / T * 600 s", source: source
  ) { figures throws(Withheld) in
    Double(try figures.janks().bigCount) / (try figures.frames().duration.seconds) * 600
  }

  static let stutter = Metric.rule(
    "perfdog.stutter", .fraction, .lowerIsBetter,
    help: "Share of the time in janks.", formula: "sum of ft over janks, divided by T",
    source: source
  ) { figures throws(Withheld) in
    Double(try figures.janks().duration) / Double(try figures.frames().duration)
  }

  static let frameTime = SharedRules.meanFrameTime("perfdog.frametime", source: source)

  static let jumps = Metric.rule(
    "perfdog.delta", .count, .lowerIsBetter,
    help: "How often in an hour a frame differs from the one before by over 100 ms.",
    formula: "frames with |ft[i+1] - ft[i]| > 100 ms, divided by T, times 3600 s", source: source
  ) { figures throws(Withheld) in
    let frames = try figures.frames()
    let jumps = frames.segments.reduce(0) { sum, segment in
      sum
        + segment.dropFirst().count {
          abs(frames.frameTimes[$0] - frames.frameTimes[$0 - 1]) > 100 * .perMillisecond
        }
    }
    return Double(jumps) / frames.duration.seconds * 3600
  }

  private static func mean(of values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }
}
