import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("MangoHud")
struct MangoHudTests {
  private static let early =
    "cpu_load,gpu_load,cpu_temp,gpu_temp,gpu_core_clock,gpu_mem_clock,gpu_vram_used"
  private static let late =
    "gpu_load,cpu_temp,gpu_temp,gpu_core_clock,gpu_mem_clock,gpu_vram_used,gpu_power,ram_used,"
    + "swap_used,process_rss"

  /// A log of three frames of 20 ms at 50 FPS with this header; columns without times contain 1.
  private func log(_ header: String, frameTime: String, elapsedPerMillisecond: Int) -> [UInt8] {
    let rows = (1...3).map { row in
      header.split(separator: ",").map { column in
        switch column {
        case "fps": "50"
        case "frametime": frameTime
        case "elapsed": "\(row * 20 * elapsedPerMillisecond)"
        default: "1"
        }
      }.joined(separator: ",")
    }
    return Array(([header] + rows).joined(separator: "\n").utf8)
  }

  @Test(
    "all headers since 0.5 are recognized, with their units",
    arguments: [
      ("fps,frametime,\(early),ram_used,elapsed", "20000", "0.6.0\u{2013}0.6.1"),
      ("fps,frametime,\(early),gpu_power,ram_used,elapsed", "20000", "0.6.2\u{2013}0.6.8"),
      ("fps,frametime,\(early),gpu_power,ram_used,elapsed", "20.0", "0.6.9"),
      ("fps,frametime,cpu_load,\(late),elapsed", "20", "0.7"),
      ("fps,frametime,cpu_load,cpu_power,\(late),elapsed", "20", "0.8.0\u{2013}0.8.1"),
      ("fps,frametime,cpu_load,cpu_power,\(late),cpu_mhz,elapsed", "20", "0.8.2+"),
    ])
  func headers(header: String, frameTime: String, dialect: String) throws {
    let bytes = log(header, frameTime: frameTime, elapsedPerMillisecond: 1_000_000)
    let file = try TraceReader.read(bytes: bytes, name: "a.csv")
    #expect(file.dialect == dialect)
    #expect(
      file.recordings.first?.timeline.value?.presents == [0, 20_000_000, 40_000_000, 60_000_000])
    #expect(file.recordings.first?.issues == [])
  }

  @Test func version05HasNoFrames() throws {
    let bytes = log(
      "fps,\(Self.early),ram_used,elapsed", frameTime: "", elapsedPerMillisecond: 1000)
    let file = try TraceReader.read(bytes: bytes, name: "a.csv")
    let recording = try #require(file.recordings.first)
    #expect(file.dialect == "0.5")
    #expect(recording.timeline.reason?.hasPrefix("MangoHud before 0.6 logs no frame times") == true)
    #expect(recording.counters.first?.samples.clock == .times([20, 40, 60].map { $0 * 1_000_000 }))
  }

  @Test func theStatedVersionDecidesTheUnit() throws {
    // By frame rate and frame time alone, the unit would be milliseconds.
    let header = "fps,frametime,\(Self.early),gpu_power,ram_used,elapsed"
    let bytes =
      Array("v1\n0.6.8\n".utf8) + log(header, frameTime: "20", elapsedPerMillisecond: 1000)
    let file = try TraceReader.read(bytes: bytes, name: "a.csv")
    #expect(file.dialect == "0.6.8")
    #expect(file.recordings.first?.timeline.value?.presents == [0, 20_000, 40_000, 60_000])
  }

  @Test func rowsMissingBetweenAreFoundByElapsed() throws {
    let text = """
      fps,frametime,cpu_load,elapsed
      50,20,1,20000000
      50,20,1,40000000
      50,20,1,60000000
      50,20,1,140000000
      50,20,1,160000000
      """
    let file = try TraceReader.read(bytes: Array(text.utf8), name: "a.csv")
    let recording = try #require(file.recordings.first)
    #expect(
      recording.timeline.value?.presents
        == NumberColumn([0, 20, 40, 60, 140, 160].map { $0 * .perMillisecond }))
    #expect(recording.issues == [ImportIssue(.lostFrames, line: 5, found: "140000000", count: 3)])
  }

  @Test(
    "a log of samples has no frames, and its interval is reported",
    .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
  func sampledLog() throws {
    let path = SharedMaterial.path("traces/mangohud/flightless_run1.csv")
    let file = try TraceReader.read(path)
    let recording = try #require(file.recordings.first)
    #expect(file.dialect == "0.8.0\u{2013}0.8.1")
    #expect(
      recording.timeline.reason
        == "the log has a sample every 100 ms and no frames; log_interval=0 logs each frame")
    #expect(recording.description.device.gpu == "AMD Radeon RX 9070 XT (RADV GFX1201)")
    #expect(recording.description.device.cpu == "AMD Ryzen 7 9800X3D 8-Core Processor")
    #expect(recording.description.labels["kernel"] == "6.17.8-2-cachyos")
    #expect(recording.description.labels["driver"] == nil)
    #expect(recording.description.labels["ram"] == "65438132 kB")
    #expect(recording.counters.map(\.name).contains("process_rss") == false)
    let cpu = try #require(recording.counters.first { $0.role == .cpu })
    #expect(cpu.samples.count == 298)
    #expect(cpu.samples.stretches.first?.value == 21.6521 / 100)
    #expect(recording.issues == [])
  }
}
