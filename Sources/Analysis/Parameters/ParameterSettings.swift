public import Recordings
public import Units

/// The parameters of metrics, such as the refresh rate, that the user sets on the command line or in a `suite.json`.
///
/// The others are determined per run.
public struct ParameterSettings: Sendable, Hashable {
  /// The refresh rate of the display in hertz, above 0; `nil` if not set.
  public var refreshRate: Double?
  /// The input lag, the part of the response time that does not depend on the frame, 0 or above; `nil` if not set.
  public var inputLag: Nanoseconds?
  /// The longest response time that feels instantaneous, 0 or above; `nil` if not set.
  public var instantaneousLimit: Nanoseconds?
  /// The largest distance from the average frame rate, as a fraction of it between 0 and 1, at which a frame-rate point
  /// counts as stable; `nil` if not set.
  public var stabilityTolerance: Double?
  /// How long a frame-rate point is, such as a second; `nil` if not set.
  public var points: PointWindow?
  /// The kinds of frames that metrics count, such as displayed ones; `nil` if not set.
  public var frames: FrameSelection?
  /// The lowest and the highest refresh rate of a display that waits for the next frame (variable refresh rate); `nil`
  /// if not set.
  public var refreshRange: RefreshRange?
  /// The lateness beyond `hitchDelta`, the part that viewers hardly notice, at which `hitch.weighted` gives a late
  /// frame the weight 1, in nanoseconds, above 0; `nil` if not set.
  public var hitchTau: Nanoseconds?
  /// The exponent of the lateness in the formula of the metric `hitch.weighted`, 1 to 10; `nil` if not set.
  public var hitchPower: Double?
  /// The part of each frame's lateness that `hitch.weighted` ignores, 0 or above; `nil` if not set.
  public var hitchDelta: Nanoseconds?

  public init() {}

  /// The frames that count; displayed ones by default.
  var frameSelection: FrameSelection { frames ?? .displayed }

  /// Reads the parameters of metrics that a suite sets, as pairs of name and text, such as `refresh_rate_hz` and `60`.
  ///
  /// - Throws: the first invalid name or value, in alphabetical order of the names.
  public init(_ texts: [String: String]) throws(ParameterError) {
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      guard let key = ParameterKey(rawValue: name), key != .refreshRateSource else {
        throw .unknownParameter(name)
      }
      try set(key, to: text)
    }
  }

  /// Sets one parameter of metrics, such as the refresh rate, from text.
  ///
  /// - Parameters:
  ///   - key: any parameter except `refreshRateSource`.
  ///   - text: a decimal number in the unit at the end of the key's name, or a word.
  /// - Throws: if the text is not valid for the parameter.
  public mutating func set(_ key: ParameterKey, to text: String) throws(ParameterError) {
    func number(_ expected: ParameterError.Expectation) throws(ParameterError) -> Double {
      guard let number = Double.plain(text), expected.allows(number) else {
        throw .badValue(key, found: text, expected: expected)
      }
      return number
    }
    switch key {
    case .refreshRate: refreshRate = try number(.rate)
    case .refreshRateSource: throw .unknownParameter(key.rawValue)
    case .inputLag: inputLag = Self.duration(milliseconds: try number(.duration))
    case .instantaneousLimit:
      instantaneousLimit = Self.duration(milliseconds: try number(.duration))
    case .stabilityTolerance: stabilityTolerance = try number(.fraction)
    case .points:
      guard let window = PointWindow(named: text) else {
        throw .badValue(key, found: text, expected: .pointWindow)
      }
      points = window
    case .frames:
      guard let selection = FrameSelection(rawValue: text) else {
        throw .badValue(key, found: text, expected: .words(FrameSelection.allCases.map(\.rawValue)))
      }
      frames = selection
    case .refreshRange:
      guard let range = RefreshRange(named: text) else {
        throw .badValue(key, found: text, expected: .refreshRange)
      }
      refreshRange = range
    case .hitchTau: hitchTau = Self.duration(milliseconds: try number(.positiveDuration))
    case .hitchPower: hitchPower = try number(.power)
    case .hitchDelta: hitchDelta = Self.duration(milliseconds: try number(.duration))
    }
  }

  /// A copy of these parameter settings in which other settings take precedence, such as those of the command line over
  /// those of a suite.
  public func overridden(by stronger: ParameterSettings) -> ParameterSettings {
    var settings = self
    settings.refreshRate = stronger.refreshRate ?? refreshRate
    settings.inputLag = stronger.inputLag ?? inputLag
    settings.instantaneousLimit = stronger.instantaneousLimit ?? instantaneousLimit
    settings.stabilityTolerance = stronger.stabilityTolerance ?? stabilityTolerance
    settings.points = stronger.points ?? points
    settings.frames = stronger.frames ?? frames
    settings.refreshRange = stronger.refreshRange ?? refreshRange
    settings.hitchTau = stronger.hitchTau ?? hitchTau
    settings.hitchPower = stronger.hitchPower ?? hitchPower
    settings.hitchDelta = stronger.hitchDelta ?? hitchDelta
    return settings
  }

  private static func duration(milliseconds: Double) -> Nanoseconds {
    Nanoseconds((milliseconds * 1e6).rounded())
  }
}

/// Why a parameter of metrics, such as the refresh rate, could not be set.
public enum ParameterError: Error, Sendable, Equatable {
  /// The parameter does not exist, or cannot be set.
  case unknownParameter(String)
  /// The text is not valid for the parameter.
  case badValue(ParameterKey, found: String, expected: Expectation)

  /// The kinds of text that a metric's parameter allows, such as a number of milliseconds or one of several words.
  public enum Expectation: Sendable, Equatable {
    /// A number above 0, up to 10,000 hertz.
    case rate
    /// A number of milliseconds, from 0 to an hour.
    case duration
    /// A number above 0 and below 1.
    case fraction
    /// The name of a frame-rate point: a length such as `1s`, or `frame`, or `fpscounter`.
    case pointWindow
    case words([String])
    /// Two rates in hertz, such as `48-144`.
    case refreshRange
    /// A number of milliseconds, from 0.001 to an hour.
    case positiveDuration
    /// A number from 1 to 10.
    case power

    func allows(_ number: Double) -> Bool {
      switch self {
      case .rate: Device.isRefreshRate(number)
      case .duration: (0...3_600_000).contains(number)
      case .fraction: number > 0 && number < 1
      case .positiveDuration: (0.001...3_600_000).contains(number)
      case .power: (1...10).contains(number)
      case .pointWindow, .words, .refreshRange: false
      }
    }
  }
}

extension ParameterError {
  public func complaint(at place: String) -> Complaint {
    switch self {
    case .unknownParameter(let name):
      let known = ParameterKey.allCases.filter { $0 != .refreshRateSource }.map(\.rawValue)
      return Complaint(
        at: place, "metrics have no parameter “\(name)”",
        wanted: "the parameters of metrics are \(quoted(known))")
    case .badValue(let key, let found, let expected):
      return Complaint(
        at: place, "“\(found)” is not a valid value of \(key.rawValue)",
        wanted: "expected \(expected.words)")
    }
  }
}

extension ParameterError.Expectation {
  fileprivate var words: String {
    switch self {
    case .rate: "a rate in hertz, above 0 and at most 10000"
    case .duration: "a number of milliseconds, at least 0 and at most an hour"
    case .fraction: "a fraction above 0 and below 1"
    case .pointWindow:
      "a duration such as 1s or 500ms, or one of the words “frame” and “fpscounter”"
    case .refreshRange: "the lowest and the highest refresh rate in hertz, such as 48-144"
    case .positiveDuration: "a number of milliseconds, at least 0.001 and at most an hour"
    case .power: "a number from 1 to 10"
    case .words(let words): "one of \(quoted(words))"
    }
  }
}
