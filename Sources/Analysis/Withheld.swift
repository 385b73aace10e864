public import Recordings
internal import Units

/// The reason why a metric has no value for a run, as a clause in lower case without a period.
///
/// It is shown in place of the number, so it says what is missing or what to do.
public struct Withheld: Error, Sendable, Equatable {
  /// The reason why a metric has no value, as a clause in lower case without a period.
  public let reason: String

  public init(_ reason: String) {
    self.reason = reason
  }
}

extension Withheld {
  static let noFrames = Withheld("the trace has a single present, and a frame needs two presents")
  static let noSelectedFrames = Withheld("the run has no frame of the kind that --frames selects")
  static let noActiveFrames = Withheld("no whole frame is within an activity marker of the run")
  static let endlessTimeline = Withheld("the timeline is longer than 292 years")
  static let singleFrame = Withheld("the run has a single frame, and this metric needs two")
  static let noNeighbors = Withheld("the run has no two consecutive frames")
  static let noRefreshRate = Withheld(
    "the refresh rate of the display is unknown; pass --refresh-rate")
  static let severalRefreshRates = Withheld("the runs have different refresh rates")
  static let onePoint = Withheld(
    "the run has a frame rate for only one window, and this metric needs two windows")
  static let emptyWindows = Withheld(
    "the run has over a million windows without a frame; pass --points frame")
  static let lastsDays = Withheld(
    "the run lasts for days, too long to compute this figure of another tool")
  static let shorterThanPoll = Withheld(
    "the run is shorter than half a second, the time of one poll of flashlight")
  static let notFinite = Withheld("the values are too large to compute the metric")
  static let noThreads = Withheld("the run has no CPU time of threads")
  static let noMainThread = Withheld("the main thread is unknown; mark the main thread in run.json")
  static let noThreadTime = Withheld(
    "only the thread's share of the CPU time is known, not the thread's CPU time")
  static let oneThread = Withheld(
    "only one thread was sampled, so the thread's share of the CPU time is unknown")
  static let notComputed = Withheld("this metric was not computed")
  static let noSuchCase = Withheld("the suite has no stage with this case and variant")
  static let noRuns = Withheld("this stage has no runs")
  static let referenceIsZero = Withheld("the reference's value of the metric is 0")
  static let bestIsZero = Withheld("the metric's value for the best case is 0")
  static let noWay = Withheld("the best and the worst case have equal values")
  static let noBlames = Withheld("the trace does not mark late frames")
  static let noPolls = Withheld(
    "this value needs the polls of flashlight, and the trace is not a flashlight result")
  static let missingPoll = Withheld(
    "a poll in the flashlight result has no value, and then flashlight reports no mean")
  static let shorterThanWindow = Withheld(
    "the run has no whole window of one second, in which Chrome counts dropped frames")
  static let shortSequence = Withheld(
    "the run has under 100 frames, and Chrome reports only sequences of at least 100 frames")
  static let noRefreshRange = Withheld(
    "the refresh range of the display is unknown; pass --refresh-range")
  static let noPower = Withheld("the mean power is 0 or less")
  static let noGeneratedFrames = Withheld("no generated frames in this trace")
  static let unplacedGeneratedFrames = Withheld(
    "the trace does not show in which activity the generated frames were displayed")
  static let untimedGeneratedFrames = Withheld("the trace has no times of the generated frames")
  static let unmarkedGeneratedFrames = Withheld(
    "presents come in pairs, and the trace does not show which of them are generated")
  static let noTestDuration = Withheld("the duration of the test was not recorded")
  static let idleThreads = Withheld("no thread used any CPU time")

  static func shorterThanWindow(_ name: String) -> Withheld {
    Withheld(
      "the run is shorter than \(name), the window of a frame-rate point; --points selects a shorter window"
    )
  }

  static func noSamples(of role: Counter.Role) -> Withheld {
    Withheld("no \(role.words) samples in this trace")
  }

  static func noSamplesInTime(of role: Counter.Role) -> Withheld {
    Withheld("no \(role.words) samples within the time of the frames")
  }

  static func noSignal(_ signal: FrameSignal) -> Withheld {
    Withheld("no \(signal.words) in this trace")
  }

  static func noScalar(_ name: String) -> Withheld {
    Withheld("this run has no value for \(name)")
  }

  static func otherUnit(of name: String, found: Unit, wanted: Unit) -> Withheld {
    Withheld("the samples of \(name) have the unit \(found.id); expected the unit \(wanted.id)")
  }
}

extension Known {
  /// Returns the value, such as that of a metric, or throws the reason why it is missing.
  public func get() throws(Withheld) -> Value {
    switch self {
    case .known(let value): return value
    case .withheld(let reason): throw Withheld(reason)
    }
  }

  init(_ compute: () throws(Withheld) -> Value) {
    do throws(Withheld) {
      self = .known(try compute())
    } catch {
      self = .withheld(because: error.reason)
    }
  }
}

extension Counter.Role {
  var words: String {
    switch self {
    case .cpu: "CPU"
    case .gpu: "GPU"
    case .memory, .power, .temperature, .battery: name
    case .threadCPU(let thread): "CPU (thread \(thread))"
    case .other: "such"
    }
  }
}

extension FrameSignal {
  var words: String {
    switch self {
    case .cpuBusy: "CPU time of frames"
    case .gpuBusy: "GPU time of frames"
    case .display: "display times"
    case .latency: "measured latency"
    case .animationError: "animation error"
    case .work: "working time of frames"
    case .overrun: "deadlines of frames"
    case .ui: "build times of frames"
    case .render: "render times of frames"
    case .input, .animation, .layout, .draw, .sync, .issue, .swap: "\(rawValue) times of frames"
    }
  }
}
