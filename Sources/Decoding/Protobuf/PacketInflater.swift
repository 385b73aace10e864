internal import CZlib

/// Decompresses the compressed packets of a Perfetto trace in chunks, so that no packet is in memory as a whole.
package struct PacketInflater: ~Copyable {
  /// The state stays at one address because zlib keeps a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private let output = ByteBuffer(capacity: 1 << 18)
  private var isFinished = true

  /// The number of decompressed bytes so far, from all compressed packets of the Perfetto trace.
  package private(set) var byteCount = 0

  /// Whether the data of the most recent compressed packet was cut off or damaged.
  package private(set) var isBroken = false

  package init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let zlibOrGzip: Int32 = 15 + 32
    inflateInit2_(stream, zlibOrGzip, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Starts the decompression of one compressed packet of a Perfetto trace.
  ///
  /// - Parameter bytes: less than 4 GiB; they must stay valid until the packet is read.
  package mutating func begin(_ bytes: WireBytes) {
    inflateReset(stream)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.start)
    stream.pointee.avail_in = UInt32(bytes.count)
    isFinished = false
    isBroken = false
  }

  /// The next decompressed bytes of the current compressed packet of a Perfetto trace, valid until the next call; `nil`
  /// at the end of the packet.
  package mutating func nextChunk() -> UnsafeBufferPointer<UInt8>? {
    guard !isFinished else { return nil }
    stream.pointee.next_out = output.start
    stream.pointee.avail_out = UInt32(output.capacity)
    let status = inflate(stream, Z_NO_FLUSH)
    let count = output.capacity - Int(stream.pointee.avail_out)
    if status != Z_OK {
      isFinished = true
      isBroken = status != Z_STREAM_END
    } else if count == 0 || (stream.pointee.avail_in == 0 && count < output.capacity) {
      // The input is used up, but the stream has not ended.
      isFinished = true
      isBroken = true
    }
    byteCount += count
    return count > 0 ? UnsafeBufferPointer(start: output.start, count: count) : nil
  }
}
