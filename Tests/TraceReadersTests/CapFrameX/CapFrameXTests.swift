import Foundation
import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Tests real captures of CapFrameX and OCAT.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct CapFrameXTests {
  static func read(_ name: String) throws -> TraceFile {
    try TraceReader.read(SharedMaterial.path("traces/capframex/" + name))
  }

  @Test func captureInJSONHasTheFramesOfItsColumns() throws {
    let file = try Self.read("CapFrameX-Judgment.exe-2022-12-14T163430.json")
    #expect(file.format == "capframex-json")
    let run = try #require(file.recordings.first)
    let timeline = try #require(run.timeline.value)
    #expect(file.recordings.count == 1)
    #expect(timeline.frameCount == 6818)
    #expect(Array(timeline.presents.prefix(3)) == [0, 16_513_200, 34_103_000])
    #expect(timeline.kinds == nil)
    let times = zip(timeline.presents.dropFirst(), timeline.presents).map { $0 - $1 }
    #expect(times.max() == 38225700)
    let average = Double(timeline.frameCount) / (timeline.presents.last ?? 0).seconds
    #expect(abs(average - 59.367) < 0.0005)
    #expect(run.issues.isEmpty)
  }

  /// Compares with Foundation's parser: all frame times are equal to the nanosecond.
  @Test func captureInJSONAgreesWithFoundation() throws {
    let path = SharedMaterial.path("traces/capframex/CapFrameX-Judgment.exe-2022-12-14T163430.json")
    let object = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: path)), options: [])
    let runs = try #require((object as? [String: Any])?["Runs"] as? [[String: Any]])
    let columns = try #require(runs[0]["CaptureData"] as? [String: Any])
    let frameTimes = try #require(columns["MsBetweenPresents"] as? [Double])
    let timeline = try #require(try TraceReader.read(path).recordings[0].timeline.value)
    let read = zip(timeline.presents.dropFirst(), timeline.presents).map { $0 - $1 }
    #expect(read == frameTimes.map { Nanoseconds(($0 * 1e6).rounded()) })
    let sensors = try #require(runs[0]["SensorData2"] as? [String: [String: Any]])
    let load = try #require(sensors["/intelcpu/0/load/0"]?["Values"] as? [Double])
    let counter = try TraceReader.read(path).recordings[0].counters.first { $0.role == .cpu }
    let samples = try #require(counter?.samples.stretches)
    let values = samples.flatMap { Array(repeating: $0.value, count: $0.count) }
    // Foundation's numbers are not always the nearest to the text.
    let differing = zip(values, load).filter { abs(($0 ?? .infinity) - $1 / 100) > 1e-14 }
    #expect(values.count == load.count)
    #expect(differing.isEmpty)
  }

  @Test func sensorsOfACaptureInJSONHaveRoles() throws {
    let run = try Self.read("CapFrameX-Judgment.exe-2022-12-14T163430.json").recordings[0]
    let roles = run.counters.filter { $0.role != .other }.map { "\($0.name) \($0.role.name)" }
    #expect(
      Set(roles) == [
        "GPU Power (Power) power", "CPU Total (Load) cpu", "GPU Core (Load) gpu",
        "Used Memory Game (Data) memory", "GPU Core (Temperature) temperature",
      ])
    let memory = try #require(run.counters.first { $0.role == .memory }).samples
    #expect(memory.count == 441)
    #expect(memory.stretches.first?.value == 1.752685546875 * 1_073_741_824)
    guard case .times(let times) = memory.clock else {
      Issue.record("the sensors have no times")
      return
    }
    // The capture's first present is at 0, and its frame began 16.5132 ms before.
    #expect(times.first == 119_513_200)
    #expect(times.last == 114_647_513_200)
  }

  @Test(
    arguments: [
      (
        "CapFrameX-Judgment.exe-2022-12-14T163430.json",
        [
          "date": "2022-12-14T21:34:30.9301186Z", "cpu": "Intel Core i5-10400",
          "gpu": "NVIDIA GeForce GTX 1070", "os": "Microsoft Windows 10 Home Build 19045",
          "game": "Judgment", "driver": "526.86", "comment": "1440p ultra fsr2q", "resolution": nil,
        ]
      ),
      (
        "CapFrameXFileWithHeader.csv",
        [
          "date": "2019-03-30T12:01:36", "cpu": "Intel(R) Core(TM) i9-9900K CPU @ 3.60GHz",
          "gpu": "NVIDIA GeForce RTX 2080 Ti", "os": "Windows OS", "game": "re2.exe",
          "ram": "32 GB 3800 MT/s", "comment": "Test",
        ]
      ),
      (
        "OCAT-MetroExodus.exe-2019-02-20T101522.csv",
        [
          "gpu": "GeForce RTX 2080 Ti", "cpu": "Intel(R) Core(TM) i9-9900K CPU @ 3.60GHz",
          "driver_package": "r418_77", "gpu_core_clock_mhz": "1350", "gpu_memory_clock_mhz": nil,
          "date": nil,
        ]
      ),
    ] as [(String, [String: String?])])
  func machineAndProgramAreDescribed(name: String, facts: [String: String?]) throws {
    let run = try Self.read(name).recordings[0]
    let description = run.description
    var found = description.labels
    found["date"] = description.date
    found["cpu"] = description.device.cpu
    found["gpu"] = description.device.gpu
    found["os"] = description.device.os
    for (key, value) in facts { #expect(found[key] == value, "\(key)") }
    #expect(run.issues.isEmpty)
  }

  /// CapFrameX refuses a table without times.
  ///
  /// All of its frame times are present, so they are summed up.
  @Test func aTableWithoutTimesIsReadFromItsFrameTimes() throws {
    let file = try Self.read("InvalidColumnFile.csv")
    #expect(file.dialect.hasSuffix("durations only"))
    let timeline = try #require(file.recordings[0].timeline.value)
    #expect(timeline.frameCount == 1171)
    #expect(Array(timeline.presents.prefix(3)) == [0, 16_811_000, 33_308_000])
  }

  @Test func aSampleTooLargeForItsBaseUnitIsMissing() throws {
    var sensor = CapFrameXSensor(name: "Used Memory Game", type: "Data")
    for value in [1e308, 2] { sensor.values.appendWithFrame(value) }
    let samples = try #require(sensor.counter(at: OptionalColumn([0, 1]))).samples
    #expect(samples.stretches.map(\.value) == [nil, 2 * 1_073_741_824])
  }

  /// CapFrameX refuses captures with few rows, but five frames are valid.
  @Test func aTableOfFiveRowsIsRead() throws {
    let timeline = try #require(try Self.read("ShortFile.csv").recordings[0].timeline.value)
    #expect(timeline.presents == [0, 16_811_000, 33_308_000, 49_980_000, 66_592_000, 83_395_000])
  }
}
