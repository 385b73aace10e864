/// A block of whole lines of a trace, each with its newline; the memory belongs to the reader of the trace.
///
/// A block is valid until the next read from the source. Its last byte is a newline, and `ByteBuffer.margin` bytes
/// after it may be read.
package struct LineBlock {
  /// A pointer to the first byte of the block of lines.
  package let start: UnsafePointer<UInt8>

  /// The number of bytes in the block of whole lines of a trace, at least 1.
  package let count: Int

  /// Whether the block's last newline is in the trace; `false` if the trace did not end in a newline and the source
  /// added one.
  let endsInNewline: Bool
}

/// Names for the values of special bytes in CSV files and numbers, such as comma and newline.
package enum Byte {
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
  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }
}
