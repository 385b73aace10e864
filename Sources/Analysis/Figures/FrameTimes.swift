internal import Recordings
public import Units

/// Frame times in the order of the frames: the differences of neighbouring times, none of which is kept.
///
/// A run whose frames all count shares the presents of its timeline, so that ten million frames take no
/// more memory here than they have already. A part keeps the positions that it has in the whole.
public struct FrameTimes: Sendable, RandomAccessCollection {
  /// The beginning of the first frame of the whole, then the end of each.
  private let edges: NumberColumn<Nanoseconds>

  /// Position of the first frame.
  public let startIndex: Int

  /// The position after the last frame.
  public let endIndex: Int

  /// Takes the times between which the frames lie.
  ///
  /// - Parameter edges: ascending, at least one, and no further apart than a number of nanoseconds says.
  init(between edges: NumberColumn<Nanoseconds>) {
    precondition(!edges.isEmpty, "frames begin somewhere")
    self.init(edges, 0..<edges.count - 1)
  }

  private init(_ edges: NumberColumn<Nanoseconds>, _ positions: Range<Int>) {
    self.edges = edges
    startIndex = positions.lowerBound
    endIndex = positions.upperBound
  }

  /// How long the frame at a position lasted.
  public subscript(position: Int) -> Nanoseconds { edges[position &+ 1] &- edges[position] }

  /// Some of the frames, at the same positions.
  public subscript(bounds: Range<Int>) -> FrameTimes {
    precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex, "frames within")
    return FrameTimes(edges, bounds)
  }

  /// The sum of the frame times; O(1).
  public var duration: Nanoseconds { edges[endIndex] - edges[startIndex] }

  /// The sum of some frame times; O(1).
  func duration(of positions: ClosedRange<Int>) -> Nanoseconds {
    edges[positions.upperBound + 1] - edges[positions.lowerBound]
  }

  /// Walks over the frames and reads each time once.
  public func makeIterator() -> Iterator { Iterator(edges, startIndex..<endIndex) }

  /// See `makeIterator`.
  public struct Iterator: IteratorProtocol {
    private let edges: NumberColumn<Nanoseconds>
    private let end: Int
    private var position: Int
    private var last: Nanoseconds

    fileprivate init(_ edges: NumberColumn<Nanoseconds>, _ positions: Range<Int>) {
      self.edges = edges
      end = positions.upperBound
      position = positions.lowerBound
      last = edges[position]
    }

    /// The next frame time; `nil` after the last.
    public mutating func next() -> Nanoseconds? {
      guard position < end else { return nil }
      position += 1
      let edge = edges[position]
      defer { last = edge }
      return edge &- last
    }
  }
}
