internal import Recordings
internal import Units

extension QualityCheck {
  /// The shortest run that is checked; shorter runs have few samples because they are short.
  private static let leastDuration: Nanoseconds = 10 * .perSecond

  static let sparseSamples = QualityCheck(
    id: "sparse-samples", severity: .warning,
    condition: """
      The frames last at least 10 s in all, and the samples of a sensor cover less than half of the time of the \
      frames. Each sample counts as covering the median interval between two samples of the sensor.
      """,
    withholds: """
      the metrics that are computed from the sensor's samples, if the samples cover less than 10% of the time of the \
      frames
      """
  ) { evidence in
    evidence.coverages.filter { $0.share > 0 && $0.share < 0.5 }.map { role, share in
      Strike(
        message: "\(role.words) samples cover only \(share.percentage) of the time of the frames",
        spoiled: share < 0.1 ? [.samples(role)] : [])
    }
  }

  static let samplesElsewhere = QualityCheck(
    id: "samples-elsewhere", severity: .warning,
    condition: """
      No sample of a sensor, such as CPU load, is within the time of the frames that the metrics count.
      """,
    withholds: "the metrics of each sensor that has no sample within the time of the counted frames"
  ) { evidence in
    evidence.firstCounters.filter { counter in
      counter.samples.count > 0 && evidence.activities != nil
        && counter.samples.positions(within: evidence.activities).allSatisfy(\.isEmpty)
    }.map {
      Strike(
        message:
          "all \($0.role.words) samples are outside the time of the counted frames, so no metric uses the samples"
      )
    }
  }

  static let repeatedSamples = QualityCheck(
    id: "repeated-samples", severity: .warning,
    condition: """
      A sensor has at least 60 samples, the frames of the run last at least 10 s in all, and the sensor's samples \
      change at most once in ten seconds. Samples of memory, temperature and battery may rightly stay constant, so \
      Hitchmark does not check them for repetition.
      """
  ) { evidence in
    guard let duration = evidence.frames?.duration, duration >= leastDuration else { return [] }
    return evidence.firstCounters.compactMap { counter in
      let readings = counter.samples.stretches.count { $0.value != nil }
      guard counter.role.mayNotKeepStill, counter.samples.count >= 60, readings > 0,
        Nanoseconds(readings) * leastDuration <= duration
      else { return nil }
      let held = readings == 1 ? "one reading" : "\(readings) readings"
      return Strike(
        message:
          "all \(counter.samples.count) \(counter.role.words) samples repeat \(held) of the sensor"
      )
    }
  }
}

extension QualityEvidence {
  /// The sensors (counters) that metrics use: the first counter of each role, such as CPU load.
  fileprivate var firstCounters: [Counter] {
    var roles: Set<Counter.Role> = [.other]
    return recording.counters.filter { roles.insert($0.role).inserted }
  }

  /// The share of the frames' time that the samples of each sensor cover, for sensors whose samples have their own
  /// times.
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

extension QualityCheck {
  static let emptyActivity = QualityCheck(
    id: "empty-activity", severity: .warning,
    condition: """
      A marker of an activity (an interval in which frames count) has no whole frame between its beginning and its \
      end.
      """,
    withholds: """
      all metrics that are computed from the frames of the run, if no activity of the run has a whole frame
      """
  ) { evidence in
    guard let timeline = evidence.recording.timeline.value else { return [] }
    let empty = evidence.recording.markers.filter { marker in
      guard marker.isActivity else { return false }
      let first = timeline.presents.position(notBefore: marker.start)
      return timeline.presents.position(after: marker.end) - first < 2
    }
    guard !empty.isEmpty else { return [] }
    let names = empty.map(\.name)
    let place = names.count == 1 ? "the activity" : "\(names.count) activities"
    return [Strike(message: "no whole frame is within \(place) \(names.quoted)")]
  }
}
