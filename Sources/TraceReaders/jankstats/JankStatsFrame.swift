internal import Decoding
internal import Recordings
internal import Units

/// A frame as JankStats gives it to its listener; newer systems tell more.
///
/// Source: AndroidX, `androidx.metrics.performance`, `FrameData`, `FrameDataApi24` and
/// `FrameDataApi31`.
struct JankStatsFrame {
  /// When the work on the frame began.
  let start: Nanoseconds
  /// How long the main thread worked on it.
  let ui: Nanoseconds
  /// How long the processor worked on it; `nil` before Android 7.
  let cpu: Nanoseconds?
  /// How long the work on it lasted, the graphics processor's included; `nil` before Android 12.
  let total: Nanoseconds?
  /// When the work ended less when it had to; `nil` before Android 12.
  let overrun: Nanoseconds?
  /// Whether the library calls it janky; `nil` where that was not written.
  let isJank: Bool?
  /// What the application said it was doing, such as `Activity: Main`.
  let states: [String]

  /// When the work on it ended, as far as it is known.
  var end: Nanoseconds { start + (total ?? cpu ?? ui) }

  /// Takes what a line says; fails where that is no frame.
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

/// What a line says of a frame.
struct JankStatsMembers {
  fileprivate var start: Nanoseconds?
  fileprivate var ui: Nanoseconds?
  fileprivate var cpu: Nanoseconds?
  fileprivate var total: Nanoseconds?
  fileprivate var overrun: Nanoseconds?
  var isJank: Bool?
  var states: [String] = []

  /// A member, by the name that the library gives it.
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

    /// Recognises a name; `nil` for that of anything else.
    init?(_ name: Field) {
      guard let known = Self.allCases.first(where: { name.isExactly($0.text) }) else { return nil }
      self = known
    }
  }

  /// Takes a time; that of a member which is none is passed over.
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
