internal import Units

extension FrameTimeline {
  /// The frames that reached the screen, generated ones included, by the times at which they did; O(n).
  ///
  /// Frames before the first and after the last known display are left out, because the tool did not track the display
  /// then. An idle time between frames is one on the screen too, and ends as long before the next frame is shown as it
  /// ends before that frame's present.
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
    var idle = IdleTimes()
    for frame in first...last {
      let kind = kinds?[frame] ?? .displayed
      if kind == .idle { idle.end = presents[frame + 1] }
      guard kind == .displayed || kind == .generated else { continue }
      guard let time = displays[frame] else {
        missing += 1
        continue
      }
      times.append(time)
      idle.close(at: time, present: presents[frame + 1])
    }
    guard !times.isEmpty, missing * 19 <= times.count else {
      let share = 100 * times.count / max(times.count + missing, 1)
      return .withheld(because: "only \(share)% of the displayed frames have a display time")
    }
    times += unplacedDisplays
    return .known(idle.timeline(of: times.strictlyIncreasing))
  }
}

/// The idle times between frames that were shown.
private struct IdleTimes {
  /// The end of the idle time before the next frame; `nil` if there is none.
  var end: Nanoseconds?
  /// The times on the screen of frames after an idle time, and when it ended there.
  private var shown: [(time: Nanoseconds, idleEnd: Nanoseconds)] = []

  mutating func close(at time: Nanoseconds, present: Nanoseconds) {
    guard let end else { return }
    self.end = nil
    let (frameTime, isTooLong) = present.subtractingReportingOverflow(end)
    let (idleEnd, isTooEarly) = time.subtractingReportingOverflow(frameTime)
    if !isTooLong, !isTooEarly { shown.append((time, idleEnd)) }
  }

  /// - Parameter times: those of all frames on the screen, strictly increasing.
  func timeline(of times: NumberColumn<Nanoseconds>) -> FrameTimeline {
    guard !shown.isEmpty else { return FrameTimeline(presents: times) }
    var presents: NumberColumn<Nanoseconds> = []
    var kinds: NumberColumn<FrameKind> = []
    var waiting = shown.sorted { $0.time < $1.time }[...]
    for time in times {
      if let last = presents.last {
        if let next = waiting.first, next.time == time, last < next.idleEnd {
          presents.append(next.idleEnd)
          kinds.append(.idle)
        }
        kinds.append(.displayed)
      }
      presents.append(time)
      while let next = waiting.first, next.time <= time { waiting.removeFirst() }
    }
    return FrameTimeline(presents: presents, kinds: kinds)
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
