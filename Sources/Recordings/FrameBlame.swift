/// What the platform blames for a frame that came late; nothing for a frame that did not.
///
/// The platform's own verdict, as it stands in the trace: a frame can be late for several reasons, and
/// may have lasted no longer than its neighbours.
public struct FrameBlame: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// The reasons as bits.
  public let rawValue: UInt8

  /// Creates a verdict from its bits.
  ///
  /// - Parameter rawValue: the reasons as bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The application missed its deadline.
  public static let application = FrameBlame(rawValue: 1)
  /// The compositor, its schedule or the display came late.
  public static let system = FrameBlame(rawValue: 2)
  /// Frames before it were still waiting to be shown.
  public static let queue = FrameBlame(rawValue: 4)
  /// Late, for a reason that the trace does not tell.
  public static let unknown = FrameBlame(rawValue: 8)

  /// Every reason with the word for it in outputs.
  private static let names: [(FrameBlame, String)] = [
    (.application, "application"), (.system, "system"), (.queue, "queue"), (.unknown, "unknown"),
  ]

  /// The reasons as outputs give them, such as `application+queue`; `nil` for a frame in time.
  public var name: String? {
    let words = Self.names.filter { contains($0.0) }.map(\.1)
    return words.isEmpty ? nil : words.joined(separator: "+")
  }
}
