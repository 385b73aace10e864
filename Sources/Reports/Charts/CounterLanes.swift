internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// Counters over time, each in its own panel.
enum CounterLanes {
  /// The panels of a run's counters.
  ///
  /// Threads have another chart.
  static func panels(of lanes: [RunProfile.Lane]) -> [Chart.Panel] {
    roles.compactMap { role, title in
      lanes.first { $0.role == role }.map { panel(of: $0, title: title) }
    }
  }

  /// The counters from top to bottom.
  private static let roles: [(Counter.Role, String)] = [
    (.cpu, "CPU usage"), (.gpu, "GPU usage"), (.memory, "Memory"), (.power, "Power"),
    (.temperature, "Temperature"), (.battery, "Battery"),
  ]

  private static func panel(of lane: RunProfile.Lane, title: String) -> Chart.Panel {
    let isBytes = lane.unit == .bytes
    let lines = lane.stretches.map { samples in
      samples.map { Chart.Point($0.time.seconds, isBytes ? $0.value / 1e6 : $0.value) }
    }
    let isWhole = lines.allSatisfy { $0.allSatisfy { (0...1).contains($0.y) } }
    let axis = Chart.Axis(
      title, unit: isBytes ? .megabytes : lane.unit,
      domain: lane.unit == .fraction && isWhole ? 0...1 : nil)
    return Chart.Panel(y: axis, height: .lane, marks: [.init(.line(lines), ink: .quiet)])
  }
}
