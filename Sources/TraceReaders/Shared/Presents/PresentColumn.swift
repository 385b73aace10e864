internal import Decoding

/// A column of a present table, independent of the version that wrote it.
///
/// PresentMon changed the names of columns at 1.8 (`Ms…` became `ms…`; lookup ignores case). At 2.0, frames are
/// measured from the start of CPU work, and names lose their unit. At 2.3.1, frames are measured from present to
/// present again, and names have units.
enum PresentColumn: Int, CaseIterable {
  case application
  case process
  case swapChain
  case time
  case frameTime
  /// The column with the time to add to `frameTime` in PresentMon 2.0, which has no column for the whole frame time.
  case frameTimeRest
  /// The column that contains `1` if the frame was never displayed.
  case dropped
  /// The column with the time or the duration of the frame's display; empty or 0 for a frame that was not displayed.
  case displayed
  case frameType
  /// The column with the way in which a frame reached the screen, such as `Composed: Flip`.
  case presentMode
  /// The column with the time from the row's time to the display of the frame.
  case displayDelay
  case cpuBusy
  case gpuBusy
  case animationError
  /// The column with the latency from a click to the display of the click's effect.
  case clickLatency
  /// The column with the latency from any input to the display of the input's effect.
  case inputLatency
  /// The column with the latency from an input that the game itself marked to the display.
  case systemLatency

  /// The names that PresentMon versions use for the column, the preferred name first.
  ///
  /// The names of time columns are in `TimeColumn.all`.
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
    case .presentMode: ["PresentMode"]
    case .displayDelay: ["MsUntilDisplayed", "DisplayLatency"]
    case .cpuBusy: ["MsCPUBusy", "CPUBusy"]
    case .gpuBusy: ["MsGPUBusy", "GPUBusy", "msGPUActive", "GPUDuration"]
    case .animationError: ["MsAnimationError", "AnimationError"]
    case .clickLatency: ["MsClickToPhotonLatency", "ClickToPhotonLatency"]
    case .inputLatency: ["MsAllInputToPhotonLatency", "AllInputToPhotonLatency"]
    case .systemLatency: ["MsPCLatency"]
    }
  }
}

/// A column of a present table with the time of a frame: its present, or the start of its CPU work.
struct TimeColumn: Sendable {
  /// The name of the time column in the header.
  let name: String

  /// The unit of time that the column's name implies.
  let unit: TimeUnit

  /// Whether the column's unit of time must be verified with the data.
  ///
  /// Clock ticks are 100 ns on most machines, but not on all. With `--qpc_time_ms`, PresentMon 2.3.1 and later write
  /// milliseconds under `TimeInSeconds`. PresentMon's graphical program writes seconds under `CPUStartTime`.
  let isDoubtful: Bool

  private init(_ name: String, _ unit: TimeUnit, isDoubtful: Bool = false) {
    self.name = name
    self.unit = unit
    self.isDoubtful = isDoubtful
  }

  /// The possible columns with the time of the present, the preferred one first.
  ///
  /// Dates are accepted in all these columns, because PresentMon 1.x writes dates under `TimeInSeconds`.
  static let presents = [
    TimeColumn("TimeInSeconds", .seconds, isDoubtful: true),
    TimeColumn("TimeInMs", .milliseconds),
    TimeColumn("TimeInDateTime", .nanoseconds),
    TimeColumn("TimeInQPC", .ticks, isDoubtful: true),
    TimeColumn("QPCTime", .ticks, isDoubtful: true),
  ]

  /// The possible columns with the time at which the CPU started the frame, the preferred one first.
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
