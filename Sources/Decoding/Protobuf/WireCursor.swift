/// Some bytes of a trace that belong to whoever gave them, good until it is asked again.
package struct WireBytes {
  /// The first byte.
  package let start: UnsafePointer<UInt8>
  /// Number of bytes.
  package let count: Int

  @inlinable @inline(__always)
  package init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// The bytes as text; invalid UTF-8 is repaired.
  ///
  /// Allocates.
  package var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

/// Walks over the fields of a message in the wire format of protocol buffers.
///
/// Never reads behind the end: a length or a number that reaches beyond it breaks the message, and the
/// walk ends there. A tag is a field's number times 8 and its wire type.
///
/// Source: protobuf.dev, "Encoding".
package struct WireCursor {
  @usableFromInline var next: UnsafePointer<UInt8>
  @usableFromInline let end: UnsafePointer<UInt8>

  /// Whether the bytes are no message.
  package internal(set) var isBroken = false

  @inlinable @inline(__always)
  package init(_ bytes: WireBytes) {
    next = bytes.start
    end = bytes.start + bytes.count
  }

  /// Whether nothing is left.
  @inlinable @inline(__always)
  package var isAtEnd: Bool { next >= end }

  /// Bytes that are left.
  package var remaining: Int { end - next }

  /// The next field's tag; 0 at the end and when the message is broken.
  @inlinable @inline(__always)
  package mutating func tag() -> UInt32 {
    guard next < end else { return 0 }
    let tag = varint()
    guard tag >= 8, tag <= UInt64(UInt32.max) else {
      breakOff()
      return 0
    }
    return UInt32(truncatingIfNeeded: tag)
  }

  /// The number that stands next; 0 when the message is broken.
  @inlinable @inline(__always)
  package mutating func varint() -> UInt64 {
    guard next < end else {
      breakOff()
      return 0
    }
    let first = next[0]
    next += 1
    return first < 0x80 ? UInt64(first) : restOfVarint(after: first)
  }

  /// Seven bits a byte, lowest first; at most ten bytes.
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

  /// The number that stands next, as it is signed.
  @inlinable @inline(__always)
  package mutating func signed() -> Int64 { Int64(bitPattern: varint()) }

  /// The bytes of the field whose tag came last: text, bytes, or a message; none when it is broken.
  @inlinable @inline(__always)
  package mutating func bytes() -> WireBytes {
    let length = varint()
    guard length <= UInt64(end - next) else {
      breakOff()
      return WireBytes(start: end, count: 0)
    }
    defer { next += Int(length) }
    return WireBytes(start: next, count: Int(length))
  }

  /// The next bytes, whatever they are.
  ///
  /// - Parameter count: no more than are left.
  /// - Returns: where they lie.
  package mutating func take(_ count: Int) -> WireBytes {
    precondition(count >= 0 && count <= remaining, "bytes that are there")
    defer { next += count }
    return WireBytes(start: next, count: count)
  }

  /// Passes over the field whose tag came last.
  @inlinable @inline(__always)
  package mutating func skip(_ tag: UInt32) {
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
