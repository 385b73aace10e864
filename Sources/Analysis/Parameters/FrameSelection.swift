public import Recordings

/// The choice of the kinds of frames, such as displayed or dropped ones, that metrics count.
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

  /// Whether metrics count frames of a given kind, such as dropped ones.
  ///
  /// The end of an idle time opens the frame after it, whatever the selection. The idle time itself is outside of all
  /// activities.
  public func includes(_ kind: FrameKind) -> Bool {
    switch (self, kind) {
    case (_, .displayed), (_, .idle), (.all, _), (.presented, .dropped): true
    case (.displayed, _), (.presented, .generated), (.presented, .repeated): false
    }
  }
}
