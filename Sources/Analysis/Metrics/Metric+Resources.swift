public import Recordings
internal import Units

extension Metric {
  /// Metrics of the mean usage of processors and memory during a run, and of the largest usage of memory.
  static let resources: [Metric] = [
    ofSamples(
      .cpu, id: "cpu.avg", title: "Average CPU usage (%)", unit: .fraction,
      help: "The mean share of the processors in use.",
      \.mean),
    ofSamples(
      .gpu, id: "gpu.avg", title: "Average GPU usage (%)", unit: .fraction,
      help: "The mean share of the graphics processor in use.",
      \.mean),
    ofSamples(
      .memory, id: "memory.avg", title: "Average memory usage", unit: .megabytes,
      noiseFloor: .relative(0.03),
      help: "The mean memory of the measured program; 1 MB is a million bytes.",
      { $0.mean / 1e6 }),
    ofSamples(
      .memory, id: "memory.max", title: "Highest memory usage", unit: .megabytes,
      noiseFloor: .relative(0.03),
      help: "The most memory of the measured program; 1 MB is a million bytes.",
      formula: highest, { $0.maximum / 1e6 }),
  ]

  /// Metrics of the highest usage of processors during a run, and of power, temperature and battery.
  static let sensors: [Metric] = [
    ofSamples(
      .cpu, id: "cpu.max", title: "Highest CPU usage (%)", unit: .fraction,
      help: "The largest share of the processors in use.",
      formula: highest, \.maximum),
    ofSamples(
      .gpu, id: "gpu.max", title: "Highest GPU usage (%)", unit: .fraction,
      help: "The largest share of the graphics processor in use.",
      formula: highest, \.maximum),
    ofSamples(
      .power, id: "power.avg", title: "Average power (W)", unit: .watts,
      help: "The mean electrical power of the hardware that the trace measures, such as the GPU.",
      \.mean),
    ofSamples(
      .temperature, id: "temperature.max", title: "Highest temperature (°C)", unit: .celsius,
      noiseFloor: .absolute(1), help: "The highest temperature.", formula: highest,
      \.maximum),
    ofSamples(
      .battery, id: "battery.drain", title: "Battery drain (%)", unit: .fraction,
      noiseFloor: .absolute(0.01),
      help: "The share of its full charge that the battery lost; negative if it was charged.",
      formula: "first - last of the \(samples)",
      { $0.first - $0.last }),
  ]

  private static let highest = "highest of the \(samples)"
  /// The samples from which the metrics are computed; the page of metrics says more.
  private static let samples = "samples between the first and the last present"

  private static func ofSamples(
    _ role: Counter.Role, id: String, title: String, unit: Unit,
    noiseFloor: NoiseFloor? = nil, help: String,
    formula: String = "mean of the \(samples)",
    _ figure: @escaping @Sendable (CounterFigures) -> Double
  ) -> Metric {
    Metric(
      id: id, title: title, unit: unit, polarity: .lowerIsBetter, noiseFloor: noiseFloor,
      help: help, formula: formula, source: "the samples of the sensor"
    ) { figures throws(Withheld) in
      figure(try figures.samples(of: role))
    }
  }
}

extension Metric {
  /// Metrics of the CPU time of the main thread, which the user interface waits for.
  static let mainThread: [Metric] = [
    Metric(
      id: "cpu.main", title: "Main thread's share of CPU time (%)", unit: .fraction,
      polarity: .lowerIsBetter,
      help: """
        The share of the main thread, which the user interface waits for, in the CPU time of all threads.
        """,
      formula: "CPU time of the main thread / CPU time of all threads",
      source: "Zhao et al. 2018, who measure the CPU time of each thread"
    ) { figures throws(Withheld) in
      guard let share = try figures.mainThread().share else { throw .oneThread }
      return share
    },
    Metric(
      id: "cpu.main.time", title: "CPU time of the main thread (sec)", unit: .seconds,
      polarity: .lowerIsBetter, digits: 3,
      help:
        "The CPU time that the main thread, which the user interface waits for, used in the run.",
      formula: """
        (sum of the main thread's samples) * (time between two samples); without samples, the main thread's time in \
        run.json
        """,
      source: "Zhao et al. 2018, who measure the CPU time of each thread"
    ) { figures throws(Withheld) in
      guard let time = try figures.mainThread().time else { throw .noThreadTime }
      return time
    },
  ]
}

extension Metric {
  /// The ids of the metrics whose stored values show whether the recording of a run contains the CPU time of threads.
  public static let idsThatShowThreads: [Metric.ID] = mainThread.map(\.id)

  /// Whether a run's stored values show that its recording contains the CPU time of threads.
  ///
  /// - Parameter value: the stored value of a metric of the run.
  public static func showThreads(_ value: (Metric.ID) -> Known<Double>?) -> Bool {
    mainThread.contains { metric in
      value(metric.id).map { $0.reason != Withheld.noThreads.reason } ?? false
    }
  }
}

extension RunFigures {
  /// The thread that the user interface waits for.
  fileprivate func mainThread() throws(Withheld) -> ThreadProfile.Entry {
    guard let main = try threadProfile().main else { throw .noMainThread }
    return main
  }
}
