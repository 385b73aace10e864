public import Recordings
internal import Units

extension Metric {
  /// The catalog: all metrics that Hitchmark computes for any run, in the order in which outputs list them.
  public static let all: [Metric] = groups.flatMap(\.metrics)

  public static let groups: [Group] = groupsOfPresents + [Group("On the screen", onScreen)]

  /// The metrics that are not computed from the times at which frames reached the screen.
  static let ofPresents: [Metric] = groupsOfPresents.flatMap(\.metrics)

  private static let groupsOfPresents = [
    Group("Length and frame rate", extent + frameRates), Group("Stability", stability),
    Group("Slow frames", slowFrames), Group("Frame times", frameTimes),
    Group("Response times and latency", responseTimes + latencies),
    Group("Hitches and janks", hitches + janks + stutter),
    Group("Sensors and threads", resources + sensors + mainThread),
    Group("Work on a frame", frameWork), Group("Late frames", lateFrames),
    Group("Freezes and pacing", freezes + pacing),
    Group("Generated frames and variable refresh rates", frameGeneration + variableRefresh),
    Group("Energy", energy), Group("Robust spread", robustSpread),
  ]

  public struct Group: Sendable {
    public let title: String
    /// At least one.
    public let metrics: [Metric]

    public init(_ title: String, _ metrics: [Metric]) {
      self.title = title
      self.metrics = metrics
    }
  }

  /// The metrics for given runs: the catalog, then one metric per sampled thread, per other listed thread and per
  /// user-defined measure.
  ///
  /// The metrics of each of these kinds are in the order in which they first appear in the runs.
  ///
  /// No two of these metrics have the same id.
  public static func catalog(
    for recordings: [Recording], startingFrom catalog: [Metric] = all
  ) -> [Metric] {
    let threads = recordings.flatMap(\.counters).compactMap { counter in
      if case .threadCPU(let name) = counter.role { thread(name) } else { nil as Metric? }
    }
    let told = recordings.flatMap { $0.description.threads?.threads ?? [] }.map { thread($0.name) }
    let brought = recordings.flatMap(\.description.knownMeasures).map(own)
    if threads.isEmpty, told.isEmpty, brought.isEmpty { return catalog }
    return (catalog + threads + told + brought).distinct(by: \.id)
  }

  /// Examples, for the documentation, of metrics that are not in the catalog because runs define them: a thread's
  /// metric and a user-defined measure.
  public static let families: [Metric] = [thread("<name>"), anyScalar]
}

extension Metric {
  /// The metric that measures the share of a run's CPU time that one thread used.
  static func thread(_ name: String) -> Metric {
    Metric(
      id: "thread.\(name).cpu", title: "CPU time on thread \(name) (%)", unit: .fraction,
      polarity: .lowerIsBetter,
      revision: 2,
      help: "Share of the CPU time of all threads of the run that the thread \(name) used.",
      formula: """
        (sum of the thread's samples) / (sum of the samples of all threads); without samples, the thread's share in \
        run.json, or of the CPU cycles in the trace
        """,
      source: "Zhao et al. 2018, who measure the CPU time of each thread"
    ) { figures throws(Withheld) in
      let profile = try figures.threadProfile()
      guard let own = profile.entries.first(where: { $0.name == name }) else {
        throw .noSamples(of: .threadCPU(name))
      }
      guard let share = own.share else { throw .oneThread }
      return share
    }
  }

  /// The name of the thread whose share of CPU time this metric measures; `nil` for other metrics.
  public var threadName: String? { Self.threadName(in: id) }

  /// The name of the thread whose share of CPU time a metric with this id measures; `nil` for other metrics.
  static func threadName(in id: ID) -> String? {
    guard id.hasPrefix("thread."), id.hasSuffix(".cpu"), id.count > 11 else { return nil }
    return String(id.dropFirst(7).dropLast(4))
  }

  /// The metric for a measure that runs contain or a suite declares.
  static func own(_ measure: OwnMeasure) -> Metric {
    let name = measure.name
    return Metric(
      id: name, title: measure.tableTitle, unit: measure.unit,
      polarity: Polarity(measure.lowerIsBetter), digits: measure.digits,
      isScaled: measure.digits == nil, isExact: measure.unit == .count,
      help: "A number that the run itself contains, such as a time that the test program measured.",
      formula: """
        the value that the run stores; without a stored value, the mean of the run's samples with the name of the \
        metric
        """,
      source: "the values in run.json, a trace, a table of samples or an imported history"
    ) { figures throws(Withheld) in
      if let own = figures.scalars[name] { return own }
      return try figures.mean(ofSamplesNamed: name, in: measure.unit)
    }
  }

  /// The placeholder in the documentation for metrics whose values are scalars of a run.
  static let anyScalar = own(
    OwnMeasure(name: "<scalar name>", unit: Unit(id: "the scalar's own"), lowerIsBetter: nil))
}

extension OwnMeasure {
  /// The title of the measure in tables, with the unit if cells of tables show no unit.
  fileprivate var tableTitle: String {
    digits == nil || unit.symbol.isEmpty ? title : "\(title) (\(unit.symbol))"
  }
}

extension Metric.Polarity {
  fileprivate init(_ lowerIsBetter: Bool?) {
    self =
      switch lowerIsBetter {
      case true?: .lowerIsBetter
      case false?: .higherIsBetter
      case nil: .neither
      }
  }
}

/// A made-up run of 30 s for the documentation, which shows what the metrics detect and what they miss.
///
///     ExampleTimeline.all.map { RunSummary(of: $0.recording)["fps.avg"]?.value }
///
/// The example runs D and E have the same total hitch time, 483 ms: D in one freeze, E in 29 single refreshes. The
/// display has 60 Hz.
public struct ExampleTimeline: Sendable, Identifiable {
  /// The letter that names the made-up run of the documentation, such as `D`.
  public let id: String
  /// What happens in the example run, such as `a run at 30 FPS throughout`.
  public let title: String
  /// The frame times of the example run in half refreshes of the display.
  private let halfRefreshes: [Int]

  public static let all: [ExampleTimeline] = [
    ExampleTimeline(
      id: "A", title: "a run at 60 FPS throughout",
      halfRefreshes: Array(repeating: 2, count: 1800)),
    ExampleTimeline(
      id: "B", title: "a run at 30 FPS throughout",
      halfRefreshes: Array(repeating: 4, count: 900)),
    ExampleTimeline(
      id: "C", title: "a run at 60 FPS with one freeze of 15 s",
      halfRefreshes: steady(900, freeze: 1802)),
    ExampleTimeline(
      id: "D", title: "a run at 60 FPS with one freeze of 500 ms",
      halfRefreshes: steady(1771, freeze: 60)),
    ExampleTimeline(
      id: "E", title: "a run at 60 FPS with 29 single missed refreshes",
      halfRefreshes: (0..<1771).map { $0 % 60 == 59 ? 4 : 2 }),
    ExampleTimeline(
      id: "F",
      title:
        "a run with frames of 8.3 and 25 ms in turn, as on a display with variable refresh rate",
      halfRefreshes: (0..<1800).map { $0 % 2 == 0 ? 1 : 3 }),
  ]

  /// Frame times of one refresh each, with one freeze in the middle.
  private static func steady(_ count: Int, freeze: Int) -> [Int] {
    (0..<count).map { $0 == count / 2 ? freeze : 2 }
  }

  public var recording: Recording {
    var presents: NumberColumn<Nanoseconds> = [0]
    var elapsed = 0
    for duration in halfRefreshes {
      elapsed += duration
      presents.append((Nanoseconds(elapsed) * .perSecond + 60) / 120)
    }
    var recording = Recording(
      origin: Recording.Origin(source: id, format: "example", dialect: ""),
      timeline: .known(FrameTimeline(presents: presents)))
    recording.description.device.refreshRate = 60
    return recording
  }
}
