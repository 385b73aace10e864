internal import Recordings
internal import Units

/// The figures in a line of VrApi: `FPS=71/72,Prd=45ms,Tear=0,Early=0,Stale=1,…,Temp=31.0C/0.0C,…,GPU%=0.47,…`.
///
/// Source: Meta's documentation, "VrApi Stats Definition Guide".
struct VrAPIFigures {
  /// The figures that are samples, with the sensors that they belong to.
  private(set) var samples: [(sensor: PolledSensor, value: Double)] = []
  /// The refresh rate of the display in hertz, which follows the frame rate; `nil` if there is none.
  private(set) var refreshRate: Double?

  static let frameRate = "FPS"
  static let staleFrames = "Stale"

  /// Whether the line has no figure that is read.
  var isEmpty: Bool { samples.isEmpty }

  /// The figures by their names, which the runtime has kept since its first versions.
  private static let sensors: [String: PolledSensor] = Dictionary(
    uniqueKeysWithValues: [
      PolledSensor(frameRate, .framesPerSecond), PolledSensor(staleFrames, .count),
      PolledSensor("Tear", .count), PolledSensor("Early", .count),
      PolledSensor("Prd", .milliseconds), PolledSensor("TW", .milliseconds),
      PolledSensor("App", .milliseconds), PolledSensor("GD", .milliseconds),
      PolledSensor("CPU&GPU", .milliseconds),
      PolledSensor("Free", .bytes, .times(1e6)), PolledSensor("Mem", .hertz, .times(1e6)),
      PolledSensor("Temp", .celsius, role: .temperature),
      PolledSensor("GPU%", .fraction, role: .gpu), PolledSensor("CPU%", .fraction, role: .cpu),
    ].map { ($0.name, $0) })

  init(_ text: String) {
    var seen: Set<String> = []
    for entry in text.split(separator: ",") {
      let parts = entry.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let sensor = Self.sensors[String(parts[0])],
        seen.insert(sensor.name).inserted, let value = Self.number(parts[1])
      else { continue }
      samples.append((sensor, value))
      guard sensor.name == Self.frameRate, let slash = parts[1].firstIndex(of: "/") else {
        continue
      }
      let rate = Self.number(parts[1][parts[1].index(after: slash)...])
      refreshRate = rate.flatMap { Device.isRefreshRate($0) ? $0 : nil }
    }
  }

  /// The number at the beginning of a figure, without its unit and without further numbers.
  private static func number(_ text: Substring) -> Double? {
    Double(text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" })
  }
}
