internal import Decoding
package import Recordings
package import Units

extension TraceRun {
  /// The run with dropped frames counted as displayed, and an issue that explains this.
  ///
  /// A recording tool that cannot observe the display marks each frame as dropped, although it does not know whether
  /// frames were displayed.
  var withPresentsDisplayed: TraceRun {
    guard let timeline = recording.timeline.value else { return self }
    var run = self
    run.recording.timeline = .known(timeline.withoutDroppedFrames)
    run.recording.issues.append(
      ImportIssue(.noDisplayData, count: max(timeline.frameCount, 1)))
    return run
  }
}

extension FrameTimeline {
  /// The timeline with dropped frames changed to displayed ones.
  fileprivate var withoutDroppedFrames: FrameTimeline {
    var unplaced = unplaced
    let dropped = unplaced.removeValue(forKey: .dropped) ?? 0
    if dropped > 0 { unplaced[.displayed, default: 0] += dropped }
    return withKinds((kinds ?? []).map { $0 == .dropped ? .displayed : $0 }, unplaced: unplaced)
  }

  /// The timeline with other kinds of frames; an empty list if all are displayed.
  func withKinds(_ kinds: [FrameKind], unplaced: [FrameKind: Int]? = nil) -> FrameTimeline {
    let isPlain = kinds.allSatisfy { $0 == .displayed }
    return FrameTimeline(
      presents: presents, kinds: isPlain ? nil : NumberColumn(kinds), signals: signals,
      unplaced: unplaced ?? self.unplaced, unplacedDisplays: unplacedDisplays, blames: blames,
      parts: parts)
  }

  /// The timeline without a signal that turned out to be wrong.
  func without(_ signal: FrameSignal) -> FrameTimeline {
    FrameTimeline(
      presents: presents, kinds: kinds, signals: signals.filter { $0.key != signal },
      unplaced: unplaced, unplacedDisplays: unplacedDisplays, blames: blames, parts: parts)
  }
}

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

extension [Marker] {
  /// Combines the markers of a trace with the user's markers; if both mark activities, metrics count only frames that
  /// are within an activity of each.
  ///
  /// Some traces, such as Chrome's, declare activities: intervals in which frames were expected. Activities in
  /// `markers.csv` or `run.json` narrow the activities of the trace. The user's markers also become segments. The
  /// function takes O(n log n) time for n markers.
  ///
  /// - Parameters:
  ///   - marked: markers of native tables and of `run.json`.
  ///   - timeline: the frames of the run; `nil` if the run has no frames.
  /// - Returns: the combined markers; all markers unchanged if one of the two lists has no activity.
  package func narrowed(to marked: [Marker], in timeline: FrameTimeline?) -> [Marker] {
    let (wanted, own) = (marked.filter(\.isActivity), filter(\.isActivity))
    guard !wanted.isEmpty, !own.isEmpty else { return self + marked }
    var pieces = own.merged.common(with: wanted.merged).map {
      Marker(start: $0.lowerBound, end: $0.upperBound, name: own[0].name, isActivity: true)
    }
    if let timeline { pieces = timeline.withFrames(pieces) }
    let segments =
      (self + marked).filter { !$0.isActivity }
      + wanted.map { Marker(start: $0.start, end: $0.end, name: $0.name) }
    return pieces + wanted.withoutAny(of: pieces) + segments
  }

  /// Activities of length 0 for the markers that overlap none of the given ranges, so that reports show these
  /// activities as empty.
  private func withoutAny(of pieces: [Marker]) -> [Marker] {
    filter { marker in
      let next = pieces.partitioningIndex { $0.end > marker.start }
      return next == pieces.count || pieces[next].start >= marker.end
    }.map { Marker(start: $0.start, end: $0.start, name: $0.name, isActivity: true) }
  }

  /// The time ranges of the markers, sorted; overlapping ranges are merged into one.
  private var merged: [ClosedRange<Nanoseconds>] {
    var merged: [ClosedRange<Nanoseconds>] = []
    for marker in sorted(by: { $0.start < $1.start }) where marker.end >= marker.start {
      if let last = merged.last, marker.start <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, marker.end)
      } else {
        merged.append(marker.start...marker.end)
      }
    }
    return merged
  }
}

extension [ClosedRange<Nanoseconds>] {
  /// The intersection of two lists of time ranges, both sorted and without overlaps.
  fileprivate func common(with others: Self) -> Self {
    var common: Self = []
    var (left, right) = (0, 0)
    while left < count, right < others.count {
      let (one, other) = (self[left], others[right])
      let start = Swift.max(one.lowerBound, other.lowerBound)
      let end = Swift.min(one.upperBound, other.upperBound)
      if start < end { common.append(start...end) }
      if one.upperBound < other.upperBound { left += 1 } else { right += 1 }
    }
    return common
  }
}

extension FrameTimeline {
  /// The markers within which at least one frame begins and ends; all markers if no marker contains a frame.
  func withFrames(_ markers: [Marker]) -> [Marker] {
    let some = markers.filter { marker in
      let first = presents.partitioningIndex { $0 >= marker.start }
      return presents.partitioningIndex { $0 > marker.end } - first > 1
    }
    return some.isEmpty ? markers : some
  }
}

extension Marker {
  /// A copy of this marked interval of a run, with its start and end converted to another clock.
  ///
  /// - Parameter origin: the reading of the marker's clock when the other clock reads 0.
  package func moved(by origin: Nanoseconds) -> Marker {
    Marker(start: start - origin, end: end - origin, name: name, isActivity: isActivity)
  }
}

extension Counter {
  /// A copy of this counter with its sample times converted to another clock; `nil` if the counter has one sample per
  /// frame instead of sample times.
  ///
  /// - Parameter origin: the reading of the counter's clock when the other clock reads 0.
  package func moved(by origin: Nanoseconds) -> Counter? {
    guard case .times(let times) = samples.clock else { return nil }
    if origin == 0 { return self }
    let moved = SampleColumn(
      clock: .times(times.map { $0 - origin }), stretches: samples.stretches)
    return Counter(role: role, name: name, unit: unit, samples: moved)
  }
}
