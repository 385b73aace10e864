public import Recordings
public import Units

/// The parameters of one run's metrics, printed wherever they affect a value.
///
///     let parameters = Parameters(for: recording)
///     parameters.refreshRate  // .declared(60), .inferred(59.94) or .unknown
public struct Parameters: Sendable, Hashable {
  /// Refresh rate of the display.
  public let refreshRate: RefreshRate
  /// The input lag of the response-time model.
  public let inputLag: Nanoseconds
  /// The longest response that feels instantaneous.
  public let instantaneousLimit: Nanoseconds
  /// The largest distance of a stable point from the average, as a fraction of it.
  public let stabilityTolerance: Double
  /// The definition of a frame-rate point.
  public let points: PointWindow
  /// The frames that count.
  public let frames: FrameSelection

  /// Determines the parameters of a run.
  ///
  /// Settings override the run and its trace. If no refresh rate is given, it is inferred from the
  /// frame times, if these are clear. The other defaults are: input lag 55 ms, instantaneous limit
  /// 100 ms, stability tolerance 0.2, points of one second, displayed frames.
  ///
  /// - Complexity: O(frames) if the refresh rate must be inferred, otherwise O(1).
  public init(for recording: Recording, settings: ParameterSettings = ParameterSettings()) {
    self.init(for: recording, settings: settings) {
      SelectedFrames.of(recording, selection: settings.frameSelection)
    }
  }

  /// Like `init(for:settings:)`, with frames that are selected only if they are needed.
  init(
    for recording: Recording, settings: ParameterSettings, selected: () -> Known<SelectedFrames>
  ) {
    let device = recording.description.device
    frames = settings.frameSelection
    inputLag = settings.inputLag ?? device.inputLag ?? 55 * .perMillisecond
    instantaneousLimit = settings.instantaneousLimit ?? 100 * .perMillisecond
    stabilityTolerance = settings.stabilityTolerance ?? 0.2
    points = settings.points ?? .window(.perSecond)
    if let declared = settings.refreshRate ?? device.refreshRate {
      refreshRate = .declared(declared)
    } else {
      let frameTimes = selected().value?.frameTimes
      refreshRate = frameTimes.map { RefreshRate.inferred(from: $0) } ?? .unknown
    }
  }

  /// The parameters' names and values, in the order of outputs.
  public var values: [(key: ParameterKey, value: ParameterValue)] {
    ParameterKey.allCases.map { ($0, self[$0]) }
  }

  /// The value of one parameter in outputs.
  public subscript(key: ParameterKey) -> ParameterValue {
    switch key {
    case .refreshRate: refreshRate.hertz.map { .number($0) } ?? .unknown
    case .refreshRateSource: .text(refreshRate.source)
    case .inputLag: .number(inputLag.milliseconds)
    case .instantaneousLimit: .number(instantaneousLimit.milliseconds)
    case .stabilityTolerance: .number(stabilityTolerance)
    case .points: .text(points.name)
    case .frames: .text(frames.rawValue)
    }
  }
}
