internal import Decoding
internal import Documents
internal import Recordings
internal import System
internal import Units

/// The `run.json` of a run that was measured: what the command wrote there, and what this program knows.
struct RunJSON {
  var date: String
  var session: String
  /// The measured commit; `nil` if it is not known.
  var commit: String?
  /// This machine, for runs whose trace does not describe a device.
  var device: Device?
  /// All other facts.
  var labels: [(String, String)] = []

  /// The text of the file.
  ///
  /// - Parameter own: what the command wrote; its members count, and labels are added to its labels.
  func text(adding own: JSONNode?) -> String {
    var members = (own?.members ?? []).filter { $0.key != "labels" }.map {
      JSONValue.Member($0.key, $0.value.written)
    }
    let add = { (name: String, value: JSONValue?) in
      if let value, !members.contains(where: { $0.name == name }) {
        members.append(JSONValue.Member(name, value))
      }
    }
    add("commit", commit.map { .string($0) })
    add("date", .string(date))
    add("session", .string(session))
    add("device", device?.written)
    var all = (own?["labels"]?.members ?? []).map { JSONValue.Member($0.key, $0.value.written) }
    for (name, value) in labels where !all.contains(where: { $0.name == name }) {
      all.append(JSONValue.Member(name, .string(value)))
    }
    add("labels", .object(all))
    return JSONValue.object(members).text()
  }
}

extension Device {
  fileprivate var written: JSONValue {
    let facts = [("os", os), ("cpu", cpu)]
    return .object(facts.compactMap { name, value in value.map { .init(name, .string($0)) } })
  }

  /// This machine, as far as the system describes it in files.
  static var thisMachine: Device? {
    let value = { (path: String, key: String, separator: Character) -> String? in
      let text = String(decoding: Platform.content(of: path, limit: 1 << 14), as: UTF8.self)
      let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
      return (line?.split(separator: separator, maxSplits: 1).last).map {
        $0.trimmed { $0 == "\"" || $0 == " " }.harmless
      }
    }
    var device = Device()
    device.os = value("/etc/os-release", "PRETTY_NAME=", "=")
    device.cpu = value("/proc/cpuinfo", "model name", ":").map {
      "\($0), \(Platform.processorCount) cores"
    }
    return device == Device() ? nil : device
  }
}

extension Substring {
  fileprivate func trimmed(_ isEdge: (Character) -> Bool) -> String {
    let front = drop(while: isEdge)
    return String(
      front[..<(front.lastIndex { !isEdge($0) }.map(front.index(after:)) ?? front.startIndex)])
  }
}

extension JSONNode {
  /// The value for writing.
  fileprivate var written: JSONValue {
    switch value {
    case .null, .notANumber, .infinite: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.written))
    case .object(let members): .object(members.map { .init($0.key, $0.value.written) })
    }
  }
}

/// The state of the machine that may explain a run.
struct MachineState {
  private static let files = [
    ("cpu kHz", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq"),
    ("temperature m°C", "/sys/class/thermal/thermal_zone0/temp"),
  ]

  /// The facts as labels whose names end in a word such as `before`.
  static func labels(_ time: String) -> [(String, String)] {
    let load = Platform.load.map { [("load \(time)", "\(($0 * 100).rounded() / 100)")] } ?? []
    return load
      + files.compactMap { name, path in
        Platform.line(of: path).map { ("\(name) \(time)", $0.harmless) }
      }
  }
}

/// The share of all processors that programs other than the measured ones use.
struct OtherPrograms {
  private let start: (busy: Double, all: Double)
  private let own: Double

  /// Starts to count; `nil` on systems that do not show the time of their processors.
  init?() {
    guard let start = Platform.processorTicks else { return nil }
    self.start = start
    own = Platform.ownCPUTime
  }

  /// The share since the start, 0 to 1.
  ///
  /// - Parameter measured: CPU seconds of the measured program.
  func share(besides measured: Double = 0) -> Double {
    guard let end = Platform.processorTicks, end.all > start.all else { return 0 }
    let known = (measured + Platform.ownCPUTime - own) * Platform.ticksPerSecond
    return min(1, max(0, (end.busy - start.busy - known) / (end.all - start.all)))
  }
}
