internal import Decoding
internal import Recordings

/// The two lines with names and values of the machine's properties, before the rows.
struct MangoHudSystem {
  private let facts: [String: String]

  /// Finds the two lines in the beginning of a log.
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

  /// The facts as metadata of a run; `ram` is in KiB.
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
