internal import Recordings
internal import Units

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
