internal import Decoding
internal import Recordings
internal import Units

/// A frame of a surface that has ended.
///
/// Surfaces take turns, and a trace may have very many: the frames of all are in one column, and are parted by sorting.
struct EndedFrame {
  /// The vsync that it is for.
  let token: Int64
  /// The frame of the display that showed it.
  let displayToken: Int64
  /// When the work on it ended; of a display's frame when it was presented.
  let end: Nanoseconds
  // The least number where it is missing.
  private let workOrLeast: Nanoseconds
  private let overrunOrLeast: Nanoseconds
  /// The position of its surface.
  let layer: UInt32
  /// What is to blame where it is late.
  let blame: FrameBlame

  /// Takes a frame with its end; `nil` of one that was dropped, which has none.
  init?(_ frame: SurfaceLayer.Frame, of layer: Int, at time: Nanoseconds) {
    guard !frame.isDropped else { return nil }
    token = frame.token
    displayToken = frame.displayToken
    end = time
    workOrLeast = time > frame.start ? time - frame.start : .min
    overrunOrLeast = frame.expectedEnd.map { time - $0 } ?? .min
    self.layer = UInt32(layer)
    blame = JankType.blame(of: frame.jank)
  }

  /// How long the work on it took; `nil` when it took no time.
  var work: Nanoseconds? { workOrLeast == .min ? nil : workOrLeast }

  /// How much later it ended than expected; `nil` when the trace does not tell.
  var overrun: Nanoseconds? { overrunOrLeast == .min ? nil : overrunOrLeast }

  func precedes(_ other: Self) -> Bool { layer < other.layer }
}
