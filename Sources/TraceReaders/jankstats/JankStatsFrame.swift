internal import Decoding
internal import Recordings
internal import Units

/// A frame as JankStats passes it to its listener; newer Android versions provide more values.
///
/// Source: AndroidX, `androidx.metrics.performance`, `FrameData`, `FrameDataApi24` and `FrameDataApi31`.
struct JankStatsFrame {
  /// The time at which the work on the frame started.
  let start: Nanoseconds
  /// The duration of the main thread's work on the frame.
  let ui: Nanoseconds
  /// The duration of the CPU's work on the frame; `nil` before Android 7.
  let cpu: Nanoseconds?
  /// The duration of all work on the frame including the GPU; `nil` before Android 12.
  let total: Nanoseconds?
  /// The end of the work on the frame minus its deadline; `nil` before Android 12.
  let overrun: Nanoseconds?
  /// Whether JankStats classifies the frame as janky; `nil` if the classification was not logged.
  let isJank: Bool?
  /// The states that the application had set when the frame was drawn, such as `Activity: Main`.
  let states: [String]

  /// The end of the work on the frame: the end of all work if it is known, else of the CPU's work, else of the main
  /// thread's work.
  var end: Nanoseconds { start + (total ?? cpu ?? ui) }

  /// Creates a frame from the members in a line; `nil` if a required member is missing.
  init?(_ members: JankStatsMembers) {
    guard let start = members.start, let ui = members.ui, ui >= 0 else { return nil }
    self.start = start
    self.ui = ui
    cpu = members.cpu.flatMap { $0 > 0 ? $0 : nil }
    total = members.total.flatMap { $0 > 0 ? $0 : nil }
    overrun = members.overrun
    isJank = members.isJank
    states = members.states
    guard end.isPlausible else { return nil }
  }
}

/// The members of JankStats' `FrameData` that a line contains.
struct JankStatsMembers {
  fileprivate var start: Nanoseconds?
  fileprivate var ui: Nanoseconds?
  fileprivate var cpu: Nanoseconds?
  fileprivate var total: Nanoseconds?
  fileprivate var overrun: Nanoseconds?
  var isJank: Bool?
  var states: [String] = []

  /// A member of `FrameData`, by its name in JankStats.
  enum Name: CaseIterable {
    case start, ui, cpu, total, overrun, isJank, states

    private var text: StaticString {
      switch self {
      case .start: "frameStartNanos"
      case .ui: "frameDurationUiNanos"
      case .cpu: "frameDurationCpuNanos"
      case .total: "frameDurationTotalNanos"
      case .overrun: "frameOverrunNanos"
      case .isJank: "isJank"
      case .states: "states"
      }
    }

    /// Recognizes a member of `FrameData` by its name in a line; `nil` for other names.
    init?(_ name: Field) {
      guard let known = Self.allCases.first(where: { name.isExactly($0.text) }) else { return nil }
      self = known
    }
  }

  /// Stores the time of a member of `FrameData`; members that are not times are ignored.
  mutating func set(_ name: Name, to time: Nanoseconds?) {
    switch name {
    case .start: start = time
    case .ui: ui = time
    case .cpu: cpu = time
    case .total: total = time
    case .overrun: overrun = time
    case .isJank, .states: break
    }
  }
}
