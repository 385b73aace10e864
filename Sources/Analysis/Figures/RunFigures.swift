public import Recordings
internal import Statistics
public import Units

/// What the metrics of one run are computed from: everything that more than one of them needs.
///
/// Each figure is computed when it is first asked for, and kept. That is why this is a class; it is
/// made for one computation in one task, and thrown away.
public final class RunFigures {
  /// The run.
  public let recording: Recording

  /// The parameters to compute with.
  public let parameters: Parameters

  /// The weakest thing that the metric being computed rests on.
  private var basis = MetricValue.Basis.measured

  /// What is wrong with the run's data.
  private(set) lazy var quality = DataQuality(
    QualityEvidence(
      recording: recording, parameters: parameters, frames: selectedFrames.value,
      sorted: sorted.value, activities: activities))

  private let selectedFrames: Known<SelectedFrames>
  private lazy var sorted = selectedFrames.map { SortedFrameTimes($0.frameTimes) }
  private lazy var tally = selectedFrames.map { JankTally($0) }
  private lazy var frameRates = Known { () throws(Withheld) in
    try FrameRatePoints(frames(), parameters.points, sorted: sortedFrameTimes)
  }
  /// The stretches in which frames count; `nil` without a timeline.
  private(set) lazy var activities = recording.timeline.value.map {
    Activities(recording.markers, timeline: $0)
  }
  private var counters: [Counter.Role: Known<CounterFigures>] = [:]
  /// The signal that a quantile was asked of last: those of one are asked for one after the other.
  private var sortedSignal: (signal: FrameSignal, values: Known<SortedSignal>)?

  /// Prepares the computation of a run's metrics; O(frames).
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - parameters: to compute with.
  public convenience init(_ recording: Recording, _ parameters: Parameters) {
    self.init(
      recording, parameters, SelectedFrames.of(recording, selection: parameters.frames))
  }

  /// The same with the frames that count, where they are known already.
  init(_ recording: Recording, _ parameters: Parameters, _ frames: Known<SelectedFrames>) {
    self.recording = recording
    self.parameters = parameters
    selectedFrames = frames
  }

  /// Computes a metric, and says what its value rests on.
  ///
  /// Where the run cannot say it, but somebody reported it, that is the value.
  ///
  /// - Parameter metric: of any catalogue.
  /// - Returns: its value, which is finite, or the reason why there is none.
  public func value(of metric: Metric) -> MetricValue {
    let outer = basis
    basis = .measured
    // What a metric is derived from weakens the metric as well.
    defer { basis = max(basis, outer) }
    let computed = Known { () throws(Withheld) in
      try printable(try metric.compute(self))
    }
    if computed.value == nil, let reported = reportedValue(of: metric) {
      let value = Known { () throws(Withheld) in try printable(reported) }
      return MetricValue(value, basis: basis)
    }
    return MetricValue(computed, basis: basis)
  }

  private func printable(_ value: Double) throws(Withheld) -> Double {
    guard value.isPrintable else { throw .notFinite }
    return value
  }
}

// MARK: - Frames

extension RunFigures {
  /// The frames that count.
  ///
  /// - Returns: at least one frame.
  /// - Throws: why there are none.
  public func frames() throws(Withheld) -> SelectedFrames {
    try quality.allow(.frames)
    return try selectedFrames.get()
  }

  /// The frames that count, for figures that long frames decide.
  ///
  /// - Returns: at least one frame.
  /// - Throws: why there are none, or that long ones are not to be trusted.
  public func framesWithLongOnes() throws(Withheld) -> SelectedFrames {
    let frames = try frames()
    try quality.allow(.longFrames)
    return frames
  }

  /// Their frame times in ascending order.
  ///
  /// - Returns: at least one frame time.
  /// - Throws: why there are none.
  public func sortedFrameTimes() throws(Withheld) -> SortedFrameTimes {
    try quality.allow(.frames)
    return try sorted.get()
  }

  /// The same for figures that the longest frames decide.
  ///
  /// - Parameter probability: the percentile that is asked for; `nil` for none.
  /// - Returns: at least as many frame times as say the percentile.
  /// - Throws: why there are none, are too few, or are not to be trusted.
  public func sortedFrameTimes(
    forTail probability: Double?
  ) throws(Withheld) -> SortedFrameTimes {
    let sorted = try sortedFrameTimes()
    if let probability { try Tail.allow(probability, of: sorted.count) }
    try quality.allow(.longFrames)
    return sorted
  }

  /// The frame-rate points.
  ///
  /// - Returns: at least one point.
  /// - Throws: why there are none.
  public func points() throws(Withheld) -> FrameRatePoints { try frameRates.get() }

  /// The janks by PerfDog's rule.
  ///
  /// - Returns: their number and time.
  /// - Throws: why there are no frames.
  public func janks() throws(Withheld) -> JankTally {
    let frames = try tally.get()
    try quality.allow(.longFrames)
    return frames
  }

  /// Frames over time.
  ///
  /// - Returns: frames per second.
  /// - Throws: why there are no frames.
  public func averageFrameRate() throws(Withheld) -> Double {
    let frames = try frames()
    return Double(frames.count) / frames.duration.seconds
  }

  /// The refresh rate of the display, to judge frames by.
  ///
  /// - Returns: hertz, above 0.
  /// - Throws: why there are no frames, which declaring a rate would not change; or that it is unknown.
  public func refreshRate() throws(Withheld) -> Double {
    _ = try frames()
    try quality.allow(.refreshRate)
    guard let hertz = parameters.refreshRate.hertz else { throw .noRefreshRate }
    return hertz
  }

  /// How many frames count; of a run without a timeline, how many something was measured of.
  ///
  /// - Returns: at least 1.
  /// - Throws: why there are none.
  public func frameCount() throws(Withheld) -> Int {
    let unplaced = recording.unplacedFrameCount
    return unplaced > 0 ? unplaced : try frames().count
  }

  /// A signal of the frames that count; of all frames where there is no timeline.
  ///
  /// O(frames).
  ///
  /// - Parameter signal: which.
  /// - Returns: at least one value, in nanoseconds.
  /// - Throws: why there are no frames, or that they have no such signal.
  public func values(of signal: FrameSignal) throws(Withheld) -> NumberColumn<Nanoseconds> {
    var values: NumberColumn<Nanoseconds> = []
    try forEachValue(of: signal) { values.append($0) }
    return values
  }

  /// Visits the values of a signal that `values(of:)` returns.
  private func forEachValue(
    of signal: FrameSignal, visit: (Nanoseconds) -> Void
  ) throws(Withheld) {
    guard recording.unplacedFrameCount == 0 else {
      guard let column = recording.unplacedSignals[signal], !column.isAllMissing else {
        throw .noSignal(signal)
      }
      for case let value? in column { visit(value) }
      return
    }
    _ = try frames()
    guard let timeline = recording.timeline.value, let column = timeline.signals[signal],
      let activities
    else { throw .noSignal(signal) }
    try quality.allow(.signal(signal))
    var isThere = false
    for presents in activities.presents {
      timeline.forEachFrame(among: presents, parameters.frames) { frame, _ in
        guard let value = column[frame] else { return }
        isThere = true
        visit(value)
      }
    }
    guard isThere else { throw .noSignal(signal) }
  }

  /// The type 7 quantile of a signal of the frames that count.
  ///
  /// - Parameters:
  ///   - signal: which.
  ///   - probability: 0 to 1.
  /// - Returns: nanoseconds.
  /// - Throws: why there are no frames, or that they have no such signal.
  public func quantile(
    of signal: FrameSignal, _ probability: Double
  ) throws(Withheld) -> Double {
    let sorted = try sortedValues(of: signal)
    try Tail.allow(probability, of: sorted.count)
    let quantile = Quantile(probability, count: sorted.count)
    return quantile.value(
      between: Double(sorted[quantile.lower]), and: Double(sorted[quantile.upper]))
  }

  private func sortedValues(of signal: FrameSignal) throws(Withheld) -> SortedSignal {
    if let sortedSignal, sortedSignal.signal == signal { return try sortedSignal.values.get() }
    sortedSignal = nil
    let sorted = Known { () throws(Withheld) in
      let frames = recording.timeline.value?.frameCount ?? recording.unplacedFrameCount
      var collector = SortedSignal.Collector(capacity: frames)
      try forEachValue(of: signal) { collector.append($0) }
      return collector.finish()
    }
    sortedSignal = (signal, sorted)
    return try sorted.get()
  }
}

// MARK: - What lies beside the frames

extension RunFigures {
  /// The samples of a counter within the timeline.
  ///
  /// - Parameter role: what is measured; the first counter with this role is used.
  /// - Returns: what they come to.
  /// - Throws: when there are no such samples.
  public func samples(of role: Counter.Role) throws(Withheld) -> CounterFigures {
    if let known = counters[role] { return try known.get() }
    let figures = Known { () throws(Withheld) in try summedSamples(of: role) }
    counters[role] = figures
    return try figures.get()
  }

  private func summedSamples(of role: Counter.Role) throws(Withheld) -> CounterFigures {
    guard let counter = recording.counters.first(where: { $0.role == role }) else {
      throw .noSamples(of: role)
    }
    let positions = counter.samples.positions(within: activities)
    guard let figures = CounterFigures(counter.samples, at: positions) else {
      throw .noSamplesInTime(of: role)
    }
    try quality.allow(.samples(role))
    return figures
  }

  /// How long the test took, where the harness recorded it apart from the frames.
  ///
  /// A metric that asks for it is marked as recorded, not measured.
  ///
  /// - Returns: `nil` when it was not recorded.
  public func recordedDuration() -> Nanoseconds? {
    guard let duration = recording.description.testDuration else { return nil }
    basis = max(basis, .recorded)
    return duration
  }

  /// The CPU time of threads as it was told, and what it rests on.
  ///
  /// A metric that asks for it, and gets it, is marked so too.
  ///
  /// - Returns: `nil` when nobody told it.
  func toldThreads() -> (ThreadList, MetricValue.Basis)? {
    guard let list = recording.description.threads else { return nil }
    let own: MetricValue.Basis = list.isReported ? .reported : .recorded
    basis = max(basis, own)
    return (list, own)
  }

  /// A value that somebody reported of the run, to derive another one from.
  ///
  /// A metric that asks for it, and gets it, is marked as reported too.
  ///
  /// - Parameter metric: whose value.
  /// - Returns: `nil` when nobody reported it.
  public func reportedValue(of metric: Metric) -> Double? { reportedValue(ofID: metric.id) }

  /// The same by a metric's id.
  ///
  /// - Parameter id: the metric's.
  /// - Returns: `nil` when nobody reported it.
  public func reportedValue(ofID id: Metric.ID) -> Double? {
    guard let value = recording.description.reported[id] else { return nil }
    basis = .reported
    return value
  }
}
