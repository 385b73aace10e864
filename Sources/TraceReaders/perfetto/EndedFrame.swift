internal import Decoding
internal import Recordings
internal import Units

/// A finished frame of one surface, or of the display, in FrameTimeline.
///
/// A trace may have thousands of surfaces with interleaved frames. The frames of all surfaces are in one array and are
/// grouped by surface through sorting.
struct EndedFrame {
  /// The vsync token that identifies the finished frame.
  let token: Int64
  /// The token of the display's frame that contained this frame.
  let displayToken: Int64
  /// The end of the work on the frame; for a frame of the display, its present.
  let end: Nanoseconds
  // `.min` if the value is missing.
  private let workOrLeast: Nanoseconds
  private let overrunOrLeast: Nanoseconds
  private let intendedStartOrLeast: Nanoseconds
  /// The position of the surface that the frame belongs to.
  let layer: UInt32
  /// Who made the frame late, such as the application or the system; empty if the frame was in time.
  let blame: FrameBlame

  /// Creates a finished frame; `nil` for a dropped frame, which has no end.
  init?(_ frame: SurfaceLayer.Frame, of layer: Int, at time: Nanoseconds) {
    guard !frame.isDropped else { return nil }
    token = frame.token
    displayToken = frame.displayToken
    end = time
    workOrLeast = time > frame.start ? time - frame.start : .min
    overrunOrLeast = frame.expected.map { time - $0.upperBound } ?? .min
    intendedStartOrLeast = frame.expected?.lowerBound ?? .min
    self.layer = UInt32(layer)
    blame = JankType.blame(of: frame.jank)
  }

  /// The duration of the work on the frame; `nil` if it is 0.
  var work: Nanoseconds? { workOrLeast == .min ? nil : workOrLeast }

  /// The end of the work on the frame minus its expected end; `nil` if the expected end is unknown.
  var overrun: Nanoseconds? { overrunOrLeast == .min ? nil : overrunOrLeast }

  /// When the work on the frame was to begin; `nil` if it is unknown.
  var intendedStart: Nanoseconds? { intendedStartOrLeast == .min ? nil : intendedStartOrLeast }

  func precedes(_ other: Self) -> Bool { layer < other.layer }
}
