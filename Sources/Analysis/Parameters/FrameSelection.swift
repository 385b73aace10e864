public import Recordings

/// Which frames of a trace count.
///
/// The presents of the others are taken out of the timeline, so that a frame time spans from one
/// counted present to the next. The present that opens the timeline always stays.
public enum FrameSelection: String, Sendable, CaseIterable {
  /// Frames of the application that reached the screen.
  case displayed
  /// Those, and the ones that were dropped: what CapFrameX, FrameView and OCAT count.
  case presented
  /// Everything with a present of its own, generated and repeated frames too.
  case all

  /// Whether a frame counts.
  ///
  /// - Parameter kind: what became of the frame.
  /// - Returns: whether it is among the selected.
  public func includes(_ kind: FrameKind) -> Bool {
    switch (self, kind) {
    case (_, .displayed), (.all, _), (.presented, .dropped): true
    case (.displayed, _), (.presented, .generated), (.presented, .repeated): false
    }
  }
}
