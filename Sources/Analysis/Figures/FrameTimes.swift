public import Units

/// Frame times in the order of the frames: the differences of neighbouring times, none of which is kept.
///
/// A run whose frames all count shares the presents of its timeline, so that ten million frames take no
/// more memory here than they have already. A part keeps the positions that it has in the whole.
public struct FrameTimes: Sendable, RandomAccessCollection {
  /// The beginning of the first frame, then the end of each.
  private let edges: ArraySlice<Nanoseconds>

  /// Takes the times between which the frames lie.
  ///
  /// - Parameter edges: ascending, at least one, and no further apart than a number of nanoseconds says.
  init(between edges: [Nanoseconds]) {
    self.init(edges[...])
  }

  private init(_ edges: ArraySlice<Nanoseconds>) {
    precondition(!edges.isEmpty, "frames begin somewhere")
    self.edges = edges
  }

  /// Position of the first frame.
  public var startIndex: Int { edges.startIndex }

  /// The position after the last frame.
  public var endIndex: Int { edges.endIndex - 1 }

  /// How long the frame at a position lasted.
  public subscript(position: Int) -> Nanoseconds { edges[position &+ 1] &- edges[position] }

  /// Some of the frames, at the same positions.
  public subscript(bounds: Range<Int>) -> FrameTimes {
    FrameTimes(edges[bounds.lowerBound...bounds.upperBound])
  }

  /// The frame times at some positions; O(n) in them.
  ///
  /// - Parameter positions: within the frames.
  /// - Returns: those frame times alone.
  func part(_ positions: Range<Int>) -> FrameTimes {
    FrameTimes(between: Array(edges[positions.lowerBound...positions.upperBound]))
  }

  /// The sum of the frame times; O(1).
  public var duration: Nanoseconds { edges[edges.endIndex - 1] - edges[edges.startIndex] }

  /// The sum of some frame times; O(1).
  func duration(of positions: ClosedRange<Int>) -> Nanoseconds {
    edges[positions.upperBound + 1] - edges[positions.lowerBound]
  }

  /// Walks over the frames, and reads each time once.
  public func makeIterator() -> Iterator { Iterator(edges) }

  /// See `makeIterator`.
  public struct Iterator: IteratorProtocol {
    private var ends: ArraySlice<Nanoseconds>.Iterator
    private var last: Nanoseconds

    fileprivate init(_ edges: ArraySlice<Nanoseconds>) {
      last = edges[edges.startIndex]
      ends = edges.dropFirst().makeIterator()
    }

    /// The next frame time; `nil` after the last.
    public mutating func next() -> Nanoseconds? {
      guard let end = ends.next() else { return nil }
      defer { last = end }
      return end &- last
    }
  }
}
