import Foundation
import TestSupport

extension BadTraceTests {
  static let all = notATrace + encodings + rows + times + archives + otherFormats

  private static let header = "timestamp_ns,cpu_ms\n"
  private static let formats = "“hitchmark formats” lists the trace formats"

  /// The rows of a run at 60 Hz; `replaced` replaces rows by number, from 0.
  private static func table(_ replaced: [Int: String] = [:], count: Int = 10) -> String {
    header + (0..<count).map { row($0, replaced) + "\n" }.joined()
  }

  private static func row(_ number: Int, _ replaced: [Int: String]) -> String {
    replaced[number] ?? "\(number * 16_666_667),3.5"
  }

  private static func left(
    _ words: String, _ found: String, count: Int = 10, line: Int = 2, format: String = "native"
  ) -> Verdict {
    let times = count > 1 ? " (\(count) times, first here)" : ""
    return .refused(
      ":\(line): \(words): “\(found)”\(times); no row of the \(format) trace is usable")
  }

  private static let notATrace: [Case] = [
    Case("an empty file", "", .refused(": the file is empty")),
    Case("blank lines", "\n \r\n\t\n", .refused(": the file is empty")),
    Case(
      "binary noise", noise(5000),
      .refused(": the file is not text and not in a known trace format; \(formats)")),
    Case(
      "zeros", Array(repeating: 0, count: 9),
      .refused(": the file is not text and not in a known trace format; \(formats)")),
    Case(
      "prose", "hello, world\n",
      .refused(": unknown trace format; the file begins with “hello, world”; \(formats)")),
    Case(
      "other JSON", "{\"a\": 1}",
      .refused(": unknown trace format; the file begins with “{\"a\": 1}”; \(formats)")),
    Case(
      "a JSON file of brackets", String(repeating: "[", count: 300_000),
      .refused(
        ": unknown trace format; the file begins with “\(String(repeating: "[", count: 39))…”; \(formats)"
      )),
    Case(
      "a missing column", "cpu_percent,memory_mb\n1,2\n",
      .refused(
        ": unknown trace format; the file begins with “cpu_percent,memory_mb 1,2”; "
          + "the most similar trace format is native, which also needs “timestamp_ns”; \(formats)"
          + ", and --map timestamp=COLUMN:ms reads tables in other formats")),
    Case(
      "a line of numbers below names", "time,fps\n1,60\n",
      .refused(
        ": unknown trace format; the file begins with “time,fps 1,60”; \(formats)"
          + "; “--map fps=fps” reads its frame rates, which are samples")),
    Case(
      "the file is a zip archive", [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0],
      .refused(
        ": the file is a zip archive; "
          + "unpack the archive")),
    Case(
      "what xz compressed", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
      .refused(
        ": the file is compressed with xz; "
          + "unpack the file, or compress it with gzip or zstd")),
    Case(
      "a header alone", header,
      .refused(
        ":1: the native trace has no usable row; expected at least one row below the header")),
    Case(
      "a header without its newline", String(header.dropLast()),
      .refused(
        ":1: the native trace has no usable row; expected at least one row below the header")),
  ]

  private static let encodings: [Case] = [
    Case("CRLF", table().replacing("\n", with: "\r\n"), .read(frames: 9)),
    Case("a byte order mark", "\u{FEFF}" + table(), .read(frames: 9)),
    Case("UTF-16, little-endian", [0xFF, 0xFE] + wide(table()), .read(frames: 9)),
    Case("UTF-16, big-endian", [0xFE, 0xFF] + wide(table(), swapped: true), .read(frames: 9)),
    Case("UTF-16 without a mark", wide(table()), .read(frames: 9)),
    Case("quoted numbers", "timestamp_ms\n\"0\"\n\"16.5\"\n", .read(frames: 1)),
  ]

  private static let rows: [Case] = [
    Case(
      "a last line cut off in its first field", table() + "1666",
      .read(frames: 9, issues: ["12 truncated-line"])),
    Case(
      "text in a time's place", table([5: "abc,3.5"]),
      .read(frames: 8, issues: ["7 not-a-number"])),
    Case(
      "text in a signal's place", table([5: "83333335,abc"]),
      .read(frames: 9, issues: ["7 unreadable-sample"])),
    Case(
      "text everywhere", table(Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, "x,y") })),
      left("a field is not a number; the row was left out", "x")),
    Case(
      "NaN and infinity", table([3: "nan,1", 5: "inf,1", 6: "-Infinity,1"]),
      .read(frames: 6, issues: ["5 not-finite"])),
    Case("a row too short", table([4: "66666668"]), .read(frames: 8, issues: ["6 short-row"])),
    Case("a row too long", table([4: "66666668,3.5,9"]), .read(frames: 9, issues: ["6 long-row"])),
    Case(
      "the header again", table([4: "timestamp_ns,cpu_ms"]),
      .read(frames: 8, issues: ["6 repeated-header"])),
    Case(
      "a column twice", "timestamp_ns,timestamp_ns\n0,7\n16000000,8\n",
      .read(frames: 1, issues: ["1 duplicate-column"])),
    Case(
      "decimal commas", "timestamp_ms\n0,0\n16,67\n33,33\n",
      left(
        "a number has a decimal comma; the row was left out; export the file with decimal points",
        "0,0",
        count: 3)),
    Case(
      "decimal commas in quotes", "timestamp_ms,cpu_ms\n\"0,0\",\"3,5\"\n\"16,67\",\"3,5\"\n",
      left(
        "a number has a decimal comma; the row was left out; export the file with decimal points",
        "0,0",
        count: 2)),
    Case(
      "semicolons", "timestamp_ms;cpu_ms\n0,0;3,5\n16,7;3,5\n", .read(frames: 1)),
    Case(
      "a quote that is not closed", table([5: "\"83333335,3.5"]),
      .read(frames: 8, issues: ["7 short-row"])),
    Case(
      "a number beyond any time", table([5: "9223372036854775808,1"]),
      .read(frames: 8, issues: ["7 out-of-range"])),
  ]

  private static let times: [Case] = [
    Case("one frame", table(count: 2), .read(frames: 1)),
    Case("one present", table(count: 1), .read(frames: 0)),
    Case(
      "time that goes back", table([5: "1,3.5"]), .read(frames: 8, issues: ["7 time-went-back"])),
    Case(
      "time that only goes back", header + "9,1\n8,1\n7,1\n",
      .read(frames: 0, issues: ["3 time-went-back"])),
    Case(
      "a time twice", table([5: "66666668,3.5"]),
      .read(frames: 8, issues: ["7 duplicate-timestamp"])),
    Case(
      "a pause of a second", header + "0,1\n1000000000,1\n1016666667,1\n",
      .read(frames: 2, issues: ["3 gap"])),
    Case(
      "frame times of zero", "frame_time_ms\n0\n0\n",
      left("a frame time is not above zero; the row was left out", "0", count: 2)),
    Case(
      "frame times below zero", "frame_time_ms\n-5\n",
      left("a frame time is not above zero; the row was left out", "-5", count: 1)),
    Case(
      "frame times of ages", "frame_time_ms\n1e300\n",
      left("a number is out of range; the row was left out", "1e300", count: 1)),
  ]

  private static let broken =
    ": the compressed file is damaged, and nothing of it can be read; "
    + "copy or compress the file again"

  private static let archives: [Case] = [
    Case("only a gzip header", gzipHeader, .refused(broken)),
    Case("only a zstd header", [0x28, 0xB5, 0x2F, 0xFD, 4, 0], .refused(broken)),
    Case("a gzip file of noise", gzipHeader + [0xFF] + noise(5000), .refused(broken)),
    Case("a stored gzip file", storedGzip(table()), .read(frames: 9)),
    Case("padding after a gzip file", storedGzip(table()) + [0, 0, 0], .read(frames: 9)),
    Case(
      "a gzip file cut off", storedGzip(table()).dropLast(30),
      .read(frames: 7, issues: ["10 truncated-line", "0 truncated-archive"])),
    Case(
      "a gzip file of a gzip file", storedGzip(bytes: storedGzip(table())),
      .refused(": the file is not text and not in a known trace format; \(formats)")),
  ]

  private static let mangoHud = """
    os,cpu,gpu,ram,kernel,driver,cpuscheduler
    Debian,AMD,AMD,16,6.1,Mesa,perf
    fps,frametime,cpu_load,elapsed

    """

  private static let otherFormats: [Case] = [
    Case(
      "MangoHud with text for a load",
      mangoHud + "60,16.6,12,16600000\n60,16.6,x,33200000\n60,16.6,12,49800000\n",
      .read(frames: 3, issues: ["5 unreadable-sample"])),
    Case(
      "MangoHud with decimal commas", mangoHud + "60,0,16,6,12,5,16600000\n",
      left(
        "a number has a decimal comma; the row was left out; export the file with decimal points",
        "60,0,16,6,12,5,16600000", count: 1, line: 4, format: "mangohud")),
    Case(
      "PresentMon without its frame times",
      "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,TimeInSeconds\na,1,0x1,D,1,0.1\n",
      .refused(
        ": unknown trace format; the file begins with “Application,ProcessID,SwapChainAddress,…”; "
          + "the most similar trace format is presentmon, which also needs “MsBetweenPresents”; \(formats)"
          + ", and --map timestamp=COLUMN:ms reads tables in other formats")),
    Case(
      "MangoHud's summary", "97% Percentile FPS,Average FPS,GPU Load,CPU Load\n1,2,3,4\n",
      .refused(
        ": the file contains averages that MangoHud wrote next to a trace; pass the trace"
      )),
  ]
}

// MARK: - Bytes

extension BadTraceTests {
  /// Pseudorandom bytes of a fixed seed, some of them zero.
  static func noise(_ count: Int) -> [UInt8] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  private static func wide(_ text: String, swapped: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
      let halves = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return swapped ? halves.reversed() : halves
    }
  }

  private static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  private static func storedGzip(_ text: String) -> [UInt8] { storedGzip(bytes: Array(text.utf8)) }

  /// A gzip file with one uncompressed block (RFC 1951, 3.2.4; RFC 1952).
  private static func storedGzip(bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let block = [1] + littleEndian(count) + littleEndian(~count) + bytes
    return gzipHeader + block + littleEndian(checksum(bytes)) + littleEndian(UInt32(count))
  }

  private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
