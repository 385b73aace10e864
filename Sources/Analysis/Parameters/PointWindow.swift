public import Units

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
