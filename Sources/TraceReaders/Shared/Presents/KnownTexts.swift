internal import Decoding

/// The different texts of columns that rarely change, such as the names of programs, in the order of their first rows.
///
/// All bytes are in one array: a row is compared with a text without counting references.
struct KnownTexts {
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []

  var count: Int { ranges.count }

  mutating func append(_ text: some Sequence<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    ranges.append(start..<bytes.count)
  }

  /// Whether the bytes at a place in memory are a text.
  @inline(__always)
  func isText(_ index: Int, at start: UnsafePointer<UInt8>, count: Int) -> Bool {
    let range = ranges[index]
    guard range.count == count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Memory.equal($0 + range.lowerBound, start, count: count) } ?? true
    }
  }

  func text(_ index: Int) -> String { String(decoding: bytes[ranges[index]], as: UTF8.self) }
}
