/// Memory of a fixed size that can be read a little past its end.
///
/// The readable margin lets the scanners load eight or sixteen bytes from wherever a field begins
/// without asking how many are left.
package struct ByteBuffer: ~Copyable {
  /// Bytes behind `capacity` that may be read, and written with what ends a text.
  static let margin = 64

  /// The first byte; `capacity + margin` bytes may be read, and all of them are initialised.
  package let start: UnsafeMutablePointer<UInt8>

  /// Number of bytes without the margin.
  package let capacity: Int

  package init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity + Self.margin)
    (start + capacity).initialize(repeating: 0, count: Self.margin)
  }

  deinit { start.deallocate() }

  /// A part of it as the system wants it.
  ///
  /// - Parameters:
  ///   - offset: the first byte.
  ///   - count: so that the part ends within the capacity.
  /// - Returns: memory that lives as long as the buffer.
  package func part(from offset: Int, count: Int) -> UnsafeMutableRawBufferPointer {
    precondition(offset >= 0 && count >= 0 && offset + count <= capacity, "a part of the buffer")
    return UnsafeMutableRawBufferPointer(start: start + offset, count: count)
  }

  /// Takes a copy of lines, with zeros behind them.
  ///
  /// - Parameter lines: no more than the capacity.
  func fill(from lines: LineBlock) {
    precondition(lines.count <= capacity, "lines that fit")
    start.update(from: lines.start, count: lines.count)
    (start + lines.count).update(repeating: 0, count: Self.margin)
  }

  /// Moves bytes to the front.
  ///
  /// - Parameter range: within the capacity.
  func moveToFront(_ range: Range<Int>) {
    start.update(from: start + range.lowerBound, count: range.count)
  }
}
