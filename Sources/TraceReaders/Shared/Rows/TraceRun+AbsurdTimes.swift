internal import Decoding
internal import Recordings
internal import Units

extension TraceRun {
  /// Removes samples and markers that are over 100 days away from the rest of the run, and records an issue.
  ///
  /// All formats use this function, so that a corrupt time cannot extend a run to years. `FrameCollector` checks the
  /// times of frames. Without corrupt times, the function takes O(1) per counter.
  mutating func leaveOutAbsurdTimes() {
    guard let bounds else { return }
    var count = 0
    recording.counters = recording.counters.compactMap { counter in
      let samples = counter.samples.within(bounds)
      count += counter.samples.count - samples.count
      guard samples.count > 0 || counter.samples.count == 0 else { return nil }
      return Counter(role: counter.role, name: counter.name, unit: counter.unit, samples: samples)
    }
    count += recording.markers.count
    recording.markers.removeAll { !bounds.contains($0.start) || !bounds.contains($0.end) }
    count -= recording.markers.count
    guard count > 0 else { return }
    recording.issues.append(
      ImportIssue(
        .samplesOutside, found: "samples or markers over 100 days before or after the frames",
        count: count))
  }

  /// The plausible times of samples and markers: the times near the frames or, in a run without frames, near the median
  /// sample.
  private var bounds: ClosedRange<Nanoseconds>? {
    if let last = recording.timeline.value?.presents.last {
      return -Nanoseconds.longestPause...last + Nanoseconds.longestPause
    }
    guard let middle = middleSample ?? middleMarker, middle.isPlausible else { return nil }
    return middle - Nanoseconds.longestPause...middle + Nanoseconds.longestPause
  }

  private var middleSample: Nanoseconds? {
    let times = recording.counters.compactMap { counter -> [Nanoseconds]? in
      guard case .times(let times) = counter.samples.clock else { return nil }
      return times
    }
    guard let most = times.max(by: { $0.count < $1.count }), !most.isEmpty else { return nil }
    return most[most.count / 2]
  }

  private var middleMarker: Nanoseconds? {
    let starts = recording.markers.map(\.start).sorted()
    return starts.isEmpty ? nil : starts[starts.count / 2]
  }
}
