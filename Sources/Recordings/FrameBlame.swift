/// The causes that the operating system reports for a late frame; empty for a frame that is not late.
///
/// This is the platform's verdict from the trace. A frame can have several causes, and may be no
/// longer than its neighbors.
public struct FrameBlame: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// The causes of a late frame as a set of bits.
  public let rawValue: UInt8

  /// Creates the causes of a late frame from a set of bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The frame was late because the application missed the frame's deadline.
  public static let application = FrameBlame(rawValue: 1)
  /// The frame was late because of the compositor, its scheduling or the display.
  public static let system = FrameBlame(rawValue: 2)
  /// The frame was late because earlier frames were still waiting to be displayed.
  public static let queue = FrameBlame(rawValue: 4)
  /// The frame was late, and the trace gives no cause.
  public static let unknown = FrameBlame(rawValue: 8)

  /// Every cause with its name in outputs.
  private static let names: [(FrameBlame, String)] = [
    (.application, "application"), (.system, "system"), (.queue, "queue"), (.unknown, "unknown"),
  ]

  /// The causes of a late frame as text, such as `application+queue`; `nil` for a frame that is not late.
  public var name: String? {
    let words = Self.names.filter { contains($0.0) }.map(\.1)
    return words.isEmpty ? nil : words.joined(separator: "+")
  }
}
