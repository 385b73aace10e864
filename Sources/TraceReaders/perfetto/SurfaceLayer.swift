internal import Decoding
internal import Recordings
internal import Units

/// The frames of one surface of a process, or of the display, in FrameTimeline.
///
/// Finished frames are added in the order of the trace to columns of about 25 bytes per frame.
struct SurfaceLayer {
  /// A frame of the surface that has begun, and whose end is not known yet.
  struct Frame {
    /// The vsync token that identifies the frame.
    let token: Int64
    /// The token of the display's frame that contained this frame; for a frame of the display, its own token.
    let displayToken: Int64
    let start: Nanoseconds
    /// When the work on the frame was to begin and to end; `nil` if it is unknown.
    var expected: Range<Nanoseconds>?
    let jank: UInt64
    let isDropped: Bool
  }

  /// The id of the process that owns the surface.
  let process: Int64
  /// The name of the surface; `nil` for the display.
  let name: String?

  /// The number of the surface's frames that have begun, including dropped and unfinished frames.
  private(set) var count = 0
  /// The number of the surface's dropped frames.
  private(set) var droppedCount = 0
  /// The number of the surface's frames per jank type, by the type's bit.
  private(set) var verdictCounts = [Int](repeating: 0, count: 20)

  /// The vsync token of each finished frame.
  ///
  /// Row `k` of this column and of the other columns belongs to the same frame.
  private(set) var tokens = OptionalColumn()
  /// For each finished frame, the token of the display's frame that contained it; empty for the display.
  private(set) var displayTokens = OptionalColumn()
  /// The end of the work on each finished frame; for the display, the present.
  private(set) var ends = OptionalColumn()
  /// The duration of the work on each finished frame, `nil` if it is 0; empty for the display.
  private(set) var works = OptionalColumn()
  /// The end of the work on each finished frame minus its expected end; empty for the display.
  private(set) var overruns = OptionalColumn()
  /// When the work on each finished frame was to begin; empty for the display.
  private(set) var intendedStarts = OptionalColumn()
  /// Who made each finished frame late; empty for a frame in time.
  private(set) var blames: NumberColumn<FrameBlame> = []

  /// The tokens and expected times of frames that are expected and have not begun.
  private var expected: [(token: Int64, time: Range<Nanoseconds>)] = []

  /// The maximum number of expected frames that are stored; usually only a few frames are expected.
  private static let mostExpected = 64
  /// A mask of the lowest twenty bits, which include all known jank types.
  private static let verdictBits: UInt64 = 0xF_FFFF

  init(process: Int64, name: String?) {
    self.process = process
    self.name = name
  }

  /// Counts a frame that begins, and looks up its expected time.
  ///
  /// - Returns: the frame with its expected time; the caller passes it to `EndedFrame` when the frame ends.
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
      frame.expected = expected[index].time
      expected.removeSubrange(...index)
    }
    return frame
  }

  /// Adds a finished frame to the columns.
  mutating func take(_ frame: EndedFrame) {
    tokens.append(frame.token)
    ends.append(frame.end)
    blames.append(frame.blame)
    guard name != nil else { return }
    displayTokens.append(frame.displayToken)
    works.append(frame.work)
    overruns.append(frame.overrun)
    intendedStarts.append(frame.intendedStart)
  }

  /// The start of the work on a finished frame; `nil` if it is unknown, as for the display.
  func start(ofRow row: Int) -> Nanoseconds? {
    guard row < works.count, let end = ends[row], let work = works[row] else { return nil }
    return end - work
  }

  /// Stores the expected time of a frame, by the frame's token.
  mutating func expect(_ token: Int64, from start: Nanoseconds, to end: Nanoseconds) {
    if expected.count == Self.mostExpected { expected.removeFirst() }
    expected.append((token, min(start, end)..<end))
  }

  /// The name of a surface without the prefix `TX - ` that the compositor adds, such as `app/Main#12`.
  static func plainName(_ name: String) -> String {
    let prefix = "TX - "
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }

  /// The package at the beginning of the surface's name; `nil` if the surface is not a window.
  var package: String? {
    guard let name else { return nil }
    let package = name.prefix { $0 != "/" }
    let isPackage = package.count < name.count && package.contains(".") && !package.contains(" ")
    return isPackage ? String(package) : nil
  }

  /// The number of the surface's frames per jank type, in the order of Perfetto's list, without types that do not
  /// occur.
  var jankCounts: [(name: String, count: Int)] {
    JankType.all.compactMap { bit, name, _ in
      let count = verdictCounts[bit.trailingZeroBitCount]
      return count > 0 ? (name, count) : nil
    }
  }
}
