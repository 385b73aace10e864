/// The refresh rate of the display, and how it is known.
public enum RefreshRate: Sendable, Hashable {
  /// An option, the suite, the run or the trace says so; in hertz, above 0.
  case declared(Double)
  /// The frame times lie on a lattice of this rate; in hertz.
  case inferred(Double)
  /// Nobody says, and the frame times do not tell.
  case unknown

  /// The rate in hertz, or `nil` when it is unknown.
  public var hertz: Double? {
    switch self {
    case .declared(let hertz), .inferred(let hertz): hertz
    case .unknown: nil
    }
  }

  /// The word for how it is known.
  public var source: String {
    switch self {
    case .declared: "declared"
    case .inferred: "inferred"
    case .unknown: "unknown"
    }
  }
}
