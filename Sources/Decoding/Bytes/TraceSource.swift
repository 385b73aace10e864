internal import Recordings

// Decoding reads encodings: bytes, lines, CSV, JSON, XML, protocol buffers, gzip and zstd. It knows no trace formats.
// All readers stream: they keep one block of the text in memory, whatever the size of the file. Malformed input becomes
// a recorded issue or a `TraceError`, never a crash, because anyone can send a trace.

/// Reads the text of one trace as UTF-8, in blocks of limited size.
///
/// Decompresses gzip and zstd, removes a byte order mark, and converts UTF-16 to UTF-8. Memory use does not depend on
/// the size of the file. Sources share no state, so each thread can have its own.
///
///     var source = try TraceSource(path: "trace.csv.gz")
///     let head = try source.head()  // by which a format recognizes the trace
package struct TraceSource: ~Copyable {
  /// The path of the trace as the user gave it, or `-` for standard input.
  package let name: String

  /// The number of skipped lines so far that were longer than `maximumLine`.
  private(set) var longLineCount = 0

  /// The problems in the trace's character encoding and compression that were found so far.
  package private(set) var issues = IssueLog()

  /// How many bytes of the trace one system call reads at most, and how many bytes a block of lines has at most.
  package let pace: ReadingPace

  private var stored: StoredBytes
  private var decompressor: Decompressor?
  private var wideText: WideText?
  private let buffer = ByteBuffer(capacity: maximumLine + maximumRead)
  private var start = 0
  private var end = 0
  /// The number of unread bytes that are known to contain no newline, so that a slow pipe does not make them be searched
  /// again for each byte.
  private var searched = 0
  private var isAtEnd = false
  private var hasBegun = false
  private var hasReturnsForNewlines = false

  /// The maximum length of a line in bytes; longer lines are skipped.
  static let maximumLine = 1 << 20
  private static let maximumRead = ReadingPace.usual.readBytes

  /// Opens a trace file, or standard input for `-`; compressed data is decompressed while it is read.
  ///
  /// - Parameter orPipe: whether the file may be a pipe, because the user named it.
  package init(path: String, orPipe: Bool = false) throws(TraceError) {
    name = path
    pace = .usual
    stored = try StoredBytes(path: path, orPipe: orPipe)
  }

  /// Creates a reader of a trace whose bytes are already in memory instead of in a file.
  ///
  /// - Parameter name: the name in messages.
  package init(bytes: [UInt8], name: String, pace: ReadingPace = .usual) {
    self.name = name
    self.pace = pace
    stored = StoredBytes(bytes: bytes, mostAtOnce: pace.readBytes)
  }

  /// A pointer to the text of the trace that is in memory but not processed yet.
  package var rest: UnsafePointer<UInt8> { UnsafePointer(buffer.start + start) }

  /// The number of bytes of the trace that were read so far, before decompression.
  package var byteCount: Int { stored.count }

  /// The XXH3-128 hash of the trace's bytes before decompression that were read so far, as 32 hexadecimal digits.
  package var digest: String { stored.digest }

  /// Reads the first bytes of the trace's text without consuming them, so that its format can be recognized.
  package mutating func head() throws(TraceError) -> TraceHead {
    while end - start < TraceHead.size, !isAtEnd { try fill() }
    let count = min(end - start, TraceHead.size)
    let bytes = UnsafeBufferPointer(start: buffer.start + start, count: count)
    return TraceHead(bytes: Array(bytes), isWhole: isAtEnd && count == end - start)
  }

  /// About how many lines the trace has, by the length of those in memory: memory for so many entries may be reserved.
  ///
  /// 0 if the size of the text is unknown, because the trace is compressed or a pipe; at most 16 million.
  package var expectedLines: Int {
    guard decompressor == nil, wideText == nil, start < end else { return 0 }
    let text = UnsafeBufferPointer(start: buffer.start + start, count: end - start)
    let lines = text.count { $0 == Byte.newline }
    // Later lines may be a little shorter.
    let expected = Double(stored.size) * Double(lines) / Double(text.count) * 1.02
    return Int(min(expected, Double(1 << 24)))
  }

  /// The next whole lines of the trace, valid until the next call; `nil` at the end.
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

  /// The next bytes of the trace's text, which may begin and end within a line; `nil` at the end of the trace.
  ///
  /// The bytes are valid until the next call, and `ByteBuffer.margin` bytes after them may be read. Do not mix calls of
  /// `nextChunk` and `nextBlock`, because chunks count no lines.
  package mutating func nextChunk() throws(TraceError) -> UnsafeBufferPointer<UInt8>? {
    while start == end, !isAtEnd { try fill() }
    guard start < end else { return nil }
    defer { start = end }
    return UnsafeBufferPointer(start: buffer.start + start, count: end - start)
  }

  /// Skips lines at the beginning of the trace, such as those up to a header.
  ///
  /// - Parameter count: the number of lines, all within the head.
  package mutating func skip(lines count: Int) {
    searched = 0
    for _ in 0..<count {
      let rest = end - start
      let length = Memory.firstIndex(of: Byte.newline, buffer.start + start, count: rest)
      start += length.map { $0 + 1 } ?? rest
    }
  }

  /// Reads the trace to its end, so that its byte count and its hash cover the whole file.
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

  /// The number of unread bytes that form whole lines and may be one block; `nil` if there is no whole line.
  ///
  /// Searches only `maximumLine` bytes, so that the decision about a long line does not depend on the size of reads.
  private mutating func lengthOfWholeLines() -> Int? {
    let visible = min(end - start, Self.maximumLine)
    var length = min(visible, pace.blockBytes)
    while length > searched, buffer.start[start + length - 1] != Byte.newline { length -= 1 }
    if length > searched { return length }
    let known = searched
    searched = visible
    guard visible > pace.blockBytes else { return nil }
    return Memory.firstIndex(
      of: Byte.newline, buffer.start + start + known, count: visible - known
    ).map { known + $0 + 1 }
  }

  private mutating func take(_ length: Int) -> LineBlock {
    defer {
      start += length
      searched = 0
    }
    return LineBlock(start: buffer.start + start, count: length, endsInNewline: true)
  }

  /// The last line of a trace that does not end in a newline, with a newline added; `nil` if no bytes are left.
  private mutating func takeRest() -> LineBlock? {
    guard start < end else { return nil }
    buffer.start[end] = Byte.newline
    let block = LineBlock(
      start: buffer.start + start, count: end - start + 1, endsInNewline: false)
    start = end
    searched = 0
    return block
  }

  private mutating func skipLongLine() throws(TraceError) {
    longLineCount += 1
    searched = 0
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

  /// Moves the unread bytes to the beginning of the buffer, and reads further bytes after them.
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
    // Scanners load eight bytes at a time, so the bytes after the end must be defined.
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

  /// Limits for compressed files that grow without end: real traces grow by a factor of 5 to 50 when they are
  /// decompressed.
  ///
  /// The ratio is checked only beyond the free size.
  private static let (greatestGrowth, freeGrowth) = (200, 1 << 27)

  private mutating func checkGrowth() throws(TraceError) {
    guard let grown = decompressor?.byteCount else { return }
    guard grown > stored.count * Self.greatestGrowth + Self.freeGrowth else { return }
    throw .damaged(
      path: name, offset: stored.count,
      found: "compressed data that decompresses to more than \(Self.greatestGrowth) times its size",
      wanted: "data that decompresses to 5 to 50 times its size, as the data of traces does")
  }

  /// Reads the first bytes of the trace, and detects their compression and encoding.
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
    recognizeReturns()
  }

  /// Reads until the first four bytes are available, because a pipe may deliver them one by one.
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
    } else if var converter = WideText(recognizing: bytes) {
      let raw = Array(bytes)
      end = raw.withUnsafeBytes { converter.convert($0, to: buffer.start) }
      wideText = converter
    }
  }

  /// Detects traces whose lines end in a carriage return only, as old Macs and some spreadsheets write them.
  ///
  /// Only the head decides, so that the result does not depend on the size of reads.
  private mutating func recognizeReturns() {
    let count = min(end - start, TraceHead.size)
    let text = UnsafeBufferPointer(start: buffer.start + start, count: count)
    // A newline may still follow a carriage return at the very end.
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

/// How many bytes of a trace one system call reads at most, and how many bytes a block of lines has at most.
///
/// They affect speed only, never the result; tests vary them.
package struct ReadingPace: Sendable {
  /// The maximum number of bytes that one system call reads, at most that of `usual`.
  var readBytes: Int

  /// The maximum number of bytes in a block of lines.
  ///
  /// A block is larger only if its first line is longer.
  var blockBytes: Int

  /// The number of bytes after which other threads help to read a table.
  var bytesAlone = 8 << 20

  /// The default maximum numbers of bytes per system call and per block of lines of a trace; only tests use other
  /// numbers.
  package static let usual = ReadingPace(readBytes: 1 << 18, blockBytes: .max)
}
