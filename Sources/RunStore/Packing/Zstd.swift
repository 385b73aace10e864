internal import CZstd
internal import Synchronization

/// Compresses a stream of known size into one zstd frame, a buffer at a time.
struct ZstdEncoder: ~Copyable {
  /// The frame, after anything that the caller put there first.
  var output: [UInt8] = []
  private let context = Self.idle.take()
  private var buffer: [UInt8]

  private static let bufferSize = 1 << 17
  /// Columns of small differences become no smaller at higher levels.
  private static let level: Int32 = 1

  private static let idle = ZstdContexts {
    let context = ZSTD_createCCtx()
    check(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level))
    return context
  }

  /// Begins a frame that will have `contentSize` bytes.
  init(contentSize: Int) {
    buffer = Array(repeating: 0, count: min(contentSize, Self.bufferSize))
    Self.check(ZSTD_CCtx_setPledgedSrcSize(context, UInt64(contentSize)))
  }

  deinit {
    ZSTD_CCtx_reset(context, ZSTD_reset_session_only)
    Self.idle.giveBack(context)
  }

  /// Appends bytes, which are computed one after the other.
  @inline(__always)
  mutating func append(_ count: Int, _ byte: (Int) -> UInt8) {
    for start in stride(from: 0, to: count, by: Self.bufferSize) {
      let length = min(Self.bufferSize, count - start)
      for offset in 0..<length { buffer[offset] = byte(start + offset) }
      compress(length, ZSTD_e_continue)
    }
  }

  consuming func finish() -> [UInt8] {
    compress(0, ZSTD_e_end)
    return output
  }

  private mutating func compress(_ length: Int, _ end: ZSTD_EndDirective) {
    buffer.withUnsafeBytes { bytes in
      var input = ZSTD_inBuffer(src: bytes.baseAddress, size: length, pos: 0)
      var remaining = 1
      while input.pos < input.size || end == ZSTD_e_end && remaining > 0 {
        withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 1) { chunk in
          var target = ZSTD_outBuffer(dst: chunk.baseAddress, size: chunk.count, pos: 0)
          remaining = ZSTD_compressStream2(context, &target, &input, end)
          Self.check(remaining)
          output.append(contentsOf: chunk[..<target.pos])
        }
      }
    }
  }

  /// Compression of memory fails only if there is none left.
  private static func check(_ code: Int) {
    precondition(ZSTD_isError(code) == 0, "zstd is out of memory")
  }
}

/// Decompresses zstd frames, a buffer at a time.
enum ZstdDecoder {
  private static let bufferSize = 1 << 17

  /// The maximum number of content bytes per byte of a frame: a block of 128 KiB equal bytes takes four bytes.
  private static let mostExpansion = 1 << 15

  /// The largest window of the encoder, as a power of two; larger ones would only cost memory.
  private static let windowLog: Int32 = 21

  private static let idle = ZstdContexts {
    let context = ZSTD_createDCtx()
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, windowLog)
    return context
  }

  /// The size of a frame's content, from its header.
  ///
  /// Throws if the frame cannot have that size, or if bytes follow the frame.
  static func contentSize(of frame: ArraySlice<UInt8>) throws(PackingProblem) -> Int {
    let (size, length) = frame.withUnsafeBytes { bytes in
      (
        ZSTD_getFrameContentSize(bytes.baseAddress, bytes.count),
        ZSTD_findFrameCompressedSize(bytes.baseAddress, bytes.count)
      )
    }
    // The two largest numbers mean an unknown size, and bytes that are not a frame.
    guard ZSTD_isError(length) == 0, let size = Int(exactly: size) else { throw .notCompressed }
    guard length == frame.count else { throw .leftOver(bytes: frame.count - length) }
    guard size / mostExpansion <= frame.count else { throw .outOfRange }
    return size
  }

  /// Decompresses a frame, and passes its content on in parts.
  static func decode(
    _ frame: ArraySlice<UInt8>, contentSize: Int,
    _ take: (ArraySlice<UInt8>) throws(PackingProblem) -> Void
  ) throws(PackingProblem) {
    let context = idle.take()
    defer {
      // Also after an error.
      ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
      idle.giveBack(context)
    }
    // zstd needs no window of its own if the whole content fits the buffer.
    var buffer = [UInt8](repeating: 0, count: min(max(contentSize, 1), bufferSize))
    var position = 0
    var remaining = 1
    while remaining > 0 {
      let produced = frame.withUnsafeBytes { bytes in
        buffer.withUnsafeMutableBytes { buffer in
          var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: position)
          var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
          remaining = ZSTD_decompressStream(context, &output, &input)
          position = input.pos
          return output.pos
        }
      }
      guard ZSTD_isError(remaining) == 0 else { throw .notCompressed }
      if remaining > 0, produced == 0, position == frame.count { throw .truncated }
      try take(buffer[..<produced])
    }
  }
}

/// States of zstd, reused for further columns: creating one takes longer than coding a column of a short run.
///
/// At most one exists per thread that codes.
private final class ZstdContexts: Sendable {
  private let idle = Mutex<[Int]>([])
  private let create: @Sendable () -> OpaquePointer?

  init(create: @escaping @Sendable () -> OpaquePointer?) { self.create = create }

  func take() -> OpaquePointer? {
    idle.withLock { $0.popLast() }.map { OpaquePointer(bitPattern: $0) } ?? create()
  }

  /// Takes a state that is ready for the next frame.
  func giveBack(_ context: OpaquePointer?) {
    idle.withLock { $0.append(Int(bitPattern: context)) }
  }
}
