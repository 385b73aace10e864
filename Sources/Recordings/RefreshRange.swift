/// The range of refresh rates of a display with a variable refresh rate (VRR).
///
///     RefreshRange(named: "48-144")?.name  // "48-144"
public struct RefreshRange: Sendable, Hashable {
  /// The lowest refresh rate of the display in hertz, above 0.
  public let lowest: Double
  /// The highest refresh rate of the display in hertz, above the lowest one and at most 10,000.
  public let highest: Double

  /// Parses a range of refresh rates such as `48-144`, two decimal numbers with a hyphen between them; `nil` for other
  /// texts.
  public init?(named text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { $0.utf8.allSatisfy("0123456789.".utf8.contains) }
    guard parts.count == 2, isPlain, let lowest = Double(parts[0]), let highest = Double(parts[1]),
      lowest > 0, lowest < highest, Device.isRefreshRate(highest)
    else { return nil }
    self.lowest = lowest
    self.highest = highest
  }

  /// The range of refresh rates as text that can be parsed again, such as `48-144`.
  public var name: String { "\(Self.text(lowest))-\(Self.text(highest))" }

  private static func text(_ rate: Double) -> String {
    rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
  }
}

extension Device {
  /// The name of the device property that contains the lowest and highest refresh rate of an adaptive display.
  public static let refreshRangeKey = "refresh_range_hz"

  /// The range of refresh rates of the display; `nil` if it is unknown or not valid.
  public var refreshRange: RefreshRange? {
    properties[Self.refreshRangeKey].flatMap(RefreshRange.init(named:))
  }
}
