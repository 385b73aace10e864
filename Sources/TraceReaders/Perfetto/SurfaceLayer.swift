internal import Recordings
internal import Units

/// The frames of one surface of a process, or of the display, as FrameTimeline has them.
struct SurfaceLayer {
  /// A frame as it stands in the trace.
  struct Frame {
    /// The vsync that it is for.
    let token: Int64
    /// The frame of the display that showed it; of a display's frame its own token.
    let displayToken: Int64
    let start: Nanoseconds
    /// When the work on it ended; of a display's frame when it was presented.
    var end = Frame.missing
    /// When that was expected.
    var expectedEnd = Frame.missing
    let jank: UInt64
    let isDropped: Bool

    static let missing = Nanoseconds.min
  }

  /// The process's id.
  let process: Int64
  /// The surface's name; empty of the display.
  let name: String
  /// The frames in the order of the trace.
  var frames: [Frame] = []
  /// Frames that were expected and have not come yet: token, and when they should end.
  private var expected: [(token: Int64, end: Nanoseconds)] = []

  /// Frames that are expected and do not come, at most: a few are under way at any time.
  private static let mostExpected = 64

  init(process: Int64, name: String) {
    self.process = process
    self.name = name
  }

  /// Takes a frame, and says where it lies.
  mutating func add(_ frame: Frame) -> Int {
    var frame = frame
    if let index = expected.lastIndex(where: { $0.token == frame.token }) {
      frame.expectedEnd = expected[index].end
      expected.removeSubrange(...index)
    }
    frames.append(frame)
    return frames.count - 1
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
    let package = name.prefix { $0 != "/" }
    let isPackage = package.count < name.count && package.contains(".") && !package.contains(" ")
    return isPackage ? String(package) : nil
  }

  /// How many frames have each verdict, in the order of Perfetto's list; verdicts without frames are
  /// left out.
  var jankCounts: [(name: String, count: Int)] {
    JankType.all.compactMap { bit, name, _ in
      let count = frames.count { $0.jank & bit != 0 }
      return count > 0 ? (name, count) : nil
    }
  }
}
