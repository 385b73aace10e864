internal import Recordings

/// The text of one trace as UTF-8, in pieces of bounded size, wherever it is stored and however.
///
/// Decompresses, removes a byte order mark, and turns UTF-16 into UTF-8. Needs the same memory
/// for a file of any size. Two sources on two threads do not meet.
package struct TraceSource: ~Copyable {
  /// The file's name as given, or `-`.
  package let name: String

  /// Number of lines passed over so far because they had no end within `maximumLine` bytes.
  private(set) var longLineCount = 0

  /// What was wrong with the bytes, apart from what they mean.
  package private(set) var issues = IssueLog()

  /// How it is read.
  package let pace: ReadingPace

  private var stored: StoredBytes
  private var decompressor: Decompressor?
  private var wideText: WideText?
  private let buffer = ByteBuffer(capacity: maximumLine + maximumRead)
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  private var hasBegun = false
  private var hasReturnsForNewlines = false

  /// A line without an end after so many bytes is no line.
  static let maximumLine = 1 << 20
  private static let maximumRead = ReadingPace.usual.readBytes

  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameter path: the file.
  /// - Throws: when it cannot be opened.
  package init(path: String) throws(TraceError) {
    name = path
    pace = .usual
    stored = try StoredBytes(path: path)
  }

  /// Takes bytes that are in memory already.
  ///
  /// - Parameters:
  ///   - bytes: the whole trace.
  ///   - name: what messages call it.
  ///   - pace: how it is read.
  package init(bytes: [UInt8], name: String, pace: ReadingPace = .usual) {
    self.name = name
    self.pace = pace
    stored = StoredBytes(bytes: bytes, mostAtOnce: pace.readBytes)
  }

  /// The text that comes next, as far as it was read.
  package var rest: UnsafePointer<UInt8> { UnsafePointer(buffer.start + start) }

  /// Number of bytes read as they are stored; of the whole trace after `drain`.
  package var byteCount: Int { stored.count }

  /// The hash of the stored bytes read so far; of the whole trace after `drain`.
  package var digest: String { stored.digest }

  /// The beginning of the text, which stays to be read.
  ///
  /// - Throws: when the file cannot be read.
  package mutating func head() throws(TraceError) -> TraceHead {
    while end - start < TraceHead.size, !isAtEnd { try fill() }
    let count = min(end - start, TraceHead.size)
    let bytes = UnsafeBufferPointer(start: buffer.start + start, count: count)
    return TraceHead(bytes: Array(bytes), isWhole: isAtEnd && count == end - start)
  }

  /// The next whole lines; `nil` at the end.
  ///
  /// - Returns: a block that is good until the source is asked again.
  /// - Throws: when the file cannot be read on.
  mutating func nextBlock() throws(TraceError) -> LineBlock? {
    while true {
      if let length = lengthOfWholeLines() { return take(length) }
      if end - start >= Self.maximumLine {
        try skipLongLine()
      } else if isAtEnd {
        return takeRest()
      } else {
        try fill()
      }
    }
  }

  /// The next bytes, wherever lines end; `nil` at the end.
  ///
  /// Blocks and chunks of one source do not mix: chunks count no lines.
  ///
  /// - Returns: bytes that are good until the source is asked again, not empty, with
  ///   `ByteBuffer.margin` readable ones behind.
  /// - Throws: when the file cannot be read on.
  package mutating func nextChunk() throws(TraceError) -> UnsafeBufferPointer<UInt8>? {
    while start == end, !isAtEnd { try fill() }
    guard start < end else { return nil }
    defer { start = end }
    return UnsafeBufferPointer(start: buffer.start + start, count: end - start)
  }

  /// Passes over lines, such as those up to a header.
  ///
  /// - Parameter count: number of lines, all within the head.
  package mutating func skip(lines count: Int) {
    for _ in 0..<count {
      let rest = end - start
      let length = Memory.firstIndex(of: Byte.newline, buffer.start + start, count: rest)
      start += length.map { $0 + 1 } ?? rest
    }
  }

  /// Reads to the end of what is stored, so that `byteCount` and `digest` are of the whole trace.
  ///
  /// - Throws: when the file cannot be read on.
  package mutating func drain() throws(TraceError) {
    start = end
    while !isAtEnd {
      try fill()
      start = end
    }
    start = 0
    end = 0
    while try stored.read(into: buffer.part(from: 0, count: buffer.capacity)) > 0 {}
  }

  // MARK: - Lines

  /// Looks at no more than `maximumLine` bytes, so that it does not depend on the bytes read so far whether a
  /// line is too long.
  private func lengthOfWholeLines() -> Int? {
    let visible = min(end - start, Self.maximumLine)
    var length = min(visible, pace.blockBytes)
    while length > 0, buffer.start[start + length - 1] != Byte.newline { length -= 1 }
    if length > 0 || visible <= pace.blockBytes { return length > 0 ? length : nil }
    return Memory.firstIndex(of: Byte.newline, buffer.start + start, count: visible).map { $0 + 1 }
  }

  private mutating func take(_ length: Int) -> LineBlock {
    defer { start += length }
    return LineBlock(start: buffer.start + start, count: length, endsInNewline: true)
  }

  /// The last line of a text that does not end in a newline, with one put behind it.
  private mutating func takeRest() -> LineBlock? {
    guard start < end else { return nil }
    buffer.start[end] = Byte.newline
    let block = LineBlock(
      start: buffer.start + start, count: end - start + 1, endsInNewline: false)
    start = end
    return block
  }

  private mutating func skipLongLine() throws(TraceError) {
    longLineCount += 1
    while true {
      let rest = end - start
      if let length = Memory.firstIndex(of: Byte.newline, buffer.start + start, count: rest) {
        start += length + 1
        return
      }
      start = end
      if isAtEnd { return }
      try fill()
    }
  }

  // MARK: - Bytes

  /// Makes room, and reads once behind what is there.
  private mutating func fill() throws(TraceError) {
    if start > 0 {
      buffer.moveToFront(start..<end)
      end -= start
      start = 0
    }
    if !hasBegun {
      try begin()
    } else if !isAtEnd {
      let count = try readText(limit: min(pace.readBytes, buffer.capacity - end))
      if hasReturnsForNewlines { replaceReturns(in: end..<end + count) }
      end += count
    }
    // Bytes behind the end are looked at, eight at a time, before they are found to be behind it.
    (buffer.start + end).update(repeating: 0, count: min(8, buffer.capacity + 8 - end))
  }

  private mutating func readText(limit: Int) throws(TraceError) -> Int {
    guard var converter = wideText else {
      return try readBytes(into: buffer.part(from: end, count: limit))
    }
    let raw = ByteBuffer(capacity: max(WideText.input(fitting: limit), 1))
    let count = try readBytes(into: raw.part(from: 0, count: raw.capacity))
    let bytes = UnsafeRawBufferPointer(start: raw.start, count: count)
    let written = converter.convert(bytes, to: buffer.start + end)
    wideText = converter
    return written
  }

  private mutating func readBytes(into part: UnsafeMutableRawBufferPointer) throws(TraceError)
    -> Int
  {
    let count =
      if decompressor == nil {
        try stored.read(into: part)
      } else {
        try decompressor?.read(into: part, from: &stored) ?? 0
      }
    try checkGrowth()
    if count == 0 {
      isAtEnd = true
      if decompressor?.isTruncated == true { issues.note(.truncatedArchive, line: nil) }
      if decompressor?.hasStrayBytes == true { issues.note(.bytesBehindArchive, line: nil) }
    }
    return count
  }

  /// Compressed traces may grow so much beyond a size that is soon read: real ones grow five- to fiftyfold.
  private static let (greatestGrowth, freeGrowth) = (200, 1 << 27)

  private mutating func checkGrowth() throws(TraceError) {
    guard let grown = decompressor?.byteCount else { return }
    guard grown > stored.count * Self.greatestGrowth + Self.freeGrowth else { return }
    throw .damaged(
      path: name, offset: stored.count,
      found: "compressed bytes that grow more than \(Self.greatestGrowth)-fold",
      wanted: "a trace, which grows less")
  }

  /// Reads the first bytes, and finds out how the text is stored.
  private mutating func begin() throws(TraceError) {
    hasBegun = true
    try readBeginning { source throws(TraceError) in
      try source.stored.read(into: source.buffer.part(from: source.end, count: 1 << 16))
    }
    let bytes = UnsafeRawBufferPointer(start: buffer.start, count: end)
    decompressor = Decompressor(beginning: bytes)
    if decompressor != nil {
      end = 0
      try readBeginning { source throws(TraceError) in
        try source.readBytes(into: source.buffer.part(from: source.end, count: 1 << 16))
      }
    }
    removeEncoding()
    while end - start < TraceHead.size, !isAtEnd { end += try readText(limit: pace.readBytes) }
    recogniseReturns()
  }

  /// Reads until the first few bytes are there: a pipe may bring them one by one.
  private mutating func readBeginning(
    _ read: (inout TraceSource) throws(TraceError) -> Int
  ) throws(TraceError) {
    while end < 4 {
      let count = try read(&self)
      if count == 0 {
        isAtEnd = true
        return
      }
      end += count
    }
  }

  private mutating func removeEncoding() {
    let bytes = UnsafeRawBufferPointer(start: buffer.start, count: end)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      start = 3
    } else if var converter = WideText(recognising: bytes) {
      let raw = Array(bytes)
      end = raw.withUnsafeBytes { converter.convert($0, to: buffer.start) }
      wideText = converter
    }
  }

  /// Old Macs, and spreadsheets that save for them, end lines with a carriage return and nothing else.
  ///
  /// The head decides: the bytes read so far may be fewer or more.
  private mutating func recogniseReturns() {
    let count = min(end - start, TraceHead.size)
    let text = UnsafeBufferPointer(start: buffer.start + start, count: count)
    // The one that comes last may have its newline still to come.
    hasReturnsForNewlines =
      !text.contains(Byte.newline) && text.dropLast().contains(Byte.carriageReturn)
    if hasReturnsForNewlines { replaceReturns(in: start..<end) }
  }

  private func replaceReturns(in range: Range<Int>) {
    for index in range where buffer.start[index] == Byte.carriageReturn {
      buffer.start[index] = Byte.newline
    }
  }
}
