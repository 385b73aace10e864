import Foundation
import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Bytes of a trace")
struct TraceSourceTests {
  private let rows = (0..<40_000).map { "\($0 * 16_666_667)\n" }
  private var text: String { "timestamp_ns\n" + rows.joined() }

  private func presents(_ bytes: [UInt8]) throws -> NumberColumn<Nanoseconds>? {
    let file = try TraceReader.read(bytes: bytes, name: "trace")
    return file.recordings.first?.timeline.value?.presents
  }

  private var expected: NumberColumn<Nanoseconds> {
    NumberColumn((0..<40_000).map { $0 * 16_666_667 })
  }

  /// Encodings and compressions in which a trace may be stored.
  static let encodings: [(String, @Sendable (String) -> [UInt8])] = [
    ("UTF-8", { Array($0.utf8) }),
    ("UTF-8 with a byte order mark", { [0xEF, 0xBB, 0xBF] + Array($0.utf8) }),
    ("CRLF", { Array($0.replacing("\n", with: "\r\n").utf8) }),
    (
      "UTF-16 LE with mark",
      { [0xFF, 0xFE] + $0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
    ),
    (
      "UTF-16 BE with mark",
      { [0xFE, 0xFF] + $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    ),
    ("UTF-16 LE without", { $0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }),
    ("UTF-16 BE without", { $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }),
    ("CR", { Array($0.replacing("\n", with: "\r").utf8) }),
    ("gzip", { gzip(Array($0.utf8)) }),
    (
      "gzip of two members",
      { text in
        let bytes = Array(text.utf8)
        return gzip(Array(bytes.prefix(100_001))) + gzip(Array(bytes.dropFirst(100_001)))
      }
    ),
    ("gzip with padding", { gzip(Array($0.utf8)) + [0, 0, 0, 0] }),
    (
      "gzip of UTF-16",
      { gzip([0xFF, 0xFE] + $0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) }
    ),
    ("zstd", { zstd(Array($0.utf8)) }),
    (
      "two zstd frames after a skippable frame",
      { text in
        let bytes = Array(text.utf8)
        let skippable: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 7, 7]
        return skippable + zstd(Array(bytes.prefix(100_001)))
          + zstd(Array(bytes.dropFirst(100_001)))
      }
    ),
    ("zstd with padding", { zstd(Array($0.utf8)) + [0, 0, 0, 0] }),
  ]

  @Test("gives the same result in every encoding", arguments: encodings.indices)
  func readsTheSame(index: Int) throws {
    let (name, encode) = Self.encodings[index]
    #expect(try presents(encode(text)) == expected, "\(name)")
  }

  @Test("bytes after an archive are an issue", arguments: Archive.allCases)
  func bytesBehindAnArchive(archive: Archive) throws {
    let file = try TraceReader.read(
      bytes: archive.of(Array(text.utf8)) + Array("junk".utf8), name: "trace")
    let run = try #require(file.recordings.first)
    #expect(run.timeline.value?.presents == expected)
    #expect(run.issues == [ImportIssue(.bytesBehindArchive)])
  }

  @Test func fileAndMemoryReadTheSame() throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "trace.csv")
    let fromFile = try TraceReader.read("\(folder.path)/trace.csv")
    let fromMemory = try TraceReader.read(bytes: Array(text.utf8), name: "trace.csv")
    #expect(fromFile.digest == fromMemory.digest)
    #expect(fromFile.byteCount == text.utf8.count)
    #expect(fromFile.recordings.first?.timeline == fromMemory.recordings.first?.timeline)
  }

  @Test func theHashIsOfTheStoredBytes() throws {
    let text = Array("timestamp_ms\n0\n16\n".utf8)
    let plain = try TraceReader.read(bytes: text, name: "a")
    #expect(plain.digest == "e600d20663f21b21c4e1c65da872cc54")
    let compressed = try TraceReader.read(bytes: gzip(text), name: "a")
    #expect(compressed.byteCount == gzip(text).count)
    #expect(compressed.digest != plain.digest)
  }

  /// The values were computed with the library's one-shot function.
  @Test(arguments: [
    ("", "99aa06d3014798d86001c324468d497f"), ("a", "a96faf705af16834e6c632b61e964e1f"),
  ])
  func hashes(text: String, expected: String) {
    let digest = StreamDigest()
    for byte in text.utf8 { withUnsafeBytes(of: byte) { digest.update($0) } }
    #expect(digest.text == expected)
  }

  @Test("a damaged archive gives what precedes the damage", arguments: Archive.allCases)
  func damagedArchive(archive: Archive) throws {
    let packed = archive.of(Array(text.utf8))
    let half = Array(packed.prefix(packed.count / 2))
    for damaged in [Array(packed.dropLast(20)), half + [7, 7, 7, 7, 7]] {
      let file = try TraceReader.read(bytes: damaged, name: "a")
      let recording = try #require(file.recordings.first)
      let presents = try #require(recording.timeline.value?.presents)
      #expect(presents.count > 1000)
      #expect(expected.starts(with: presents.dropLast()))
      #expect(recording.issues.map(\.kind).contains(.truncatedArchive))
    }
  }

  @Test func aLineWithoutAnEndIsPassedOver() throws {
    let long = String(repeating: "9", count: 5_000_000)
    let file = try TraceReader.read(
      bytes: Array("timestamp_ms\n0\n16\n\(long)\n33\n".utf8), name: "a")
    let recording = try #require(file.recordings.first)
    #expect(recording.timeline.value?.presents == [0, 16_000_000, 33_000_000])
    #expect(recording.issues == [ImportIssue(.longLine, line: 4)])
  }

  @Test(
    "a file that is not a trace is refused with the reason",
    arguments: [
      ("", .empty(path: "a")), (" \r\n\t\n", .empty(path: "a")),
      ("hello", .unrecognized(path: "a", start: "hello", nearest: nil)),
      ("\u{7F}ELF\u{2}\u{0}", .unrecognized(path: "a", start: nil, nearest: nil)),
      ("{\n  \"a\":\t1}", .unrecognized(path: "a", start: "{ \"a\": 1}", nearest: nil)),
      ("a;b\n1;2\n", .unrecognized(path: "a", start: "a;b 1;2", nearest: nil)),
      (
        "timestamp_ms\n", .noData(path: "a", format: "native", line: 1, firstIssue: nil)
      ),
      (
        "timestamp_ms\nx\ny\n",
        .noData(
          path: "a", format: "native", line: 1,
          firstIssue: ImportIssue(.notANumber, line: 2, found: "x", count: 2))
      ),
    ] as [(String, TraceError)])
  func refusals(text: String, error: TraceError) {
    #expect(throws: error) { try TraceReader.read(bytes: Array(text.utf8), name: "a") }
  }

  @Test func aFormatThatIsNamedHasToFit() throws {
    let text = Array("timestamp_ms\n0\n10\n".utf8)
    let file = try TraceReader.read(bytes: text, name: "a", as: .native)
    #expect(file.format == "native")
    #expect(throws: TraceError.notThisFormat(path: "a", format: "mangohud", missing: [])) {
      try TraceReader.read(bytes: text, name: "a", as: .mangoHud)
    }
    let near = Array("fps,frametime\n60,16\n".utf8)
    #expect(throws: TraceError.notThisFormat(path: "a", format: "mangohud", missing: ["elapsed"])) {
      try TraceReader.read(bytes: near, name: "a", as: .mangoHud)
    }
  }

  @Test func pathsThatCannotBeReadSayWhy() throws {
    let folder = try TemporaryFolder()
    #expect(throws: TraceError.notFound(path: "\(folder.path)/x")) {
      try TraceReader.read("\(folder.path)/x")
    }
    #expect(throws: TraceError.isDirectory(path: folder.path)) {
      try TraceReader.read(folder.path)
    }
  }

  /// A pipe returns what its writer has written so far, here a few bytes at a time.
  @Test func aPipeReadsLikeAFile() throws {
    let pipe = Pipe()
    let packed = gzip(Array(text.utf8))
    let writer = Thread {
      pipe.fileHandleForWriting.write(Data(packed.prefix(1)))
      for start in stride(from: 1, to: packed.count, by: 1009) {
        let end = min(start + 1009, packed.count)
        pipe.fileHandleForWriting.write(Data(packed[start..<end]))
      }
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    let file = try TraceReader.read("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(file.recordings.first?.timeline.value?.presents == expected)
    #expect(file.byteCount == packed.count)
  }

  /// Lines must be complete wherever the reads of a pipe or file end.
  @Test func linesAreWholeWhereverReadsEnd() throws {
    for length in [
      1, 7, 99_991, 262_143, 262_144, 262_145, 524_287, 1_048_573, 1_048_574, 1_400_000,
    ] {
      let padding = String(repeating: "x", count: length)
      let bytes = Array("timestamp_ns,name_of_row\n1,\(padding)\n2,y\n".utf8)
      var source = TraceSource(bytes: bytes, name: "a")
      var total = 0
      while let block = try source.nextBlock() {
        total += block.count
      }
      // A line may have 1 MiB including its newline.
      let isPassedOver = length + 3 > 1 << 20
      #expect(source.longLineCount == (isPassedOver ? 1 : 0), "\(length)")
      #expect(total == bytes.count - (isPassedOver ? length + 3 : 0), "\(length)")
    }
  }
}
