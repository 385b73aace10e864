internal import CZlib

/// Decompresses gzip, member after member.
struct Inflater: ~Copyable {
  /// The state has to stay at one address: zlib keeps a pointer back to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private let input = ByteBuffer(capacity: 1 << 16)
  private var isFinished = false
  private var isBetweenMembers = false
  private var isFirstMember = true

  /// Bytes of a member's header that have fixed values: bytes that differ there are no member.
  private static let fixedHeader = 4

  /// Whether the compressed bytes ended, or broke, before the text did.
  private(set) var isTruncated = false

  /// Whether something that is no member stands behind the last one.
  private(set) var hasStrayBytes = false

  /// Number of decompressed bytes given out so far.
  private(set) var byteCount = 0

  /// Starts with the first bytes of the archive.
  ///
  /// - Parameter beginning: at most the 64 KiB that the input holds.
  init(beginning: UnsafeRawBufferPointer) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let gzipWindow: Int32 = 15 + 16
    inflateInit2_(stream, gzipWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    input.part(from: 0, count: beginning.count).copyMemory(from: beginning)
    feed(count: beginning.count)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Whether bytes begin like a gzip member.
  ///
  /// - Parameter bytes: the first of a file.
  /// - Returns: whether they are gzip's two.
  static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b
  }

  /// Gives out decompressed bytes.
  ///
  /// - Parameters:
  ///   - buffer: where they go; not empty.
  ///   - stored: where compressed ones come from.
  /// - Returns: how many came, 0 at the end.
  /// - Throws: when the file cannot be read on; a broken archive only sets `isTruncated`.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, from stored: inout StoredBytes
  ) throws(TraceError) -> Int {
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(buffer.count)
    while !isFinished, stream.pointee.avail_out == buffer.count {
      if stream.pointee.avail_in == 0 {
        feed(count: try stored.read(into: input.part(from: 0, count: input.capacity)))
      }
      advance()
    }
    let count = buffer.count - Int(stream.pointee.avail_out)
    byteCount += count
    return count
  }

  private func feed(count: Int) {
    stream.pointee.next_in = input.start
    stream.pointee.avail_in = UInt32(count)
  }

  private mutating func advance() {
    let hasInput = stream.pointee.avail_in > 0
    // Tapes and some file systems pad with zeros.
    if isBetweenMembers, !hasInput || stream.pointee.next_in?.pointee == 0 {
      isFinished = true
      return
    }
    isBetweenMembers = false
    let capacity = stream.pointee.avail_out
    switch inflate(stream, Z_NO_FLUSH) {
    case Z_OK, Z_BUF_ERROR:
      // Without input, zlib may still have bytes that the last buffer was too small for.
      guard !hasInput, stream.pointee.avail_out == capacity else { return }
      isFinished = true
      isTruncated = true
    case Z_STREAM_END:
      isBetweenMembers = true
      isFirstMember = false
      inflateReset(stream)
    default:
      isFinished = true
      hasStrayBytes = !isFirstMember && stream.pointee.total_in <= Self.fixedHeader
      isTruncated = !hasStrayBytes
    }
  }
}
