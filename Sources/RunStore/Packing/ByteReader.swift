internal import Recordings

/// Takes the bytes of a packed column apart; every read is checked.
struct ByteReader {
  private let bytes: NumberColumn<UInt8>
  private var position = 0

  init(_ bytes: NumberColumn<UInt8>) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count - position }

  mutating func byte() throws(PackingProblem) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  /// Copies bytes to where they can be read eight at a time.
  mutating func copy(_ count: Int, to target: UnsafeMutableRawBufferPointer) throws(PackingProblem)
  {
    guard count >= 0, count <= remaining, count <= target.count else { throw .truncated }
    bytes.withUnsafeBufferPointer { all in
      let part = UnsafeBufferPointer(rebasing: all[position..<position + count])
      target.copyMemory(from: UnsafeRawBufferPointer(part))
    }
    position += count
  }

  /// A copy of some bytes.
  mutating func copy(_ count: Int) throws(PackingProblem) -> [UInt8] {
    guard count >= 0, count <= remaining else { throw .truncated }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// Lets `read` take bytes off what remains: it says how many, or `nil` when there are too few.
  mutating func advance(_ read: (UnsafeRawBufferPointer) -> Int?) throws(PackingProblem) {
    let taken = bytes.withUnsafeBufferPointer {
      read(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: $0[position...])))
    }
    guard let taken else { throw .truncated }
    position += taken
  }

  mutating func varint() throws(PackingProblem) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let byte = try byte()
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || bits <= 1 else { throw .outOfRange }
      value |= bits << shift
      if byte < 0x80 { return value }
    }
    throw .outOfRange
  }

  mutating func signed() throws(PackingProblem) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A varint that counts something.
  mutating func count() throws(PackingProblem) -> Int {
    guard let count = Int(exactly: try varint()) else { throw .outOfRange }
    return count
  }

  /// Refuses bytes that nothing accounts for.
  func finish() throws(PackingProblem) {
    guard remaining == 0 else { throw .leftOver(bytes: remaining) }
  }
}
