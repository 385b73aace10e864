package import Recordings

/// Iterates over the lines of a trace that is text but not a table.
///
///     var lines = TextLines()
///     while let line = try lines.next(in: &source) {
///         if line.starts(with: "#") { continue }
///     }
package struct TextLines: ~Copyable {
  package var issues = IssueLog()

  /// The line number of the trace's current line, from 1; 0 before the first line.
  package private(set) var number = 0

  /// Whether the current line is the last line of the trace and has no newline: it may be cut off.
  package private(set) var isCut = false

  private var block: LineBlock?
  private var position = 0
  private var longLines = 0

  /// Creates an iterator over the lines of a trace, before the first line.
  package init() {}

  /// Moves to the next line of the trace.
  ///
  /// - Parameter source: must be the same in every call.
  /// - Returns: the line without its end, valid until the next call; `nil` after the last line.
  package mutating func next(in source: inout TraceSource) throws(TraceError) -> Field? {
    if position >= block?.count ?? 0 { try enterBlock(of: &source) }
    guard let block else { return nil }
    let start = block.start + position
    let rest = block.count - position
    let length = Memory.firstIndex(of: Byte.newline, start, count: rest) ?? rest
    position += length + 1
    number += 1
    isCut = position >= block.count && !block.endsInNewline
    // A Windows console makes CR CR LF of the CR LF that adb sends.
    var end = length
    while end > 0, start[end - 1] == Byte.carriageReturn { end -= 1 }
    return Field(start: start, count: end)
  }

  /// Records a problem in the trace's current line.
  ///
  /// If the last line has no newline, a problem in it that is more severe than a note is recorded as a cut-off line.
  package mutating func note(_ kind: ImportIssue.Kind, _ field: Field? = nil) {
    let isBroken = isCut && kind.severity > .note
    issues.note(isBroken ? .truncatedLine : kind, line: number, found: field?.shown)
  }

  private mutating func enterBlock(of source: inout TraceSource) throws(TraceError) {
    block = try source.nextBlock()
    position = 0
    while longLines < source.longLineCount {
      longLines += 1
      number += 1
      issues.note(.longLine, line: number)
    }
  }
}

/// Converts UTF-16 to UTF-8, chunk by chunk.
struct WideText: Sendable {
  private let isBigEndian: Bool
  private var pending: [UInt16] = []
  private var halfUnit: UInt8?

  /// Recognizes UTF-16 by the first bytes of a text; `nil` if it is not UTF-16.
  ///
  /// UTF-16 has a byte order mark, or every second byte of its first two characters is 0.
  init?(recognizing bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): isBigEndian = false
    case (0xFE, 0xFF): isBigEndian = true
    case (1..., 0) where bytes.count >= 4 && bytes[2] != 0 && bytes[3] == 0: isBigEndian = false
    case (0, 1...) where bytes.count >= 4 && bytes[2] == 0 && bytes[3] != 0: isBigEndian = true
    default: return nil
    }
  }

  /// The number of UTF-16 bytes whose UTF-8 certainly fits `capacity` bytes.
  static func input(fitting capacity: Int) -> Int { max((capacity - 8) / 2, 0) }

  /// Converts the next bytes of a UTF-16 text to UTF-8.
  ///
  /// - Parameter output: must have the capacity that `input(fitting:)` was computed for.
  /// - Returns: the number of bytes written. Lone surrogates become U+FFFD.
  mutating func convert(_ bytes: UnsafeRawBufferPointer, to output: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    pending += units(of: bytes)
    // The first half of a surrogate pair waits for the second.
    let held = pending.last.map(UTF16.isLeadSurrogate) == true ? pending.removeLast() : nil
    var count = 0
    for scalar in String(decoding: pending, as: UTF16.self).unicodeScalars
    where scalar != "\u{FEFF}" {
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        output[count] = unit
        count += 1
      }
    }
    pending = held.map { [$0] } ?? []
    return count
  }

  private mutating func units(of bytes: UnsafeRawBufferPointer) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2 + 1)
    for byte in bytes {
      guard let first = halfUnit else {
        halfUnit = byte
        continue
      }
      halfUnit = nil
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    return units
  }
}
