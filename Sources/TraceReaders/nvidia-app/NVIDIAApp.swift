internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Statistics logs of the overlay of the NVIDIA App, and of GeForce Experience before it.
  static let nvidiaApp = TraceFormat(
    id: "nvidia-app",
    title: "NVIDIA App statistics",
    summary: """
      samples of frame rate, latency, load, temperature, clocks and fans, about two per second, as the overlay showed \
      them. Each process in the log becomes a run without frames
      """,
    supports: """
      the metrics of CPU and GPU load and of temperature. The metric fps.sampled is the mean of the sampled frame \
      rates, and no metric uses the samples of latency
      """,
    checkedAgainst: """
      a log of the NVIDIA App with 1,159 samples; no log of GeForce Experience was available
      """,
    tables: [
      OverlayStatistics.table("GeForce Experience") { $0.has("99(%) FPS") },
      OverlayStatistics.table("NVIDIA App") { !$0.has("99(%) FPS") },
    ])
}

private enum OverlayStatistics {
  private static let time = "Timestamp (Elapsed time in seconds)"

  /// Declares the table of a dialect; the overlay also logs the desktop, as process 0.
  ///
  /// The game is the process with the most samples, so its run comes first.
  static func table(
    _ dialect: String, where isDialect: @escaping @Sendable (CSVHeader) -> Bool
  ) -> CSVTable {
    .samples(
      dialect: dialect,
      header: { head in
        head.header(with: time, "FPS", "Render Latency(MSec)").flatMap { isDialect($0) ? $0 : nil }
      },
      columns: { header in
        let names = header.names.filter { !$0.isEmpty && $0 != time && $0 != "PID" }
        return [TableColumn(time, .time(.seconds)), TableColumn("PID", .process)]
          + names.map { TableColumn($0, .sample(sensor($0))) }
      },
      because: "the NVIDIA overlay logs averages about twice a second, not frames",
      startsAtZero: true,
      describe: { recording, _ in
        let rate = recording.counters.sampledFrameRate(named: "FPS")
        recording.description.scalars = [rate].compactMap(\.self)
      })
  }

  /// The sensor that a column of the NVIDIA App contains.
  ///
  /// The unit of a sensor is in parentheses after its name; voltages are in volts, whatever the header states.
  private static func sensor(_ name: String) -> PolledSensor {
    let unit = name.split(separator: "(").last.map { $0.prefix { $0 != ")" } } ?? ""
    let word =
      if name.contains("FPS") { "FPS" } else if unit == "Milli Volts" { "V" } else { String(unit) }
    return PolledSensor(name, unit: word, role: role(of: name))
  }

  private static func role(of name: String) -> Counter.Role {
    switch name {
    case "CPU Utilization(%)": .cpu
    case "GPU1 Utilization(%)": .gpu
    case "GPU1 Temperature(Degrees celsius)": .temperature
    default: .other
    }
  }
}
