public import Units

/// A part of a run that counts, from one time to another since its first present or sample.
///
///     let cut = TimeCut(from: TimeCut.time("2s"), to: TimeCut.time("1:30"))
///     recording.cut(to: cut)
public struct TimeCut: Sendable, Equatable {
  /// The start of the part; `nil` for the start of the run.
  public let start: Nanoseconds?
  /// The end of the part, after its start; `nil` for the end of the run.
  public let end: Nanoseconds?

  /// `nil` if neither time is given, or if the end is not after the start.
  public init?(from start: Nanoseconds?, to end: Nanoseconds?) {
    guard start != nil || end != nil, end ?? .max > start ?? 0 else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// Parses a time since the start of a run: `90`, `90s`, `1500ms`, `1.5min` or `1:30`; `nil` for other text, and for
  /// times of a day and more.
  public static func time(_ text: String) -> Nanoseconds? {
    let units: [(suffix: String, seconds: Double)] = [
      ("ms", 1e-3), ("min", 60), ("s", 1), ("", 1),
    ]
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, let minutes = number(parts[0]), let seconds = number(parts[1]),
      seconds < 60
    {
      return nanoseconds(minutes * 60 + seconds)
    }
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    return number(text.dropLast(unit.suffix.count)).flatMap { nanoseconds($0 * unit.seconds) }
  }

  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else {
      return nil
    }
    return Double(text)
  }

  private static func nanoseconds(_ seconds: Double) -> Nanoseconds? {
    seconds < 86_400 ? Nanoseconds((seconds * 1e9).rounded()) : nil
  }

  fileprivate var words: String {
    func text(_ time: Nanoseconds) -> String { "\(time.seconds) s" }
    return [start.map { "from \(text($0))" }, end.map { "to \(text($0))" }].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension Recording {
  /// The recording in which only a part of the run counts: the part becomes an activity, and other activities end at
  /// its limits.
  ///
  /// Without a timeline, samples outside of the part are left out, and `fps.sampled` is computed again.
  public func cut(to cut: TimeCut?) -> Recording {
    guard let cut else { return self }
    var recording = self
    if let timeline = timeline.value {
      recording.markers = markers(cutTo: cut, of: timeline)
    } else {
      recording.cutSamples(to: cut)
    }
    return recording
  }

  private func markers(cutTo cut: TimeCut, of timeline: FrameTimeline) -> [Marker] {
    let origin = timeline.presents[0]
    let start = cut.start.map { origin + $0 } ?? origin
    let end = max(start, cut.end.map { origin + $0 } ?? timeline.presents[timeline.frameCount])
    let activities = markers.filter(\.isActivity)
    let inside = activities.compactMap { activity -> Marker? in
      guard activity.start <= end, activity.end >= start else { return nil }
      return Marker(
        start: max(activity.start, start), end: min(activity.end, end), name: activity.name,
        isActivity: true)
    }
    // Without any activity, all frames would count.
    let whole = Marker(
      start: start, end: activities.isEmpty ? end : start, name: cut.words, isActivity: true)
    return markers.filter { !$0.isActivity } + (inside.isEmpty ? [whole] : inside)
  }

  private mutating func cutSamples(to cut: TimeCut) {
    let times = counters.compactMap { counter -> Nanoseconds? in
      if case .times(let times) = counter.samples.clock { times.first } else { nil }
    }
    guard let origin = times.min() else { return }
    let rate = counters.firstIndex { $0.unit == .framesPerSecond && $0.samples.mean == sampledRate }
    let (start, end) = (origin + (cut.start ?? 0), cut.end.map { origin + $0 } ?? .max)
    counters = counters.map { counter in
      Counter(
        role: counter.role, name: counter.name, unit: counter.unit,
        samples: counter.samples.within(start...end))
    }
    guard let rate, let position = sampledRatePosition else { return }
    description.scalars[position...position] = ArraySlice(
      counters[rate].samples.mean.map { mean in
        let old = description.scalars[position]
        return [
          Scalar(name: old.name, value: mean, unit: old.unit, lowerIsBetter: old.lowerIsBetter)
        ]
      } ?? [])
  }

  private var sampledRatePosition: Int? {
    description.scalars.firstIndex { $0.name == OwnMeasure.sampledFrameRate }
  }

  private var sampledRate: Double? { sampledRatePosition.map { description.scalars[$0].value } }
}

extension SampleColumn {
  /// The mean of the samples, each counted once; `nil` if there is none.
  public var mean: Double? {
    var (sum, count) = (0.0, 0)
    for stretch in stretches {
      guard let value = stretch.value else { continue }
      sum += value * Double(stretch.count)
      count += stretch.count
    }
    return count > 0 && sum.isFinite ? sum / Double(count) : nil
  }

  /// The samples whose times are within the bounds; all samples if the column has one sample per frame.
  public func within(_ bounds: ClosedRange<Nanoseconds>) -> SampleColumn {
    guard case .times(let times) = clock, let first = times.first, let last = times.last,
      !bounds.contains(first) || !bounds.contains(last)
    else { return self }
    let values = stretches.flatMap { repeatElement($0.value, count: $0.count) }
    let kept = times.indices.filter { bounds.contains(times[$0]) }
    return SampleColumn(times: kept.map { times[$0] }, values: kept.map { values[$0] })
  }
}
