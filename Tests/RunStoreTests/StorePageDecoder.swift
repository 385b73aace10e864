import Recordings
import Units

/// Reads packed columns as `docs/store.md` describes them, bit by bit, and shares nothing with the code of the store.
///
/// Ends the test process where the bytes end too early.
struct StorePageDecoder {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() -> Int {
    position += 1
    return Int(bytes[position - 1])
  }

  mutating func varint() -> UInt64 {
    var (value, place) = (UInt64(0), UInt64(1))
    while true {
      let byte = UInt64(byte())
      value &+= (byte % 128) &* place
      place &*= 128
      if byte < 128 { return value }
    }
  }

  mutating func signedVarint() -> Int64 { Self.signed(varint()) }

  /// The number of which `(n << 1) ^ (n >> 63)` was taken.
  private static func signed(_ folded: UInt64) -> Int64 {
    folded % 2 == 0 ? Int64(folded / 2) : -1 - Int64(folded / 2)
  }

  /// "A column of integers".
  mutating func integers(_ count: Int) -> [Int64] {
    let layout = byte()
    let isDifferences = layout % 2 == 1
    if isDifferences, count == 0 { return [] }
    var values = isDifferences ? [signedVarint()] : []
    let divisor = Int64(varint())
    var numbers: [Int64] = []
    while numbers.count + values.count < count {
      let rest = count - values.count - numbers.count
      numbers += block(of: min(rest, layout < 2 ? 128 : 256))
    }
    for number in numbers {
      let multiple = number &* divisor
      values.append(isDifferences ? (values.last ?? 0) &+ multiple : multiple)
    }
    return values
  }

  private mutating func block(of count: Int) -> [Int64] {
    let (form, exceptions, reference) = (byte(), byte(), signedVarint())
    var distances = form < 128 ? fixed(count, width: form) : rice(count, low: form - 128)
    for _ in 0..<exceptions {
      let index = byte()
      distances[index] = signedVarint()
    }
    return distances.map { reference &+ $0 }
  }

  private mutating func fixed(_ count: Int, width: Int) -> [Int64] {
    bits(count, width: width).map { Int64(bitPattern: $0) }
  }

  private mutating func rice(_ count: Int, low: Int) -> [Int64] {
    let lows = bits(count, width: low)
    var bit = position * 8
    let distances = lows.map { lowest in
      var quotient: UInt64 = 0
      while !isOne(bit) { (quotient, bit) = (quotient + 1, bit + 1) }
      bit += 1
      return Self.signed(quotient << UInt64(low) | lowest)
    }
    position = (bit + 7) / 8
    return distances
  }

  private mutating func bits(_ count: Int, width: Int) -> [UInt64] {
    let start = position * 8
    position += (count * width + 7) / 8
    return (0..<count).map { index in
      (0..<width).reduce(UInt64(0)) { number, place in
        number | (isOne(start + index * width + place) ? 1 << UInt64(place) : 0)
      }
    }
  }

  private func isOne(_ bit: Int) -> Bool { bytes[bit / 8] >> UInt8(bit % 8) & 1 == 1 }

  /// "A column in which entries may be missing": whether each of them is there.
  mutating func presence() -> [Bool] {
    (0..<Int(varint())).flatMap { stretch in
      [Bool](repeating: stretch % 2 == 0, count: Int(varint()))
    }
  }

  /// A signal; for `display` the presents have to be added.
  mutating func signal() -> [Int64?] {
    let presence = presence()
    var known = integers(presence.filter { $0 }.count).makeIterator()
    return presence.map { $0 ? known.next() : nil }
  }

  /// `kind` and `blame`.
  mutating func pairs() -> [UInt8] {
    var entries: [UInt8] = []
    while !isAtEnd {
      let entry = UInt8(byte())
      entries += [UInt8](repeating: entry, count: Int(varint()))
    }
    return entries
  }

  /// `counter.samples`, but for numbers that are compressed: `nil` then.
  mutating func samples() -> [Double?]? {
    let stretches = Int(varint())
    let lengths = integers(stretches)
    let presence = presence()
    let form = byte()
    guard form != 255 else { return nil }
    let power = (0..<form % 16).reduce(1.0) { power, _ in power * 10 }
    var values = integers(presence.filter { $0 }.count).map { whole in
      form < 16 ? Double(whole) / power : Double(whole) / power / 100
    }.makeIterator()
    return zip(lengths, presence).flatMap { length, isThere in
      [Double?](repeating: isThere ? values.next() : nil, count: Int(length))
    }
  }
}
