internal import Decoding
internal import Recordings

/// The properties of the machine in a MangoHud log: a line of names and a line of values, before the rows.
struct MangoHudSystem {
  private let facts: [String: String]

  /// Finds the lines with the machine's properties in the beginning of a log.
  init(in head: TraceHead) {
    let lines = head.lines
    guard let names = head.header(with: "os", "cpu", "gpu"), names.line < lines.count else {
      facts = [:]
      return
    }
    let values = CSVHeader.cells(of: Array(lines[names.line].utf8)).map { harmless($0) }
    let pairs = zip(names.names.map { $0.lowercased() }, values).filter { !$0.1.isEmpty }
    facts = Dictionary(pairs) { first, _ in first }
  }

  /// The properties of the machine as metadata of a run; MangoHud writes `ram` in KiB.
  var description: RunDescription {
    var description = RunDescription()
    description.device.os = facts["os"]
    description.device.cpu = facts["cpu"]
    description.device.gpu = facts["gpu"]
    for name in ["kernel", "driver", "cpuscheduler"] { description.labels[name] = facts[name] }
    description.labels["ram"] = facts["ram"].map { "\($0) kB" }
    return description
  }
}
