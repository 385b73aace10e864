/// A small generator of random numbers that gives the same numbers from the same seed everywhere.
///
/// The standard library's own `shuffled(using:)` may use a generator's numbers differently from one
/// release to the next, so the draws are made here.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SplitMix64: Sendable {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: any number; similar seeds give unrelated numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A whole number from 0 up to but not including a bound, each as likely as any other.
  ///
  /// Source: Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
  ///
  /// - Parameter bound: above 0.
  /// - Returns: the number.
  public mutating func draw(below bound: Int) -> Int {
    precondition(bound > 0, "a draw needs a bound above 0")
    let width = UInt64(bound)
    var product = next().multipliedFullWidth(by: width)
    if product.low < width {
      // Of the 2⁶⁴ numbers, so many are left over after sharing them out evenly.
      let surplus = (0 &- width) % width
      while product.low < surplus { product = next().multipliedFullWidth(by: width) }
    }
    return Int(product.high)
  }

  /// Puts elements into random order, each order as likely as any other; O(n).
  ///
  /// Fisher and Yates' shuffle, from the end.
  ///
  /// - Parameter elements: what to shuffle.
  public mutating func shuffle(_ elements: inout [Double]) {
    // Whether the array is anybody else's, and where it ends, is asked once and not for each element.
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
