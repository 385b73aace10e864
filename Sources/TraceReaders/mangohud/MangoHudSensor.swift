internal import Decoding
internal import Recordings
internal import Units

/// A sensor column of a MangoHud log.
struct MangoHudSensor: Sendable {
  let name: String
  let unit: Unit
  let scale: SampleCollector.Scale
  private let role: Counter.Role

  /// The names of rival sensors; if one of them exists, the rival sensor has the role in place of this sensor.
  private let rivals: Set<String>

  private init(
    _ name: String, _ unit: Unit, _ scale: SampleCollector.Scale = .asWritten,
    role: Counter.Role = .other, unless rivals: Set<String> = []
  ) {
    self.name = name
    self.unit = unit
    self.scale = scale
    self.role = role
    self.rivals = rivals
  }

  private static let gibibytes = SampleCollector.Scale.times(1_073_741_824)
  private static let megahertz = SampleCollector.Scale.times(1e6)
  private static let percent = SampleCollector.Scale.divided(by: 100)

  /// All sensor columns of MangoHud since version 0.5.
  ///
  /// `ram_used` and `swap_used` measure the whole system, not the process. If a log has power or temperature of CPU and
  /// GPU, the sensor of the GPU has the role, because benchmarks usually saturate the GPU.
  static let all = [
    MangoHudSensor("cpu_load", .fraction, percent, role: .cpu),
    MangoHudSensor("gpu_load", .fraction, percent, role: .gpu),
    MangoHudSensor("process_rss", .bytes, gibibytes, role: .memory),
    MangoHudSensor("gpu_power", .watts, role: .power),
    MangoHudSensor("cpu_power", .watts, role: .power, unless: ["gpu_power"]),
    MangoHudSensor("gpu_temp", .celsius, role: .temperature),
    MangoHudSensor("cpu_temp", .celsius, role: .temperature, unless: ["gpu_temp"]),
    MangoHudSensor("gpu_core_clock", .hertz, megahertz),
    MangoHudSensor("gpu_mem_clock", .hertz, megahertz),
    MangoHudSensor("cpu_mhz", .hertz, megahertz),
    MangoHudSensor("gpu_vram_used", .bytes, gibibytes),
    MangoHudSensor("ram_used", .bytes, gibibytes),
    MangoHudSensor("swap_used", .bytes, gibibytes),
    MangoHudSensor("fps", .framesPerSecond),
  ]

  /// Whether the sensor is a frame rate, which the frames themselves contain already.
  var isFrameRate: Bool { unit == .framesPerSecond }

  /// The role of the sensor in metrics, given the names of all existing sensors; `other` if a rival sensor exists.
  func role(beside names: Set<String>) -> Counter.Role {
    rivals.isDisjoint(with: names) ? role : .other
  }
}
