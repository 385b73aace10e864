internal import Recordings
internal import Units

extension QualityCheck {
  /// Shorter runs have few samples because they are short.
  private static let leastDuration: Nanoseconds = 10 * .perSecond

  static let sparseSamples = QualityCheck(
    id: "sparse-samples", severity: .warning,
    condition: """
      Samples cover less than half of the time of frames that last 10 s or more; each covers the median \
      distance between two.
      """,
    withholds: "what rests on these samples, where they cover less than 10%"
  ) { evidence in
    evidence.coverages.filter { $0.share > 0 && $0.share < 0.5 }.map { role, share in
      Strike(
        message: "\(role.words) samples cover \(share.percentage) of the frames' time",
        spoiled: share < 0.1 ? [.samples(role)] : [])
    }
  }

  static let samplesElsewhere = QualityCheck(
    id: "samples-elsewhere", severity: .warning,
    condition: "No sample lies within the time of the frames that count.",
    withholds: "what rests on these samples"
  ) { evidence in
    evidence.firstCounters.filter { counter in
      counter.samples.count > 0 && evidence.activities != nil
        && counter.samples.positions(within: evidence.activities).allSatisfy(\.isEmpty)
    }.map {
      Strike(message: "no \($0.role.words) sample lies within the frames' time; none counts")
    }
  }

  static let repeatedSamples = QualityCheck(
    id: "repeated-samples", severity: .warning,
    condition: """
      At least 60 samples over 10 s or more of frames change less often than once in ten seconds; not asked \
      of memory, temperature and battery, which may keep still.
      """
  ) { evidence in
    guard let duration = evidence.frames?.duration, duration >= leastDuration else { return [] }
    return evidence.firstCounters.compactMap { counter in
      let readings = counter.samples.stretches.count { $0.value != nil }
      guard counter.role.mayNotKeepStill, counter.samples.count >= 60, readings > 0,
        Nanoseconds(readings) * leastDuration <= duration
      else { return nil }
      let held = readings == 1 ? "one reading" : "\(readings) readings"
      return Strike(message: "\(counter.samples.count) \(counter.role.words) samples hold \(held)")
    }
  }
}

extension QualityEvidence {
  /// The counters that metrics use: the first of each role.
  fileprivate var firstCounters: [Counter] {
    var roles: Set<Counter.Role> = [.other]
    return recording.counters.filter { roles.insert($0.role).inserted }
  }

  /// The share of the frames' time that the samples of each counter cover, for counters with their
  /// own times.
  fileprivate var coverages: [(role: Counter.Role, share: Double)] {
    guard let frames, frames.duration >= 10 * .perSecond else { return [] }
    return firstCounters.compactMap { counter in
      guard case .times(let times) = counter.samples.clock, times.count > 1 else { return nil }
      let steps = zip(times.dropFirst(), times).map { Double($0) - Double($1) }.sorted()
      let counted = counter.samples.positions(within: activities).reduce(0) { $0 + $1.count }
      let covered = Double(counted) * steps[steps.count / 2]
      return (counter.role, min(1, covered / Double(frames.duration)))
    }
  }
}

extension Counter.Role {
  fileprivate var mayNotKeepStill: Bool {
    switch self {
    case .cpu, .gpu, .power, .threadCPU: true
    case .memory, .temperature, .battery, .other: false
    }
  }
}
