public import Recordings
internal import Units

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
