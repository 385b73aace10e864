/// Turns UTF-16 into UTF-8, piece by piece.
struct WideText: Sendable {
  private let isBigEndian: Bool
  private var pending: [UInt16] = []
  private var halfUnit: UInt8?

  /// Looks at the first bytes of a text; `nil` when they are not UTF-16.
  ///
  /// With a byte order mark, or without one where every second byte of the first two characters is 0.
  ///
  /// - Parameter bytes: the first of the text.
  init?(recognising bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): isBigEndian = false
    case (0xFE, 0xFF): isBigEndian = true
    case (1..., 0) where bytes.count >= 4 && bytes[2] != 0 && bytes[3] == 0: isBigEndian = false
    case (0, 1...) where bytes.count >= 4 && bytes[2] == 0 && bytes[3] != 0: isBigEndian = true
    default: return nil
    }
  }

  /// Bytes of UTF-8 that bytes of UTF-16 can become, at most.
  ///
  /// - Parameter capacity: room for UTF-8.
  /// - Returns: how many bytes of UTF-16 are sure to fit.
  static func input(fitting capacity: Int) -> Int { max((capacity - 8) / 2, 0) }

  /// Turns one piece into UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: the next bytes of UTF-16.
  ///   - output: where the UTF-8 goes, with room as `input(fitting:)` says.
  /// - Returns: number of bytes written. Lone surrogates become U+FFFD.
  mutating func convert(_ bytes: UnsafeRawBufferPointer, to output: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    pending += units(of: bytes)
    // The first half of a pair waits for the second.
    let held = pending.last.map(UTF16.isLeadSurrogate) == true ? pending.removeLast() : nil
    var count = 0
    for scalar in String(decoding: pending, as: UTF16.self).unicodeScalars
    where scalar != "\u{FEFF}" {
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        output[count] = unit
        count += 1
      }
    }
    pending = held.map { [$0] } ?? []
    return count
  }

  private mutating func units(of bytes: UnsafeRawBufferPointer) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2 + 1)
    for byte in bytes {
      guard let first = halfUnit else {
        halfUnit = byte
        continue
      }
      halfUnit = nil
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    return units
  }
}
