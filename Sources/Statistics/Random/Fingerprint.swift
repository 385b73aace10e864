/// A hash of data that seeds a random number generator: the same data gives the same seed.
///
/// FNV-1a with 64 bits, over the bytes from the lowest to the highest. Not secure against forgery.
///
/// Source: Fowler, Noll, Vo, Eastlake, "The FNV non-cryptographic hash algorithm" (isthe.com/chongo/tech/comp/fnv).
public struct Fingerprint: Sendable {
  /// The hash of the data that was added so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates a hash to which no data was added yet.
  public init() {}

  /// Creates the hash of a sequence of numbers, in their order.
  public init(of values: [Double]) {
    for value in values { add(value) }
  }

  /// Creates the hash of a text's UTF-8, such as the name of a series.
  public init(of text: String) {
    for byte in text.utf8 { add(byte) }
  }

  /// Adds the bit pattern of a number to the hash; 0 and −0 are equal.
  public mutating func add(_ number: Double) {
    let bits = (number == 0 ? 0 : number).bitPattern
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: bits >> shift)) }
  }

  /// Adds a byte to the hash.
  public mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
