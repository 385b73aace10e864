import Foundation
import TestSupport
import Testing

/// Runs the tool with little memory on small files that expand to large data.
@Suite("Bombs and memory")
struct MemoryBombTests {
  private let folder = TemporaryFolder()

  private func analyze(_ text: String) throws -> Tool.Outcome {
    try folder.file("bomb.json", text: text)
    return try Tool.shell(
      Tool.littleMemory + "exec \"$HITCHMARK\" analyze bomb.json --format json", in: folder.url)
  }

  @Test(
    "MetricKit figures nested deep within long names, which were once stored in full for each figure"
  )
  func metricKit() throws {
    let names = (0..<58).map { "\"\(String(repeating: "k", count: 97))\($0 + 10)\":{" }.joined()
    let figures = (0..<500).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
    let deep = names + figures + String(repeating: "}", count: 58)
    let payload = "{\"timeStampBegin\":\"2024\",\"gpuMetrics\":{\"a\":1},\"cpuMetrics\":{\(deep)}}"
    let outcome = try analyze(
      "[" + Array(repeating: payload, count: 130).joined(separator: ",") + "]")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      BadTraceTests.issues(of: try BadTraceTests.onlyRun(in: outcome.output)) == ["1 too-many"])
  }

  @Test("a Macrobenchmark metric that is repeated very often")
  func macrobenchmark() throws {
    let lists = Array(repeating: "\"runs\":[1]", count: 400_000).joined(separator: ",")
    let outcome = try analyze(
      "{\"context\":{\"build\":{\"model\":\"m\"}},\"benchmarks\":[{\"name\":\"a\",\"className\":\"b\","
        + "\"sampledMetrics\":{},\"metrics\":{\"startupMs\":{\(lists)}}}]}")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "bomb.json:1: found too many metrics of one benchmark in the file; expected at most 1000\n"
    )
  }

  @Test("a text of 300 MB in a gzip file, where it is skipped and where it is read")
  func text() throws {
    let run = "{\\\"CaptureData\\\":{\\\"MsBetweenPresents\\\":[16,17]}}"
    for place in ["\\\"Comment\\\":", "\\\"Info\\\":{\\\"Processor\\\":"] {
      let head = "{\\\"Info\\\":{},\\\"Runs\\\":[\(run)],\(place)\\\""
      let made = "{ printf '\(head)'; head -c 300000000 /dev/zero | tr '\\0' a; } | gzip -1"
      let outcome = try Tool.shell("\(made) | (\(Tool.littleMemory) exec \"$HITCHMARK\" analyze -)")
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("found a very long string or number"), "\(outcome.errors)")
    }
  }
  /// A zstd frame with a text, followed by one letter repeated about `count` times.
  ///
  /// A block of four bytes expands to 128 KiB of the letter.
  ///
  /// - Parameter windowLog: the binary logarithm of the window in bytes that the frame requests of its reader.
  private func zstdFrame(
    _ head: String, repeating letter: Unicode.Scalar, _ count: Int, windowLog: UInt8
  )
    -> Data
  {
    func header(isLast: Bool, kind: Int, size: Int) -> [UInt8] {
      let bits = (isLast ? 1 : 0) | kind << 1 | size << 3
      return [UInt8(bits & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits >> 16)]
    }
    let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    var frame = magic + [0, (windowLog - 10) << 3]
    frame += header(isLast: false, kind: 0, size: head.utf8.count) + Array(head.utf8)
    let block = 1 << 17
    for start in stride(from: 0, to: count, by: block) {
      frame += header(isLast: start + block >= count, kind: 1, size: block) + [UInt8(letter.value)]
    }
    return Data(frame)
  }

  @Test("a text of 300 MB in a zstd file, where it is skipped and where it is read")
  func textBehindZstd() throws {
    let run = #"{"CaptureData":{"MsBetweenPresents":[16,17]}}"#
    for place in [#""Comment":"#, #""Info":{"Processor":"#] {
      let head = #"{"Info":{},"Runs":[\#(run)],\#(place)""#
      let bomb = zstdFrame(head, repeating: "a", 300_000_000, windowLog: 17)
      #expect(bomb.count < 10_000)
      try folder.file("bomb.json.zst", contents: bomb)
      let outcome = try Tool.shell(
        Tool.littleMemory + "exec \"$HITCHMARK\" analyze bomb.json.zst", in: folder.url)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("found a very long string or number"), "\(outcome.errors)")
    }
  }

  @Test("a zstd frame that requests a window of 2 GiB is refused")
  func zstdWindow() throws {
    let rows = String(repeating: "16.7\n", count: 50)
    let frame = zstdFrame("frame_time_ms\n" + rows, repeating: "\n", 1 << 17, windowLog: 31)
    try folder.file("wide.csv.zst", contents: frame)
    let outcome = try Tool.shell(
      Tool.littleMemory + "exec \"$HITCHMARK\" analyze wide.csv.zst", in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("wide.csv.zst"), "\(outcome.errors)")
  }

  /// A script that writes a MangoHud log of 600,000 rows, in which every sensor changes with every row.
  private static let changingLog = #"""
    awk 'BEGIN {
      print "os,cpu,gpu,ram,kernel,driver,cpuscheduler\na,b,c,1,d,e,f"
      print "fps,frametime,cpu_load,cpu_power,gpu_load,cpu_temp,gpu_temp,gpu_power,ram_used,elapsed"
      for (i = 1; i <= 600000; i++) {
        k = i % 90
        print "60,10," k "," k "," k "," k "," k "," k "," k "," i "0000000"
      }
    }' | gzip -1
    """#

  @Test("a log in a gzip file in which seven sensors change with each of 600,000 frames")
  func changingSensors() throws {
    let outcome = try Tool.shell(
      "\(Self.changingLog) | (\(Tool.littleMemory) exec \"$HITCHMARK\" analyze - --format json)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let run = try BadTraceTests.onlyRun(in: outcome.output)
    #expect(run["frames"]?.number == 600_000)
  }
}
