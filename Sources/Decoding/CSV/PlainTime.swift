internal import Units

/// Reads the times of a column as nearly all are written: up to eight digits around a point, or up to sixteen
/// without one.
struct PlainTime {
  /// How many nanoseconds a digit is worth, by its place behind the point; the first is for those before it.
  private let worth: [UInt64]

  /// Prepares to read a column.
  ///
  /// - Parameter unit: what it counts in.
  init(_ unit: TimeUnit) {
    worth = (0...unit.digits).reversed().map { places in
      (0..<places).reduce(1) { power, _ in power * 10 }
    }
  }

  /// Reads a time.
  ///
  /// - Parameter field: any.
  /// - Returns: what `Field.nanoseconds` gives; `nil` where that has to be asked, because the field is written in
  ///   another way or its time is not plausible.
  @inline(__always)
  func read(_ field: Field) -> Nanoseconds? {
    guard field.count > 0, field.count <= 16 else { return nil }
    let word = UnsafeRawPointer(field.start).loadUnaligned(as: UInt64.self).littleEndian
    let point = ByteWord.offset(ofFirst: ByteWord.positions(of: Byte.point, in: word))
    guard point < min(field.count, 8) else { return whole(field, word) }
    let places = field.count &- point &- 1
    guard point > 0, places > 0, places < worth.count, field.count <= 9,
      let digits = DigitWord(Self.without(point, field, word), count: field.count &- 1)
    else { return nil }
    // Below 10^8 × 10^8: far from what is not plausible.
    return Nanoseconds(bitPattern: digits.number &* worth[places])
  }

  /// The bytes around a point in one word.
  @inline(__always)
  private static func without(_ point: Int, _ field: Field, _ word: UInt64) -> UInt64 {
    let next = UnsafeRawPointer(field.start + 1).loadUnaligned(as: UInt64.self).littleEndian
    let before = (UInt64(1) &<< UInt64(truncatingIfNeeded: 8 &* point)) &- 1
    return word & before | next & ~before
  }

  @inline(__always)
  private func whole(_ field: Field, _ word: UInt64) -> Nanoseconds? {
    let count = min(field.count, 8)
    guard var number = DigitWord(word, count: count)?.number else { return nil }
    if field.count > 8 {
      guard let rest = DigitWord(field.start + 8, count: field.count &- 8) else { return nil }
      number = number &* Self.powers[field.count &- 8] &+ rest.number
    }
    let (time, overflow) = number.multipliedReportingOverflow(by: worth[0])
    return overflow || time >> 62 != 0 ? nil : Nanoseconds(bitPattern: time)
  }

  private static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]
}
