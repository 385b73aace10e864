public import Recordings

/// The frames of a trace that count.
///
/// The presents of other frames are removed from the timeline, so a frame time is the distance
/// between two counted presents. The present that opens the timeline is never removed.
public enum FrameSelection: String, Sendable, CaseIterable {
  /// Frames of the application that were displayed.
  case displayed
  /// Displayed and dropped frames of the application, as CapFrameX, FrameView and OCAT count.
  case presented
  /// All frames with a present, including generated and repeated ones.
  case all

  /// Whether frames of this kind count.
  public func includes(_ kind: FrameKind) -> Bool {
    switch (self, kind) {
    case (_, .displayed), (.all, _), (.presented, .dropped): true
    case (.displayed, _), (.presented, .generated), (.presented, .repeated): false
    }
  }
}
