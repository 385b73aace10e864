import Foundation
import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Recomputes FrameView's summaries from the frames of its logs.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct FrameViewTests {
  static let names = [
    "AlanWake2_2024_04_16T231009", "Control_DX12_2024_04_17T070623",
    "Cyberpunk2077_2024_04_17T025548",
  ]

  static func log(_ name: String) throws -> Recording {
    try TraceReader.read(SharedMaterial.path("traces/frameview/\(name)_Log.csv")).recordings[0]
  }

  /// The summary's cells by column.
  static func published(_ name: String) throws -> [String: String] {
    let path = SharedMaterial.path("traces/frameview/\(name)_Summary.csv")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline)
    let cells = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return Dictionary(
      zip(cells[0], cells[1]).map { (String($0), String($1)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Frame times in milliseconds, longest first.
  static func frameTimes(_ recording: Recording) throws -> [Double] {
    let presents = try #require(recording.timeline.value).presents
    return zip(presents.dropFirst(), presents).map { ($0 - $1).milliseconds }.sorted(by: >)
  }

  /// Compares the summary's figures of frame times.
  ///
  /// The log has three decimals of a millisecond, but the summary was computed from more. Frame times agree to half of
  /// the log's last digit, or within the precision of the summary's rates, which have three decimals.
  @Test(arguments: names)
  func summaryIsReproducedToTheDigitsOfTheLog(name: String) throws {
    let times = try Self.frameTimes(Self.log(name))
    let published = try Self.published(name)
    func low(_ percent: Double) -> Double {
      let slowest = times.prefix(Int(Double(times.count) * percent / 100) + 1)
      return 1000 * Double(slowest.count) / slowest.reduce(0, +)
    }
    func percentile(_ percent: Double) -> Double {
      1000 / times[Int(Double(times.count) * percent / 100)]
    }
    let computed = [
      "Avg FPS": 1000 * Double(times.count) / times.reduce(0, +),
      "Min FPS": 1000 / times[0],
      "Max FPS": 1000 / (times.last ?? 0),
      "1% Low FPS": low(1), "0.1% Low FPS": low(0.1),
      "0.1% FPS": percentile(0.1), "1% FPS": percentile(1),
      "5% FPS": percentile(5), "10% FPS": percentile(10),
    ]
    for (column, value) in computed {
      let printed = try #require(published[column].flatMap(Double.init))
      let rounding = 0.0005 + 1000 * 0.0005 / (printed * printed)
      #expect(abs(1000 / value - 1000 / printed) <= rounding, "\(column): \(value) for \(printed)")
    }
  }

  @Test func hardwareAndSensorsAreRead() throws {
    let run = try Self.log("AlanWake2_2024_04_16T231009")
    #expect(run.description.device.gpu == "NVIDIA GeForce RTX 4060 Ti")
    #expect(run.description.device.cpu == "12th Gen Intel(R) Core(TM) i7-12700")
    #expect(run.description.labels["application"] == "AlanWake2.exe")
    #expect(run.description.labels["resolution"] == "WINDOWED")
    let roles = run.counters.map { "\($0.name) \($0.role.name) \($0.unit.id)" }
    #expect(
      roles == [
        "CPUUtil(%) cpu fraction", "GPU0Util(%) gpu fraction", "NV Pwr(W) (API) power W",
        "GPU0Temp(C) temperature °C", "CPU Package Power(W) other W",
        "CPU Package Temp(C) other °C",
        "GPUOnlyPwr(W) (API) other W", "GPU0Clk(MHz) other MHz", "GPU0MemClk(MHz) other MHz",
        "CPUClk(MHz) other MHz",
      ])
    #expect(run.counters.allSatisfy { $0.samples.count == 593 && $0.samples.clock == .frames })
    #expect(run.counters[1].samples.stretches.first?.value == 0.99)
  }

  /// Compares the summary's averages of sensors and latency, over the same rows.
  @Test(arguments: names)
  func averagesOfSensorsAreThePublishedOnes(name: String) throws {
    let run = try Self.log(name)
    let published = try Self.published(name)
    for (counter, column, factor) in [
      ("GPU0Util(%)", "GPU0 Util%", 100.0), ("CPUUtil(%)", "CPU Util %", 100),
      ("GPU0Temp(C)", "GPU0 Temp (C)", 1), ("CPU Package Power(W)", "CPU Package Power(Watts)", 1),
    ] {
      let samples = try #require(run.counters.first { $0.name == counter }).samples
      let sum = samples.stretches.reduce(0) { $0 + ($1.value ?? 0) * Double($1.count) }
      let mean = sum / Double(samples.count) * factor
      let printed = try #require(published[column].flatMap(Double.init))
      #expect(abs(mean - printed) < 0.1, "\(column): \(mean) for \(printed)")
    }
  }

  @Test func latencyIsThePublishedOne() throws {
    let run = try Self.log("AlanWake2_2024_04_16T231009")
    let latency = try #require(run.timeline.value?.signals[.latency]).known.map(\.milliseconds)
    #expect(latency.max() == 198.793)
    #expect(latency.min() == 116.049)
    let mean = latency.reduce(0, +) / Double(latency.count)
    #expect(abs(mean - 133.094) < 0.0005)
  }
}
