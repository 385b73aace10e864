public import Recordings
public import Units

/// The parameters with which the metrics of one run are computed, such as the refresh rate; outputs print those that
/// affect a value.
///
///     let parameters = Parameters(for: recording)
///     parameters.refreshRate  // .declared(60), .inferred(60) or .unknown
public struct Parameters: Sendable, Hashable {
  /// The refresh rate of the display on which the run was recorded.
  public private(set) var refreshRate: RefreshRate
  /// The input lag, the part of the response time that does not depend on the frame, that metrics of response time
  /// assume.
  public let inputLag: Nanoseconds
  /// The longest response time that metrics count as instantaneous.
  public let instantaneousLimit: Nanoseconds
  /// The largest distance from the average frame rate, as a fraction of it, at which a frame-rate point counts as
  /// stable.
  public let stabilityTolerance: Double
  /// The definition of a frame-rate point (the frame rate of one window of time), such as one per second.
  public let points: PointWindow
  /// The kinds of frames that metrics count, such as displayed ones.
  public private(set) var frames: FrameSelection
  /// The lowest and the highest refresh rate of a display that waits for the next frame (variable refresh rate); `nil`
  /// if unknown, or if the rate is fixed.
  public let refreshRange: RefreshRange?
  /// The weights that the metric `hitch.weighted` gives late frames.
  public let hitchWeight: HitchWeight

  /// Determines the parameters with which the metrics of a run are computed.
  ///
  /// Settings override the run and its trace. If no refresh rate is given, it is inferred from the
  /// display times, or else from the frame times, if these are clear. The other defaults are: input lag 55 ms, instantaneous limit
  /// 100 ms, stability tolerance 0.2, points of one second, displayed frames, no refresh range, and
  /// those of `HitchWeight`.
  ///
  /// - Complexity: O(frames) if the refresh rate must be inferred, otherwise O(1).
  public init(for recording: Recording, settings: ParameterSettings = ParameterSettings()) {
    self.init(
      for: recording, settings: settings,
      selected: { SelectedFrames.of(recording, selection: settings.frameSelection) },
      displayed: { recording.onScreen.value.flatMap(SelectedFrames.onScreen) })
  }

  /// Like `init(for:settings:)`, with frames that are selected only if they are needed.
  init(
    for recording: Recording, settings: ParameterSettings, selected: () -> Known<SelectedFrames>,
    displayed: () -> SelectedFrames?
  ) {
    let device = recording.description.device
    frames = settings.frameSelection
    inputLag = settings.inputLag ?? device.inputLag ?? 55 * .perMillisecond
    instantaneousLimit = settings.instantaneousLimit ?? 100 * .perMillisecond
    stabilityTolerance = settings.stabilityTolerance ?? 0.2
    points = settings.points ?? .window(.perSecond)
    refreshRange = settings.refreshRange ?? device.refreshRange
    hitchWeight = HitchWeight(
      tau: settings.hitchTau, power: settings.hitchPower, delta: settings.hitchDelta)
    if let declared = settings.refreshRate ?? device.refreshRate {
      refreshRate = .declared(declared)
    } else {
      let shown = displayed().map { RefreshRate.inferred(fromDisplays: $0.frameTimes) }
      if let shown, shown != .unknown {
        refreshRate = shown
      } else {
        refreshRate = selected().value.map { RefreshRate.inferred(from: $0.frameTimes) } ?? .unknown
      }
    }
  }

  /// The names and values of all parameters of metrics, such as the refresh rate, in the order in which outputs print
  /// them.
  public var values: [(key: ParameterKey, value: ParameterValue)] {
    ParameterKey.allCases.map { ($0, self[$0]) }
  }

  /// The value of one parameter of metrics, such as the refresh rate, as a number or word for JSON and for the store.
  public subscript(key: ParameterKey) -> ParameterValue {
    switch key {
    case .refreshRate: refreshRate.hertz.map { .number($0) } ?? .unknown
    case .refreshRateSource: .text(refreshRate.source)
    case .inputLag: .number(inputLag.milliseconds)
    case .instantaneousLimit: .number(instantaneousLimit.milliseconds)
    case .stabilityTolerance: .number(stabilityTolerance)
    case .points: .text(points.name)
    case .frames: .text(frames.rawValue)
    case .refreshRange: refreshRange.map { .text($0.name) } ?? .unknown
    case .hitchTau: .number(hitchWeight.tau.milliseconds)
    case .hitchPower: .number(hitchWeight.power)
    case .hitchDelta: .number(hitchWeight.delta.milliseconds)
    }
  }

  /// A copy of these parameters for the times of displays, among which no frame is left out.
  var onScreen: Parameters {
    var parameters = self
    parameters.frames = .displayed
    return parameters
  }

  /// A copy of these parameters with another refresh rate, such as one that was inferred from the frames.
  public func with(_ rate: RefreshRate) -> Parameters {
    var parameters = self
    parameters.refreshRate = rate
    return parameters
  }
}
