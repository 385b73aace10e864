internal import Recordings
internal import Units

extension Metric {
  /// Mean resource usage of the application.
  static let resources: [Metric] = [
    ofSamples(
      .cpu, id: "cpu.avg", title: "Average CPU usage (%)", unit: .fraction,
      help: "The mean share of the processors that was in use.", \.mean),
    ofSamples(
      .gpu, id: "gpu.avg", title: "Average GPU usage (%)", unit: .fraction,
      help: "The mean share of the graphics processor that was in use.", \.mean),
    ofSamples(
      .memory, id: "memory.avg", title: "Average memory usage", unit: .megabytes,
      noiseFloor: .relative(0.03), help: "The mean memory in use; 1 MB is a million bytes.",
      { $0.mean / 1e6 }),
    ofSamples(
      .memory, id: "memory.max", title: "Highest memory usage", unit: .megabytes,
      noiseFloor: .relative(0.03),
      help: "The largest amount of memory in use; 1 MB is a million bytes.",
      formula: highest, { $0.maximum / 1e6 }),
  ]

  /// Peak resource usage, and its effects on the device.
  static let sensors: [Metric] = [
    ofSamples(
      .cpu, id: "cpu.max", title: "Highest CPU usage (%)", unit: .fraction,
      help: "The largest share of the processors that was in use.",
      formula: highest, \.maximum),
    ofSamples(
      .gpu, id: "gpu.max", title: "Highest GPU usage (%)", unit: .fraction,
      help: "The largest share of the graphics processor that was in use.",
      formula: highest, \.maximum),
    ofSamples(
      .power, id: "power.avg", title: "Average power (W)", unit: .watts,
      help: "The mean electrical power in the trace.", \.mean),
    ofSamples(
      .temperature, id: "temperature.max", title: "Highest temperature (°C)", unit: .celsius,
      noiseFloor: .absolute(1), help: "The highest temperature in the trace.", formula: highest,
      \.maximum),
    ofSamples(
      .battery, id: "battery.drain", title: "Battery drain (%)", unit: .fraction,
      noiseFloor: .absolute(0.01),
      help:
        "The share of its full charge that the battery lost; negative if the battery was charged.",
      formula:
        "first - last sample of the charge, among the samples between the first and the last presented frame",
      { $0.first - $0.last }),
  ]

  private static let highest =
    "highest value among the samples between the first and the last presented frame"

  private static func ofSamples(
    _ role: Counter.Role, id: String, title: String, unit: Unit,
    noiseFloor: NoiseFloor? = nil, help: String,
    formula: String = "mean of the samples between the first and the last presented frame",
    _ figure: @escaping @Sendable (CounterFigures) -> Double
  ) -> Metric {
    Metric(
      id: id, title: title, unit: unit, polarity: .lowerIsBetter, noiseFloor: noiseFloor,
      help: help, formula: formula, source: "the samples in the trace"
    ) { figures throws(Withheld) in
      figure(try figures.samples(of: role))
    }
  }
}
