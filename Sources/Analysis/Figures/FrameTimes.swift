internal import Recordings
public import Units

/// The frame times of a run in order of time, computed as the differences of consecutive presents when they are read.
///
/// If all frames count, the presents are shared with the timeline, so no memory is needed. A slice
/// keeps the positions of the whole.
public struct FrameTimes: Sendable, RandomAccessCollection {
  /// The start of the first frame, then the end of each frame.
  private let edges: NumberColumn<Nanoseconds>

  /// The position of the first frame time in the collection.
  public let startIndex: Int

  /// The position after the last frame time in the collection.
  public let endIndex: Int

  /// Creates the frame times between some times, which are ascending and at least one.
  init(between edges: NumberColumn<Nanoseconds>) {
    precondition(!edges.isEmpty, "expected at least one time, where the first frame begins")
    self.init(edges, 0..<edges.count - 1)
  }

  private init(_ edges: NumberColumn<Nanoseconds>, _ positions: Range<Int>) {
    self.edges = edges
    startIndex = positions.lowerBound
    endIndex = positions.upperBound
  }

  /// The frame time at a position of the collection, in nanoseconds; the positions follow the order of the frames.
  public subscript(position: Int) -> Nanoseconds { edges[position &+ 1] &- edges[position] }

  /// A slice of consecutive frame times; their positions are those in the whole collection.
  public subscript(bounds: Range<Int>) -> FrameTimes {
    precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex, "frames within")
    return FrameTimes(edges, bounds)
  }

  /// The sum of the frame times in the collection, in nanoseconds; O(1).
  public var duration: Nanoseconds { edges[endIndex] - edges[startIndex] }

  /// The sum of some frame times; O(1).
  func duration(of positions: ClosedRange<Int>) -> Nanoseconds {
    edges[positions.upperBound + 1] - edges[positions.lowerBound]
  }

  /// Creates an iterator over the frame times, which reads each present once.
  public func makeIterator() -> Iterator { Iterator(edges, startIndex..<endIndex) }

  /// An iterator over frame times, which computes each from two consecutive presents.
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

    /// The next frame time that the iterator computes from the presents, in nanoseconds; `nil` after the last.
    public mutating func next() -> Nanoseconds? {
      guard position < end else { return nil }
      position += 1
      let edge = edges[position]
      defer { last = edge }
      return edge &- last
    }
  }
}
