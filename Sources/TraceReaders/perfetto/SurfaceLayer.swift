internal import Decoding
internal import Recordings
internal import Units

/// The frames of one surface of a process, or of the display, in FrameTimeline.
///
/// Finished frames are added in the order of the trace to columns of about 20 bytes per frame.
struct SurfaceLayer {
  /// A frame that has begun.
  struct Frame {
    /// The vsync of the frame.
    let token: Int64
    /// The display's frame that contained this frame; for a frame of the display, its own token.
    let displayToken: Int64
    let start: Nanoseconds
    /// The expected end; `nil` if it is unknown.
    var expectedEnd: Nanoseconds?
    let jank: UInt64
    let isDropped: Bool
  }

  /// The process id.
  let process: Int64
  /// The name of the surface; `nil` for the display.
  let name: String?

  /// The number of frames that have begun, including dropped and unfinished ones.
  private(set) var count = 0
  /// The number of dropped frames.
  private(set) var droppedCount = 0
  /// The number of frames per verdict, by bit.
  private(set) var verdictCounts = [Int](repeating: 0, count: 20)

  /// The vsync of each frame.
  ///
  /// Row `k` of all columns is the same frame.
  private(set) var tokens = OptionalColumn()
  /// The display's frame that contained each frame; empty for the display.
  private(set) var displayTokens = OptionalColumn()
  /// The end of the work on each frame; for the display, the presents.
  private(set) var ends = OptionalColumn()
  /// The duration of the work, `nil` if it is 0; empty for the display.
  private(set) var works = OptionalColumn()
  /// The end minus the expected end; empty for the display.
  private(set) var overruns = OptionalColumn()
  /// The causes of late frames.
  private(set) var blames: NumberColumn<FrameBlame> = []

  /// Expected frames without an actual slice so far: token and expected end.
  private var expected: [(token: Int64, end: Nanoseconds)] = []

  /// The maximum number of such frames; usually there are a few.
  private static let mostExpected = 64
  /// The lowest twenty bits, which include all known verdicts.
  private static let verdictBits: UInt64 = 0xF_FFFF

  init(process: Int64, name: String?) {
    self.process = process
    self.name = name
  }

  /// Begins a frame.
  ///
  /// - Returns: the frame with its expected end, to be passed to `EndedFrame` at its end.
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

  /// Adds a finished frame.
  mutating func take(_ frame: EndedFrame) {
    tokens.append(frame.token)
    ends.append(frame.end)
    blames.append(frame.blame)
    guard name != nil else { return }
    displayTokens.append(frame.displayToken)
    works.append(frame.work)
    overruns.append(frame.overrun)
  }

  /// The start of the work on a finished frame; `nil` if it is unknown, as for the display.
  func start(ofRow row: Int) -> Nanoseconds? {
    guard row < works.count, let end = ends[row], let work = works[row] else { return nil }
    return end - work
  }

  /// Records the expected end of a frame.
  mutating func expect(_ token: Int64, at end: Nanoseconds) {
    if expected.count == Self.mostExpected { expected.removeFirst() }
    expected.append((token, end))
  }

  /// The name of a surface without the compositor's prefix and suffix: `TX - app/Main#12`.
  static func plainName(_ name: String) -> String {
    let prefix = "TX - "
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }

  /// The package at the beginning of the surface's name, if it is a window.
  var package: String? {
    guard let name else { return nil }
    let package = name.prefix { $0 != "/" }
    let isPackage = package.count < name.count && package.contains(".") && !package.contains(" ")
    return isPackage ? String(package) : nil
  }

  /// The number of frames per verdict, in the order of Perfetto's list, without verdicts that do not occur.
  var jankCounts: [(name: String, count: Int)] {
    JankType.all.compactMap { bit, name, _ in
      let count = verdictCounts[bit.trailingZeroBitCount]
      return count > 0 ? (name, count) : nil
    }
  }
}
