internal import Recordings
public import Units

/// Frame times in the order of the frames: the differences of neighbouring times, none of which is kept.
///
/// A run whose frames all count shares the presents of its timeline, so that ten million frames take no
/// more memory here than they have already. A part keeps the positions that it has in the whole.
public struct FrameTimes: Sendable, RandomAccessCollection {
  /// The beginning of the first frame, then the end of each.
  private let edges: Presents

  /// Position of the first frame.
  public let startIndex: Int

  /// The position after the last frame.
  public let endIndex: Int

  /// Takes the times between which the frames lie.
  ///
  /// - Parameter edges: ascending, at least one, and no further apart than a number of nanoseconds says.
  init(between edges: Presents) {
    self.init(edges, 0..<edges.count - 1)
  }

  private init(_ edges: Presents, _ frames: Range<Int>) {
    precondition(frames.upperBound < edges.count, "frames begin somewhere")
    self.edges = edges
    (startIndex, endIndex) = (frames.lowerBound, frames.upperBound)
  }

  /// How long the frame at a position lasted.
  public subscript(position: Int) -> Nanoseconds { edges[position &+ 1] &- edges[position] }

  /// Some of the frames, at the same positions.
  public subscript(bounds: Range<Int>) -> FrameTimes {
    precondition(startIndex <= bounds.lowerBound && bounds.upperBound <= endIndex, "some of them")
    return FrameTimes(edges, bounds)
  }

  /// The frame times at some positions; O(n) in them.
  ///
  /// - Parameter positions: within the frames.
  /// - Returns: those frame times alone.
  func part(_ positions: Range<Int>) -> FrameTimes {
    FrameTimes(between: Presents(edges[positions.lowerBound...positions.upperBound]))
  }

  /// The sum of the frame times; O(1).
  public var duration: Nanoseconds { edges[endIndex] - edges[startIndex] }

  /// Walks over the frames, and reads each time once.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// See `makeIterator`.
  public struct Iterator: IteratorProtocol {
    private let edges: Presents
    private let end: Int
    private var position: Int
    private var last: Nanoseconds

    fileprivate init(_ frames: FrameTimes) {
      edges = frames.edges
      (position, end) = (frames.startIndex, frames.endIndex)
      last = edges[position]
    }

    /// The next frame time; `nil` after the last.
    public mutating func next() -> Nanoseconds? {
      guard position < end else { return nil }
      position &+= 1
      let time = edges[position]
      defer { last = time }
      return time &- last
    }
  }
}
