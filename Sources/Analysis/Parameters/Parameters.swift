public import Recordings
internal import Statistics
public import Units

/// The parameters with which the metrics of one run are computed, such as the refresh rate; outputs print those that
/// affect a value.
///
///     let parameters = Parameters(for: recording)
///     parameters.refreshRate  // .declared(60), .inferred(60) or .unknown
public struct Parameters: Sendable, Hashable {
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

/// The choice of the kinds of frames, such as displayed or dropped ones, that metrics count.
///
/// The presents of other frames are removed from the timeline, so a frame time is the distance
/// between two counted presents. The present that opens the timeline is never removed.
public enum FrameSelection: String, Sendable, CaseIterable {
  case displayed
  /// Displayed and dropped frames of the application, as CapFrameX, FrameView and OCAT count.
  case presented
  /// All frames with a present, including generated and repeated ones.
  case all

  /// Whether metrics count frames of a given kind, such as dropped ones.
  ///
  /// The end of an idle time opens the frame after it, whatever the selection. The idle time itself is outside of all
  /// activities.
  public func includes(_ kind: FrameKind) -> Bool {
    switch (self, kind) {
    case (_, .displayed), (_, .idle), (.all, _), (.presented, .dropped): true
    case (.displayed, _), (.presented, .generated), (.presented, .repeated): false
    }
  }
}

/// The weights that the metric `hitch.weighted` gives late frames; the weight of a frame grows with its lateness.
///
///     HitchWeight().weighted(lateness: 204e6)  // 400 ms: 200 ms after δ, counted twice
///
/// A model whose constants were not fitted to ratings of viewers. Klein et al. (CoG 2024) found that
/// viewers hardly notice a variation of 4 ms, hence the default of δ. τ and the power are choices.
public struct HitchWeight: Sendable, Hashable {
  /// The lateness beyond `delta`, the part that viewers hardly notice, at which `hitch.weighted` gives a late frame the
  /// weight 1, in nanoseconds, above 0.
  ///
  /// Longer lateness weighs more, unless `power` is 1.
  public let tau: Nanoseconds
  /// The exponent of the lateness in the formula of the metric `hitch.weighted`, at least 1.
  public let power: Double
  /// The part of each frame's lateness that `hitch.weighted` ignores, in nanoseconds, because viewers hardly notice it.
  public let delta: Nanoseconds

  /// Creates the weights that `hitch.weighted` gives late frames; each constant of the formula has a default.
  ///
  /// By default, `tau` is 100 ms, `power` is 2 and `delta` is 4 ms.
  public init(tau: Nanoseconds? = nil, power: Double? = nil, delta: Nanoseconds? = nil) {
    self.tau = tau ?? 100 * .perMillisecond
    self.power = power ?? 2
    self.delta = delta ?? 4 * .perMillisecond
  }

  /// The lateness beyond δ, e, as e · (e / τ)^(power − 1), in milliseconds; 0 if there is none.
  ///
  /// `lateness` is in nanoseconds.
  func weighted(lateness: Double) -> Double {
    let excess = max(0, lateness - Double(delta))
    guard excess > 0 else { return 0 }
    return excess / 1e6 * (excess / Double(tau)).raised(to: power - 1)
  }
}

/// The names that machine-readable output has for the parameters of metrics, such as `refresh_rate_hz`.
public enum ParameterKey: String, Sendable, CaseIterable {
  case refreshRate = "refresh_rate_hz"
  /// The source of the refresh rate: `declared`, `inferred` or `unknown`.
  case refreshRateSource = "refresh_rate_source"
  /// The input lag of the response-time model, in milliseconds.
  case inputLag = "input_lag_ms"
  /// The longest response that feels instantaneous, in milliseconds.
  case instantaneousLimit = "instantaneous_limit_ms"
  /// The largest distance of a stable point from the average, as a fraction of it.
  case stabilityTolerance = "stability_tolerance"
  /// The definition of a frame-rate point: `1s`, `frame` or `fpscounter`.
  case points = "points"
  /// The frames that count: `displayed`, `presented` or `all`.
  case frames = "frames"
  /// The refresh rates between which a display adapts to the frames, in hertz: `48-144`.
  case refreshRange = "refresh_range_hz"
  /// The lateness beyond `hitchDelta` at which a frame has the weight 1 in `hitch.weighted`, in milliseconds.
  case hitchTau = "hitch_tau_ms"
  /// The power of the lateness in `hitch.weighted`.
  case hitchPower = "hitch_power"
  /// The lateness that `hitch.weighted` ignores, in milliseconds.
  case hitchDelta = "hitch_delta_ms"
}

/// The value of a metric's parameter in machine-readable output: a number or a word.
public enum ParameterValue: Sendable, Hashable {
  /// A finite number, in the unit that the parameter's name ends in.
  case number(Double)
  case text(String)
  case unknown
}

/// The definition of a frame-rate point: the window of time over which each frame rate of a run is computed.
///
/// Windows have a length above 0.
public enum PointWindow: Sendable, Hashable {
  /// The frames that ended within a full window of this length, divided by the length.
  case window(Nanoseconds)
  /// One frame: 1 / its frame time.
  case frame
  /// The display of konoma's FPSCounter, which the thesis used: a window opens with one frame and
  /// closes with the first frame at least this much later.
  ///
  /// The next window opens with the frame after that.
  case fpsCounter(Nanoseconds)

  /// The shortest and the longest window of a frame-rate point that the user may choose: a millisecond and an hour.
  public static let lengths: ClosedRange<Nanoseconds> = .perMillisecond...3600 * .perSecond

  /// The name, in outputs and options, of the time window that gives one frame-rate point: `1s`, `500ms`, `frame`, or
  /// `fpscounter` or `fpscounter:2s` for the windows of the library FPSCounter.
  public var name: String {
    switch self {
    case .window(let length): Self.name(of: length)
    case .frame: "frame"
    case .fpsCounter(.perSecond): "fpscounter"
    case .fpsCounter(let length): "fpscounter:" + Self.name(of: length)
    }
  }

  /// Parses the name of the window of frame-rate points, such as `500ms`; `nil` for other text, or for a length outside
  /// of 1 ms to 1 hour.
  public init?(named name: String) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.dropFirst().first) {
    case ("frame", nil): self = .frame
    case ("fpscounter", nil): self = .fpsCounter(.perSecond)
    case ("fpscounter", let length?):
      guard let length = Self.length(of: length) else { return nil }
      self = .fpsCounter(length)
    case (let length?, nil):
      guard let length = Self.length(of: length) else { return nil }
      self = .window(length)
    default: return nil
    }
  }

  private static func name(of length: Nanoseconds) -> String {
    if length.isMultiple(of: .perSecond) { return "\(length / .perSecond)s" }
    if length.isMultiple(of: .perMillisecond) { return "\(length / .perMillisecond)ms" }
    return "\(length.milliseconds)ms"
  }

  private static func length(of text: Substring) -> Nanoseconds? {
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s"),
      let number = Double.plain(text.dropLast(isMilliseconds ? 2 : 1))
    else { return nil }
    let length = number * Double(isMilliseconds ? Nanoseconds.perMillisecond : .perSecond)
    guard let length = Nanoseconds(exactly: length.rounded()) else { return nil }
    return lengths.contains(length) ? length : nil
  }
}

extension Double {
  /// Parses a finite decimal number such as `59.94`; rejects hexadecimal numbers and infinity.
  static func plain(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}
