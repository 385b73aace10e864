public import Units

/// Frame times in the order of the frames: the differences of neighbouring times, none of which is kept.
///
/// A run whose frames all count shares the presents of its timeline, so that ten million frames take no
/// more memory here than they have already.
public struct FrameTimes: Sendable, RandomAccessCollection {
  /// The beginning of the first frame, then the end of each.
  private let edges: [Nanoseconds]

  /// Takes the times between which the frames lie.
  ///
  /// - Parameter edges: ascending, at least one.
  init(between edges: [Nanoseconds]) {
    precondition(!edges.isEmpty, "frames begin somewhere")
    self.edges = edges
  }

  /// Position of the first frame.
  public var startIndex: Int { 0 }

  /// The position after the last frame.
  public var endIndex: Int { edges.count - 1 }

  /// How long the frame at a position lasted.
  public subscript(position: Int) -> Nanoseconds { edges[position + 1] - edges[position] }

  /// The frame times at some positions; O(n) in them.
  ///
  /// - Parameter positions: within the frames.
  func part(_ positions: Range<Int>) -> FrameTimes {
    FrameTimes(between: Array(edges[positions.lowerBound...positions.upperBound]))
  }

  /// The sum of the frame times; O(1).
  public var duration: Nanoseconds { edges[edges.count - 1] - edges[0] }
}
