internal import Units

extension FrameTimeline {
  /// The frames that reached the screen, generated ones included, by the times at which they did; O(n).
  ///
  /// Frames before the first and after the last known display are left out, because the tool did not track the display
  /// then.
  ///
  /// - Returns: a timeline without kinds and signals; withheld if the trace has no display times, or if over 5% of the
  ///   frames on the screen have none.
  public var onScreen: Known<FrameTimeline> {
    guard let displays = signals[.display], let first = displays.firstIndex(where: { $0 != nil }),
      let last = displays.lastIndex(where: { $0 != nil })
    else { return .withheld(because: "the trace has no display times") }
    var times: NumberColumn<Nanoseconds> = []
    times.reserveCapacity(last - first + 1 + unplacedDisplays.count)
    var missing = 0
    for frame in first...last {
      guard kinds.map({ $0[frame] == .displayed || $0[frame] == .generated }) ?? true else {
        continue
      }
      if let time = displays[frame] { times.append(time) } else { missing += 1 }
    }
    guard !times.isEmpty, missing * 19 <= times.count else {
      let share = 100 * times.count / max(times.count + missing, 1)
      return .withheld(because: "only \(share)% of the displayed frames have a display time")
    }
    times += unplacedDisplays
    return .known(FrameTimeline(presents: times.strictlyIncreasing))
  }
}

extension NumberColumn<Nanoseconds> {
  /// The times in ascending order, without repetitions: of two frames that reach the screen at once, one is shown.
  fileprivate var strictlyIncreasing: NumberColumn<Nanoseconds> {
    if zip(self, dropFirst()).allSatisfy(<) { return self }
    var times = NumberColumn<Nanoseconds>()
    for time in sorted() where time != times.last { times.append(time) }
    return times
  }
}

extension Recording {
  /// The recording by the times at which frames reached the screen; withheld like the timeline's `onScreen`.
  ///
  /// It keeps markers and issues, and has no counters.
  public var onScreen: Known<Recording> {
    switch timeline {
    case .withheld(let reason): return .withheld(because: reason)
    case .known(let timeline):
      return timeline.onScreen.map { shown in
        var recording = self
        (recording.timeline, recording.counters) = (.known(shown), [])
        return recording
      }
    }
  }
}
