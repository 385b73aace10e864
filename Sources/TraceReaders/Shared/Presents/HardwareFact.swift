internal import Decoding
internal import Recordings

/// A fact about the machine or the program, in the names of PresentMon and related tools.
enum HardwareFact: Sendable, Equatable {
  case os
  case cpu
  case gpu
  /// Any other fact; it becomes a label with this name.
  case label(String)

  /// The fact with the name of a column or key; `nil` for other names.
  ///
  /// - Parameter name: as OCAT, CapFrameX or FrameView write it, in any case.
  init?(named name: String) {
    guard let fact = Self.names[name.lowercased()] else { return nil }
    self = fact
  }

  /// Facts by lower-case name.
  private static let names: [String: HardwareFact] = [
    "os": .os,
    "processor": .cpu,
    "cpu": .cpu,
    "gpu": .gpu,
    "motherboard": .label("motherboard"),
    "system ram": .label("ram"),
    "systemram": .label("ram"),
    "base driver version": .label("driver"),
    "basedriverversion": .label("driver"),
    "gpudriverversion": .label("driver"),
    "driver package": .label("driver_package"),
    "driverpackage": .label("driver_package"),
    "gpu #": .label("gpu_count"),
    "gpucount": .label("gpu_count"),
    "gpu core clock (mhz)": .label("gpu_core_clock_mhz"),
    "gpucoreclock": .label("gpu_core_clock_mhz"),
    "gpu memory clock (mhz)": .label("gpu_memory_clock_mhz"),
    "gpumemoryclock": .label("gpu_memory_clock_mhz"),
    "gpu memory (mb)": .label("gpu_memory_mb"),
    "resolution": .label("resolution"),
    "resolutioninfo": .label("resolution"),
    "gamename": .label("game"),
    "processname": .label("process"),
    "comment": .label("comment"),
    "appversion": .label("capframex"),
    "apiinfo": .label("api"),
    "presentationmode": .label("presentation_mode"),
    "resizablebar": .label("resizable_bar"),
    "wingamemode": .label("game_mode"),
    "hags": .label("hags"),
  ]

  /// Stores the value of the fact, unless it is already known or empty.
  func note(_ value: String, in description: inout RunDescription) {
    let text = harmless(String(value.trimmingPrefix { $0.isWhitespace }))
    let isNothing = ["", "-", "na", "n/a", "unknown"].contains(text.lowercased())
    guard !isNothing else { return }
    switch self {
    case .os: description.device.os = description.device.os ?? text
    case .cpu: description.device.cpu = description.device.cpu ?? text
    case .gpu: description.device.gpu = description.device.gpu ?? text
    case .label(let name): description.labels[name] = description.labels[name] ?? text
    }
  }
}
