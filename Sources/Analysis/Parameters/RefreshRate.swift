/// The refresh rate of the display, and whether it was declared or inferred from frame times.
public enum RefreshRate: Sendable, Hashable {
  /// Declared by an option, the suite, the run or the trace; in hertz, above 0.
  case declared(Double)
  /// Inferred: the frame times, or the times on the screen, are multiples of this refresh; in hertz.
  case inferred(Double, from: Times = .presents)
  /// Neither declared nor inferable from the frame times.
  case unknown

  /// What a refresh rate was inferred from.
  public enum Times: Sendable, Hashable {
    /// The times between presents.
    case presents
    /// The times between displays.
    case displays
  }

  /// The refresh rate of the display in hertz; `nil` if unknown.
  public var hertz: Double? {
    switch self {
    case .declared(let hertz), .inferred(let hertz, _): hertz
    case .unknown: nil
    }
  }

  /// The source of the display's refresh rate, as a word: declared, inferred or unknown.
  public var source: String {
    switch self {
    case .declared: "declared"
    case .inferred: "inferred"
    case .unknown: "unknown"
    }
  }

  /// The source of the refresh rate in a sentence.
  public var origin: String {
    switch self {
    case .declared, .unknown: source
    case .inferred(_, .presents): "inferred from frame times"
    case .inferred(_, .displays): "inferred from display times"
    }
  }
}
