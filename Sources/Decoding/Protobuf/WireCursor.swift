internal import CZlib

/// A range of bytes of a binary trace in memory, valid until the next bytes of the trace are read.
public struct WireBytes {
  /// A pointer to the first byte of a range of bytes of a binary trace.
  public let start: UnsafePointer<UInt8>
  /// The number of bytes in a range of bytes of a binary trace.
  public let count: Int

  /// Creates a range of bytes from the address of its first byte and the number of bytes.
  @inlinable @inline(__always)
  public init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// A range of bytes of a binary trace as text; invalid UTF-8 becomes `�`.
  ///
  /// Allocates.
  package var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

/// Iterates over the fields of a protocol buffers message.
///
///     var cursor = WireCursor(bytes)
///     while case let tag = cursor.tag(), tag != 0 {
///         if tag == 1 << 3 { number = cursor.varint() } else { cursor.skip(tag) }
///     }
///
/// A tag is the field number times 8 plus the wire type. The cursor never reads beyond the end: a length or number that
/// extends beyond it ends the iteration and sets `isBroken`.
///
/// Source: protobuf.dev, "Encoding".
public struct WireCursor {
  @usableFromInline var next: UnsafePointer<UInt8>
  @usableFromInline let end: UnsafePointer<UInt8>

  /// Whether reading found that the bytes are not a valid protocol buffers message.
  package internal(set) var isBroken = false

  @inlinable @inline(__always)
  public init(_ bytes: WireBytes) {
    next = bytes.start
    end = bytes.start + bytes.count
  }

  /// Whether no bytes of the message are left.
  @inlinable @inline(__always)
  public var isAtEnd: Bool { next >= end }

  /// The number of bytes of the protocol buffers message that are not read yet.
  package var remaining: Int { end - next }

  /// Reads the tag of the message's next field; 0 at the end and in a broken message.
  @inlinable @inline(__always)
  public mutating func tag() -> UInt32 {
    guard next < end else { return 0 }
    let tag = varint()
    guard tag >= 8, tag <= UInt64(UInt32.max) else {
      breakOff()
      return 0
    }
    return UInt32(truncatingIfNeeded: tag)
  }

  /// Reads an unsigned varint of the message; 0 if the message is broken.
  @inlinable @inline(__always)
  public mutating func varint() -> UInt64 {
    guard next < end else {
      breakOff()
      return 0
    }
    let first = next[0]
    next += 1
    return first < 0x80 ? UInt64(first) : restOfVarint(after: first)
  }

  /// Reads the rest of a varint: seven bits per byte, lowest first, at most ten bytes.
  ///
  /// Bits beyond 64 are dropped.
  @inlinable @inline(__always)
  mutating func restOfVarint(after first: UInt8) -> UInt64 {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while next < end, shift < 70 {
      let byte = next[0]
      next += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    breakOff()
    return 0
  }

  /// Reads a signed varint of the message; 0 if the message is broken.
  @inlinable @inline(__always)
  public mutating func signed() -> Int64 { Int64(bitPattern: varint()) }

  /// Reads a length-delimited field of the message: text, bytes or a message; empty if the message is broken.
  @inlinable @inline(__always)
  public mutating func bytes() -> WireBytes {
    let length = varint()
    guard length <= UInt64(end - next) else {
      breakOff()
      return WireBytes(start: end, count: 0)
    }
    defer { next += Int(length) }
    return WireBytes(start: next, count: Int(length))
  }

  /// Reads the given number of bytes of the protocol buffers message, which must be available.
  package mutating func take(_ count: Int) -> WireBytes {
    precondition(count >= 0 && count <= remaining, "expected bytes that are available")
    defer { next += count }
    return WireBytes(start: next, count: count)
  }

  /// Skips the field of the message whose tag was read last.
  @inlinable @inline(__always)
  public mutating func skip(_ tag: UInt32) {
    switch tag & 7 {
    case 0: _ = varint()
    case 2: _ = bytes()
    case 1: advance(8)
    case 5: advance(4)
    default: breakOff()
    }
  }

  @inlinable @inline(__always)
  mutating func advance(_ count: Int) {
    if end - next >= count { next += count } else { breakOff() }
  }

  @usableFromInline @inline(never)
  mutating func breakOff() {
    isBroken = true
    next = end
  }
}

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
