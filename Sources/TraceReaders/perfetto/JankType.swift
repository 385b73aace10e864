internal import Decoding
internal import Recordings

/// The causes of jank in FrameTimeline, as a bit set.
///
/// Source: Perfetto's `frame_timeline_event.proto`, and its documentation of FrameTimeline.
enum JankType {
  /// The bits of FrameTimeline's jank types, each with its name in scalars and the responsible party.
  ///
  /// The user cannot see that a frame is late if the display is off or changes its mode, or if nothing moves.
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

  /// The parties that made a frame late, such as the application; empty if the frame is in time or its delay is
  /// invisible.
  ///
  /// - Parameter bits: 0 and 1 mean that there is no jank.
  static func blame(of bits: UInt64) -> FrameBlame {
    // Most frames are in time.
    if bits <= 1 { return [] }
    return all.reduce(into: FrameBlame()) { blame, type in
      if bits & type.bit != 0 { blame.formUnion(type.blame) }
    }
  }
}

/// The values of FrameTimeline's present type that are used.
enum PresentType {
  /// The present type of a frame that was never presented.
  static let dropped: UInt64 = 4
}
