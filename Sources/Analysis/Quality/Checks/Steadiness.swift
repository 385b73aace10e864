internal import Recordings
internal import Statistics
internal import Units

// Parts of a run that are off its usual level. They are never left out silently: a note says what
// leaving them out would change.

extension QualityCheck {
  /// A part that begins in this time counts as a warm-up.
  private static let warmUp = 2 * Nanoseconds.perSecond
  private static let leastDrift = 1.05
  /// The smallest rise of temperature that is mentioned, in degrees.
  private static let leastRise = 5.0

  static let warmUpPhase = QualityCheck(
    id: "warm-up", severity: .note,
    condition: """
      The frame times of a part that begins in the first 2 s differ from the usual ones by at least 10%. Without the \
      time up to the end of that part, the average frame rate differs by at least 1%. For this check, the run is divided into \
      windows of 250 ms, or longer ones if there were more than 400. The medians of the windows are partitioned into \
      levels, and the median level is the usual one. Runs with activities are not examined.
      """
  ) { evidence in
    guard let course = evidence.course, let part = course.parts.first, part.start < warmUp,
      !part.isLast
    else { return [] }
    return [
      Strike(
        message: """
          \(course.account(of: part)), as in a warm-up; \
          \(course.consequence(ofLeavingOut: 0..<part.end, named: "the first \(part.end.words)"))
          """)
    ]
  }

  static let slowEnd = QualityCheck(
    id: "slow-end", severity: .note,
    condition: """
      From some time to the end of the run, frames take at least 10% longer than usual. Without that part, the average \
      frame rate is at least 1% higher. Windows and levels are those of warm-up.
      """
  ) { evidence in
    guard let course = evidence.course, let part = course.parts.last, part.isLast, part.ratio > 1
    else { return [] }
    let rise = evidence.temperatures.flatMap { first, last in
      last - first >= leastRise
        ? " while the temperature rose from \(first.oneDecimal) to \(last.oneDecimal) °C" : nil
    }
    return [
      Strike(
        message: """
          \(course.account(of: part))\(rise ?? ""), as if throttled; \
          \(course.consequence(ofLeavingOut: part.start..<part.end, named: "that part"))
          """)
    ]
  }

  static let disturbedPart = QualityCheck(
    id: "disturbed-part", severity: .note,
    condition: """
      The frame times of any other part differ from the usual ones by at least 10%. Without that part, the average \
      frame rate differs by at least 1%. Windows and levels are those of warm-up.
      """
  ) { evidence in
    guard let course = evidence.course else { return [] }
    let others = course.parts.enumerated().filter { index, part in
      part.isLast ? part.ratio < 1 : index > 0 || part.start >= warmUp
    }
    return others.map { _, part in
      Strike(
        message: """
          \(course.account(of: part)); \
          \(course.consequence(ofLeavingOut: part.start..<part.end, named: "that part"))
          """)
    }
  }

  static let drift = QualityCheck(
    id: "drift", severity: .note,
    condition: """
      No part is off the usual level, but the medians of the run's eighths rise or fall from each to the next, by at \
      least 5% in all.
      """
  ) { evidence in
    guard let course = evidence.course, course.parts.isEmpty, let ratio = course.drift,
      max(ratio, 1 / ratio) >= leastDrift, let half = course.windows.last?.end
    else { return [] }
    return [
      Strike(
        message: """
          frame times steadily \(ratio > 1 ? "rise" : "fall"), and are \(ratio.distance) in the last eighth of \
          the run than in the first; \
          \(course.consequence(ofLeavingOut: 0..<half / 2, named: "the first half"))
          """)
    ]
  }
}

extension RunCourse {
  /// What the frame times of a part are.
  fileprivate func account(of part: Part) -> String {
    let usual = (deviations?.level ?? 0) / 1e6
    let own = usual * part.ratio
    return """
      from \(part.start.places) to \(part.end.places) frames were \(part.ratio.distance) than usual \
      (\(own.oneDecimal) instead of \(usual.oneDecimal) ms)
      """
  }

  /// What the average frame rate would be without a part.
  fileprivate func consequence(
    ofLeavingOut range: Range<Nanoseconds>, named name: String
  ) -> String {
    let rates = averageFrameRates(without: range)
    let change = Quantity(rates.without / rates.all - 1, .fraction)
    return """
      without \(name), the average frame rate would be \(rates.without.oneDecimal) instead of \
      \(rates.all.oneDecimal) FPS (\(change.value > 0 ? "+" : "")\(change.text(decimals: 1)))
      """
  }
}

extension Double {
  /// A ratio of frame times as `17% longer`.
  fileprivate var distance: String {
    let share = Quantity(abs(self - 1), .fraction).text(decimals: 0)
    return "\(share) \(self > 1 ? "longer" : "shorter")"
  }
}

extension Nanoseconds {
  /// A time within a run, such as `3.25 s`.
  fileprivate var places: String { "\(seconds.shortText) s" }
}

extension QualityEvidence {
  /// The first and the last temperature of the run; `nil` without samples.
  fileprivate var temperatures: (first: Double, last: Double)? {
    guard let counter = recording.counters.first(where: { $0.role == .temperature }) else {
      return nil
    }
    let positions = counter.samples.positions(within: activities)
    return CounterFigures(counter.samples, at: positions).map { ($0.first, $0.last) }
  }
}
