internal import Recordings
internal import Units

/// Packs 64-bit integers without loss.
///
///     let bytes = PackedColumn.pack(presents.count, as: .differences) { presents[$0] }
///     try PackedColumn.unpack(presents.count, as: .differences, from: bytes) == presents
///
/// The basic idea is that a general compressor does well if equal bytes are next to each other. Numbers of a column
/// differ in their low bytes only, so the lowest bytes of all numbers come first, then the next bytes, up to the
/// highest:
///
///     base, 8 bytes | level, 8 bytes | step, 8 bytes | one zstd frame: 8 planes of one byte per number
///
/// An entry is a number, or its difference from the one before. A packed number is the distance of an entry from a
/// typical entry, the level, divided by the GCD of all distances, the step. Its lowest bit is the sign. Trace files
/// print times in units of 100 ns or 1 µs; the division makes these take a byte less. The level keeps noise within two
/// bytes. Arithmetic wraps around, so any number can be packed. `docs/store.md` reads a column in ten lines of Python.
enum PackedColumn {
  enum Order {
    case values
    /// The difference of each number from the one before. The first difference is the level, and the base is the first
    /// number minus the level.
    case differences
  }

  /// The number that stands for a missing entry.
  ///
  /// It is packed undivided.
  static let missing = Int64.min

  private static let headerSize = 24

  /// Whether a column of this many bytes can have this many numbers.
  ///
  /// A column of equal numbers compresses to almost nothing, so a crafted store of a few bytes could claim billions of
  /// entries. Noise takes a byte per entry or more. Any column may therefore have 2²² entries, and 256 more per byte.
  static func isPlausible(count: Int, bytes: Int) -> Bool {
    count >= 0 && (count - (1 << 22)) >> 8 <= bytes
  }

  /// Packs numbers; O(n).
  ///
  /// Calls `number` up to 20 times per index and copies no column.
  @inline(__always)
  static func pack(_ count: Int, as order: Order, _ number: (Int) -> Int64) -> [UInt8] {
    @inline(__always) func difference(_ index: Int) -> Int64 {
      switch order {
      case .values: number(index)
      case .differences: number(index) &- number(index - 1)
      }
    }
    let first = order == .values ? 0 : 1
    let level = level(of: first..<max(count, first), difference)
    @inline(__always) func entry(_ index: Int) -> Int64 {
      index < first ? level : difference(index)
    }
    let divisor = ExactDivisor(step(count, from: level, entry))
    var encoder = ZstdEncoder(contentSize: count * 8)
    encoder.output.append(littleEndian: order == .values || count == 0 ? 0 : number(0) &- level)
    encoder.output.append(littleEndian: level)
    encoder.output.append(littleEndian: divisor.value)
    @inline(__always) func packed(_ index: Int) -> UInt64 {
      let entry = entry(index)
      let distance = entry == missing ? entry : divisor.divide(entry &- level)
      return UInt64(bitPattern: (distance &<< 1) ^ (distance &>> 63))
    }
    var bits: UInt64 = 0
    for index in 0..<count { bits |= packed(index) }
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      // The high bytes of most columns are all 0.
      if bits &>> shift == 0 {
        encoder.append(count) { _ in 0 }
      } else {
        encoder.append(count) { UInt8(truncatingIfNeeded: packed($0) &>> shift) }
      }
    }
    return encoder.finish()
  }

  /// The median of about 255 entries; 0 if distances from it could overflow.
  @inline(__always)
  private static func level(of indices: Range<Int>, _ entry: (Int) -> Int64) -> Int64 {
    var sample: [Int64] = []
    for index in stride(
      from: indices.lowerBound, to: indices.upperBound, by: indices.count / 255 + 1)
    {
      let entry = entry(index)
      if entry != missing { sample.append(entry) }
    }
    guard !sample.isEmpty else { return 0 }
    sample.sort()
    for index in indices {
      let entry = entry(index)
      if entry != missing, entry.magnitude > 1 << 61 { return 0 }
    }
    return sample[sample.count / 2]
  }

  /// The GCD of the distances of all entries that are not missing; 1 if all are 0.
  @inline(__always)
  private static func step(
    _ count: Int, from level: Int64, _ entry: (Int) -> Int64
  ) -> Int64 {
    var step: Int64 = 0
    var index = 0
    while index < count, step != 1 {
      let (entry, distance) = (entry(index), entry(index) &- level)
      index += 1
      if entry == missing || step != 0 && distance % step == 0 { continue }
      step = greatestCommonDivisor(abs(distance), step)
    }
    return max(step, 1)
  }

  /// The number of entries that packed bytes claim to have.
  static func count(of bytes: [UInt8]) throws(PackingProblem) -> Int {
    guard bytes.count >= headerSize else { throw .truncated }
    return try ZstdDecoder.contentSize(of: bytes[headerSize...]) / 8
  }

  /// Unpacks numbers; O(n).
  ///
  /// Crafted bytes give any numbers or an error, and cost no more memory than `count` numbers.
  static func unpack(
    _ count: Int, as order: Order, from bytes: [UInt8]
  ) throws(PackingProblem) -> NumberColumn<Int64> {
    let found = try Self.count(of: bytes)
    guard count >= 0, found == count else { throw .wrongCount(found: found, expected: count) }
    let (base, level, step) = (
      bytes.integer(at: 0), bytes.integer(at: 8), bytes.integer(at: 16)
    )
    var numbers = NumberColumn<Int64>(repeating: 0, count: count)
    var (plane, index) = (Int64(0), 0)
    try ZstdDecoder.decode(bytes[headerSize...], contentSize: count * 8) {
      (bytes) throws(PackingProblem) in
      var rest = bytes
      while !rest.isEmpty {
        guard plane < 8 else { throw .leftOver(bytes: rest.count) }
        let part = rest.prefix(count - index)
        // The high bytes of most columns are all 0.
        if part.contains(where: { $0 != 0 }) {
          numbers.withUnsafeMutableBufferPointer { numbers in
            for (offset, byte) in part.enumerated() {
              numbers[index &+ offset] |= Int64(byte) &<< (plane &* 8)
            }
          }
        }
        index += part.count
        rest = rest.dropFirst(part.count)
        if index == count { (plane, index) = (plane + 1, 0) }
      }
    }
    numbers.withUnsafeMutableBufferPointer { numbers in
      for index in numbers.indices {
        let packed = UInt64(bitPattern: numbers[index])
        let distance = Int64(bitPattern: packed >> 1) ^ -Int64(bitPattern: packed & 1)
        numbers[index] = distance == missing ? missing : level &+ distance &* step
      }
      guard order == .differences else { return }
      var sum = base
      for index in numbers.indices {
        sum &+= numbers[index]
        numbers[index] = sum
      }
    }
    return numbers
  }
}

/// Divides numbers that are multiples of the divisor.
///
/// An odd number has an inverse modulo 2⁶⁴, and multiplying by it is exact division in a tenth of the time. Powers of
/// two are shifted out first.
private struct ExactDivisor {
  let value: Int64
  private let shift: Int64
  private let inverse: Int64

  /// Takes a divisor of at least 1.
  init(_ value: Int64) {
    self.value = value
    shift = Int64(value.trailingZeroBitCount)
    let odd = value >> shift
    // Newton's iteration doubles the number of correct bits. The odd number itself is correct in 3 bits.
    var inverse = odd
    for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
    self.inverse = inverse
  }

  @inline(__always)
  func divide(_ number: Int64) -> Int64 { (number &>> shift) &* inverse }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: Int64) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// The 8 bytes at an offset, which must exist.
  fileprivate func integer(at offset: Int) -> Int64 {
    withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int64.self))
    }
  }
}
