internal import Decoding

/// What a column of a table of presents says, whatever the version that wrote it calls it.
///
/// The names changed at 1.8 (`Ms…` to `ms…`, which case-insensitive lookup bridges), at 2.0 (the frame
/// is measured from the start of the CPU's work, and names lose their unit), and at 2.3.1 (back to
/// presents, with units).
enum PresentColumn: Int, CaseIterable {
  case application
  case process
  case swapChain
  case time
  case frameTime
  /// Time that 2.0, which has no column for the whole frame, adds to its first part.
  case frameTimeRest
  /// `1` for a frame that was never shown.
  case dropped
  /// When or how long the frame was shown; nothing for a frame that never was.
  case displayed
  case frameType
  case cpuBusy
  case gpuBusy
  case animationError
  /// From a click to the screen.
  case clickLatency
  /// From any input to the screen.
  case inputLatency
  /// From the input that the game's own marker names to the screen.
  case systemLatency

  /// The names of the column, the one to prefer first; those of time columns are `TimeColumn.all`.
  var names: [String] {
    switch self {
    case .application: ["Application"]
    case .process: ["ProcessID"]
    case .swapChain: ["SwapChainAddress"]
    case .time, .frameTimeRest: []
    case .frameTime: ["MsBetweenPresents", "MsBetweenAppPresents", "FrameTime"]
    case .dropped: ["Dropped", "AppMissed"]
    case .displayed:
      ["MsUntilDisplayed", "DisplayLatency", "MsBetweenDisplayChange", "DisplayedTime"]
    case .frameType: ["FrameType"]
    case .cpuBusy: ["MsCPUBusy", "CPUBusy"]
    case .gpuBusy: ["MsGPUBusy", "GPUBusy", "msGPUActive", "GPUDuration"]
    case .animationError: ["MsAnimationError", "AnimationError"]
    case .clickLatency: ["MsClickToPhotonLatency", "ClickToPhotonLatency"]
    case .inputLatency: ["MsAllInputToPhotonLatency", "AllInputToPhotonLatency"]
    case .systemLatency: ["MsPCLatency"]
    }
  }
}

/// A column that says when a frame was.
struct TimeColumn: Sendable {
  /// Its name.
  let name: String

  /// What it counts in, if it keeps to its name.
  let unit: TimeUnit

  /// Whether the unit has to be looked up in the data.
  ///
  /// Ticks are 100 ns on most machines, not on all. With `--qpc_time_ms` PresentMon 2.3.1 and later
  /// write milliseconds under `TimeInSeconds`, and its graphical program writes seconds under
  /// `CPUStartTime`.
  let isDoubtful: Bool

  private init(_ name: String, _ unit: TimeUnit, isDoubtful: Bool = false) {
    self.name = name
    self.unit = unit
    self.isDoubtful = isDoubtful
  }

  /// Columns that say when the frame was presented, the one to prefer first.
  ///
  /// A date in any of them is taken, whatever the unit: 1.x writes dates under `TimeInSeconds`.
  static let presents = [
    TimeColumn("TimeInSeconds", .seconds, isDoubtful: true),
    TimeColumn("TimeInMs", .milliseconds),
    TimeColumn("TimeInDateTime", .nanoseconds),
    TimeColumn("TimeInQPC", .ticks, isDoubtful: true),
    TimeColumn("QPCTime", .ticks, isDoubtful: true),
  ]

  /// Columns that say when the CPU began with the frame, the one to prefer first.
  static let starts = [
    TimeColumn("CPUStartTime", .milliseconds, isDoubtful: true),
    TimeColumn("CPUStartTimeInMs", .milliseconds),
    TimeColumn("CPUStartQPCTime", .milliseconds, isDoubtful: true),
    TimeColumn("CPUStartQPCTimeInMs", .milliseconds),
    TimeColumn("CPUStartTimeInSeconds", .seconds),
    TimeColumn("CPUStartDateTime", .nanoseconds),
    TimeColumn("CPUStartQPC", .ticks, isDoubtful: true),
  ]
}
