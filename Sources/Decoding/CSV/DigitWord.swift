/// Up to eight decimal digits, read at once.
struct DigitWord {
  /// The number that the digits make.
  let number: UInt64

  /// Reads digits; `nil` when one of the bytes is none.
  ///
  /// - Parameters:
  ///   - start: with eight readable bytes.
  ///   - count: 1 to 8.
  @inline(__always)
  init?(_ start: UnsafePointer<UInt8>, count: Int) {
    let bytes = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self).littleEndian
    self.init(bytes, count: count)
  }

  /// The same of bytes that were loaded already.
  ///
  /// - Parameters:
  ///   - bytes: the first in the lowest bits.
  ///   - count: 1 to 8.
  @inline(__always)
  init?(_ bytes: UInt64, count: Int) {
    // The first digit weighs most and lies lowest: pushed up until the last one is at the top, with
    // zeros before it.
    let digits = (bytes ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: 8 &* (8 &- count))
    let beyondNine = (digits &+ 0x7676_7676_7676_7676) | digits
    guard beyondNine & 0x8080_8080_8080_8080 == 0 else { return nil }
    let pairs = (digits &* 10 &+ (digits >> 8)) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* 100 &+ (pairs >> 16)) & 0x0000_ffff_0000_ffff
    number = (fours &* 10_000 &+ (fours >> 32)) & 0xffff_ffff
  }
}
