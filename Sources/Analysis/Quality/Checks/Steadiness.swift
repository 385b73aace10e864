internal import Recordings
internal import Statistics
internal import Units

// Checks for parts of a run whose frame times differ from the run's usual frame time. Metrics never leave such a part
// out: a note says what leaving the part out would change.

extension QualityCheck {
  /// The time from the start of a run in which an unusual part must begin to count as a warm-up.
  private static let warmUp = 2 * Nanoseconds.perSecond
  private static let leastDrift = 1.05
  /// The smallest rise of the temperature during a run that the finding mentions, in degrees Celsius.
  private static let leastRise = 5.0

  static let warmUpPhase = QualityCheck(
    id: "warm-up", severity: .note,
    condition: """
      A part of the run begins in the first 2 s, and its median frame time differs from the usual frame time by at \
      least 10%. If the unusual part at the start of the run were left out, the average frame rate of the run would \
      change by at least 1%. To find unusual parts of a run, Hitchmark divides the run into at most 400 windows of at \
      least 250 ms. Consecutive windows with similar median frame times form one part of the run. The usual frame time \
      of a run is the median of its windows' median frame times. Hitchmark does not divide a run into parts if the run \
      has pauses between activities.
      """
  ) { evidence in
    guard let course = evidence.course, let part = course.parts.first, part.start < warmUp,
      !part.isLast
    else { return [] }
    return [
      Strike(
        message: """
          \(course.account(of: part)), as in a warm-up; \
          \(course.consequence(ofLeavingOut: 0..<part.end, named: "the first \(part.end.words)")); \
          --from \(part.end.seconds.shortText)s leaves it out
          """)
    ]
  }

  static let slowEnd = QualityCheck(
    id: "slow-end", severity: .note,
    condition: """
      The run ends slowly: in its last part, the median frame time is at least 10% longer than in most of the run. If \
      the slow end were left out, the average frame rate of the run would be at least 1% higher. The check “warm-up” \
      describes how Hitchmark divides a run into parts.
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
          \(course.consequence(ofLeavingOut: part.start..<part.end, named: "that part")); \
          --to \(part.start.seconds.shortText)s leaves it out
          """)
    ]
  }

  static let disturbedPart = QualityCheck(
    id: "disturbed-part", severity: .note,
    condition: """
      A part of the run that is neither a warm-up nor a slow end has a median frame time that differs from the usual \
      frame time by at least 10%. If the part with unusual frame times were left out, the average frame rate of the \
      run would change by at least 1%. The check “warm-up” describes how Hitchmark divides a run into parts.
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
      The median frame time rises, or falls, from each eighth of the run to the next eighth, by at least 5% in all. \
      The checks warm-up, slow-end and disturbed-part found nothing in the run.
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
          \(course.consequence(ofLeavingOut: 0..<half / 2, named: "the first half of the run"))
          """)
    ]
  }
}

extension RunCourse {
  /// A clause that compares the median frame time of a part of the run with the usual frame time.
  fileprivate func account(of part: Part) -> String {
    let usual = (deviations?.level ?? 0) / 1e6
    let own = usual * part.ratio
    return """
      from \(part.start.places) to \(part.end.places) frames were \(part.ratio.distance) than usual \
      (\(own.oneDecimal) instead of \(usual.oneDecimal) ms)
      """
  }

  /// A clause that states the average frame rate with and without a part of the run.
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
  /// A ratio of two frame times as text, such as `17% longer`.
  fileprivate var distance: String {
    let share = Quantity(abs(self - 1), .fraction).text(decimals: 0)
    return "\(share) \(self > 1 ? "longer" : "shorter")"
  }
}

extension Nanoseconds {
  /// A time since the start of a run as text, such as `3.25 s`.
  fileprivate var places: String { "\(seconds.shortText) s" }
}

extension QualityEvidence {
  /// The first and the last temperature sample of the run; `nil` if there are no temperature samples.
  fileprivate var temperatures: (first: Double, last: Double)? {
    guard let counter = recording.counters.first(where: { $0.role == .temperature }) else {
      return nil
    }
    let positions = counter.samples.positions(within: activities)
    return CounterFigures(counter.samples, at: positions).map { ($0.first, $0.last) }
  }
}
