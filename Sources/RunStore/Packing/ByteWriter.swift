internal import Recordings

/// Collects the bytes of a packed column.
struct ByteWriter {
  private var bytes: NumberColumn<UInt8> = []

  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  mutating func put(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func put(bytes more: [UInt8]) {
    bytes += more
  }

  mutating func put(raw: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: raw)
  }

  /// Seven bits a byte, the lowest first; the high bit says that more follow.
  mutating func put(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Zigzag, so that small negative numbers stay short.
  mutating func put(signed value: Int64) {
    put(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// What was collected.
  func finish() -> NumberColumn<UInt8> { bytes }
}
