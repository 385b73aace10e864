internal import Decoding
internal import Recordings

/// Assigns numbers to the names of slices; names that differ only in numbers, ids or addresses get the same number.
///
///     names.number(of: "Choreographer#doFrame 1234") == names.number(of: "Choreographer#doFrame 1235")
///
/// Looking up a name costs one pass over its bytes; a `String` is created only for the first slice with a name.
struct SliceNames {
  /// The parts of frames, indexed by the numbers of the slices' names.
  private(set) var parts = [
    FrameParts.Builder.rest, FrameParts.Part("waiting for a CPU", .wait),
    FrameParts.Part("blocked in the kernel", .wait),
  ]
  private let kind: FrameParts.Kind
  private var numbers: [UInt64: UInt16] = [:]
  private var plain = PlainName()

  /// Whether there were more names than the limit, so that slices with further names count as
  /// `FrameParts.Builder.rest`.
  private(set) var isFull = false

  /// Creates an empty list of slice names.
  ///
  /// - Parameter kind: the kind of the frames' parts that get the names.
  init(kind: FrameParts.Kind = .slice) { self.kind = kind }

  /// The number of the part that stands for all names beyond the limit.
  static let rest: UInt16 = 0
  /// The number of the part for waits of a thread that is ready to run, but has no processor.
  static let waitForCPU: UInt16 = 1
  /// The number of the part for waits of a thread in an uninterruptible sleep in the kernel.
  static let waitInKernel: UInt16 = 2

  /// The number of a slice's name, which is assigned when the name first occurs.
  ///
  /// - Parameter detail: a second part of the name, such as the function that a `FunctionCall` calls.
  mutating func number(of name: Field, detail: [UInt8]? = nil) -> UInt16 {
    plain.clear()
    plain.append(UnsafeBufferPointer(start: name.start, count: name.count))
    detail?.withUnsafeBufferPointer { plain.append($0) }
    let hash = plain.fingerprint
    return numbers[hash] ?? add(hash)
  }

  /// The number of a slice's name in an array, which is assigned when the name first occurs.
  mutating func number(of name: [UInt8]) -> UInt16 {
    plain.clear()
    name.withUnsafeBufferPointer { plain.append($0) }
    let hash = plain.fingerprint
    return numbers[hash] ?? add(hash)
  }

  private mutating func add(_ hash: UInt64) -> UInt16 {
    guard parts.count < FrameParts.Builder.mostParts else {
      isFull = true
      return Self.rest
    }
    let number = UInt16(parts.count)
    parts.append(FrameParts.Part(plain.text, kind))
    numbers[hash] = number
    return number
  }
}

/// The name of a slice without the words that differ from slice to slice: numbers, ids and addresses.
///
/// Words of a name are separated by the ASCII characters that are not letters or digits. Separators between two kept
/// words are kept, so that `draw (layer 5)` becomes `draw (layer)`.
struct PlainName {
  private var bytes: [UInt8] = []
  /// The number of bytes up to the last word that is kept, or the last bracket after that word.
  private var end = 0

  /// The maximum length of a shortened name, in bytes.
  private static let limit = 80
  /// The number of bytes of a name that are read; further bytes are ignored.
  private static let longestName = 256

  init() { bytes.reserveCapacity(Self.longestName * 2) }

  /// Resets the shortened name to an empty name.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    end = 0
  }

  /// Appends a name without its numbers, ids and addresses; unless it is the first name, a space separates it.
  mutating func append(_ name: UnsafeBufferPointer<UInt8>) {
    guard let first = name.baseAddress else { return }
    if end > 0 { bytes.append(0x20) }
    let count = min(name.count, Self.longestName)
    var start = 0
    while start < count, end < Self.limit {
      var next = start
      while next < count, Self.isInWord(name[next]) { next += 1 }
      if next > start {
        append(Word(start: first + start, count: next - start))
      } else {
        appendSeparator(name[start])
        next += 1
      }
      start = next
    }
    bytes.removeSubrange(end...)
  }

  private mutating func append(_ word: Word) {
    let count = word.countWithoutNumber
    // The separators before a removed word are removed, too.
    bytes.removeSubrange((count == 0 ? end : bytes.count)...)
    guard count > 0 else { return }
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.start, count: count))
    end = bytes.count
  }

  private mutating func appendSeparator(_ byte: UInt8) {
    let isOpening = byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[")
    let isClosing = byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]")
    if isClosing { bytes.removeSubrange(end...) }
    if bytes.isEmpty, !isOpening { return }
    bytes.append(byte)
    if isOpening || isClosing { end = bytes.count }
  }

  /// A hash of the shortened name of a slice.
  var fingerprint: UInt64 {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Field(start: $0, count: cut(bytes)).fingerprint } ?? 0
    }
  }

  /// The shortened name as text, at most 80 bytes of UTF-8 unless invalid bytes have to be replaced; `unnamed` if no
  /// word is left.
  var text: String {
    let kept = bytes.withUnsafeBufferPointer { bytes in bytes.prefix(cut(bytes)) }
    return kept.isEmpty ? "unnamed" : harmless(String(decoding: kept, as: UTF8.self))
  }

  /// The number of bytes of a name within the limit, without a character that would be cut in two.
  private func cut(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard bytes.count > Self.limit else { return bytes.count }
    var count = Self.limit
    while count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
    return count
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte >= 0x80
  }
}

/// A sequence of letters and digits in the name of a slice.
private struct Word {
  let start: UnsafePointer<UInt8>
  let count: Int

  /// The length of the word in bytes without a number at its end; 0 if the whole word is a number, an address or an id.
  ///
  /// A number at the end is removed if it has at least four digits, as in `item1024`, but not in `utf16`.
  var countWithoutNumber: Int {
    if start[0].isDigit || isHexadecimalID { return 0 }
    var end = count
    while end > 0, start[end - 1].isDigit { end -= 1 }
    return count - end >= 4 ? end : count
  }

  /// Whether the word is a hexadecimal id such as `e29b` or `ffa07c12`: at least four hexadecimal digits, of which two
  /// are decimal.
  private var isHexadecimalID: Bool {
    guard count >= 4 else { return false }
    var decimals = 0
    for index in 0..<count {
      guard start[index].isHexadecimal else { return false }
      decimals += start[index].isDigit ? 1 : 0
    }
    return decimals >= 2
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
  fileprivate var isHexadecimal: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
