internal import CZlib
internal import CZstd

/// Decompresses consecutive gzip members or zstd frames.
///
/// Damaged and truncated archives throw no error. The bytes end early, and `isTruncated` is set.
struct Decompressor: ~Copyable {
  private let codec: Codec
  private let input = ByteBuffer(capacity: 1 << 16)
  /// The range of `input` that is not decompressed yet.
  private var unused = 0..<0
  private var isFinished = false
  private var isBetweenMembers = false
  private var isFirstMember = true
  /// The number of compressed bytes of the current member that were consumed so far.
  private var memberBytes = 0
  /// The maximum number of compressed bytes that the codec may receive in its next step.
  private var nextInput: Int

  /// Whether the compressed file ends early, or is damaged.
  private(set) var isTruncated = false

  /// Whether bytes follow the last gzip member or zstd frame that belong to none.
  private(set) var hasStrayBytes = false

  /// The number of bytes that were decompressed so far.
  private(set) var byteCount = 0

  /// Recognizes a compressed file by its first bytes; `nil` if they are neither gzip nor zstd.
  ///
  /// - Parameter beginning: at most 64 KiB, which are decompressed first.
  init?(beginning: UnsafeRawBufferPointer) {
    guard let codec = Codec(recognizing: beginning) else { return nil }
    self.codec = codec
    nextInput = codec.reset()
    input.part(from: 0, count: beginning.count).copyMemory(from: beginning)
    unused = 0..<beginning.count
  }

  deinit { codec.free() }

  /// Decompresses the next bytes into a buffer.
  ///
  /// - Parameter buffer: must not be empty.
  /// - Returns: the number of bytes, 0 at the end.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, from stored: inout StoredBytes
  ) throws(TraceError) -> Int {
    var count = 0
    while !isFinished, count == 0 {
      if unused.isEmpty {
        unused = 0..<(try stored.read(into: input.part(from: 0, count: input.capacity)))
      }
      count = advance(into: buffer)
    }
    byteCount += count
    return count
  }

  private mutating func advance(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let hasInput = !unused.isEmpty
    // Tapes and some file systems pad with zeros.
    if isBetweenMembers, !hasInput || input.start[unused.lowerBound] == 0 {
      isFinished = true
      return 0
    }
    if isBetweenMembers, !codec.canBegin(with: input.start[unused.lowerBound]) {
      (isFinished, hasStrayBytes) = (true, true)
      return 0
    }
    isBetweenMembers = false
    let step = codec.advance(
      UnsafeRawBufferPointer(
        input.part(from: unused.lowerBound, count: min(unused.count, nextInput))),
      into: buffer)
    nextInput = step.nextInput
    unused = (unused.lowerBound + step.used)..<unused.upperBound
    memberBytes += step.used
    switch step.state {
    case .within:
      // Without input, the codec may still have bytes that did not fit the last buffer.
      if !hasInput, step.made == 0 { (isFinished, isTruncated) = (true, true) }
    case .atEnd:
      (isBetweenMembers, isFirstMember, memberBytes) = (true, false, 0)
      nextInput = codec.reset()
    case .damaged:
      isFinished = true
      hasStrayBytes = !isFirstMember && memberBytes <= codec.fixedHeader
      isTruncated = !hasStrayBytes
    }
    return step.made
  }
}

/// The result of one step of a codec.
private struct Step {
  enum State { case within, atEnd, damaged }

  /// The number of compressed bytes that the step consumed.
  let used: Int
  /// The number of decompressed bytes that the step wrote.
  let made: Int
  /// Whether the step ended within a member, at its end, or at damaged bytes.
  let state: State
  /// The maximum number of compressed bytes that the next step may receive.
  let nextInput: Int
}

/// The decompressor of zlib or libzstd for one gzip member or zstd frame.
///
/// The state stays at one address because the libraries keep pointers to it.
private enum Codec {
  case gzip(UnsafeMutablePointer<z_stream>)
  case zstd(OpaquePointer)

  init?(recognizing bytes: UnsafeRawBufferPointer) {
    let isFrame = bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    // A skippable frame, which parallel compressors put first.
    let isSkippable =
      bytes.count >= 4 && bytes[0] & 0xF0 == 0x50 && bytes[1...3].elementsEqual([0x2A, 0x4D, 0x18])
    if isFrame || isSkippable, let stream = ZSTD_createDStream() {
      self = .zstd(stream)
    } else if bytes.starts(with: [0x1F, 0x8B]) {
      let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
      stream.initialize(to: z_stream())
      let gzipWindow: Int32 = 15 + 16
      inflateInit2_(stream, gzipWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      self = .gzip(stream)
    } else {
      return nil
    }
  }

  /// The number of header bytes after which the codec has detected bytes that are no gzip member or zstd frame.
  var fixedHeader: Int {
    switch self {
    case .gzip: 4
    case .zstd: 5
    }
  }

  /// Whether a further gzip member or zstd frame can begin with `byte`.
  ///
  /// libzstd reports stray bytes only after more of them, so the first byte is checked here.
  func canBegin(with byte: UInt8) -> Bool {
    switch self {
    case .gzip: true
    case .zstd: byte == 0x28 || byte & 0xF0 == 0x50
    }
  }

  /// Prepares the codec for the next member, and returns the maximum number of compressed bytes for its first step.
  func reset() -> Int {
    switch self {
    case .gzip(let stream):
      inflateReset(stream)
      return .max
    case .zstd(let stream): return ZSTD_initDStream(stream)
    }
  }

  func free() {
    switch self {
    case .gzip(let stream):
      inflateEnd(stream)
      stream.deallocate()
    case .zstd(let stream): ZSTD_freeDStream(stream)
    }
  }

  func advance(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Step {
    switch self {
    case .gzip(let stream): Self.inflate(input, into: output, stream)
    case .zstd(let stream): Self.decompress(input, into: output, stream)
    }
  }

  private static func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
    _ stream: UnsafeMutablePointer<z_stream>
  ) -> Step {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(output.count)
    let state: Step.State =
      switch CZlib.inflate(stream, Z_NO_FLUSH) {
      case Z_OK, Z_BUF_ERROR: .within
      case Z_STREAM_END: .atEnd
      default: .damaged
      }
    return Step(
      used: input.count - Int(stream.pointee.avail_in),
      made: output.count - Int(stream.pointee.avail_out), state: state, nextInput: .max)
  }

  /// Decompresses at most one block of a zstd frame.
  ///
  /// libzstd discards all text of a step that finds damage. A step therefore gets no more bytes than one block has, and
  /// none while text of the previous block does not fit the output. The last of these bytes, which may be the end of the
  /// next block's header, is a step of its own: with it, libzstd compares sizes and the header. So the text before the
  /// damage does not depend on how many bytes arrive at once.
  private static func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
    _ stream: OpaquePointer
  ) -> Step {
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let rest = ZSTD_decompressStream(stream, &target, &source)
    let state: Step.State = ZSTD_isError(rest) != 0 ? .damaged : rest == 0 ? .atEnd : .within
    let isFull = target.pos == target.size
    return Step(
      used: source.pos, made: target.pos, state: state, nextInput: isFull ? 0 : max(rest - 1, 1))
  }
}

/// The compressed formats, such as zip, that Hitchmark recognizes but does not read.
public enum PackedFile: String, Sendable, CaseIterable {
  case zip
  case xz
  case bzip2

  /// The first bytes of every file in this compressed format.
  private var mark: [UInt8] {
    switch self {
    case .zip: [0x50, 0x4B, 3, 4]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A]
    case .bzip2: Array("BZh".utf8)
    }
  }

  /// Recognizes an unsupported compressed format, such as zip, by the first bytes of a file; `nil` if none matches.
  package init?(_ bytes: [UInt8]) {
    guard let packed = Self.allCases.first(where: { bytes.starts(with: $0.mark) }) else {
      return nil
    }
    self = packed
  }
}

extension TraceHead {
  /// The compressed format of a trace that Hitchmark cannot read, such as zip; `nil` if the first bytes are not those
  /// of one.
  package var packed: PackedFile? { PackedFile(bytes) }
}

extension String {
  /// The name of a trace file without an ending `.gz` or `.zst`.
  package var withoutCompression: String {
    for ending in [".gz", ".zst"] where hasSuffix(ending) { return String(dropLast(ending.count)) }
    return self
  }
}
