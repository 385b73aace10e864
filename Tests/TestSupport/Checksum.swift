private let table = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { rest, _ in (rest >> 1) ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
}

/// The CRC-32 of bytes, as the specification of gzip defines it.
public func checksum(_ bytes: [UInt8]) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes { sum = (sum >> 8) ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
  return ~sum
}
