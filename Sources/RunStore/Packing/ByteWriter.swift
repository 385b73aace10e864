/// Collects the bytes of a packed column.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  mutating func put(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func put(bytes more: some Collection<UInt8>) {
    bytes.append(contentsOf: more)
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
}
