internal import Decoding
internal import Recordings
internal import Units

/// The frames of one surface of a process, or of the display, as FrameTimeline has them.
///
/// Frames that have ended are taken in the order of the trace, into columns: some twenty bytes each.
struct SurfaceLayer {
  /// A frame that has begun.
  struct Frame {
    /// The vsync that it is for.
    let token: Int64
    /// The frame of the display that showed it; of a display's frame its own token.
    let displayToken: Int64
    let start: Nanoseconds
    /// When it was expected to end; `nil` when the trace does not tell.
    var expectedEnd: Nanoseconds?
    let jank: UInt64
    let isDropped: Bool
  }

  /// The process's id.
  let process: Int64
  /// The surface's name; `nil` of the display.
  let name: String?

  /// Frames that have begun, with those that were dropped or never ended.
  private(set) var count = 0
  /// Frames that were dropped.
  private(set) var droppedCount = 0
  /// How many frames have each verdict, by its bit.
  private(set) var verdictCounts = [Int](repeating: 0, count: 20)

  /// The vsync that each frame is for, those of one row here and below.
  private(set) var tokens = OptionalColumn()
  /// The frame of the display that showed it; empty of the display.
  private(set) var displayTokens = OptionalColumn()
  /// When the work on it ended; of a display's frame when it was presented.
  private(set) var ends = OptionalColumn()
  /// How long that took, `nil` when it took no time; empty of the display.
  private(set) var works = OptionalColumn()
  /// How much later it ended than expected; empty of the display.
  private(set) var overruns = OptionalColumn()
  /// What is to blame for a late frame.
  private(set) var blames: NumberColumn<FrameBlame> = []

  /// Frames that were expected and have not come yet: token, and when they should end.
  private var expected: [(token: Int64, end: Nanoseconds)] = []

  /// Frames that are expected and do not come, at most: a few are under way at any time.
  private static let mostExpected = 64
  /// Bits that verdicts have today, and some more: twenty.
  private static let verdictBits: UInt64 = 0xF_FFFF

  init(process: Int64, name: String?) {
    self.process = process
    self.name = name
  }

  /// Takes the beginning of a frame.
  ///
  /// - Parameter frame: as the trace has it.
  /// - Returns: the frame with what was expected of it, to be given back when it ends.
  mutating func begin(_ frame: Frame) -> Frame {
    count += 1
    droppedCount += frame.isDropped ? 1 : 0
    var verdicts = frame.jank & Self.verdictBits
    while verdicts != 0 {
      verdictCounts[verdicts.trailingZeroBitCount] += 1
      verdicts &= verdicts - 1
    }
    var frame = frame
    if let index = expected.lastIndex(where: { $0.token == frame.token }) {
      frame.expectedEnd = expected[index].end
      expected.removeSubrange(...index)
    }
    return frame
  }

  /// Takes a frame that has ended.
  mutating func take(_ frame: EndedFrame) {
    tokens.append(frame.token)
    ends.append(frame.end)
    blames.append(frame.blame)
    guard name != nil else { return }
    displayTokens.append(frame.displayToken)
    works.append(frame.work)
    overruns.append(frame.overrun)
  }

  /// Notes when a frame should end.
  mutating func expect(_ token: Int64, at end: Nanoseconds) {
    if expected.count == Self.mostExpected { expected.removeFirst() }
    expected.append((token, end))
  }

  /// The surface's name without what the compositor puts around it: `TX - app/Main#12`.
  static func plainName(_ name: String) -> String {
    let prefix = "TX - "
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }

  /// The package that the surface's name begins with, as those of windows do.
  var package: String? {
    guard let name else { return nil }
    let package = name.prefix { $0 != "/" }
    let isPackage = package.count < name.count && package.contains(".") && !package.contains(" ")
    return isPackage ? String(package) : nil
  }

  /// How many frames have each verdict, in the order of Perfetto's list; verdicts without frames are
  /// left out.
  var jankCounts: [(name: String, count: Int)] {
    JankType.all.compactMap { bit, name, _ in
      let count = verdictCounts[bit.trailingZeroBitCount]
      return count > 0 ? (name, count) : nil
    }
  }
}
