/// Whole lines, each ended by a newline, in memory that belongs to the source.
///
/// Good until the source is asked again. The last byte is a newline, and `ByteBuffer.margin` bytes
/// behind it may be read.
package struct LineBlock {
  /// The first byte.
  package let start: UnsafePointer<UInt8>

  /// Number of bytes, at least 1.
  package let count: Int

  /// Whether the last newline stood in the trace, and was not put there for the scanners' sake.
  let endsInNewline: Bool
}

/// Bytes that mean something in a table.
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

  /// Whether a byte is one of `0` to `9`.
  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }
}
