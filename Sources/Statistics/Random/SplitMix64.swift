/// A random number generator that gives the same numbers for the same seed on every system.
///
/// The standard library's `shuffled(using:)` may use a generator differently from release to
/// release, so the draws are made here.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SplitMix64: Sendable {
  private var state: UInt64

  /// Creates a random number generator from a seed.
  ///
  /// Similar seeds give unrelated numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// Generates the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Draws a uniformly distributed random integer from 0 up to but not including `bound`.
  ///
  /// Source: Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
  public mutating func draw(below bound: Int) -> Int {
    precondition(bound > 0, "expected a bound above 0")
    let width = UInt64(bound)
    var product = next().multipliedFullWidth(by: width)
    if product.low < width {
      // 2⁶⁴ is not a multiple of the bound; this many numbers are left over and drawn again.
      let surplus = (0 &- width) % width
      while product.low < surplus { product = next().multipliedFullWidth(by: width) }
    }
    return Int(product.high)
  }

  /// Shuffles numbers in place, so that each order has equal probability; O(n).
  ///
  /// Fisher and Yates' algorithm, from the end.
  public mutating func shuffle(_ elements: inout [Double]) {
    // Checks uniqueness and bounds of the array once, not for each element.
    elements.withUnsafeMutableBufferPointer { elements in
      for end in stride(from: elements.count - 1, to: 0, by: -1) {
        let place = draw(below: end + 1)
        let last = elements[end]
        elements[end] = elements[place]
        elements[place] = last
      }
    }
  }
}

/// A hash of data that seeds a random number generator: the same data gives the same seed.
///
/// FNV-1a with 64 bits, over the bytes from the lowest to the highest. Not secure against forgery.
///
/// Source: Fowler, Noll, Vo, Eastlake, "The FNV non-cryptographic hash algorithm" (isthe.com/chongo/tech/comp/fnv).
public struct Fingerprint: Sendable {
  /// The hash of the data that was added so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

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

  public mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
