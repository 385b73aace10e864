public import Recordings
internal import Statistics
public import Units

/// The intermediate results from which the metrics of one run are computed, such as selected frames
/// and sorted frame times.
///
///     let figures = RunFigures(recording, Parameters(for: recording))
///     figures.value(of: .averageFrameRate)  // a MetricValue: the value, or why there is none
///
/// Each intermediate result is computed on first use and cached; therefore this is a class. Use an
/// instance in one task and drop it afterwards.
public final class RunFigures {
  public let recording: Recording

  /// The parameters with which the run's metrics are computed, such as the refresh rate.
  public let parameters: Parameters

  /// The least trustworthy input of the metric that is being computed: measured, recorded or
  /// reported.
  private var basis = MetricValue.Basis.measured

  private(set) lazy var quality = DataQuality(
    evidence(course: selectedFrames.value.flatMap(RunCourse.init)), knowing: reliability)

  /// The problems of the run's data that withhold metrics, which need less time to find than all.
  private lazy var reliability = DataQuality(evidence(), checks: QualityCheck.withholding)

  private let selectedFrames: Known<SelectedFrames>
  /// The run by the times at which frames reached the screen; `nil` before it is needed.
  private var shown: Known<Recording>?
  private lazy var figuresOnScreen = shownRecording().map { RunFigures($0, parameters.onScreen) }
  private lazy var pairs = Known { () throws(Withheld) in try findPairs() }
  private lazy var sorted = selectedFrames.map { SortedFrameTimes($0.frameTimes) }
  /// The frame times of displayed frames, if metrics count others; withheld if there are none.
  private(set) lazy var sortedDisplayed = Known { () throws(Withheld) in
    SortedFrameTimes(try displayedFrames().frameTimes)
  }
  private lazy var tally = selectedFrames.map { JankTally($0) }
  private lazy var frameRates = Known { () throws(Withheld) in
    try FrameRatePoints(frames(), parameters.points, sorted: sortedFrameTimes)
  }
  private lazy var partRates =
    selectedFrames.value.map { QualityCheck.partRates(of: $0.frameTimes) } ?? []
  /// The intervals in which frames count; `nil` without a timeline.
  private(set) lazy var activities = recording.timeline.value.map {
    Activities(recording.markers, timeline: $0)
  }
  private var counters: [Counter.Role: Known<CounterFigures>] = [:]
  /// The numbers that the run itself contains, by name.
  private(set) lazy var scalars = Dictionary(
    recording.description.scalars.map { ($0.name, $0.value) }
  ) { first, _ in first }
  /// The most recently sorted signal.
  ///
  /// Quantiles of one signal are computed in succession.
  private var sortedSignal: (signal: FrameSignal, values: Known<SortedSignal>)?

  /// Prepares the computation of one run's metrics; O(frames).
  public convenience init(_ recording: Recording, _ parameters: Parameters) {
    self.init(
      recording, parameters, SelectedFrames.of(recording, selection: parameters.frames))
  }

  /// Like `init(_:_:)`, if the frames that count are already known.
  init(_ recording: Recording, _ parameters: Parameters, _ frames: Known<SelectedFrames>) {
    self.recording = recording
    self.parameters = parameters
    selectedFrames = frames
  }

  /// Prepares the computation of one run's metrics, with parameters that the user sets in place of the defaults;
  /// O(frames).
  public convenience init(_ recording: Recording, settings: ParameterSettings) {
    let frames = SelectedFrames.of(recording, selection: settings.frameSelection)
    var shown: Known<Recording>?
    let parameters = Parameters(
      for: recording, settings: settings, selected: { frames },
      displayed: {
        shown = recording.onScreen
        return shown?.value.flatMap(SelectedFrames.onScreen)
      })
    self.init(recording, parameters, frames)
    self.shown = shown
  }

  private func shownRecording() -> Known<Recording> {
    defer { shown = nil }
    return shown ?? recording.onScreen
  }

  private func evidence(course: RunCourse? = nil) -> QualityEvidence {
    QualityEvidence(
      recording: recording, parameters: parameters, frames: selectedFrames.value,
      sorted: sorted.value, activities: activities, course: course,
      screen: figuresOnScreen.value?.selectedFrames.value,
      sortedOnScreen: figuresOnScreen.value?.sorted.value, partRates: ratesOfShownParts)
  }

  /// The refresh rates that fit parts of the frames; those on the screen are computed once for the run and for its
  /// figures on the screen.
  private var ratesOfShownParts: [Double] {
    if case .declared = parameters.refreshRate { return [] }
    let screen = figuresOnScreen.value
    return screen?.selectedFrames.value == nil ? partRates : screen?.partRates ?? []
  }

  /// Computes the run's values of all metrics in a catalog, and of the additional metrics that the run's trace defines.
  public func values(of catalog: [Metric] = Metric.all) -> MetricValues {
    let metrics = Metric.catalog(for: [recording], startingFrom: catalog)
    return MetricValues(of: metrics, metrics.map(value))
  }

  /// Computes the value of one metric for the run, and how trustworthy the value is.
  ///
  /// If the run's data does not allow the metric but a value was reported, the result is the
  /// reported value. Values are finite.
  public func value(of metric: Metric) -> MetricValue {
    let outer = basis
    basis = .measured
    // The inputs of a metric that this one is derived from count as well.
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
  /// The frames of the run that metrics count, at least one.
  ///
  /// - Throws: why there are none.
  public func frames() throws(Withheld) -> SelectedFrames {
    try reliability.allow(.frames)
    return try selectedFrames.get()
  }

  /// The frames of the run that metrics count; throws the reason if a quality check found that long frames are not
  /// reliable.
  ///
  /// - Throws: why there are none, or why long frames are not reliable.
  public func framesWithLongOnes() throws(Withheld) -> SelectedFrames {
    let frames = try frames()
    try reliability.allow(.longFrames)
    return frames
  }

  /// The figures of what the screen showed: frames by the times at which they reached it.
  ///
  /// - Throws: why these times are unknown.
  public func onScreen() throws(Withheld) -> RunFigures { try figuresOnScreen.get() }

  /// The frame times of the frames that metrics count, in ascending order, at least one.
  ///
  /// - Throws: why there are none.
  public func sortedFrameTimes() throws(Withheld) -> SortedFrameTimes {
    try reliability.allow(.frames)
    return try sorted.get()
  }

  /// The frame times of the frames that metrics count, in ascending order; throws the reason if a quality check found
  /// that long ones are not reliable.
  ///
  /// `probability` is the requested percentile, if any.
  ///
  /// - Throws: why there are none, or too few for the percentile, or why they are not reliable.
  public func sortedFrameTimes(
    forTail probability: Double?
  ) throws(Withheld) -> SortedFrameTimes {
    let sorted = try sortedFrameTimes()
    if let probability { try Tail.allow(probability, of: sorted.count) }
    try reliability.allow(.longFrames)
    return sorted
  }

  /// The frame-rate points of the run, which are the frame rates of its windows of time, such as seconds; at least one.
  ///
  /// - Throws: why there are none.
  public func points() throws(Withheld) -> FrameRatePoints { try frameRates.get() }

  /// The janks of the run, which are frames much longer than those before them, by PerfDog's definition.
  ///
  /// - Throws: why there are no frames, or why long frames are not reliable.
  public func janks() throws(Withheld) -> JankTally {
    let frames = try tally.get()
    try reliability.allow(.longFrames)
    return frames
  }

  /// The pairs in which presents come, as with a frame generator; `nil` if they do not, or if the trace marks generated
  /// frames.
  ///
  /// - Throws: why there are no displayed frames.
  func presentPairs() throws(Withheld) -> PresentPairs? { try pairs.get() }

  private func findPairs() throws(Withheld) -> PresentPairs? {
    PresentPairs(try displayedFrames(), of: recording.timeline.value)
  }

  /// The average frame rate of the run: frames divided by time, in frames per second.
  ///
  /// - Throws: why there are no frames.
  public func averageFrameRate() throws(Withheld) -> Double {
    let frames = try frames()
    return Double(frames.count) / frames.duration.seconds
  }

  /// The refresh rate of the run's display in hertz, above 0.
  ///
  /// - Throws: that the rate is unknown or seems to change; or why there are no frames, because then a declared rate
  ///   would not help.
  public func refreshRate() throws(Withheld) -> Double {
    _ = try frames()
    try reliability.allow(.refreshRate)
    guard let hertz = parameters.refreshRate.hertz else { throw .noRefreshRate }
    return hertz
  }

  /// The number of the run's frames that metrics count, at least 1.
  ///
  /// For a run without a timeline, the number of frames with a measured signal.
  ///
  /// - Throws: why there are none.
  public func frameCount() throws(Withheld) -> Int {
    let unplaced = recording.unplacedFrameCount
    return unplaced > 0 ? unplaced : try frames().count
  }

  /// Whether the run's frames have a signal that no quality check rejects.
  func trusts(_ signal: FrameSignal) throws(Withheld) -> Bool {
    try reliability.allow(.signal(signal))
    return recording.timeline.value?.signals[signal].map { !$0.isAllMissing } ?? false
  }

  /// The values of a per-frame signal, such as CPU time, in nanoseconds, for the counted frames that have one.
  ///
  /// If the times of frames are unknown, the values of all frames are returned.
  ///
  /// O(frames).
  ///
  /// - Throws: why there are no frames, that they have no such signal, or why the signal is not reliable.
  public func values(of signal: FrameSignal) throws(Withheld) -> NumberColumn<Nanoseconds> {
    var values: NumberColumn<Nanoseconds> = []
    try forEachValue(of: signal) { values.append($0) }
    return values
  }

  /// Calls a function with each value that `values(of:)` returns.
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
    try reliability.allow(.signal(signal))
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

  /// The quantile of a per-frame signal, such as CPU time, over the counted frames, in nanoseconds, by Hyndman and
  /// Fan's type 7.
  ///
  /// - Throws: why there are no frames, that they have no such signal, that they are too few for the quantile, or why
  ///   the signal is not reliable.
  public func quantile(
    of signal: FrameSignal, _ probability: Double
  ) throws(Withheld) -> Double {
    let sorted = try sortedValues(of: signal)
    try Tail.allow(probability, of: sorted.count)
    return sorted.quantile(probability)
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

// MARK: - Data other than frames

extension RunFigures {
  /// The mean, maximum, first and last value of the run's first counter with a given role, such as CPU load.
  ///
  /// - Throws: if there are no such samples, or if they cover too little of the run's time.
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
    try reliability.allow(.samples(role))
    return figures
  }

  /// The duration of the run according to the test program that recorded it; `nil` if the program recorded none.
  ///
  /// Metrics that use it are marked as recorded, not measured.
  public func recordedDuration() -> Nanoseconds? {
    guard let duration = recording.description.testDuration else { return nil }
    basis = max(basis, .recorded)
    return duration
  }

  /// The CPU time of threads from the run's description, and its trustworthiness; `nil` if there is
  /// none.
  ///
  /// Metrics that use it are marked accordingly.
  func toldThreads() -> (ThreadList, MetricValue.Basis)? {
    guard let list = recording.description.threads else { return nil }
    let own: MetricValue.Basis = list.isReported ? .reported : .recorded
    basis = max(basis, own)
    return (list, own)
  }

  /// The value of a metric for the run according to a publication or another tool; `nil` if neither reports one.
  ///
  /// Metrics that use it are marked as reported.
  public func reportedValue(of metric: Metric) -> Double? { reportedValue(ofID: metric.id) }

  /// The value of the metric with a given id for the run according to a publication or another tool; `nil` if neither
  /// reports one.
  public func reportedValue(ofID id: Metric.ID) -> Double? {
    guard let value = recording.description.reported[id] else { return nil }
    basis = .reported
    return value
  }
}

extension RunFigures {
  /// The mean of the samples of a user-defined column within the timeline.
  ///
  /// - Parameters:
  ///   - name: the name of the column, with or without the suffix of its unit.
  ///   - unit: the unit of the result.
  /// - Throws: if there are no such samples, or if their unit is of another kind.
  func mean(ofSamplesNamed name: String, in unit: Unit) throws(Withheld) -> Double {
    guard let counter = recording.counters.first(where: { $0.isSample(of: name) }) else {
      throw .noScalar(name)
    }
    let positions = counter.samples.positions(within: activities)
    guard let figures = CounterFigures(counter.samples, at: positions) else {
      throw .noSamplesInTime(of: .other)
    }
    guard let mean = Quantity(figures.mean, counter.unit).converted(to: unit) else {
      throw .otherUnit(of: counter.name, found: counter.unit, wanted: unit)
    }
    return mean.value
  }
}

extension Counter {
  /// Whether its name is that of a measure, with or without the suffix of the unit.
  fileprivate func isSample(of measure: String) -> Bool {
    guard role == .other, name.hasPrefix(measure) else { return false }
    let suffix = name.dropFirst(measure.count)
    return suffix.isEmpty || suffix.first == "_" && !suffix.dropFirst().contains("_")
  }
}
