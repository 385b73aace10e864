#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

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

/// A block of whole lines of a trace, each with its newline; the memory belongs to the reader of the trace.
///
/// A block is valid until the next read from the source. Its last byte is a newline, and `ByteBuffer.margin` bytes
/// after it may be read.
package struct LineBlock {
  package let start: UnsafePointer<UInt8>

  /// The number of bytes in the block of whole lines of a trace, at least 1.
  package let count: Int

  /// Whether the block's last newline is in the trace; `false` if the trace did not end in a newline and the source
  /// added one.
  let endsInNewline: Bool
}

/// Names for the values of special bytes in CSV files and numbers, such as comma and newline.
public enum Byte {
  package static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  package static let comma = UInt8(ascii: ",")
  package static let semicolon = UInt8(ascii: ";")
  package static let quote = UInt8(ascii: "\"")
  package static let point = UInt8(ascii: ".")
  static let plus = UInt8(ascii: "+")
  package static let minus = UInt8(ascii: "-")
  package static let zero = UInt8(ascii: "0")
  /// The byte order mark of UTF-8.
  static let orderMark: (UInt8, UInt8, UInt8) = (0xEF, 0xBB, 0xBF)

  /// Whether a byte is one of the ASCII digits `0` to `9`.
  @inlinable @inline(__always)
  public static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

/// Compares and searches bytes with the functions of the C library.
package enum Memory {
  /// Whether two ranges of bytes in memory are equal.
  @inline(__always)
  package static func equal(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    memcmp(left, right, count) == 0
  }

  /// The number of bytes in a C string before its terminating zero.
  @inline(__always)
  package static func length(of text: UnsafePointer<CChar>) -> Int { strlen(text) }

  @inline(__always)
  package static func contains(_ byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    memchr(start, Int32(byte), count) != nil
  }

  /// The offset of the first byte with a given value in a range of memory; `nil` if there is none.
  @inline(__always)
  package static func firstIndex(
    of byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int
  ) -> Int? {
    memchr(start, Int32(byte), count).map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
  }
}
