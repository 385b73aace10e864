import Analysis
import Recordings
import Units

/// Sides of comparisons with given values of one metric, made without frames.
enum MadeSides {
  static func metric(
    _ id: String = "made.time", unit: Unit = .milliseconds, noiseFloor: Metric.NoiseFloor? = nil,
    isExact: Bool = false, refreshSteps: RefreshSteps? = nil
  ) -> Metric {
    Metric(
      id: id, title: "Made", unit: unit, polarity: .lowerIsBetter,
      noiseFloor: noiseFloor ?? (unit == .fraction ? .absolute(0.02) : .relative(0.01)),
      isExact: isExact,
      refreshSteps: refreshSteps, help: "Made up.", formula: "none", source: "this test"
    ) { _ throws(Withheld) in throw Withheld("not computed here") }
  }

  static let time = metric()

  /// A run with values of metrics; a metric without a value is withheld.
  static func run(
    _ values: [(Metric, Double?)], session: String? = nil, commit: String? = nil,
    device: String? = nil, refreshRate: Double? = nil, properties: [String: String] = [:]
  ) -> RunSummary {
    var recording = Recording(
      origin: .init(source: "made", format: "native", dialect: "frames"),
      timeline: .withheld(because: "made without frames"))
    recording.description.session = session
    recording.description.commit = commit
    recording.description.device.name = device
    recording.description.device.refreshRate = refreshRate
    recording.description.device.properties = properties
    return RunSummary(
      of: recording, parameters: Parameters(for: recording),
      values: values.map { metric, value in
        let known = value.map { Known.known($0) } ?? .withheld(because: "this run is silent")
        return (metric, MetricValue(known, basis: .measured))
      })
  }

  static func run(
    _ value: Double?, session: String? = nil, commit: String? = nil, device: String? = nil
  ) -> RunSummary {
    run([(time, value)], session: session, commit: commit, device: device)
  }

  static func side(
    _ name: String, _ values: [Double], session: String? = nil, commit: String? = nil
  ) -> ComparedSide {
    ComparedSide(name: name, runs: values.map { run($0, session: session, commit: commit) })
  }

  static func compare(
    _ candidate: ComparedSide, against reference: ComparedSide, by metrics: [Metric] = [time],
    context: ComparisonContext = ComparisonContext()
  ) -> Comparison {
    var comparisons = [
      Comparison(candidate, against: reference, metrics: metrics, context: context)
    ]
    Comparison.adjust(&comparisons)
    return comparisons[0]
  }

  /// Compares the sides by the one metric.
  static func judge(
    _ candidate: ComparedSide, against reference: ComparedSide,
    context: ComparisonContext = ComparisonContext()
  ) -> MetricComparison {
    compare(candidate, against: reference, context: context).metrics[0]
  }
}
