public import Recordings
public import Units

/// The parameters that one run's metrics were computed with; printed wherever they mattered.
public struct Parameters: Sendable, Hashable {
  /// Refresh rate of the display.
  public let refreshRate: RefreshRate
  /// What the model of the response time adds to the frame time.
  public let inputLag: Nanoseconds
  /// The longest response that is felt as instantaneous.
  public let instantaneousLimit: Nanoseconds
  /// How far a point may lie from the average and count as stable, as a fraction of it.
  public let stabilityTolerance: Double
  /// What a frame-rate point is.
  public let points: PointWindow
  /// Which frames count.
  public let frames: FrameSelection

  /// Settles the parameters of a run.
  ///
  /// What was asked for wins over what the run or its trace says; a refresh rate that neither knows is
  /// inferred from the frame times where they are clear. The rest has defaults: input lag 55 ms,
  /// instantaneous limit 100 ms, stability tolerance 0.2, points of one second, displayed frames.
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - settings: what was asked for.
  /// - Complexity: O(frames) where the refresh rate has to be inferred, else O(1).
  public init(for recording: Recording, settings: ParameterSettings = ParameterSettings()) {
    self.init(for: recording, settings: settings) {
      SelectedFrames.of(recording, selection: settings.frameSelection)
    }
  }

  /// The same with the frames that count, which are asked for only where they are needed.
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

  /// The value of one parameter, as outputs give it.
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
