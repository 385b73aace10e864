internal import Decoding
internal import Recordings

/// SurfaceFlinger's verdict on a frame, as FrameTimeline has it: any of these bits.
///
/// Source: Perfetto's `frame_timeline_event.proto`, and its documentation of FrameTimeline.
enum JankType {
  /// Each bit with the name that Perfetto prints, in the spelling of scalars, and what is to blame.
  ///
  /// A frame on a display that is off or changes its mode, and one that moves nothing, is late for
  /// nobody.
  static let all: [(bit: UInt64, name: String, blame: FrameBlame)] = [
    (2, "surfaceflinger-scheduling", .system),
    (4, "prediction-error", .system),
    (8, "display-hal", .system),
    (16, "surfaceflinger-cpu-deadline-missed", .system),
    (32, "surfaceflinger-gpu-deadline-missed", .system),
    (64, "app-deadline-missed", .application),
    (128, "buffer-stuffing", .queue),
    (256, "unknown-jank", .unknown),
    (512, "surfaceflinger-stuffing", .queue),
    (1024, "dropped-frame", .unknown),
    (2048, "non-animating", []),
    (4096, "app-resynced-jitter", .application),
    (8192, "display-not-on", []),
    (16384, "mode-change-in-progress", []),
    (32768, "power-mode-change-in-progress", []),
  ]

  /// What is to blame for a frame.
  ///
  /// - Parameter bits: of a frame; 0 and 1 stand for none.
  /// - Returns: nothing for a frame that is in time, or late for nobody.
  static func blame(of bits: UInt64) -> FrameBlame {
    // Most frames are in time.
    if bits <= 1 { return [] }
    return all.reduce(into: FrameBlame()) { blame, type in
      if bits & type.bit != 0 { blame.formUnion(type.blame) }
    }
  }
}

/// How a frame was presented, as FrameTimeline has it.
enum PresentType {
  /// It never was.
  static let dropped: UInt64 = 4
}
