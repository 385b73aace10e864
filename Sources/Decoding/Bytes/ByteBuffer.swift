/// Memory of a fixed size for the bytes of a trace, followed by 64 bytes of padding that scanners may also read.
///
/// The padding lets scanners load 8 or 16 bytes from any position without checking how many bytes are left.
package struct ByteBuffer: ~Copyable {
  /// The number of bytes after the buffer's capacity that may be read, and written with a terminator.
  static let margin = 64

  /// A pointer to the first byte of the buffer; the padding after the buffer may also be read.
  package let start: UnsafeMutablePointer<UInt8>

  /// The number of bytes in the buffer, without the padding after it.
  package let capacity: Int

  package init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity + Self.margin)
    (start + capacity).initialize(repeating: 0, count: Self.margin)
  }

  deinit { start.deallocate() }

  /// A range of bytes of the buffer as raw memory for system calls, valid as long as the buffer exists.
  ///
  /// - Parameter count: the part must end within the capacity.
  package func part(from offset: Int, count: Int) -> UnsafeMutableRawBufferPointer {
    precondition(
      offset >= 0 && count >= 0 && offset + count <= capacity,
      "expected a part of the buffer that ends within the buffer's capacity")
    return UnsafeMutableRawBufferPointer(start: start + offset, count: count)
  }

  /// Copies a block of lines into the buffer, followed by zeros.
  ///
  /// - Parameter lines: at most `capacity` bytes.
  func fill(from lines: LineBlock) {
    precondition(lines.count <= capacity, "expected lines that fit into the buffer")
    start.update(from: lines.start, count: lines.count)
    (start + lines.count).update(repeating: 0, count: Self.margin)
  }

  /// Moves a range of the buffer's bytes to the beginning of the buffer.
  func moveToFront(_ range: Range<Int>) {
    start.update(from: start + range.lowerBound, count: range.count)
  }
}
