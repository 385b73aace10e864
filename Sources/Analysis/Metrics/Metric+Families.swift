internal import Recordings
internal import Statistics
internal import Units

extension Metric {
  /// The share of a run's CPU time on one thread.
  static func thread(_ name: String) -> Metric {
    Metric(
      id: "thread.\(name).cpu", title: "CPU time on thread \(name) (%)", unit: .fraction,
      polarity: .lowerIsBetter,
      help: "Share of the run's CPU time that this thread used.",
      formula: "mean of the thread's samples / sum of the means of all sampled threads",
      source: "Zhao et al. 2018, a time profile by thread"
    ) { figures throws(Withheld) in
      let own = try figures.samples(of: .threadCPU(name)).mean
      let all = figures.threadMeans()
      guard all.count > 1 else { throw .oneThread }
      let sum = all.reduce(0, +)
      guard sum > 0 else { throw .idleThreads }
      return own / sum
    }
  }

  /// A scalar that runs bring with them.
  static func scalar(_ scalar: Scalar) -> Metric {
    let name = scalar.name
    return Metric(
      id: name, title: name, unit: scalar.unit, polarity: Polarity(scalar.lowerIsBetter),
      isScaled: true,
      isExact: scalar.unit == .count,
      help: "Measured by the harness and brought by the run.",
      formula: "as the run brings it",
      source: "run.json or an imported history"
    ) { figures throws(Withheld) in
      guard let own = figures.recording.description.scalars.first(where: { $0.name == name }) else {
        throw .noScalar(name)
      }
      return own.value
    }
  }

  /// What the documentation shows for scalars.
  static let anyScalar = scalar(
    Scalar(name: "<any scalar>", value: 0, unit: Unit(id: "its own"), lowerIsBetter: nil))
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

extension RunFigures {
  /// The mean CPU use of every sampled thread, in the order of the trace.
  fileprivate func threadMeans() -> [Double] {
    var names: Set<String> = []
    return recording.counters.compactMap { counter in
      guard case .threadCPU(let name) = counter.role, names.insert(name).inserted else {
        return nil
      }
      return try? samples(of: counter.role).mean
    }
  }
}
