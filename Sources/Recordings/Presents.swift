public import Units

/// Times that increase, such as those at which frames were presented, in a bit more than four bytes each.
///
/// Each is kept as what it adds to the first of 32, which benchmarks seldom exceed by 4.29 s; where they
/// do, those 32 are kept as they are. Any other times can be kept, too, in more bytes.
public struct Presents: Sendable, Equatable, RandomAccessCollection, ExpressibleByArrayLiteral {
  /// What each adds to the first of its block; `isFar` for all of a block that is kept as it is.
  @usableFromInline var offsets: [UInt32] = []
  /// The first of each block.
  @usableFromInline var bases: [Nanoseconds] = []
  /// The blocks that are kept as they are.
  @usableFromInline var far: [Int: [Nanoseconds]] = [:]

  @usableFromInline static var blockBits: Int { 5 }
  @usableFromInline static var isFar: UInt32 { .max }

  /// Creates an empty column.
  public init() {}

  /// Takes times; O(n).
  ///
  /// - Parameter times: in order.
  public init(_ times: some Collection<Nanoseconds>) {
    reserve(times.count)
    for time in times { append(time) }
  }

  /// See `init(_:)`.
  public init(arrayLiteral times: Nanoseconds...) { self.init(times) }

  /// Position of the first time.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last time.
  @inlinable public var endIndex: Int { offsets.count }

  /// Makes room ahead.
  ///
  /// - Parameter count: times expected in all.
  public mutating func reserve(_ count: Int) {
    offsets.reserveCapacity(count)
    bases.reserveCapacity((count >> Self.blockBits) + 1)
  }

  /// Adds a time at the end.
  ///
  /// - Parameter time: later than the last one.
  @inlinable
  public mutating func append(_ time: Nanoseconds) {
    let block = offsets.count >> Self.blockBits
    guard block < bases.count else {
      bases.append(time)
      offsets.append(0)
      return
    }
    // Of a block that is kept as it is, no offset counts; of later times, the difference fits even where
    // it overflows.
    let offset = UInt64(bitPattern: time &- bases[block])
    if offset < UInt64(Self.isFar), offsets[block << Self.blockBits] != Self.isFar {
      offsets.append(UInt32(truncatingIfNeeded: offset))
    } else {
      appendFar(time, to: block)
    }
  }

  @usableFromInline
  mutating func appendFar(_ time: Nanoseconds, to block: Int) {
    let start = block << Self.blockBits
    if far[block] == nil {
      far[block] = Array(self[start...])
      for index in start..<offsets.count { offsets[index] = Self.isFar }
    }
    far[block]?.append(time)
    offsets.append(Self.isFar)
  }

  /// The time at a position; O(1).
  @inlinable
  public subscript(position: Int) -> Nanoseconds {
    let offset = offsets[position]
    guard offset != Self.isFar else { return farTime(position) }
    return bases[position >> Self.blockBits] &+ Nanoseconds(offset)
  }

  @usableFromInline
  func farTime(_ position: Int) -> Nanoseconds {
    let block = position >> Self.blockBits
    guard let times = far[block] else { preconditionFailure("a block that is kept as it is") }
    return times[position - block << Self.blockBits]
  }
}
