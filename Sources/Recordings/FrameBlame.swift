/// The causes that the platform reports for a late frame; empty for a frame in time.
///
/// This is the platform's verdict from the trace. A frame can have several causes, and may be no
/// longer than its neighbors.
public struct FrameBlame: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// The causes as bits.
  public let rawValue: UInt8

  /// Creates a value from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The application missed its deadline.
  public static let application = FrameBlame(rawValue: 1)
  /// The compositor, its scheduling or the display was late.
  public static let system = FrameBlame(rawValue: 2)
  /// Earlier frames were still waiting to be displayed.
  public static let queue = FrameBlame(rawValue: 4)
  /// Late; the trace gives no cause.
  public static let unknown = FrameBlame(rawValue: 8)

  /// Every cause with its name in outputs.
  private static let names: [(FrameBlame, String)] = [
    (.application, "application"), (.system, "system"), (.queue, "queue"), (.unknown, "unknown"),
  ]

  /// The causes as text, such as `application+queue`; `nil` for a frame in time.
  public var name: String? {
    let words = Self.names.filter { contains($0.0) }.map(\.1)
    return words.isEmpty ? nil : words.joined(separator: "+")
  }
}
