internal import Decoding
internal import Recordings
internal import Units

/// The columns of a present table that describe something other than presents, such as sensors and hardware.
struct PresentExtras: Sendable {
  /// Columns with a sample of a sensor in each row.
  var sensors: [Sensor] = []

  /// Columns with properties of the machine or program; every row has the same value, or only the first row has a
  /// value.
  var facts: [(column: Int, fact: HardwareFact)] = []

  /// Columns in which the recording tool counts lost events.
  var losses: [(column: Int, name: String)] = []

  /// The metadata of the run that is known before the first row of the table is read.
  var description = RunDescription()

  /// The minimum number of fields in a row; `nil` if every row must be as long as the header.
  var minimumFieldCount: Int?

  /// No extra columns, for a table that has only columns of presents.
  static let none = PresentExtras()

  struct Sensor: Sendable {
    let name: String
    let role: Counter.Role
    let unit: Unit
    let scale: SampleCollector.Scale
    /// The position of the sensor's column in the header, from 0.
    var column = 0

    init(
      _ name: String, _ role: Counter.Role, _ unit: Unit, _ scale: SampleCollector.Scale? = nil
    ) {
      self.name = name
      self.role = role
      self.unit = unit
      self.scale = scale ?? (unit == .fraction ? .divided(by: 100) : .asWritten)
    }

    /// The sensors of a list for which the header has a column, in the order of the list, with the positions of the
    /// columns.
    static func present(in header: CSVHeader, of list: [Sensor]) -> [Sensor] {
      list.compactMap { sensor in
        var found = sensor
        guard let column = header.column(sensor.name) else { return nil }
        found.column = column
        return found
      }
    }
  }
}

/// A property of the machine or the program, such as the CPU, recognized by its name in PresentMon and related tools.
enum HardwareFact: Sendable, Equatable {
  case os
  case cpu
  case gpu
  /// A property other than operating system, CPU and GPU; the run gets a label with this name.
  case label(String)

  /// The property of the machine or program that a column or key names; `nil` if the name is unknown.
  ///
  /// - Parameter name: the name as OCAT, CapFrameX or FrameView write it, in upper or lower case.
  init?(named name: String) {
    guard let fact = Self.names[name.lowercased()] else { return nil }
    self = fact
  }

  /// The known properties of the machine and the program, by lower-case name of the column or key.
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

  /// Stores the value of the property in a run's metadata, unless the value is empty or the property is already known.
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
