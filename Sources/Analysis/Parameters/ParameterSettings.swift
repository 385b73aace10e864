public import Units

/// What somebody asked of the parameters, in options or in `suite.json`; the rest is left to each run.
public struct ParameterSettings: Sendable, Hashable {
  /// Refresh rate of the display in hertz, above 0.
  public var refreshRate: Double?
  /// What the model of the response time adds to the frame time, 0 or above.
  public var inputLag: Nanoseconds?
  /// The longest response that is felt as instantaneous, above 0.
  public var instantaneousLimit: Nanoseconds?
  /// How far a point may lie from the average and count as stable: a fraction of it, above 0, below 1.
  public var stabilityTolerance: Double?
  /// What a frame-rate point is.
  public var points: PointWindow?
  /// Which frames count.
  public var frames: FrameSelection?

  /// Creates settings that leave everything to the run.
  public init() {}

  /// Which frames count: displayed ones unless something else was asked for.
  var frameSelection: FrameSelection { frames ?? .displayed }

  /// Reads the parameters that a suite fixes.
  ///
  /// - Parameter texts: by their names in machine-readable output.
  /// - Throws: the first name, in alphabetical order, that cannot be used.
  public init(_ texts: [String: String]) throws(ParameterError) {
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      guard let key = ParameterKey(rawValue: name), key != .refreshRateSource else {
        throw .unknownParameter(name)
      }
      try set(key, to: text)
    }
  }

  /// Sets a parameter from text.
  ///
  /// - Parameters:
  ///   - key: which one; `refreshRateSource` cannot be set.
  ///   - text: a decimal number in the unit that the key's name ends in, or a word.
  /// - Throws: when the text does not fit the parameter.
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
    }
  }

  /// The same settings, where stronger ones leave something open.
  ///
  /// - Parameter stronger: win where they say something, as options do over a suite.
  /// - Returns: both together.
  public func overridden(by stronger: ParameterSettings) -> ParameterSettings {
    var settings = self
    settings.refreshRate = stronger.refreshRate ?? refreshRate
    settings.inputLag = stronger.inputLag ?? inputLag
    settings.instantaneousLimit = stronger.instantaneousLimit ?? instantaneousLimit
    settings.stabilityTolerance = stronger.stabilityTolerance ?? stabilityTolerance
    settings.points = stronger.points ?? points
    settings.frames = stronger.frames ?? frames
    return settings
  }

  private static func duration(milliseconds: Double) -> Nanoseconds {
    Nanoseconds((milliseconds * 1e6).rounded())
  }
}

/// Why a parameter could not be set.
public enum ParameterError: Error, Sendable, Equatable {
  /// No parameter has this name, or it is not one to be set.
  case unknownParameter(String)
  /// The text is not what the parameter needs.
  case badValue(ParameterKey, found: String, expected: Expectation)

  /// What would have fitted.
  public enum Expectation: Sendable, Equatable {
    /// A number above 0, up to 10,000 hertz.
    case rate
    /// A number of milliseconds, from 0 to an hour.
    case duration
    /// A number above 0 and below 1.
    case fraction
    /// The name of a frame-rate point: a length such as `1s`, or `frame`, or `fpscounter`.
    case pointWindow
    /// One of these words.
    case words([String])

    func allows(_ number: Double) -> Bool {
      switch self {
      case .rate: number > 0 && number <= 10_000
      case .duration: (0...3_600_000).contains(number)
      case .fraction: number > 0 && number < 1
      case .pointWindow, .words: false
      }
    }
  }
}
