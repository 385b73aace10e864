internal import Decoding
internal import Recordings

/// What a log says about the machine, in two lines before the rows: names and values.
struct MangoHudSystem {
  private let facts: [String: String]

  /// Looks for the two lines.
  ///
  /// - Parameter head: the beginning of a log.
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

  /// The facts where they belong; `ram` is in kilobytes of 1,024 bytes.
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
